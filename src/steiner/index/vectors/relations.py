"""Relationship types in plain words, embedded once per distinct type."""

from __future__ import annotations

import hashlib

from steiner.embed import Embedder
from steiner.index.vectors.verbalise import type_words
from steiner.stores.protocol import IndexStore, RelationText, Schema


def write_relations(store: IndexStore, embedder: Embedder, schema: Schema, mark: str = "") -> int:
    """Bring the stored relation texts up to date with the graph's types; return how many.

    `mark`: of the model, with which a hash begins.
    """
    wanted = {type: type_words(type) for type in sorted(schema.types)}
    stored = {text.type: text for text in store.read_relations()}
    hashes = {type: mark + _hash(words) for type, words in wanted.items()}
    if {type: text.hash for type, text in stored.items()} == hashes:
        return len(stored)
    vectors = embedder.embed(list(wanted.values()))
    store.write_relations(
        [
            RelationText(type, text, hashes[type], vector)
            for (type, text), vector in zip(wanted.items(), vectors, strict=True)
        ]
    )
    return len(wanted)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
