"""Numbers, names and words of the schema that a question says and a query does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from steiner.algebra import Bound, Query, QueryLink
from steiner.query.checks.word_fit import named
from steiner.query.composing.words.lattice import Lattice
from steiner.query.composing.words.word_items import Item
from steiner.query.english.number_words import number
from steiner.text import normalise, plain_words

_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w])")
_DISTINCT = re.compile(r"\b(?:different|distinct|unique)\b")
_AGAIN = re.compile(r"\b(?:each|such|same|these|those|every|that|other)\s+$")


def lost(
    query: Query, looked: Lattice, bounds: Sequence[Bound], links: Sequence[QueryLink]
) -> dict[str, float]:
    """Return, by what they are, how many words of a question a query does not have."""
    said = _values(bounds)
    values = [value for value, negated in said if not negated]
    return {
        "number lost": float(len(list(_lost_numbers(looked.text, query, bounds, links)))),
        "name lost": float(len(list(_lost_names(looked, [value for value, _ in said])))),
        "noun lost": float(len(list(_lost_nouns(looked, query)))),
        "property lost": float(len(list(_lost_properties(looked, query)))),
        "thing lost": float(len(list(_lost_things(looked, query)))),
        "value twice": float(len(values) - len({*values})),
    }


def _values(bounds: Sequence[Bound]) -> list[tuple[str, bool]]:
    """Return the texts that conditions compare with, and of each whether it is denied."""
    texts: list[tuple[str, bool]] = []
    for bound in bounds:
        inner = bound.value.bounds if isinstance(bound.value, Query) else (bound,)
        for each in inner:
            own = each.value if isinstance(each.value, list) else [each.value]
            texts += [(normalise(v), each.negated) for v in own if isinstance(v, str)]
    return texts


def _lost_numbers(
    text: str, query: Query, bounds: Sequence[Bound], links: Sequence[QueryLink]
) -> Iterator[str]:
    """Yield the numbers of a question that no part of a query has."""
    known = {str(query.limit), str(query.skip + 1)}
    measure = query.measure
    pairs = [
        *(measure.having if measure else ()),
        *(c for link in links for c in getattr(link, "count", ())),
    ]
    known |= {f"{value:g}" for _, value in pairs}
    for bound in bounds:
        own = bound.value if isinstance(bound.value, list) else [bound.value]
        inner = bound.value.bounds if isinstance(bound.value, Query) else ()
        own += [b.value for b in inner]
        known |= {f"{v:g}" if isinstance(v, int | float) else str(v).casefold() for v in own}
    written = " ".join(known)
    for said in _NUMBER.finditer(text):
        plain = number(said.group())
        value = f"{plain:g}" if isinstance(plain, int | float) else str(plain)
        if value not in known and said.group() not in written:
            yield said.group()


def _lost_names(looked: Lattice, values: Sequence[str]) -> Iterator[str]:
    """Yield words written as names that no condition has."""
    have = {word for value in values for word in value.split()}
    return (word for word in _names(looked) if normalise(word) not in have)


@lru_cache(maxsize=8)
def _names(looked: Lattice) -> list[str]:
    """Return the words written as names that are none of the schema, whatever query reads them."""
    labels = {w for label in looked.schema.labels for w in plain_words(label).split()}
    return [
        word.text
        for place, word in enumerate(looked.words)
        if place and word.text[:1].isupper() and len(word.text) > 1 and not word.text.isupper()
        if normalise(word.text) not in labels
        if not any(i.kind != "value" and i.score >= 0.7 for i in looked.covering(place))
    ]


class SpeltWord(NamedTuple):
    """A word that spells parts of the schema: their names by kind, and whether it is a value."""

    text: str
    nouns: frozenset[str]
    verbs: frozenset[str]
    properties: frozenset[str]
    valued: bool


@lru_cache(maxsize=8)
def _spelt_words(looked: Lattice) -> list[SpeltWord]:
    """Return the words that begin what they spell of the schema, whatever query reads them."""
    spelt = []
    for place, word in enumerate(looked.words):
        items = [i for i in looked.covering(place) if i.score >= 0.95 and i.start == place]
        nouns, verbs, properties = (
            frozenset(i.element.name for i in items if i.element and i.kind == kind)
            for kind in ("noun", "verb", "property")
        )
        if nouns or verbs or properties:
            valued = any(i.kind in ("value", "cue") for i in items)
            spelt.append(SpeltWord(word.text, nouns, verbs, properties, valued))
    return spelt


def _lost_nouns(looked: Lattice, query: Query) -> Iterator[str]:
    """Yield the labels that a question spells and a query does not have."""
    have = {label for part in query.parts() for label in part.labels}
    types = {t for part in query.parts() for link in part.links for t in link.types}
    shown = {b.property.name for b in query.bounds} | {p.name for p in query.shown}
    for word in _spelt_words(looked):
        others = word.verbs | word.properties
        if word.nouns and not word.nouns & have and not others & (types | shown):
            yield word.text


def _lost_properties(looked: Lattice, query: Query) -> Iterator[str]:
    """Yield the properties that a question spells and a query does not speak of."""
    have = named(query)
    types = {t for part in query.parts() for link in part.links for t in link.types}
    labels = {label for part in query.parts() for label in part.labels}
    names = {*looked.schema.names.values()}
    if _DISTINCT.search(looked.folded):
        names = set()  # Values are asked for, not the things that have them.
    for word in _spelt_words(looked):
        said, others = word.properties, word.nouns | word.verbs
        spoken = said & (have | names) or others & (types | labels)
        if said and not spoken and not word.valued:
            yield word.text


def _lost_things(looked: Lattice, query: Query) -> Iterator[str]:
    """Yield labels of which a question says more things than a query has.

    "Those living with a person called Jordan" are two people, whatever is said of both.
    """
    have = [label for part in query.parts() for label in part.labels]
    for label, places in _things(looked).items():
        apart = [p for p in places if p - 1 not in places and p - 2 not in places]
        if label in have and len(apart) > have.count(label):
            yield label


@lru_cache(maxsize=8)
def _things(looked: Lattice) -> dict[str, set[int]]:
    """Return the labels of which a question speaks, and at which words."""
    said: dict[str, set[int]] = {}
    for place, word in enumerate(looked.words):
        nouns = {i.element.name for i in looked.items[place] if _is_noun(i) and i.element}
        if nouns and not _AGAIN.search(looked.text[: word.start].casefold()[-12:]):
            for label in nouns:
                said.setdefault(label, set()).add(place)
    return said


def _is_noun(item: Item) -> bool:
    return item.kind == "noun" and item.score >= 0.7
