"""The probability that a reading is right: learnt, and calibrated on schemas left out."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from steiner.algebra.learnt_words import NOTHING_LEARNT, LearntWords
from steiner.query.weights import PROBABILITY

LARGE = 3.0
"""What a count is cut at: a fourth lost word makes a reading no worse than a third."""


def probability(signals: Mapping[str, float], learnt: LearntWords = NOTHING_LEARNT) -> float:
    """Return the probability of a reading by what speaks for it and against it.

    A logistic sum of the signals, then a sigmoid over its log odds (Platt, 1999), learnt on graphs
    left out, whose points are interpolated. What a graph has taught of either comes first.
    """
    return interpolated(
        learnt.points or PROBABILITY["points"], raw_probability(signals, learnt.judging)
    )


def probability_with_rows(
    signals: Mapping[str, float], learnt: LearntWords = NOTHING_LEARNT
) -> float:
    """Return the probability of a reading whose rows are there; `signals` has those of rows, too.

    Learnt of readings that were not sure without them.
    """
    model = PROBABILITY["with rows"]
    return interpolated(model["points"], raw_probability(signals, learnt.judging, model))


def raw_probability(
    signals: Mapping[str, float],
    changes: Mapping[str, float],
    model: Mapping[str, Any] = PROBABILITY,
) -> float:
    """Return the logistic sum of signals, 0 to 1, not calibrated; `changes` add to the weights."""
    weights, total = model["weights"], model["bias"] + changes.get("bias", 0.0)
    for name, value in signals.items():
        total += (weights.get(name, 0.0) + changes.get(name, 0.0)) * min(value, LARGE)
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def interpolated(points: Sequence[Sequence[float]], raw: float) -> float:
    """Return the share that was right of readings of such a sum, between the points learnt."""
    place = bisect_right([x for x, _ in points], raw)
    if not place:
        return float(points[0][1])
    if place == len(points):
        return float(points[-1][1])
    (x0, y0), (x1, y1) = points[place - 1], points[place]
    return float(y0 + (y1 - y0) * (raw - x0) / (x1 - x0)) if x1 > x0 else float(y1)
