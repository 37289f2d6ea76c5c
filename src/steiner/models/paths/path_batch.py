"""The candidates of questions as numbers, what is the same among them once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import torch

from steiner.models.paths.candidates import Candidate, DescribedStep

KnownPath = tuple[DescribedStep, ...]
"""What is known of the start, and the steps, as far as a model tells them apart."""


class PathBatch(NamedTuple):
    """p candidates: q distinct pairs of question and path, of a questions and u paths.

    int64: `steps` [u, t] of each path are indices of `named`, 0 after its last; `length` [u];
    `which` and `path` [q] of each pair; `pair` [p] of each candidate. float32: `numbers` [p, 3].
    """

    asked: list[str]
    paths: list[KnownPath]
    named: list[str]
    steps: torch.Tensor
    length: torch.Tensor
    which: torch.Tensor
    path: torch.Tensor
    pair: torch.Tensor
    numbers: torch.Tensor


def path_batch(
    candidates: Sequence[Candidate], places: int, device: torch.device | str
) -> PathBatch:
    """Number the candidates; of a path no more than `places`, start and steps, are told apart.

    Two paths of one question that only end at other nodes are one pair:

        (q, a -> b), (q, a -> c), (q, a -> b)    which [0, 0], path [0, 1], pair [0, 1, 0]
    """
    asked: dict[str, int] = {}
    paths: dict[KnownPath, int] = {}
    pairs: dict[tuple[int, int], int] = {}
    named: dict[str, int] = {"": 0}
    of = []
    for each in candidates:
        path = (DescribedStep("", True, each.start), *each.steps)[:places]
        pair = asked.setdefault(each.asked, len(asked)), paths.setdefault(path, len(paths))
        of.append(pairs.setdefault(pair, len(pairs)))
    steps = [[named.setdefault(s.text or s.label, len(named)) for s in path] for path in paths]
    which, path_of = zip(*pairs, strict=True)
    numbers = [(each.score, math.log10(each.ends), each.weight) for each in candidates]
    return PathBatch(
        list(asked),
        list(paths),
        list(named),
        filled(steps, places).to(device),
        torch.tensor([len(path) - 1 for path in paths], device=device),
        torch.tensor(which, device=device),
        torch.tensor(path_of, device=device),
        torch.tensor(of, device=device),
        torch.tensor(numbers, dtype=torch.float32, device=device),
    )


def filled(rows: Sequence[Sequence[int]], width: int) -> torch.Tensor:
    """Return int64[rows, width], 0 after the end of a row."""
    return torch.tensor([[*row, *[0] * (width - len(row))] for row in rows])
