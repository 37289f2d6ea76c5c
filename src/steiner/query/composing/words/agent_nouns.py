"""Nouns for who does something: the actors, of ACTED_IN, are what is asked for, and no film.

Of REVIEWED_BY the reviewers are where it leads.
"""

from __future__ import annotations

from collections.abc import Set

from steiner.query.composing.words.lattice import Lattice
from steiner.query.composing.words.word_items import Item
from steiner.query.naming.schema.schema_mentions import is_agent
from steiner.query.naming.verbs.voice import is_named_passive
from steiner.text import plain_words

_SAID = 0.95
"""Least score of a word that names something."""


def doing(looked: Lattice, place: int) -> Set[str]:
    """Return the labels of who does what a word names them by, none of any other word."""
    ends = looked.schema.ends
    return frozenset(
        pair[is_named_passive(deed)] for deed in deeds(looked, place) for pair in ends[deed]
    )


def deeds(looked: Lattice, place: int) -> Set[str]:
    """Return the types by which a word names who does something, none of any other word.

    A type that is called by a noun itself, MENTOR, leads from whoever has one or to whoever is it.
    """
    word = looked.words[place].text.casefold()
    if not is_agent(word):
        return frozenset()
    types = looked.types_said(slice(place, place + 1))
    return frozenset(type for type in types if not is_agent(plain_words(type).split()[-1]))


def doing_first(looked: Lattice) -> Set[str]:
    """Return the labels of who does something, where the first that a question names does it."""
    first = next((i for i, begun in enumerate(looked.items) if any(map(_names, begun))), None)
    return frozenset() if first is None else doing(looked, first)


def _names(item: Item) -> bool:
    return item.kind != "cue" and item.score >= _SAID
