"""The default system: hybrid seeds, relation-aware Steiner tree, facts in a token budget."""

from __future__ import annotations

from steiner.index.embed import Embedder
from steiner.retrieve.retriever import RetrieverSettings, SteinerRetriever
from steiner.stores import GraphStore


def retriever(
    store: GraphStore, embedder: Embedder, settings: RetrieverSettings
) -> SteinerRetriever:
    """Compose the retriever as it is set."""
    return SteinerRetriever(store, embedder, settings)
