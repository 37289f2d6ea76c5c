"""What features of a composed query say together, which no sum of weights can: one hidden layer.

That a noun is unread speaks more against a query whose link is guessed than against one whose verb
is said. The layer sees each feature as it is, and less its mean over the question's candidates.
With what it adds, the score of a query is its log odds against none of the queries being right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

TOGETHER = "together"
"""The feature that the layer's output is, beside those that it is computed of."""


class HiddenLayer(NamedTuple):
    """A layer of h units over k features by `names`.

    `straight`: float32[2k] to the output; `into`: float32[2k, h] and `shift`: float32[h] to the
    units; `out`: float32[h] from these; `begin`: what is added to each output. The first k of 2k
    are of the features as they are, the others of their differences from the mean.
    """

    names: Mapping[str, int]
    straight: Floats
    into: Floats
    shift: Floats
    out: Floats
    begin: float

    def outputs(self, candidates: Sequence[Mapping[str, float]]) -> list[float]:
        """Return what the features of each of a question's candidates say together.

        features  [{"a": 1}, {"a": 3}]      names {"a": 0}
        inputs    [[1, -1], [3, 1]]         2 is the mean
        outputs   inputs @ straight + max(0, inputs @ into + shift) @ out + begin
        """
        given = inputs(candidates, self.names)
        had = np.flatnonzero(given.any(axis=0))  # A question's candidates have some 80 of 926.
        given = given[:, had]
        units = np.maximum(_product(given, self.into[had]) + self.shift, 0.0)
        sums = _product(given, self.straight[had, None]) + _product(units, self.out[:, None])
        outputs: list[float] = (sums[:, 0] + self.begin).tolist()
        return outputs


def _product(one: Floats, other: Floats) -> Floats:
    """Return one @ other, computed by the thread that asks for it.

    The library behind `@` spreads products of this size over all cores, whose threads wait for one
    another for milliseconds where the cores have other work, and sums in another order with each
    number of threads.
    """
    return np.asarray(np.einsum("nk,kh->nh", one, other), dtype=np.float32)


def inputs(candidates: Sequence[Mapping[str, float]], names: Mapping[str, int]) -> Floats:
    """Return float32[n, 2k]: features by name, and their differences from the mean."""
    given = np.zeros((len(candidates), len(names)), dtype=np.float32)
    for row, features in zip(given, candidates, strict=True):
        for name, value in features.items():
            if name in names:
                row[names[name]] = value
    return np.concatenate([given, given - given.mean(axis=0)], axis=1)


def hidden_layer(learnt: Mapping[str, Any]) -> HiddenLayer:
    """Return the layer of the numbers that were learnt, as JSON has them."""
    straight, into, shift, out = (
        np.array(learnt[part], dtype=np.float32) for part in ("straight", "into", "shift", "out")
    )
    names = {n: k for k, n in enumerate(learnt["names"])}
    return HiddenLayer(names, straight, into, shift, out, learnt["begin"])
