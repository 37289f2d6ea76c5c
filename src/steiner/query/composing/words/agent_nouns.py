"""Nouns for who does something: the actors, of ACTED_IN, are what is asked for, and no film."""

from __future__ import annotations

from collections.abc import Set

from steiner.query.composing.words.lattice import Lattice
from steiner.query.composing.words.word_items import Item
from steiner.query.naming.schema.schema_mentions import is_agent

_SAID = 0.95
"""Least score of a word that says a type."""


def doing(looked: Lattice, place: int) -> Set[str]:
    """Return the labels of who does what a word names them by, none of any other word."""
    ends = looked.schema.ends
    return frozenset(source for deed in deeds(looked, place) for source, _ in ends[deed])


def deeds(looked: Lattice, place: int) -> Set[str]:
    """Return the types by which a word names who does something, none of any other word."""
    agent = is_agent(looked.words[place].text.casefold())
    return looked.named(slice(place, place + 1), "verb", _SAID) if agent else frozenset()


def doing_first(looked: Lattice) -> Set[str]:
    """Return the labels of who does something, where the first that a question names does it."""
    first = next((i for i, begun in enumerate(looked.items) if any(map(_names, begun))), None)
    return frozenset() if first is None else doing(looked, first)


def _names(item: Item) -> bool:
    return item.kind != "cue" and item.score >= _SAID
