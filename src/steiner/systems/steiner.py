"""The default system: hybrid seeds, relation-aware Steiner tree, facts in a token budget."""

from __future__ import annotations

from steiner.index.embed import Embedder
from steiner.retrieve.retriever import RetrieverSettings, TreeRetriever
from steiner.stores import GraphStore


def retriever(store: GraphStore, embedder: Embedder, settings: RetrieverSettings) -> TreeRetriever:
    """Compose the retriever as it is set."""
    return TreeRetriever(store, embedder, settings)
