"""The probability that a reading is right: learnt, and calibrated on schemas left out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from steiner.algebra.schema.learnt_words import NOTHING_LEARNT, LearntWords
from steiner.query.odds import beside_none
from steiner.query.weights import PROBABILITY

_MOST = {
    "unknown deeds": 0.6,
    "over lost": 0.6,
    "pieces lost": 0.9,
    **dict.fromkeys(("where lost", "time lost", "why lost", "no year"), 0.45),
}
"""Most probability of a reading by what speaks against it, whatever else speaks for it.

It has no use for a verb, "nominated" may not be "received": of 26 that were thought more probable
over hr, shop, CypherBenchAU, movies, northwind and the graphs kept back 15 were right. It asks for
nothing that "former" says, counts kinds where there are pieces, or compares years with what is no
year. It shows no place, day or reason where one is asked for: none of the two that had more was
right.
"""
LARGE = 3.0
"""What a count is cut at: a fourth lost word makes a reading no worse than a third."""
Signals = Mapping[str, float]


def probabilities(readings: Sequence[Signals], learnt: LearntWords = NOTHING_LEARNT) -> list[float]:
    """Return the probabilities of a question's readings by what speaks for and against each.

    A softmax over weighed signals, with one part more for none being right, then a sigmoid over
    the log odds (Platt, 1999), learnt on graphs left out, whose points are interpolated. What a
    graph has taught of either comes first.
    """
    points = learnt.points or PROBABILITY["points"]
    return _calibrated(points, raw_probabilities(readings, learnt.judging), readings)


def probabilities_with_rows(
    readings: Sequence[Signals],
    agreeing: Sequence[Collection[int]],
    learnt: LearntWords = NOTHING_LEARNT,
) -> list[float]:
    """Return the probabilities of readings whose rows are there; signals have those of rows, too.

    `agreeing`: for each reading those that have the same answers, itself, too (`together`).
    Learnt of readings that were not sure without rows.
    """
    model = PROBABILITY["with rows"]
    raised = together(raw_probabilities(readings, learnt.judging, model), agreeing)
    return _calibrated(model["points"], raised, readings)


def _calibrated(
    points: Sequence[Sequence[float]], raw: Sequence[float], readings: Sequence[Signals]
) -> list[float]:
    """Return calibrated probabilities, none of them above what speaks against a reading leaves."""
    sure = (interpolated(points, each) for each in raw)
    most = (min((p for name, p in _MOST.items() if own.get(name)), default=1.0) for own in readings)
    return [*map(min, sure, most)]


def together(raw: Sequence[float], agreeing: Sequence[Collection[int]]) -> list[float]:
    """Return for each reading how probable its answers are: by whichever reading they come.

    Of .5, .2 and .1, of which the first two agree: .7, .7 and .1.
    """
    return [min(1.0, sum(raw[k] for k in own)) for own in agreeing]


def raw_probabilities(
    readings: Sequence[Signals],
    changes: Mapping[str, float],
    model: Mapping[str, Any] = PROBABILITY,
) -> list[float]:
    """Return probabilities that are not calibrated; `changes` add to the model's weights."""
    weights = model["weights"]
    scores = [
        sum((weights.get(n, 0.0) + changes.get(n, 0.0)) * value for n, value in own.items())
        for own in compared(readings)
    ]
    return beside_none(scores)


def compared(readings: Sequence[Signals]) -> list[dict[str, float]]:
    """Return signals, cut at LARGE, and how much more each is than its mean over the readings.

    {"links": 1} and {"links": 3} have "links more" -1 and 1; each has "begin" 1. Most signals are
    0, of all readings, and are left out.
    """
    cut = [{name: min(value, LARGE) for name, value in own.items() if value} for own in readings]
    names = {name for own in cut for name in own}
    means = {name: sum(own.get(name, 0.0) for own in cut) / len(cut) for name in names}
    more = [{f"{n} more": own.get(n, 0.0) - mean for n, mean in means.items()} for own in cut]
    return [{"begin": 1.0, **own, **beside} for own, beside in zip(cut, more, strict=True)]


def interpolated(points: Sequence[Sequence[float]], raw: float) -> float:
    """Return the share that was right of readings of such a sum, between the points learnt."""
    place = bisect_right([x for x, _ in points], raw)
    if not place:
        return float(points[0][1])
    if place == len(points):
        return float(points[-1][1])
    (x0, y0), (x1, y1) = points[place - 1], points[place]
    return float(y0 + (y1 - y0) * (raw - x0) / (x1 - x0)) if x1 > x0 else float(y1)
