"""Verbs that only look like one, and properties that are said as verbs: "called", "scored"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.naming.schema_words import Element, SchemaMention, elements
from steiner.query.naming.values.linked_values import Value
from steiner.query.naming.verbs.verb_forms import is_done_here, is_form

_NAMING = re.compile(r"called|named", re.IGNORECASE)
_IS = re.compile(r"\b(?:is|are|was|were)\s+$", re.IGNORECASE)


def without_naming(
    question: str, mentioned: Sequence[SchemaMention], named: Sequence[Value]
) -> list[SchemaMention]:
    """Return the mentions with "called" before a name as no type: "people called Ann"."""
    names = {v.start for v in named if any(m.is_name for m in v.meanings)}
    nouns = {m.end + 1 for m in mentioned if m.of_kind("label")}
    return [
        replace(m, elements=())
        if _NAMING.fullmatch(question[m.start : m.end])
        and m.end + 1 in names
        and (m.start in nouns or _IS.search(question[: m.start]))
        else m
        for m in mentioned
    ]


def verbs_of_deeds(
    question: str, mentioned: Sequence[SchemaMention], schema: GraphSchema
) -> list[SchemaMention]:
    """Return the mentions with what somebody does as the type that it begins, not what has a score.

    "Who scored" is SCORED_GOAL, though the teams that PLAYED_IN a match have a `score` there.
    """
    types = [e for e in elements(schema) if e.kind == "type"]
    return [_done(question, m, types) for m in mentioned]


def _done(question: str, mention: SchemaMention, types: Sequence[Element]) -> SchemaMention:
    word = question[mention.start : mention.end].casefold()
    own = mention.elements
    on_types = bool(own) and all(e.kind == "property" and e.on_type for e in own)
    done = word.endswith("ed") or is_done_here(question, mention.start, mention.end)
    if not on_types or not done:
        return mention
    own = tuple(e for e in types if is_form(word, e.name))
    return replace(mention, elements=own, agent=False) if own else mention
