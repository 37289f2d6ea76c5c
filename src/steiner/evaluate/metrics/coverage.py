"""How much of what is needed the context holds.

An answer counts when it occurs in the context, ignoring case and folded white space, and not
inside a longer word or number; a numeric answer also when a number in the context equals it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import fmean

from steiner.evaluate.datasets.gold import Triple

_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w])")


def holds(context: str, answer: str) -> bool:
    """Say whether the answer occurs in the context."""
    text, wanted = _folded(context), _folded(answer)
    if wanted and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", text):
        return True
    try:
        number = float(wanted)
    except ValueError:
        return False
    return any(float(other) == number for other in _NUMBER.findall(text))


def coverage(context: str, answers: Sequence[str]) -> float:
    """Return the share of the answers that the context holds."""
    return fmean(holds(context, answer) for answer in answers)


def cut(context: str, budget: int) -> str:
    """Return the first `budget` tokens of the context, counted as characters / 4."""
    return context[: 4 * budget]


def triple_recall(context: Sequence[Triple], gold: Sequence[Triple]) -> float:
    """Return the share of gold triples among those of the context.

    Names are compared by their characters without case and white space, types as plain words.
    """
    known = {tuple(map(_folded, triple)) for triple in context}
    return fmean(tuple(map(_folded, triple)) in known for triple in gold)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
