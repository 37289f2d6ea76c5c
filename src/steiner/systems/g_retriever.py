"""G-Retriever's retrieval (He et al. 2024): top-k nodes and edges, published prizes, PCST.

The graph encoder, soft prompt and training come with the issue that completes the system.
"""

from __future__ import annotations

from dataclasses import replace

from steiner.index.embed import Embedder
from steiner.retrieve.retriever import RetrieverSettings, TreeRetriever
from steiner.settings import PathSettings, PrizeSettings
from steiner.stores import GraphStore


def retriever(store: GraphStore, embedder: Embedder, settings: RetrieverSettings) -> TreeRetriever:
    """Compose the retriever: equation 6 with k = 3 nodes, k = 5 edges, cost 0.5; the tree alone."""
    published = replace(
        settings,
        prizes=PrizeSettings(nodes=3, relations=5, cost=0.5, published=True),
        paths=PathSettings(enabled=False),
        text=replace(settings.text, fill=False),
    )
    return TreeRetriever(store, embedder, published)
