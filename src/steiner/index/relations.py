"""Relationship types in plain words, embedded once per distinct type."""

from __future__ import annotations

import hashlib

from steiner.embed import Embedder
from steiner.index.verbalise import type_words
from steiner.stores.protocol import IndexStore, RelationText, Schema


def write_relations(store: IndexStore, embedder: Embedder, schema: Schema) -> int:
    """Bring the stored relation texts up to date with the graph's types; return how many."""
    wanted = {type: type_words(type) for type in sorted(schema.types)}
    stored = {text.type: text for text in store.read_relations()}
    if {t: text.hash for t, text in stored.items()} == {t: _hash(w) for t, w in wanted.items()}:
        return len(stored)
    vectors = embedder.embed(list(wanted.values()))
    store.write_relations(
        [
            RelationText(type, text, _hash(text), vector)
            for (type, text), vector in zip(wanted.items(), vectors, strict=True)
        ]
    )
    return len(wanted)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
