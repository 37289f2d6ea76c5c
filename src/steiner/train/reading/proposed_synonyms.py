"""Notes that people may want to keep of what was learnt: words that mean a part of the schema."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.algebra.schema.learnt_words import LearntWords
from steiner.algebra.schema.schema_notes import Note, Notes
from steiner.query.composing.words.taught_items import by_key
from steiner.query.naming.schema_words import elements

_LEAST = 0.4
"""Share of a word's uses that mean a part of the schema, of a word that is proposed."""


def proposed_notes(learnt: LearntWords, schema: GraphSchema, forms: Mapping[str, str]) -> Notes:
    """Return notes with a synonym for each word that mostly means a part of the schema.

    Not of words that the part is called by itself. `forms`: by a word's stem, how it is written.
    """
    said: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for stem, meanings in learnt.meanings.items():
        key, share = next(iter(meanings.items()))
        element = by_key(schema).get(key)
        if element is None or share < _LEAST or stem in elements(schema)[element]:
            continue
        name = f"{element.of}.{element.name}" if element.of else element.name
        said[element.kind][name].append(forms.get(stem, stem))
    tables = {
        kind: {name: Note(tuple(sorted(words))) for name, words in sorted(own.items())}
        for kind, own in said.items()
    }
    return Notes(tables.get("label", {}), tables.get("type", {}), tables.get("property", {}))
