"""Retrievals from questions' own graphs are kept, and taken by whatever retrieves alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from family_graph import PROJECT
from word_doubles import WordEmbedder

from steiner.chosen import Chosen
from steiner.evaluate import own_graphs
from steiner.evaluate.graphs import memory_store
from steiner.evaluate.kept_retrievals import KeptRetrievals, weights_digest
from steiner.evaluate.own_graphs import system_over_own_graphs
from steiner.evidence import Evidence
from steiner.graph import Subgraph
from steiner.settings import Options, RetrieverSettings
from steiner.textual_graph import TextGraph

ASKED = "Who leads Aurora?"


@pytest.fixture
def indexed(monkeypatch: pytest.MonkeyPatch) -> list[TextGraph]:
    """Graphs that were indexed, which is what retrieving anew begins with."""
    graphs: list[TextGraph] = []
    embedder = WordEmbedder()

    def indexing(graph: TextGraph, own: Any) -> Any:
        graphs.append(graph)
        return memory_store(graph, own)

    monkeypatch.setattr(own_graphs, "open_embedder", lambda _: embedder)
    monkeypatch.setattr(own_graphs, "memory_store", indexing)
    return graphs


def retrieved(folder: Path, graph: TextGraph = PROJECT, **chosen: Any) -> Evidence:
    given = {"system": "g-retriever", "kept": folder, **chosen}
    return system_over_own_graphs(Chosen(**given))(graph).retrieve(ASKED, Options())


@pytest.mark.parametrize("system", ["g-retriever", "align-grag"])
def test_what_is_kept_is_what_was_retrieved(
    tmp_path: Path, indexed: list[TextGraph], system: str
) -> None:
    first = retrieved(tmp_path, system=system)
    assert first.subgraph.relationships
    assert retrieved(tmp_path, system=system) == first
    assert indexed == [PROJECT]


def test_another_graph_way_or_budget_is_retrieved_anew(
    tmp_path: Path, indexed: list[TextGraph]
) -> None:
    other = TextGraph.from_triples([("Bob Ray", "leads", "Aurora")])
    whole = RetrieverSettings.from_dict({"prizes": {"nodes": 0, "relations": 0}})
    for chosen in (
        {},
        {"graph": other},
        {"retrieval": whole},
        {"budget": 9},
        {"system": "steiner"},
    ):
        retrieved(tmp_path, **chosen)
    assert len(indexed) == 5
    retrieved(tmp_path)
    assert len(indexed) == 5


def test_a_model_or_file_of_the_same_name_with_other_content_is_retrieved_anew(
    tmp_path: Path, indexed: list[TextGraph]
) -> None:
    planner, shown = tmp_path / "planner", tmp_path / "shown.jsonl"
    planner.mkdir()
    triples = {"triples": {"planner": str(planner), "plan": "question", "demonstrations": ""}}
    named = {"triples": {**triples["triples"], "demonstrations": str(shown)}}
    for weights in (b"one", b"two"):
        (planner / "model.safetensors").write_bytes(weights)
        for stages in (triples, named):
            shown.write_bytes(weights)
            settings = RetrieverSettings.from_dict(stages)
            for _ in range(2):
                retrieved(tmp_path / "kept", system="retrieval-and-reasoning", retrieval=settings)
    assert len(indexed) == 4


def test_a_line_that_was_cut_off_is_retrieved_again(
    tmp_path: Path, indexed: list[TextGraph]
) -> None:
    retrieved(tmp_path)
    (file,) = tmp_path.glob("*.jsonl")
    file.write_text(file.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    assert retrieved(tmp_path).facts
    assert len(indexed) == 2


def test_evidence_that_a_line_cannot_hold_is_not_kept(tmp_path: Path) -> None:
    kept = KeptRetrievals(tmp_path, "a way")
    plain = Evidence(ASKED, Subgraph(), "")
    kept.keep("plain", plain)
    kept.keep("computed", replace(plain, exact=True))
    again = KeptRetrievals(tmp_path, "a way")
    assert (again.find("plain"), again.find("computed")) == (plain, None)


def test_a_scorer_is_told_by_its_weights(tmp_path: Path) -> None:
    weights = tmp_path / "aligner.safetensors"
    digests = {weights_digest(None), weights_digest(tmp_path)}
    for content in (b"one", b"two"):
        weights.write_bytes(content)
        digests.add(weights_digest(tmp_path))
    (tmp_path / "train.jsonl").write_text("{}")
    assert weights_digest(tmp_path) in digests
    assert len(digests) == 4
