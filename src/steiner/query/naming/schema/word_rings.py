"""Words that stand for one another in some graph."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from steiner.lexicon.common_words import CONVERSES, OPPOSITES
from steiner.lexicon.rings import RINGS
from steiner.query.naming.schema_words import base


@lru_cache(maxsize=1)
def rings() -> dict[str, frozenset[str]]:
    """Return by its stem what a word stands for in some graph, as stems."""
    known: dict[str, frozenset[str]] = {}
    for ring in RINGS:
        stems = _stems(ring)
        for stem in stems:
            known[stem] = known.get(stem, frozenset()) | stems
    return known


def is_ringed(stem: str, own: Sequence[str]) -> bool:
    """Say whether a word stands for a name of these stems without being one of them.

    None that names one end of a relationship: which end a boss is, of SUPERVISED_BY, is not told.
    """
    others = rings().get(stem, frozenset())
    return any(s in others and s != stem for s in own) and stem not in _ends()


@lru_cache(maxsize=1)
def sides() -> list[tuple[frozenset[str], frozenset[str]]]:
    """Return the stems of either end's words with those of the other's."""
    ways = [(_stems(one), _stems(other)) for one, other in CONVERSES]
    return [*ways, *((other, one) for one, other in ways)]


def names_an_end(stem: str, own: Sequence[str]) -> bool:
    """Say whether a word names one end of a type of these stems: a boss, of REPORTS_TO."""
    if stem not in _ends():  # As most words are.
        return False
    return any(stem in one and not (one | other).isdisjoint(own) for one, other in sides())


@lru_cache(maxsize=1)
def _opposed() -> dict[str, frozenset[str]]:
    pairs = [(_stems(one), _stems(other)) for one, other in OPPOSITES]
    both = [*pairs, *((other, one) for one, other in pairs)]
    return {stem: other for own, other in both for stem in own}


def is_opposed(stem: str, own: Sequence[str]) -> bool:
    """Say whether a word is the opposite of one of a name's stems: amateur, of professional."""
    return not _opposed().get(stem, frozenset()).isdisjoint(own)


@lru_cache(maxsize=1)
def _ends() -> frozenset[str]:
    return frozenset().union(*(one for one, _ in sides()))


def _stems(words: str) -> frozenset[str]:
    return frozenset(map(base, words.split()))
