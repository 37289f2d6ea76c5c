"""Ann Lee's project and what is around it, and the default system over triples in memory."""

from __future__ import annotations

from typing import Any

from word_doubles import WordEmbedder

from steiner.evaluate.graphs import memory_store
from steiner.settings import RetrieverSettings
from steiner.systems import SYSTEMS
from steiner.textual_graph import TextGraph

FAMILY = [
    ("Ann Lee", "leads", "Aurora"),
    ("Bob Ray", "works on", "Aurora"),
    ("Aurora", "located in", "Oslo"),
    ("Oslo", "capital of", "Norway"),
]
FAMILY_GRAPH = TextGraph.from_triples(FAMILY)
PROJECT = TextGraph.from_triples(
    [("Ann Lee", "leads", "Aurora"), ("Bob Ray", "works on", "Aurora"), ("Aurora", "in", "Oslo")]
)


def retriever(
    triples: list[tuple[str, str, str]], settings: RetrieverSettings | None = None
) -> Any:
    store = memory_store(TextGraph.from_triples(triples), WordEmbedder())
    return SYSTEMS["steiner"].retriever(store, WordEmbedder(), settings or RetrieverSettings())
