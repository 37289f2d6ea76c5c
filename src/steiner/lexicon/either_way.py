"""Which relationships hold both ways, though a graph stores one: who knows, borders, is married."""

from __future__ import annotations

from functools import lru_cache

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.text import plain_words

_MUTUAL = """
married marries spouse partner partners sibling siblings cousin twin twins twinned friend friends
colleague colleagues classmate classmates teammate teammates roommate roommates neighbour neighbours
neighbor neighbors allied allies adjacent borders connected related similar equivalent synonym
synonyms knows
"""
_BESIDE = """
interacts interacted works worked lives lived plays played acts acted trades traded trains trained
collaborates collaborated cooperates cooperated competes competed communicates communicated overlaps
corresponds corresponded conflicts conflicted studies studied travels traveled travelled
"""
_BOTH = frozenset(_MUTUAL.split())
_WITH = frozenset(_BESIDE.split())
"""Words of types that hold both ways, of which a graph stores one: alone, and before "with"."""
_MAY_BE_BOTH = frozenset({"with", "linked", "brother", "sister"})
"""Words of types that may: "in love with", pages, Ann's brother may be whose sister she is."""


def holds_both_ways(type: str, ends: tuple[str, str], schema: GraphSchema) -> bool:
    """Say whether a type between two labels holds both ways: by the notes, else by its words.

    KNOWS between persons does, SUPPLIES does not; PLAYED_WITH does, PLAYED does not.
    """
    return type in schema.notes.either_way or (ends[0] == ends[1] and _is_mutual(type))


@lru_cache(maxsize=4096)
def _is_mutual(type: str) -> bool:
    said = {*plain_words(type).split()}
    return bool(said & _BOTH) or ("with" in said and bool(said & _WITH))


def may_hold_both_ways(type: str, ends: tuple[str, str]) -> bool:
    """Say whether the words of a type leave it open whether it holds both ways."""
    return ends[0] == ends[1] and bool({*plain_words(type).split()} & _MAY_BE_BOTH)
