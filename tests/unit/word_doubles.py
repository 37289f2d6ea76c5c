"""An encoder without a model under which texts that share word stems, or synonyms, are near."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from steiner.columns import Vector
from steiner.embed import Matrix
from steiner.graph import Node, Relationship, Subgraph
from steiner.index.build import Indexer
from steiner.progress import silent
from steiner.query.naming.schema.schema_mentions import Floats
from steiner.settings import IndexSettings
from steiner.stores.memory import MemoryStore
from steiner.text import stems

SYNONYMS = {"starring": "acted", "films": "movie", "movies": "movie", "filmed": "movie"}


class WordEmbedder:
    """The normalised sum of one fixed random direction for each word stem."""

    name = "words"
    dimensions = 256

    def __init__(self) -> None:
        self.batches: list[int] = []

    def embed(self, texts: Sequence[str]) -> Matrix:
        self.batches.append(len(texts))
        return np.array([self.embed_question(text) for text in texts], dtype=np.float32)

    def embed_question(self, text: str) -> Vector:
        meant = [SYNONYMS.get(word, word) for word in text.lower().split()]
        total = sum((_direction(stem) for stem in sorted(stems(meant))), np.zeros(self.dimensions))
        vector: Vector = (total / (np.linalg.norm(total) or 1.0)).astype(np.float32)
        return vector


class CountingEmbedder(WordEmbedder):
    """Embeds words, and keeps what it was asked to embed."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str]) -> Matrix:
        self.texts += texts
        return super().embed(texts)


def _direction(stem: str) -> Vector:
    seed = int.from_bytes(hashlib.sha256(stem.encode()).digest()[:8], "big")
    return np.random.default_rng(seed).normal(size=WordEmbedder.dimensions).astype(np.float32)


def alike(left: Sequence[str], right: Sequence[str]) -> Floats:
    """Return the cosines of texts with texts by that encoder."""
    encoder = WordEmbedder()
    return np.asarray(encoder.embed(left) @ encoder.embed(right).T, dtype=np.float64)


def indexed(nodes: Sequence[Node], links: Sequence[tuple[int, str, int]]) -> MemoryStore:
    """Return a graph of nodes, and links by the ids of their ends, indexed by that encoder."""
    relationships = (
        Relationship(i, f"r{i}", type, source, target, {})
        for i, (source, type, target) in enumerate(links)
    )
    store = MemoryStore(Subgraph(tuple(nodes), tuple(relationships)))
    Indexer(store, WordEmbedder(), IndexSettings()).run(silent)
    return store
