"""Questions for the shortest way between two named things, or how long that is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

from steiner.algebra import Bound, Owner, PropertyOf, Query, QueryLink
from steiner.algebra.graph_schema import GraphSchema
from steiner.algebra.terms import MOST_STEPS
from steiner.query.naming.linked_values import Meaning, values
from steiner.query.query_reading import Reading
from steiner.query.readings import Readings
from steiner.stores.protocol import GraphStore

_WAY = re.compile(
    r"\W*(?:(?:what|which)\s+is\s+|show\s+(?:me\s+)?|find\s+(?:me\s+)?|give\s+me\s+)?(?:the\s+)?"
    r"(?:(?:shortest|quickest|closest)\s+(?:path|way|route|chain|connection|link)|"
    r"how\s+many\s+(?:steps|hops|links|degrees(?:\s+of\s+separation)?)\s+(?:(?:are|lie)\s+)?(?:there\s+)?|"
    r"how\s+many\s+(?:steps|hops|links|degrees)\s+(?:is|are|apart\s+(?:is|are)))\s*"
    r"(?:(?:between|from)\s+)?(?P<one>.+?)\s+(?:and|to|from)\s+(?P<other>.+?)(?:\s+apart)?\W*",
    re.IGNORECASE,
)
_SURE, _OF_SEVERAL = 0.95, 0.6
"""How probable it is that both names are meant so, and where one of them has several things."""


def ways_between(question: str, schema: GraphSchema, store: GraphStore) -> Readings | None:
    """Return the readings of a question for the shortest way between two things that it names.

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
    read = values(named, store, (), schema.names)
    if len(read) != 1 or (read[0].start, read[0].end) != (0, len(named)):
        return []
    own = [m for m in read[0].meanings if m.is_name and m.label in schema.labels]
    return [m for m in own if not schema.notes.hides(m.label, m.property)]


def _way(one: Meaning, other: Meaning) -> Query:
    bounds = [*_is(Owner(0), one), *_is(Owner(1), other)]
    link = QueryLink((), 0, 1, mutual=True, steps=MOST_STEPS)
    return Query((one.label, other.label), (link,), tuple(bounds), path=0)


def _is(owner: Owner, meaning: Meaning) -> Sequence[Bound]:
    parts = {meaning.property: meaning.values, **dict(meaning.besides)}
    return [
        Bound(PropertyOf(owner, name), "=", own[0])
        if len(own) == 1
        else Bound(PropertyOf(owner, name), "in", list(own))
        for name, own in parts.items()
    ]
