"""Align-GRAG's retrieval: pruning to the best nodes and their neighbours, learned prizes."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from word_doubles import WordEmbedder

import steiner
from steiner.evaluate.graphs import memory_store
from steiner.evidence import Evidence
from steiner.model_settings import AlignerSettings
from steiner.question.reading import read
from steiner.settings import PrizeSettings, PruneSettings, RetrieverSettings
from steiner.stores.memory import MemoryStore
from steiner.systems import align_grag
from steiner.textual_graph import TextGraph

TRIPLES = [
    ("Heat", "starring", "Al Pacino"),
    ("Heat", "genre", "Crime"),
    ("Al Pacino", "born in", "New York"),
    ("Casino", "genre", "Crime"),
    ("Casino", "year", "1995"),
]
QUESTION = "Who was starring in Heat?"
DEFAULT = RetrieverSettings()


class Likes:
    """An aligner that gives most to one node."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.graphs: list[TextGraph] = []

    def node_scores(self, _: str, graph: TextGraph) -> np.ndarray[Any, np.dtype[np.float64]]:
        self.graphs.append(graph)
        worth = np.array([2.0 if text == self._name else 1.0 for text in graph.nodes])
        shares: np.ndarray[Any, np.dtype[np.float64]] = worth / worth.sum()
        return shares


@dataclass
class Model:
    """What the system asks of a trained aligner."""

    aligner: Likes
    settings: AlignerSettings


@pytest.fixture(scope="module")
def store() -> MemoryStore:
    return memory_store(TextGraph.from_triples(TRIPLES), WordEmbedder())


def retrieved(
    store: MemoryStore, seeds: int = 1, settings: RetrieverSettings = DEFAULT, **changed: Any
) -> tuple[Evidence, Likes]:
    likes = Likes("Al Pacino")
    model = Model(likes, AlignerSettings(**changed))
    settings = replace(settings, prune=PruneSettings(seeds))
    retriever = align_grag.retriever(store, WordEmbedder(), settings, model)
    return retriever.retrieve(QUESTION), likes


def names(evidence: Evidence) -> set[str]:
    return {node.name for node in evidence.subgraph.nodes}


def edges(evidence: Evidence) -> set[str]:
    return {r.type for r in evidence.subgraph.relationships}


def test_without_an_aligner_all_of_the_tree_stays(store: MemoryStore) -> None:
    evidence = align_grag.retriever(store, WordEmbedder(), DEFAULT).retrieve(QUESTION)
    assert names(evidence) == {name for head, _, tail in TRIPLES for name in (head, tail)}


def test_the_best_node_stays_with_its_neighbours_and_its_edges(store: MemoryStore) -> None:
    evidence, likes = retrieved(store)
    assert names(evidence) == {"Al Pacino", "Heat", "New York"}
    assert edges(evidence) == {"starring", "born in"}
    assert evidence.facts[0].nodes[0] in {node.id for node in evidence.subgraph.nodes}
    assert len(likes.graphs) == 1


def test_more_seeds_than_nodes_prune_nothing(store: MemoryStore) -> None:
    evidence, _ = retrieved(store, seeds=100)
    assert len(evidence.subgraph.relationships) == len(TRIPLES)


@pytest.mark.parametrize("changed", [{"seeds": 0}, {"node_weight": 0.0}])
def test_without_node_alignment_nothing_is_pruned(
    store: MemoryStore, changed: dict[str, Any]
) -> None:
    evidence, _ = retrieved(store, **changed)
    assert len(evidence.subgraph.relationships) == len(TRIPLES)


def test_learned_prizes_are_the_aligners(store: MemoryStore) -> None:
    evidence, _ = retrieved(store, settings=DEFAULT.saying({"prizes": {"learned": True}}))
    assert "Al Pacino" in names(evidence)
    best = max(evidence.subgraph.nodes, key=lambda node: evidence.node_scores[node.id])
    assert best.name == "Al Pacino"


def test_every_one_of_the_k_nearest_nodes_gets_its_prize() -> None:
    films = [(f"Film {i}", "directed by", f"Person {i}") for i in range(40)]
    many = memory_store(TextGraph.from_triples(films), WordEmbedder())
    settings = DEFAULT.saying({"prizes": {"nodes": 50}})
    vector = WordEmbedder().embed_question(QUESTION)
    asked = read(QUESTION, lambda _: vector, many, (), settings)
    assert len(asked.nearest.ids) == 50


def test_the_graph_of_a_data_set_passes_whole_to_the_aligner(store: MemoryStore) -> None:
    whole = replace(DEFAULT, prizes=PrizeSettings(nodes=0, relations=0))
    evidence, likes = retrieved(store, settings=whole, seeds=100)
    assert set(likes.graphs[0].nodes) == {name for h, _, t in TRIPLES for name in (h, t)}
    assert len(evidence.subgraph.relationships) == len(TRIPLES)


def test_no_module_that_answers_reads_chains() -> None:
    source = Path(steiner.__file__).parent
    readers = {"steiner.train.data.chains", "steiner.train.data.path_chains"}
    allowed = {"gathering.py"}
    sources = ("chained_graphs", "path_chains", "reasoning_texts", "thoughts")
    allowed |= {f"train/data/{name}.py" for name in sources}
    users = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module in readers
    }
    assert users <= allowed
