"""Retrieval over a graph that changes under it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from family_graph import FAMILY_GRAPH
from word_doubles import WordEmbedder

from steiner.evaluate.graphs import memory_store
from steiner.evidence import Evidence
from steiner.graph import Subgraph
from steiner.stores.memory import MemoryStore
from steiner.systems.steiner import retriever as steiner_retriever

QUESTION = "Who leads Aurora?"


def asked_while_removing(monkeypatch: pytest.MonkeyPatch, removed: set[str]) -> Evidence:
    """Ask while nodes go between the expansion and the reading of what was chosen."""
    store = memory_store(FAMILY_GRAPH, WordEmbedder())
    hydrate, expand = MemoryStore.hydrate, MemoryStore.expand
    gone = {id for id, node in store.nodes.items() if node.name in removed}
    expanded = list[object]()

    def left(self: MemoryStore, nodes: Sequence[int], relationships: Sequence[int]) -> Subgraph:
        kept = [node for node in nodes if not expanded or node not in gone]
        return hydrate(self, kept, relationships)

    def noted(self: MemoryStore, *given: object) -> object:
        expanded.append(given)
        return expand(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(MemoryStore, "hydrate", left)
    monkeypatch.setattr(MemoryStore, "expand", noted)
    return steiner_retriever(store, WordEmbedder()).retrieve(QUESTION)


def test_a_node_that_goes_meanwhile_takes_its_facts_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = asked_while_removing(monkeypatch, {"Aurora"})
    assert "Aurora" not in {node.name for node in found.subgraph.nodes}
    assert found.subgraph.nodes
    assert not [r for r in found.subgraph.relationships if r.type in ("leads", "works on")]
    assert "Aurora" not in found.text


def test_a_graph_that_goes_meanwhile_leaves_no_evidence_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = asked_while_removing(monkeypatch, set(FAMILY_GRAPH.nodes))
    assert (found.subgraph.nodes, found.text) == ((), "")
    assert found.cuts == ("everything that was found has gone from the graph meanwhile: ask again",)
