"""What words mean in a graph by the questions that it was learnt from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.naming.schema_words import Element, Word, elements

_LEAST = 0.6
"""What a word fits of which it was learnt that it may hardly mean a part of the schema."""


def taught(words: Sequence[Word], schema: GraphSchema) -> Iterator[tuple[int, Element, float]]:
    """Yield (place of a word, what it means, how well it fits it): nothing where none is learnt."""
    meanings = schema.learnt.meanings
    known = by_key(schema) if meanings else {}
    for place, word in enumerate(words if meanings else ()):
        for key, share in meanings.get(word.stem, {}).items():
            if key in known:  # The schema may have changed since.
                yield place, known[key], _LEAST + (1 - _LEAST) * share


@lru_cache(maxsize=8)
def by_key(schema: GraphSchema) -> dict[str, Element]:
    """Return every element of a schema by its key."""
    return {key_of(element): element for element in elements(schema)}


def key_of(element: Element) -> str:
    """Return a text that names an element: type:KNOWS, label:Person, property:Person.name."""
    return f"{element.kind}:{f'{element.of}.' if element.of else ''}{element.name}"
