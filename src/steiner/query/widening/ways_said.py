"""Questions for how far two named things are from each other: the length of a shortest way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from steiner.algebra import Bound, Owner, PropertyOf, Query, QueryLink
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.algebra.terms import MOST_STEPS
from steiner.query.naming.values.linked_values import Meaning, values
from steiner.query.query_reading import Reading
from steiner.query.readings import Readings
from steiner.stores.protocol import GraphStore

_WAY = re.compile(
    r"\W*how\s+many\s+(?:steps|hops|links|degrees(?:\s+of\s+separation)?)\s+"
    r"(?:(?:are|lie|is|does)\s+(?:(?:there|it(?:\s+take)?)\s+)?)?(?:(?:between|from)\s+)?"
    r"(?P<one>.+?)\s+(?:and|to|from)\s+(?P<other>.+?)(?:\s+(?:apart|away))?\W*",
    re.IGNORECASE,
)
_SURE, _OF_SEVERAL = 0.95, 0.6
"""How probable it is that both names are meant so, and where one of them has several things."""


def ways_between(question: str, schema: GraphSchema, store: GraphStore) -> Readings | None:
    """Return the readings of a question for how many steps lie between two things that it names.

    A way may be of any types, either way, in up to 10 steps. None for any other question.
    """
    said = _WAY.fullmatch(question)
    if said is None:
        return None
    ends = [_named(said[end], schema, store) for end in ("one", "other")]
    queries = [_way(one, other) for one, other in product(*ends)]
    sure = _SURE if len(queries) == 1 else _OF_SEVERAL
    readings = [Reading(query, (), sure, True) for query in queries]
    return Readings(readings[0], tuple(readings[1:])) if readings else None


def _named(text: str, schema: GraphSchema, store: GraphStore) -> list[Meaning]:
    """Return what a text may name, all of its words: nothing where it names no one thing."""
    named = text.strip(" \t\"'“”‘’")
    read = values(named, store, frozenset(), schema.names)
    if len(read) != 1 or (read[0].start, read[0].end) != (0, len(named)):
        return []
    own = [m for m in read[0].meanings if m.is_name and m.label in schema.labels]
    return [m for m in own if not schema.notes.hides(m.label, m.property)]


def _way(one: Meaning, other: Meaning) -> Query:
    bounds = (*_is(Owner(0), one), *_is(Owner(1), other))
    link = QueryLink((), 0, 1, mutual=True, steps=MOST_STEPS)
    return Query((one.label, other.label), (link,), bounds, path=0)


def _is(owner: Owner, meaning: Meaning) -> Iterator[Bound]:
    for name, own in {meaning.property: meaning.values, **dict(meaning.besides)}.items():
        yield Bound(PropertyOf(owner, name), "in", list(own))
