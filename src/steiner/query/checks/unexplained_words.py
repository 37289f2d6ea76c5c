"""Words of a question that no part of a query explains, whoever proposed the query."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from steiner.algebra import Query
from steiner.lexicon.common_words import ENDS, OPERATING, STARTS
from steiner.query.checks.asked_words import asked_places, done_places, only_names
from steiner.query.checks.word_fit import spoken_of
from steiner.query.composing.words.lattice import Lattice
from steiner.query.composing.words.word_items import Item, is_content
from steiner.query.english.degrees import DIMENSIONS
from steiner.query.naming.schema_words import base
from steiner.text import normalise, plain_words

_DONE = re.compile(r"(?:ed|ing)$")
_TURNS = [own.union(map(base, own)) for own in (STARTS, ENDS)]
"""What begins and what ends: of somebody's `since` it is said when they joined."""
_SAYS = 0.55
"""Least score of an item by which a word is explained: what is only near in meaning says less."""


class MeantWord(NamedTuple):
    """A word that should say something: as it is written and its stem, and what it may be.

    `strong`: it surely is part of the schema or a value; `asked`: it says what is asked for;
    `done`: it may say what is done.
    """

    forms: frozenset[str]
    items: Sequence[Item]
    strong: bool
    asked: bool
    done: bool


@lru_cache(maxsize=8)
def _meant_words(looked: Lattice) -> list[MeantWord]:
    """Return the words of a question that should say something, whatever query reads it."""
    asking, doing, meant = asked_places(looked), done_places(looked), []
    for place, word in enumerate(looked.words):
        said, items = word.text.casefold(), looked.covering(place)
        passed = place in looked.light or said in OPERATING
        if not passed and is_content(word) and not word.text[0].isdigit():
            strong = any(item.score >= 0.7 for item in items)
            done = place in doing or bool(_DONE.search(word.text))
            forms = frozenset({said, word.stem})
            meant.append(MeantWord(forms, items, strong, place in asking, done))
    return meant


def unexplained(looked: Lattice, query: Query) -> dict[str, float]:
    """Return, by name, how many words say nothing that a query has.

    "To which address was order 5002 shipped?" over orders without one, read as the order 5002:
    `address` is unknown, as no part of the schema is like it, and it is what is asked for.
    """
    have, values = spoken_of(query), set(_values(query))
    known = values.union(w for _, name in have for w in plain_words(name).split())
    known |= {w for own in _TURNS if not own.isdisjoint(known) for w in own}
    known |= {word for word, names in DIMENSIONS.items() if not known.isdisjoint(names)}
    unknown = unused = asked = first = met = done = 0
    for word in _meant_words(looked):
        if word.forms & known or _explains(word.items, have, values):
            met += 1
            continue
        first += not met and not first
        unused, unknown = unused + word.strong, unknown + (not word.strong)
        done += not word.strong and word.done
        asked += word.asked
    return {
        "unknown words": float(unknown),
        "unused words": float(unused),
        "asked unknown": float(asked),
        "unknown deeds": float(done),
        "first unknown": float(first),
        "name unknown": float(only_names(query)) * (unknown + unused),
        "name asked": float(only_names(query) and not query.shown) * float(asked + done > 0),
    }


def _explains(items: Sequence[Item], have: set[tuple[str, str]], values: set[str]) -> bool:
    for item in items:
        if item.kind == "cue":
            return True
        if item.element and item.score >= _SAYS and (item.kind, item.element.name) in have:
            return True
        if item.meaning is not None and values & {normalise(str(v)) for v in item.meaning.values}:
            return True
    return False


def _values(query: Query) -> Iterator[str]:
    """Yield the texts of a query's conditions, and each of their words."""
    for part in query.parts():
        for bound in part.bounds:
            inner = bound.value.bounds if isinstance(bound.value, Query) else (bound,)
            for each in inner:
                own = each.value if isinstance(each.value, list) else [each.value]
                for value in own:
                    yield normalise(str(value))
                    yield from normalise(str(value)).split()
