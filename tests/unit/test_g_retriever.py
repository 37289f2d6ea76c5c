"""Published G-Retriever: the paper's seeds, all of S*, the whole graph where k = 0."""

from __future__ import annotations

from dataclasses import replace

import pytest
from word_doubles import WordEmbedder

from steiner.columns import Vector
from steiner.errors import InvalidInput
from steiner.evaluate import baselines
from steiner.evaluate.graphs import memory_store
from steiner.evaluate.own_graphs import own_graph_settings
from steiner.graph import Node, Relationship, Subgraph
from steiner.index.build import Indexer
from steiner.retrieve.neighbourhood import count_nodes
from steiner.settings import Options, PrizeSettings, RetrieverSettings, TextSettings
from steiner.stores.memory import MemoryStore
from steiner.stores.protocol import IndexRecord
from steiner.systems import SYSTEMS, g_retriever
from steiner.textual_graph import TextGraph
from steiner.textualise.table import text_graph

FILMS = TextGraph.from_triples(
    [(f"Film {i}", "directed by", f"Person {i}") for i in range(450)]
    + [("Heat", "starring", "Al Pacino"), ("Al Pacino", "born in", "New York")]
)
QUESTION = "Who was starring in Heat?"


@pytest.fixture(scope="module")
def store() -> MemoryStore:
    return memory_store(FILMS, WordEmbedder())


def settings(nodes: int, relations: int = 5) -> RetrieverSettings:
    return RetrieverSettings(prizes=PrizeSettings(nodes=nodes, relations=relations))


def test_with_k_zero_the_whole_graph_passes_unaltered(store: MemoryStore) -> None:
    none = settings(nodes=0, relations=0)
    found = g_retriever.retriever(store, WordEmbedder(), none).retrieve(QUESTION)
    assert len(found.subgraph.nodes) == len(FILMS.nodes)
    assert len(found.subgraph.relationships) == len(FILMS.edges)


def test_the_best_node_by_cosine_has_the_largest_prize(store: MemoryStore) -> None:
    embedder = WordEmbedder()
    found = g_retriever.retriever(store, embedder, settings(nodes=1, relations=0))
    evidence = found.retrieve(QUESTION, Options(seeds=("Person 7", "Film 9", "New York")))
    (best,) = store.search_nodes(embedder.embed_question(QUESTION), 1).ids.tolist()
    assert best in {node.id for node in evidence.subgraph.nodes}


def test_only_the_nearest_nodes_are_seeds(store: MemoryStore) -> None:
    found = g_retriever.retriever(store, WordEmbedder(), settings(nodes=2)).retrieve(QUESTION)
    assert [seed.channels for seed in found.seeds] == [("vector",)] * 2


def test_the_evidence_is_the_tree_alone_without_the_seeds_that_it_left_out(
    store: MemoryStore,
) -> None:
    retriever = g_retriever.retriever(store, WordEmbedder(), settings(nodes=3))
    evidence = retriever.retrieve(QUESTION, Options(seeds=("Film 7", "Film 9", "Person 30")))
    assert {seed.name for seed in evidence.seeds} >= {"Film 7", "Film 9", "Person 30"}
    ends = {end for r in evidence.subgraph.relationships for end in (r.source, r.target)}
    assert {node.id for node in evidence.subgraph.nodes} == ends
    assert len(text_graph(evidence).unjoined()) == 0
    assert "Film 9" not in evidence.text


def test_where_no_prize_pays_for_an_edge_nothing_is_shown(store: MemoryStore) -> None:
    dear = RetrieverSettings(prizes=PrizeSettings(nodes=0, relations=5, cost=10))
    evidence = g_retriever.retriever(store, WordEmbedder(), dear).retrieve(
        QUESTION, Options(seeds=("Heat",))
    )
    assert not evidence.subgraph.nodes
    assert evidence.cuts == (
        "nothing in the graph, or nothing that the filter shows, fits the question",
    )


def test_what_a_graph_encoder_sees_depends_on_no_budget(store: MemoryStore) -> None:
    retriever = g_retriever.retriever(store, WordEmbedder(), RetrieverSettings())
    small = retriever.retrieve(QUESTION, Options(budget=8, count_tokens=len))
    large = retriever.retrieve(QUESTION, Options(budget=5_000))
    assert len(small.facts) < len(large.facts)
    assert text_graph(small) == text_graph(large)
    tiny = replace(RetrieverSettings(), text=TextSettings(budget=8))
    trained = g_retriever.retriever(store, WordEmbedder(), tiny).retrieve(QUESTION)
    assert text_graph(trained) == text_graph(large)


def test_properties_of_relationships_reach_table_and_edges() -> None:
    nodes = tuple(Node(i, f"n:{i}", ("Person",), {"name": n}) for i, n in enumerate(("Ann", "Bo")))
    made = MemoryStore(
        Subgraph(nodes, (Relationship(0, "r:0", "RATED", 0, 1, {"stars": 5, "on": "Monday"}),))
    )
    Indexer(made, WordEmbedder()).run()
    evidence = g_retriever.retriever(made, WordEmbedder(), RetrieverSettings()).retrieve(
        "Whom has Ann rated?"
    )
    assert [text for _, text, _ in text_graph(evidence).edges] == ["rated (stars: 5; on: Monday)"]


def test_cosines_below_zero_are_no_scores_of_seeds() -> None:
    class Opposed(WordEmbedder):
        def embed_question(self, text: str) -> Vector:
            vector: Vector = -WordEmbedder.embed_question(self, text)
            return vector

    made = memory_store(FILMS.part(2, 0), Opposed())
    found = g_retriever.retriever(made, Opposed(), RetrieverSettings()).retrieve(QUESTION)
    assert all(seed.score >= 0 for seed in found.seeds)


def test_the_baseline_whole_graph_is_the_whole_graph(store: MemoryStore) -> None:
    whole = baselines.retriever("whole-graph")(store, WordEmbedder(), RetrieverSettings())
    found = whole.retrieve(QUESTION, Options(budget=1_000_000))
    assert len(found.subgraph.relationships) == len(FILMS.edges)


HUB = TextGraph.from_triples(
    [("Hub", "lists", f"Entry {i}") for i in range(1_200)]
    + [(f"Entry {i}", "before", f"Entry {i + 1}") for i in range(100)]
    + [("Other hub", f"{kind} of", "Hub") for kind in range(60)]
    + [("Far off", "starring", "Heat")]
)
"""Of what joins two hubs a cap at each of them leaves a part out."""


@pytest.fixture(scope="module")
def hub() -> MemoryStore:
    return memory_store(HUB, WordEmbedder())


@pytest.mark.parametrize("system", ["g-retriever", "align-grag"])
def test_k_zero_cuts_no_hub_and_no_thousandth_node(hub: MemoryStore, system: str) -> None:
    opened = SYSTEMS[system].retriever(hub, WordEmbedder(), settings(nodes=0, relations=0))
    evidence = opened.retrieve("Which entry?")
    assert len(evidence.subgraph.nodes) == len(HUB.nodes)
    assert len(evidence.subgraph.relationships) == len(HUB.edges)


@pytest.mark.parametrize("system", ["g-retriever", "align-grag"])
def test_a_tree_is_sought_everywhere_in_a_questions_own_graph(
    hub: MemoryStore, system: str
) -> None:
    everywhere = own_graph_settings(RetrieverSettings())
    opened = SYSTEMS[system].retriever(hub, WordEmbedder(), everywhere)
    _, _, around = opened.look_around("Which entry?", Options(seeds=("Hub",)))  # type: ignore[attr-defined]
    assert (len(around.nodes), len(around.relationships)) == (len(HUB.nodes), len(HUB.edges))
    near = SYSTEMS[system].retriever(hub, WordEmbedder(), RetrieverSettings())
    _, _, around = near.look_around("Which entry?", Options(seeds=("Hub",)))  # type: ignore[attr-defined]
    assert len(around.relationships) < len(HUB.edges)


def test_the_prizes_stay_the_papers_in_a_questions_own_graph() -> None:
    own = own_graph_settings(RetrieverSettings()).over(g_retriever.OWN)
    assert own.prizes == replace(g_retriever.PRIZES, everywhere=True)
    near = RetrieverSettings.from_dict({"prizes": {"everywhere": False}})
    assert not own_graph_settings(near).prizes.everywhere


def test_the_baseline_whole_graph_cuts_no_hub(hub: MemoryStore) -> None:
    whole = baselines.retriever("whole-graph")(hub, WordEmbedder(), RetrieverSettings())
    found = whole.retrieve(QUESTION, Options(budget=1_000_000))
    assert len(found.subgraph.relationships) == len(HUB.edges)


def test_a_graph_too_large_to_pass_whole_is_refused(hub: MemoryStore) -> None:
    class Large(MemoryStore):
        def record(self) -> IndexRecord | None:
            record = hub.record()
            return record and replace(record, nodes=20_001)

    made = Large(Subgraph())
    with pytest.raises(InvalidInput, match=r"which has 20,001 nodes: at most 20,000 pass whole"):
        count_nodes(made)
