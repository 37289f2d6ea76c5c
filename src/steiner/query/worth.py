"""Which of a question's readings is the best: each has a share of what all of them are worth."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from steiner.query.probability import LARGE
from steiner.query.weights import PROBABILITY

_WORTH = 3.0
"""What the worth of a reading is divided by, and cut at, as a signal of the size of 1."""


def shared_out(
    readings: Sequence[Mapping[str, float]],
    ranking: Mapping[str, float] = PROBABILITY["ranking"],
) -> list[dict[str, float]]:
    """Return the signals of a question's readings with two more: `share` and `worth`.

    Worths are linear sums of signals, learnt so that right readings have the largest share of the
    softmax over a question's readings: it compares them with each other, where the probability
    of each alone asks only what is wrong with it.

    Worths 2, 1 and 1 share .576, .212 and .212.
    """
    worths = [
        sum(ranking.get(name, 0.0) * min(value, LARGE) for name, value in own.items())
        for own in readings
    ]
    parts = [math.exp(worth - max(worths)) for worth in worths]
    return [
        {**own, "share": part / sum(parts), "worth": max(-LARGE, min(LARGE, worth / _WORTH))}
        for own, part, worth in zip(readings, parts, worths, strict=True)
    ]
