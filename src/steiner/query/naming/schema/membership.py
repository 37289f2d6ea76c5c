"""What belongs to something, or is in it: MEMBER_OF, PART_OF, IN, by the labels that are said."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.naming.schema_words import SMALL, SPELT, Element, SchemaMention
from steiner.query.naming.values.linked_values import Value, labels_said
from steiner.text import plain_words

_BELONGS = re.compile(r"\bbelong(?:s|ed|ing)?\s+to\b", re.IGNORECASE)
_WORKS = re.compile(r"\bwork(?:s|ed|ing)?\s+(?:for|at|in)\b", re.IGNORECASE)
_SENT = re.compile(r"\b(?:sends?|sent|sending)\b", re.IGNORECASE)
_RECEIVED = re.compile(r"\breceiv(?:es?|ed|ing)\b", re.IGNORECASE)
"""What is sent goes FROM somebody, what is received TO them."""
_IS_IN = re.compile(r"\b(?:is|are|was|were)\s+(?P<in>in)\b", re.IGNORECASE)
_PART = {"member", "members", "membership", "part", "belong", "belongs", "belonged"}
"""Words of types that lead from a part to its whole."""
_STAFF = {"employee", "employees", "employs", "employed", "employer", "employment", "staff"}
"""Words of types between who works somewhere and where."""
_OWN = {"own", "owns", "owned", "owner", "has", "have", "possesses"}
"""Words of types that lead from who has something to it."""


def with_membership(
    question: str, mentioned: Sequence[SchemaMention], named: Sequence[Value], schema: GraphSchema
) -> list[SchemaMention]:
    """Return the mentions with "belongs to" and "is in" as the one type that says so.

    That is one between two labels which the question names, or at the only one. Where several are,
    or none is, the words stay as they are. A preposition is no type that none of the labels has.
    """
    labels = labels_said(mentioned, named)
    kept = [m for m in mentioned if not labels or not _is_elsewhere(m, labels, schema)]
    twice = len(labels) == 1 and _times_said(mentioned, named) > 1
    belongs = _BELONGS.finditer(question)
    spans = [(said.span(), _PART | _OWN) for said in belongs]
    spans += [(said.span(), {"from"}) for said in _SENT.finditer(question)]
    spans += [(said.span(), {"to"}) for said in _RECEIVED.finditer(question)]
    spans += [(said.span(), _STAFF) for said in _WORKS.finditer(question)]
    spans += [(said.span("in"), _PART | {"in"}) for said in _IS_IN.finditer(question)]
    for (start, end), words in spans:
        inside = [m for m in kept if m.start < end and start < m.end]
        spelt = [m for m in inside if m.end > end or m.start == start]
        types = _types(words, labels, schema, twice)
        if spelt and not (twice and not {e.name for m in spelt for e in m.elements} & {*types}):
            continue
        if len(types) == 1:
            kept = [m for m in kept if m not in inside]
            kept.append(SchemaMention(start, end, (Element("type", types[0]),), SPELT))
    return sorted(kept, key=lambda m: m.start)


def _times_said(mentioned: Sequence[SchemaMention], named: Sequence[Value]) -> int:
    """Return how many things of a label stand in a question; a noun beside a name is the same."""
    nouns = [m for m in mentioned if m.of_kind("label")]
    names = [v for v in named if any(meaning.is_name for meaning in v.meanings)]
    beside = {n.start for n in nouns for v in names if n.end + 1 == v.start or v.end + 1 == n.start}
    return len(names) + sum(n.start not in beside for n in nouns)


def _types(
    words: Collection[str], labels: Collection[str], schema: GraphSchema, twice: bool
) -> list[str]:
    """Return the types that say who belongs where, between these labels, or one said `twice`."""
    wanted = 2 if len(labels) > 1 else 1
    return [
        type
        for type, pairs in schema.ends.items()
        if {*plain_words(type).split()} & {*words}
        if any(len({a, b} & {*labels}) >= wanted and (a == b or not twice) for a, b in pairs)
    ]


def _is_elsewhere(mention: SchemaMention, labels: Collection[str], schema: GraphSchema) -> bool:
    """Say whether a mention is a preposition that joins none of these labels."""
    types = mention.of_kind("type")
    small = bool(types) and all({*plain_words(e.name).split()} <= SMALL for e in types)
    ends = {label for e in types for pair in schema.ends.get(e.name, ()) for label in pair}
    return small and len(types) == len(mention.elements) and not ends & {*labels}
