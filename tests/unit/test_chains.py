"""Reasoning chains: what a model is asked, what its chain names, and who may read it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from family_graph import PROJECT
from repeating_model import Repeats
from word_doubles import WordEmbedder

from steiner.columns import Neighbourhood
from steiner.errors import InvalidInput
from steiner.evaluate.graphs import memory_store
from steiner.retrieve.paths.beam import Arcs, PathStep
from steiner.retrieve.paths.beam import Path as RelationPath
from steiner.runs import retrieve_many
from steiner.settings import DEFAULT_OPTIONS
from steiner.systems.steiner import retriever
from steiner.textual_graph import Example, TextGraph
from steiner.train.data.chained_graphs import ChainedGraphs
from steiner.train.data.chains import chain_prompt, outcome, outside, read_chains, write_chains
from steiner.train.data.path_chains import PathChains, way_to

EXAMPLE = Example("Who leads Aurora?", ("Ann Lee",), PROJECT)


def written(folder: Path, model: Repeats, count: int = 2) -> list[dict[str, Any]]:
    graphs, output = folder / "graphs.jsonl", folder / "chains.jsonl"
    rows = [Example(f"{EXAMPLE.question} {i}", EXAMPLE.answers, PROJECT) for i in range(count)]
    graphs.write_text("".join(f"{row.to_json()}\n" for row in rows), encoding="utf-8")
    write_chains(graphs, output, model, {})
    return [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]


def test_the_prompt_has_question_answer_and_graph_in_this_order() -> None:
    prompt = chain_prompt(EXAMPLE, Repeats(""))
    parts = [
        "helpful assistant",
        "Question: Who leads Aurora?",
        "Answer: Ann Lee",
        "Graph DataBase",
    ]
    assert sorted(parts, key=prompt.index) == parts
    assert "0,leads,1" in prompt


def test_the_naive_prompt_keeps_the_answer_back() -> None:
    prompt = chain_prompt(Example("Who?", ("Zoe",), PROJECT), Repeats(""), naive=True)
    assert "Zoe" not in prompt
    assert "answer and" not in prompt


def test_names_that_the_subgraph_lacks_are_reported() -> None:
    assert outside("Ann Lee leads Aurora in Oslo.", EXAMPLE) == []
    assert outside("Ann Lee leads Aurora in Bergen.", EXAMPLE) == ["Bergen"]


def test_a_line_has_its_question_graph_and_chain(tmp_path: Path) -> None:
    rows = written(tmp_path, Repeats("Ann Lee leads Aurora, says Carl Zed."))
    assert [row["chain"] for row in rows] == ["Ann Lee leads Aurora, says Carl Zed."] * 2
    assert rows[0]["outside"] == ["Carl Zed"]
    assert rows[0]["graph"]["edges"][0] == [0, "leads", 1]
    assert outcome(rows) == (2, 0, 2)
    assert read_chains(tmp_path / "chains.jsonl") == [row["chain"] for row in rows]


def test_equal_questions_over_two_graphs_have_a_chain_each(tmp_path: Path) -> None:
    """Each prompt is answered with its last rows, the table of its own graph."""

    class Echo(Repeats):
        def write(self, prompts: Sequence[str]) -> list[str]:
            return [prompt.split("Answer: ")[1].split("\n")[0] for prompt in prompts]

    graphs, output = tmp_path / "graphs.jsonl", tmp_path / "chains.jsonl"
    other = TextGraph.from_triples([("Bob Ray", "leads", "Aurora")])
    examples = [EXAMPLE, Example(EXAMPLE.question, ("Bob Ray",), other)]
    graphs.write_text("".join(f"{e.to_json()}\n" for e in examples), encoding="utf-8")
    write_chains(graphs, output, Echo(""), {})
    read = [(e.chain, e.graph) for e in ChainedGraphs().read(output)]
    assert read == [("Ann Lee", PROJECT), ("Bob Ray", other)]


def test_an_empty_chain_is_counted(tmp_path: Path) -> None:
    assert outcome(written(tmp_path, Repeats(" \n"))) == (2, 2, 0)


def test_a_model_that_fails_in_the_middle_goes_on(tmp_path: Path) -> None:
    with pytest.raises(ConnectionError):
        written(tmp_path, Repeats("A chain.", fails=1), count=20)
    again = Repeats("A chain.")
    assert len(written(tmp_path, again, count=20)) == 20
    assert len(again.prompts) == 4


def test_a_line_without_a_chain_is_named(tmp_path: Path) -> None:
    file = tmp_path / "chains.jsonl"
    file.write_text('{"question": "Who?", "chain": "x"}\n{"question": "Why?"}\n', encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"question 2: expected a text \"chain\", got None"):
        read_chains(file)


def test_relation_paths_give_a_chain_that_leads_to_the_answer() -> None:
    store, embedder = memory_store(PROJECT, WordEmbedder()), WordEmbedder()
    row = json.loads(EXAMPLE.to_json())
    made = PathChains().collect(retriever(store, embedder), row, DEFAULT_OPTIONS)
    assert made == {
        "chain": "Who leads Aurora? Ann Lee leads Aurora. The answer is Ann Lee.",
        "outside": [],
    }
    row["answers"] = ["Nobody"]
    assert PathChains().collect(retriever(store, embedder), row, DEFAULT_OPTIONS)["chain"] == ""


def test_one_way_leads_to_each_end() -> None:
    # a -> x -> b, a -> y -> b, a -> y -> c
    ends = np.array([[0, 1], [0, 2], [1, 3], [2, 3], [2, 4]], dtype=np.int32)
    around = Neighbourhood(
        nodes=np.arange(5),
        hops=np.zeros(5, dtype=np.int8),
        relationships=np.arange(10, 15),
        sources=ends[:, 0],
        targets=ends[:, 1],
        types=np.zeros(5, dtype=np.int32),
        type_names=("to",),
        labels=np.zeros(5, dtype=np.int32),
        label_names=((),),
    )
    layers = (np.array([0]), np.array([1, 2]), np.array([3, 4]))
    path = RelationPath(0, (PathStep(0, True, 0),) * 2, layers)
    assert way_to(Arcs(around), path, np.array([3, 4])).tolist() == [0, 1, 2, 4]
    assert way_to(Arcs(around), path, np.array([4])).tolist() == [1, 4]


def test_nothing_that_answers_reads_a_chain(tmp_path: Path) -> None:
    """A line's chain holds the answer: with another chain the same evidence comes."""
    contexts = []
    for chain in ("Ann Lee leads Aurora.", "Bob Ray works on Aurora, so Zoe Fox leads it."):
        questions, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        row = {"question": "Who works on Aurora?", "answers": ["Bob Ray"], "chain": chain}
        questions.write_text(json.dumps(row) + "\n", encoding="utf-8")
        store = memory_store(PROJECT, WordEmbedder())
        retrieve_many(retriever(store, WordEmbedder()), questions, output, {"chain": chain})
        (line,) = output.read_text(encoding="utf-8").splitlines()
        contexts.append({**json.loads(line), "chain": "", "milliseconds": {}})
    assert contexts[0] == contexts[1]
