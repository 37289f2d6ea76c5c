"""Relationship types that a question mentions besides by the verbs that link."""

from __future__ import annotations

from collections.abc import Sequence

from steiner.query.english.cues import Cue
from steiner.query.naming.schema_words import SPOKEN, SchemaMention
from steiner.query.naming.values.linked_values import Value

Item = SchemaMention | Value | Cue
"""What a question is read as, from left to right."""


def last_verbs(items: Sequence[Item]) -> frozenset[str]:
    """Return the types of the verbs behind which there is neither a noun nor a name."""
    last: list[str] = []
    for item in items:
        if isinstance(item, Value) or (isinstance(item, SchemaMention) and item.of_kind("label")):
            last = []
        elif isinstance(item, SchemaMention):
            last += [element.name for element in item.of_kind("type")[:1] if not item.agent]
    return frozenset(last)


def types_of_properties(items: Sequence[Item]) -> frozenset[str]:
    """Return the relationship types that have a property which only they have: "the roles"."""
    mentioned = [i for i in items if isinstance(i, SchemaMention) and i.elements]
    return frozenset(
        element.of
        for mention in mentioned
        if mention.score >= SPOKEN and all(e.on_type for e in mention.elements)
        for element in mention.elements
    )
