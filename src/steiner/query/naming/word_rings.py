"""Words that stand for one another in some graph."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from steiner.lexicon.common_words import RINGS
from steiner.query.naming.schema_words import base


@lru_cache(maxsize=1)
def rings() -> dict[str, frozenset[str]]:
    """Return by its stem what a word stands for in some graph, as stems."""
    known: dict[str, frozenset[str]] = {}
    for ring in RINGS:
        stems = frozenset(map(base, ring.split()))
        for stem in stems:
            known[stem] = known.get(stem, frozenset()) | stems
    return known


def is_ringed(stem: str, own: Sequence[str]) -> bool:
    """Say whether a word stands for a name of these stems without being one of them."""
    return not (rings().get(stem, frozenset()) - {stem}).isdisjoint(own)
