"""A graph in which a question has two readings: films that somebody directed, or wrote."""

from __future__ import annotations

from typing import Any

from index_doubles import HashEmbedder

from steiner.graph import Node, Relationship, Subgraph
from steiner.index.build import Indexer
from steiner.progress import silent
from steiner.settings import IndexSettings
from steiner.stores.memory import MemoryStore
from steiner.systems.steiner import retriever

ASKED = "How many films did Ann Lee make?"
DIRECTED, WROTE = 1, 2
"""The numbers of these readings: Ann Lee directed two films and wrote one."""


def two_readings() -> Any:
    """Return the default system over the graph, in memory."""
    names = {1: "Ann Lee", 2: "Bob Ray", 3: "Dusk", 4: "Dawn", 5: "Noon"}
    nodes = [
        Node(id, str(id), ("Person" if id < 3 else "Film",), {"name": name}, name)
        for id, name in names.items()
    ]
    ends = [(1, "WROTE", 3), (1, "DIRECTED", 4), (1, "DIRECTED", 5), (2, "WROTE", 5)]
    links = [Relationship(i, f"r{i}", type, a, b) for i, (a, type, b) in enumerate(ends)]
    store = MemoryStore(Subgraph(tuple(nodes), tuple(links)))
    Indexer(store, HashEmbedder(), IndexSettings()).run(silent)
    return retriever(store, HashEmbedder())
