"""Walks and triples of a property graph, whose values stand on nodes: read where it is chosen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from data.created_graphs import CreatedGraph
from data.memory_graphs import indexed_graph
from word_doubles import WordEmbedder

from steiner.evidence import Evidence
from steiner.generate.reasoner import evidence_triples
from steiner.graph import Subgraph
from steiner.index.walks.walk_index import Touched, index_walks
from steiner.settings import Options, RetrieverSettings, TripleSettings, WalkSettings
from steiner.stores.memory import MemoryStore
from steiner.systems import find_system

WALKS = WalkSettings(k=9, properties=True)


def films() -> Subgraph:
    graph = CreatedGraph()
    heat = graph.node("heat", "Movie", {"title": "Heat", "released": 1995, "hash": "a1" * 20})
    mann = graph.node("mann", "Person", {"name": "Michael Mann", "born": 1943})
    graph.node("crime", "Genre", {"name": "Crime", "about": "deeds"})
    graph.edge(mann, "DIRECTED", heat, {})
    return graph.subgraph()


def retrieved(system: str, settings: RetrieverSettings, question: str) -> Evidence:
    store = indexed_graph(films(), WordEmbedder())
    made = find_system(system).retriever(store, WordEmbedder(), settings)
    return made.retrieve(question, Options(budget=512))


def texts(store: MemoryStore) -> dict[str, list[str]]:
    entries = store.side_index("walks").entries
    names = store.read_names(np.array([*entries]))
    return {
        name: [own.text for own in each.texts]
        for name, each in zip(names, entries.values(), strict=True)
    }


def test_a_walk_ends_with_what_its_last_node_is_and_a_node_alone_has_one() -> None:
    store = indexed_graph(films(), WordEmbedder())
    assert index_walks(store, WordEmbedder(), WALKS) == Touched(3, 3, 0)
    mann, heat = "Person: Michael Mann. born: 1943.", "Movie: Heat. released: 1995."
    assert texts(store) == {
        "Michael Mann": [mann, f"Michael Mann directed Heat. {heat}"],
        "Heat": [heat],
        "Crime": ["Genre: Crime. about: deeds."],
    }
    assert index_walks(store, WordEmbedder(), WALKS) == Touched(3, 0, 0)
    (heat_id,) = (id for id, node in store.nodes.items() if "title" in node.properties)
    later = {"title": "Heat", "released": 1996}
    store.nodes[heat_id] = replace(store.nodes[heat_id], properties=later)
    assert index_walks(store, WordEmbedder(), WALKS) == Touched(3, 2, 0)


def test_as_published_walks_hold_names_alone() -> None:
    store = indexed_graph(films(), WordEmbedder())
    assert index_walks(store, WordEmbedder(), WalkSettings()) == Touched(1, 1, 0)
    assert texts(store) == {"Michael Mann": ["Michael Mann directed Heat."]}


def test_a_walk_of_no_step_is_evidence_of_its_node() -> None:
    evidence = retrieved("walk-and-retrieve", RetrieverSettings(walks=WALKS), "deeds of crime?")
    (own,) = (fact for fact in evidence.facts if "deeds" in fact.text)
    assert own.relationships == ()
    assert [node.name for node in evidence.subgraph.nodes if node.id in own.nodes] == ["Crime"]


def test_ends_of_triples_are_embedded_and_shown_with_their_properties() -> None:
    settings = RetrieverSettings(triples=TripleSettings(properties=True))
    evidence = retrieved("retrieval-and-reasoning", settings, "Who made the film of 1995?")
    first, *rest = [fact.text for fact in evidence.facts]
    assert first == "Michael Mann directed Heat"
    assert any("born: 1943" in text for text in rest)
    assert any("released: 1995" in text for text in rest)
    hints = evidence_triples(evidence)
    assert hints[0] == ("Michael Mann", "directed", "Heat")
    assert ("Heat", "released", "1995") in hints
    assert ("Heat", "title", "Heat") not in hints
    plain = retrieved("retrieval-and-reasoning", RetrieverSettings(), "Who made the film of 1995?")
    assert [fact.text for fact in plain.facts] == [first]
    assert evidence_triples(plain) == hints[:1]
    # By the year the triple is nearer where it is embedded with it.
    assert evidence.facts[0].score > plain.facts[0].score
