"""Values that only relationships have: the "night" of WORKS_ON.shift, the "gold" of WON.medal."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.lexicon.stored_values import value_words
from steiner.query.english.irregular_forms import singulars
from steiner.query.english.light_words import LIGHT
from steiner.query.naming.schema_words import base, elements
from steiner.query.naming.values.linked_values import Value
from steiner.question.tokens import tokenised
from steiner.text import STOP_WORDS, normalise

Meanings = tuple[tuple[str, str, Any], ...]
_IS_DONE = re.compile(r"\b(?:is|are|was|were|been|got)\W+(?:(?:not|never|ever|also)\W+)?$", re.I)
"""Right before what was done: "which goods were held" is more than to hold some."""


@dataclass(frozen=True, slots=True)
class TypedValue:
    """A span of the question, and the relationship types, properties and values that it may be."""

    start: int
    end: int
    meanings: Meanings


def typed_values(
    question: str, schema: GraphSchema, named: Sequence[Value]
) -> tuple[TypedValue, ...]:
    """Return the texts in a question that relationships have, the longest first come.

    None where the graph has a name or value of a node, or the schema a word.
    """
    asked, known = tokenised(question), _known(schema)
    taken = [(value.start, value.end) for value in named]
    chosen: list[TypedValue] = []
    for span in asked.spans if known else ():
        start, end = asked.tokens[span.start].start, asked.tokens[span.end - 1].end
        own = known.get(span.key) or _of_role(span.key, known)
        light = span.key in LIGHT and not _IS_DONE.search(question[:start])
        own = () if light else own
        if own and not any(start < b and a < end for a, b in taken):
            taken.append((start, end))
            chosen.append(TypedValue(start, end, own))
    return tuple(sorted(chosen, key=lambda value: value.start))


def _of_role(word: str, known: Mapping[str, Meanings]) -> Meanings:
    """Return what a role is in the plural, or as a verb: "the clerks", "who chairs"."""
    return next((known[one] for one in singulars(word) if one in known), ())


@lru_cache(maxsize=8)
def _known(schema: GraphSchema) -> dict[str, Meanings]:
    """Return the texts of relationships by their key form, without words of the schema."""
    words = {stem for stems in elements(schema).values() for stem in stems}
    kept: dict[str, list[tuple[str, str, Any]]] = defaultdict(list)
    for type, properties in schema.types.items():
        for own in properties.values():
            for text in own.texts:
                key = normalise(text)
                spoken = {*key.split()} - STOP_WORDS
                if spoken and not {*map(base, spoken)} <= words:
                    kept[key].append((type, own.name, text))
    for word, type, name, stored, on_type in value_words(schema):
        if on_type:
            kept[normalise(word)].append((type, name, stored))
    return {key: tuple(meanings) for key, meanings in kept.items()}
