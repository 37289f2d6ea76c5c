"""How likely the evidence holds the answer: what of the question the best path leaves open."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from steiner.question.tokens import STOP_WORDS, TokenisedText, positions
from steiner.retrieve.paths.zero_shot import Scored


class Signs(NamedTuple):
    """What tells of an answer, of the best path.

    `score`: zero-shot; `share`: its probability among the paths; `open`: the share of the
    question's words that neither a name nor the path explains; `unknown`: how many of them have a
    capital, as names do; `lost`: how much better a path would score that the schema around allows
    and the named nodes do not have.
    """

    score: float
    share: float
    open: float
    unknown: float
    lost: float


_UNKNOWN = 3
_WEIGHTS = Signs(1.28, 0.62, -1.15, -2.14, -3.72)
_BIAS = -1.25
"""Fitted by benchmarks/confidence.py."""


def confidence(signs: Signs) -> float:
    """Return the probability, by a logistic regression."""
    total = _BIAS + sum(w * x for w, x in zip(_WEIGHTS, signs, strict=True))
    return 1 / (1 + math.exp(-total))


class Signals:
    """Reads the signs of a question's paths.

    `names` are those that it links, `possible` is the score of the best path that could be.
    """

    def __init__(self, question: TokenisedText, names: Sequence[str], possible: float) -> None:
        self._possible = possible
        tokens = question.tokens
        masked = positions(question.words, names)
        content = {i: t for i, t in enumerate(tokens) if t.word not in STOP_WORDS}
        self._size = max(len(content), 1)
        self._left = {i: t for i, t in content.items() if i not in masked}
        self._capital = {i for i, t in self._left.items() if i and question.text[t.start].isupper()}

    def of(self, best: Scored, share: float) -> Signs:
        """Return the signs of the best path and its share."""
        explained = {word for span in best.matched for word in span.split()}
        left = {i for i, token in self._left.items() if token.word not in explained}
        unknown = min(len(left & self._capital), _UNKNOWN)
        score = best.score if best.zero_shot is None else best.zero_shot
        lost = max(self._possible - score, 0.0)
        return Signs(score, share, len(left) / self._size, unknown, lost)
