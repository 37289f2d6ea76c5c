"""Ann Lee and what is around her, and the default system over such a graph in memory."""

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


def retriever(
    triples: list[tuple[str, str, str]], settings: RetrieverSettings | None = None
) -> Any:
    store = memory_store(TextGraph.from_triples(triples), WordEmbedder())
    return SYSTEMS["steiner"].retriever(store, WordEmbedder(), settings or RetrieverSettings())
