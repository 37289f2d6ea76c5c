"""Questions that only name something, "Who is Ann Lee?", "Tell me about Acme": all it holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from steiner.algebra import Bound, Owner, PropertyOf, Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.naming.values.linked_values import Meaning, values
from steiner.query.query_reading import Reading
from steiner.query.readings import Readings
from steiner.stores.protocol import GraphStore
from steiner.text import plain_words

_ABOUT = re.compile(
    r"\W*(?:(?:please|can you|could you)\W+)*(?:who|what)(?:\W+(?:is|are|was|were)\b|['’]s\b)|"
    r"\W*(?:please\W+)?(?:(?:tell|show|give)\W+(?:me|us)\W+)?(?:more\W+|everything\W+|something\W+)?"
    r"(?:(?:information|details?|facts)\W+)?(?:about|on|describe|introduce|profile\W+of)\b|"
    r"\W*what\W+(?:do\W+(?:we|you)|does\W+the\W+graph)\W+(?:know|say|hold)\W+(?:about|of|on)\b",
    re.IGNORECASE,
)
_EDGES = " \t\n?!.,:;\"'“”‘’"
_SURE, _OF_SEVERAL = 0.95, 0.6
"""How probable it is that a name's own properties are meant, and those of one kind of several."""


def described(question: str, schema: GraphSchema, store: GraphStore) -> Readings | None:
    """Return the readings of a question that names one thing and asks nothing else of it.

    Rows are the nodes of that name with each property; a name that nodes of several labels have is
    read once for each. None for any other question.
    """
    about = _ABOUT.match(question)
    # As it stands: a text is cut into words once.
    named = question[about.end() :].strip(_EDGES) if about else question
    read = values(named, store, frozenset(), schema.names) if named else []
    if len(read) != 1:
        return None
    called = [m for m in read[0].meanings if m.is_name and m.label in schema.labels]
    before = re.sub(r"^\W*the\b\W*", "", named[: read[0].start].casefold()).strip(_EDGES)
    whole = not named[read[0].end :].strip(_EDGES)
    own = [m for m in called if before in ("", plain_words(m.label))]
    own = [m for m in own if not schema.notes.hides(m.label, m.property)]
    if not (own and whole):
        return None
    sure = _SURE if len(own) == 1 else _OF_SEVERAL
    readings = [Reading(_of(m, schema), (), sure, False, whole=True) for m in own]
    return Readings(readings[0], tuple(readings[1:]))


def _of(meaning: Meaning, schema: GraphSchema) -> Query:
    """Return the query of what a name stands for, with all that it holds."""
    parts = {meaning.property: meaning.values, **dict(meaning.besides)}
    bounds = tuple(_is(name, values) for name, values in parts.items())
    own = schema.labels[meaning.label].items()
    shown = (PropertyOf(Owner(0), name, known.kind) for name, known in own if name not in parts)
    seen = (p for p in shown if not schema.notes.hides(meaning.label, p.name))
    return Query((meaning.label,), bounds=bounds, shown=tuple(seen))


def _is(name: str, values: Sequence[Any]) -> Bound:
    value = values[0] if len(values) == 1 else list(values)
    return Bound(PropertyOf(Owner(0), name), "=" if len(values) == 1 else "in", value)
