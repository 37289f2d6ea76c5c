"""The 6:2:2 split of G-Retriever's code: two draws of scikit-learn's, with seed 42."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from pathlib import Path

import numpy as np

from steiner.columns import Ids
from steiner.errors import InvalidInput

_SEED = 42
PARTS = ("train", "val", "test")


def authors_split(count: int) -> Mapping[str, Ids]:
    """Return the numbers, of `count`, that each part has, in the order of the authors' files."""
    train, rest = _drawn(count, 0.4)
    val, test = _drawn(len(rest), 0.5)
    return {"train": train, "val": rest[val], "test": rest[test]}


def authors_part(name: str, count: int, path: Path) -> Ids:
    """Return the numbers of one part. Raises InvalidInput, which names the file, for another."""
    if name not in PARTS:
        raise InvalidInput(
            f"{path} is split as G-Retriever's code does, into {', '.join(PARTS)}; got the split "
            f"{name!r}."
        )
    return authors_split(count)[name]


def shuffled(count: int) -> Ids:
    """Return all numbers in the order that the code draws before it splits images."""
    return np.random.RandomState(_SEED).permutation(count)


def _drawn(count: int, share: float) -> tuple[Ids, Ids]:
    """Return the numbers without and with the first `share` of a permutation."""
    order = shuffled(count)
    taken = ceil(share * count)
    return order[taken:], order[:taken]
