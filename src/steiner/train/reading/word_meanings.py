"""Which part of a schema a word means: expectation maximisation over questions and gold queries.

The first model of Brown et al. (1993), as for two languages: each part of a gold query is said by
one word of its question or by none, and a word that says a part in many questions explains it where
other words stand beside.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

_ROUNDS = 12
_LEAST, _KEPT = 0.3, 3
"""Least share of a word's uses that a meaning must have, and meanings kept of a word."""
_TIMES = 2
"""Questions that a word must stand in: of one question anything may be learnt."""
_NOTHING = ""
Pair = tuple[Sequence[str], frozenset[str]]
"""The stems of a question, and the keys of the parts of the schema that its gold has."""


def word_meanings(pairs: Iterable[Pair]) -> dict[str, dict[str, float]]:
    """Return by the stem of a word what it means, each with the share of its uses."""
    asked = [(tuple(dict.fromkeys(words)), parts) for words, parts in pairs]
    shares = _fitted(asked)
    uses: dict[str, int] = defaultdict(int)
    for words, _ in asked:
        for word in words:
            uses[word] += 1
    meanings: dict[str, dict[str, float]] = {}
    for word, own in shares.items():
        if word == _NOTHING or uses[word] < _TIMES:
            continue
        said = {part: count / uses[word] for part, count in own.items()}
        best = sorted((p for p in said if said[p] >= _LEAST), key=lambda p: (-said[p], p))
        if best:
            meanings[word] = {part: round(said[part], 3) for part in best[:_KEPT]}
    return meanings


def _fitted(
    asked: Sequence[tuple[Sequence[str], frozenset[str]]],
) -> Mapping[str, dict[str, float]]:
    """Return by word how often it said each part, as far as can be expected."""
    chances: Mapping[str, Mapping[str, float]] = {}
    counts: dict[str, dict[str, float]] = {}
    for _ in range(_ROUNDS):
        counts = defaultdict(lambda: defaultdict(float))
        for words, parts in asked:
            for part in parts:
                said = [
                    (w, chances[w].get(part, 0.0) if chances else 1.0) for w in (*words, _NOTHING)
                ]
                total = sum(share for _, share in said) or 1.0
                for word, share in said:
                    counts[word][part] += share / total
        chances = {w: _normal(own) for w, own in counts.items()}
    return counts


def _normal(counts: Mapping[str, float]) -> dict[str, float]:
    total = sum(counts.values())
    return {part: count / total for part, count in counts.items()}
