"""Which reading of a question is right, rules' or composed: weights of signals over one graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from steiner.algebra.schema.learnt_words import LearntWords
from steiner.query.probability import compared, probabilities, raw_probabilities
from steiner.query.weights import PROBABILITY
from steiner.train.reading.softmax import QuestionChoices, fitted

Signalled = Sequence[tuple[Mapping[str, float], bool]]
"""The readings of a question: what speaks for each and against it, and whether it is right."""
_STRENGTH, _SLIGHT = 0.1, 0.005
"""How strongly weights are drawn to the package's (softmax.fitted), and changes that count."""


def with_none(readings: Signalled) -> QuestionChoices:
    """Return readings as candidates, compared with each other, and a last one: none is right."""
    rows = compared([own for own, _ in readings])
    right = [is_right for _, is_right in readings]
    return QuestionChoices("", "", list(zip(rows, right, strict=True))).beside_none()


def learnt_judging(asked: Sequence[Signalled]) -> dict[str, float]:
    """Return what is added to the package's weights of signals."""
    weights: Mapping[str, float] = PROBABILITY["weights"]
    changed = fitted([with_none(own) for own in asked if own], weights, _STRENGTH)
    changes = {name: round(w - weights.get(name, 0.0), 3) for name, w in changed.items()}
    return {name: change for name, change in changes.items() if abs(change) >= _SLIGHT}


def best_reading(readings: Signalled, learnt: LearntWords) -> tuple[float, bool]:
    """Return the uncalibrated probability of the most probable reading, and whether it is right.

    0 and False where nothing is read.
    """
    if not readings:
        return 0.0, False
    signals = [own for own, _ in readings]
    sure = probabilities(signals, learnt)
    best = max(range(len(sure)), key=lambda k: sure[k])
    return raw_probabilities(signals, learnt.judging)[best], readings[best][1]
