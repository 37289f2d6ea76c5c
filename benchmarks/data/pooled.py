"""The pooled graph of WebQSP and CWQ in memory, and some of its questions."""

from __future__ import annotations

from typing import NamedTuple

from data import SHARED
from steiner.embed import open_embedder
from steiner.evaluate.datasets import load_dataset
from steiner.evaluate.datasets.gold import GoldQuestion
from steiner.evaluate.graphs import Remembered, memory_store, remembered
from steiner.evaluate.runner import drawn
from steiner.settings import DEFAULT_EMBEDDER
from steiner.stores.memory import MemoryStore
from steiner.textual_graph import TextGraph


class Pooled(NamedTuple):
    """An indexed graph, its encoder, and questions over it."""

    store: MemoryStore
    embedder: Remembered
    questions: list[GoldQuestion]


def pooled(count: int, name: str = "webqsp") -> Pooled:
    """Load `count` dev questions of each kind and the graph of all."""
    data = load_dataset("freebase", SHARED / name, "dev", [])
    embedder = remembered(open_embedder(DEFAULT_EMBEDDER))
    store = memory_store(TextGraph.from_triples(data.shared), embedder)
    return Pooled(store, embedder, [*drawn(data.questions, count)])
