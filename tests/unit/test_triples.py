"""Triples: what is embedded, what a changed graph touches, what a question and its plan get."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from changed_graphs import change, settings_of
from word_doubles import CountingEmbedder, WordEmbedder

from steiner.embed import Matrix
from steiner.errors import IndexMissing, InvalidInput
from steiner.evaluate.graphs import memory_store
from steiner.evidence import PlanStep
from steiner.filters import Filter
from steiner.graph import Relationship, Subgraph
from steiner.index.build import Indexer
from steiner.index.check import check_part
from steiner.index.triples.neighbouring import TripleTable, read_triples
from steiner.index.triples.triple_index import TriplesTouched, index_triples
from steiner.progress import silent
from steiner.retrieve.triples.plans import (
    Chain,
    Iterative,
    Look,
    Plan,
    chain_prompt,
    no_steps,
    steps_of,
)
from steiner.retrieve.triples.queries import cumulative, summed
from steiner.retrieve.triples.triple_retriever import TripleRetriever
from steiner.settings import Options, RetrieverSettings, TripleSettings
from steiner.stores.memory import MemoryStore
from steiner.stores.protocol import EdgeColumns
from steiner.systems import find_system
from steiner.textual_graph import TextGraph

DEFAULT = TripleSettings()
FILMS = TextGraph.from_triples(
    [
        ("Heat", "directed by", "Michael Mann"),
        ("Heat", "starred", "Al Pacino"),
        ("Heat", "starred", "Robert De Niro"),
        ("Casino", "starred", "Robert De Niro"),
        ("Casino", "directed by", "Martin Scorsese"),
        ("Martin Scorsese", "born in", "New York"),
        ("Al Pacino", "born in", "New York"),
    ]
)


def triples_of(graph: TextGraph) -> TripleTable:
    ids = np.array(graph.ids, dtype=np.int64)
    rows = np.array([(s, t) for s, _, t in graph.edges], dtype=np.int64).reshape(-1, 2)
    types = np.array([type for _, type, _ in graph.edges], dtype=np.str_)
    columns = EdgeColumns(100 + np.arange(len(rows)), rows[:, 0], rows[:, 1], types)
    return read_triples(ids, graph.nodes, columns)


def texts(graph: TextGraph, cap: int = 4) -> dict[str, set[str]]:
    """Return the neighbouring triples of each triple."""
    written = (candidate.text.split(". ") for candidate in triples_of(graph).candidates(cap))
    return {own.rstrip("."): {text.rstrip(".") for text in beside} for own, *beside in written}


def test_neighbours_have_the_same_head_or_the_same_tail_and_no_others() -> None:
    beside = texts(FILMS)
    assert beside["Heat starred Robert De Niro"] == {
        "Heat directed by Michael Mann",
        "Heat starred Al Pacino",
        "Casino starred Robert De Niro",
    }
    # Neither what leads into the head nor what leads out of the tail.
    assert beside["Casino directed by Martin Scorsese"] == {"Casino starred Robert De Niro"}


def test_the_triple_comes_first_and_once() -> None:
    (first, *_) = triples_of(FILMS).candidates(4)
    assert first.relationship == 100
    assert first.text.startswith("Heat directed by Michael Mann. ")
    assert first.text.count("Michael Mann") == 1


def test_a_hub_is_capped_with_every_relation_kept_and_that_is_said(
    caplog: pytest.LogCaptureFixture,
) -> None:
    rays = [("Hub", "to", f"Ray {i:03}") for i in range(300)]
    graph = TextGraph.from_triples([*rays, ("Hub", "made of", "Stone"), ("Hub", "near", "Sea")])
    beside = texts(graph, cap=3)
    assert beside["Hub to Ray 200"] == {"Hub made of Stone", "Hub near Sea", "Hub to Ray 000"}
    assert all(len(others) == 3 for others in beside.values())
    store = memory_store(graph, WordEmbedder())
    with caplog.at_level(logging.WARNING):
        index_triples(store, WordEmbedder(), DEFAULT)
    assert "1 hubs: 4 of a side's triples are read." in caplog.text


def test_without_neighbours_the_triple_stands_alone() -> None:
    assert set(map(len, texts(FILMS, cap=0).values())) == {0}


def test_self_loops_parallels_and_one_relationship_type_are_triples() -> None:
    graph = TextGraph.from_triples([("A", "to", "A"), ("A", "to", "B"), ("A", "to", "B")])
    assert texts(graph) == {"A to A": {"A to B"}, "A to B": {"A to A"}}
    assert [c.text for c in triples_of(TextGraph.from_triples([])).candidates(4)] == []


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"k": 0}, "TripleSettings.k must be above 0"),
        ({"neighbours": -1}, "TripleSettings.neighbours must be 0 or more"),
        ({"plan": "dream"}, "TripleSettings.plan must be one of chain, iterative, paths, question"),
        ({"candidates": "some"}, "TripleSettings.candidates must be one of pooled, near, within"),
    ],
)
def test_settings_that_mean_nothing_are_refused(given: dict[str, Any], text: str) -> None:
    with pytest.raises(InvalidInput, match=text):
        TripleSettings(**given)


def content(store: MemoryStore) -> dict[int, Any]:
    return {
        id: (each.hash, each.vector.tolist())
        for id, each in store.side_index("triples").entries.items()
    }


@pytest.mark.parametrize("seed", range(8))
def test_bringing_up_to_date_equals_a_rebuild_and_embeds_only_what_changed(seed: int) -> None:
    random = np.random.default_rng(seed)
    drawn = random.integers(0, 12, (20, 2))
    begun = [(f"Node {a}", "to", f"Node {b}") for a, b in drawn]
    store = memory_store(TextGraph.from_triples(begun), WordEmbedder())
    index_triples(store, WordEmbedder(), DEFAULT)
    for _ in range(3):
        before = content(store)
        change(store, random)
        Indexer(store, WordEmbedder(), settings_of(store)).run()
        embedder = CountingEmbedder()
        touched = index_triples(store, embedder, DEFAULT)
        graph = Subgraph(tuple(store.nodes.values()), tuple(store.relationships.values()))
        anew = MemoryStore(graph)
        Indexer(anew, WordEmbedder(), settings_of(store)).run()
        index_triples(anew, WordEmbedder(), DEFAULT)
        assert content(store) == content(anew)
        other = [id for id, own in content(store).items() if before.get(id) != own]
        assert touched.written == len(other) == len(embedder.texts)
        assert touched.cleared == len(before.keys() - content(store).keys())


def test_one_new_relationship_renews_exactly_the_triples_of_its_head_and_of_its_tail() -> None:
    store = memory_store(FILMS, WordEmbedder())
    assert index_triples(store, WordEmbedder(), DEFAULT) == TriplesTouched(7, 7, 0)
    assert index_triples(store, WordEmbedder(), DEFAULT) == TriplesTouched(7, 0, 0)
    names = dict(zip(FILMS.nodes, FILMS.ids, strict=True))
    new = Relationship(7, "r7", "starred", names["Casino"], names["Al Pacino"])
    store.relationships = {**store.relationships, 7: new}
    before = content(store)
    assert index_triples(store, WordEmbedder(), DEFAULT) == TriplesTouched(8, 4, 0)
    # Casino's two triples, Heat starred Al Pacino, and itself.
    assert {id for id, own in content(store).items() if before.get(id) != own} == {1, 3, 4, 7}


def test_an_encoder_that_fails_in_the_middle_goes_on() -> None:
    class Fails(WordEmbedder):
        def embed(self, texts: Sequence[str]) -> Matrix:
            if any("Ray 700 " in text for text in texts):
                raise ConnectionError("away")
            return super().embed(texts)

    graph = TextGraph.from_triples([(f"Ray {i}", "to", f"Hub {i % 9}") for i in range(1_100)])
    store = memory_store(graph, WordEmbedder())
    with pytest.raises(ConnectionError):
        index_triples(store, Fails(), DEFAULT)
    assert len(store.side_index("triples").hashes()) == 500
    assert index_triples(store, WordEmbedder(), DEFAULT) == TriplesTouched(1_100, 600, 0)


def test_a_plain_index_goes_on_with_triples_that_were_stopped_under_other_settings() -> None:
    class Fails(WordEmbedder):
        def embed(self, texts: Sequence[str]) -> Matrix:
            raise KeyboardInterrupt

    store, index = memory_store(FILMS, WordEmbedder()), find_system("retrieval-and-reasoning").index
    assert index is not None
    assert index(store, WordEmbedder(), None, silent) == "", "none was ever asked for"
    index_triples(store, WordEmbedder(), DEFAULT)
    alone = replace(DEFAULT, neighbours=0)
    with pytest.raises(KeyboardInterrupt):
        index_triples(store, Fails(), alone)
    with pytest.raises(IndexMissing, match="triples"):
        check_part(store, WordEmbedder(), "triples")
    Indexer(store, WordEmbedder(), settings_of(store)).run()
    assert index(store, WordEmbedder(), None, silent) == "7 triples: 7 written, 0 removed."
    assert index_triples(store, WordEmbedder(), alone).written == 0, "with the settings begun with"
    check_part(store, WordEmbedder(), "triples")


def test_triples_need_the_graphs_index() -> None:
    with pytest.raises(IndexMissing, match="own index first"):
        index_triples(MemoryStore(Subgraph()), WordEmbedder(), DEFAULT)


def test_queries_are_cumulative_and_the_question_alone_is_the_first() -> None:
    queries = cumulative("Who?", ["one", "two", "three"], limit=100)
    assert queries == ["Who?", "Who? one", "Who? one two", "Who? one two three"]
    assert all(late.startswith(early) for early, late in pairwise(queries))
    assert cumulative("Who?", [], limit=100) == ["Who?"]


def test_a_query_that_is_too_long_keeps_the_question_and_the_latest_steps() -> None:
    *_, last = cumulative("Who?", ["a" * 400, "b" * 300, "c" * 80], limit=100)
    assert last == f"Who? {'b' * 300} {'c' * 80}"
    assert cumulative("Who?", ["a" * 9_000], limit=100)[1].startswith("Who? aaa")


@pytest.mark.parametrize("seed", range(5))
def test_one_search_with_the_summed_vector_ranks_as_the_sum_of_all_cosines(seed: int) -> None:
    random = np.random.default_rng(seed)
    queries, candidates = (
        unit(random.normal(size=(n, 64)).astype(np.float32)) for n in (1 + seed, 300)
    )
    by_hand = np.sum([[q @ t for t in candidates] for q in queries], axis=0)
    direction, length = summed(queries)
    assert np.allclose(candidates @ direction * length, by_hand, atol=1e-5)
    assert np.argsort(-(candidates @ direction)).tolist() == np.argsort(-by_hand).tolist()


def unit(rows: Matrix) -> Matrix:
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


def planned(*steps: str) -> Plan:
    return lambda *_: [PlanStep(step) for step in steps]


def retriever(plan: Plan = no_steps, graph: TextGraph = FILMS, **given: Any) -> TripleRetriever:
    settings = RetrieverSettings(triples=TripleSettings(**given))
    store, embedder = memory_store(graph, WordEmbedder()), WordEmbedder()
    index_triples(store, embedder, settings.triples)
    return TripleRetriever(store, embedder, settings, plan)


def test_the_evidence_is_the_k_triples_of_the_highest_summed_cosine() -> None:
    steps, embedder = (
        ["Find who starred in Heat.", "Find where Al Pacino was born."],
        WordEmbedder(),
    )
    question = "Where was the star of Heat born?"
    evidence = retriever(planned(*steps), k=3).retrieve(question)
    queries = np.stack([embedder.embed_question(q) for q in cumulative(question, steps, 256)])
    own = list(triples_of(FILMS).candidates(4))
    scores = (embedder.embed([c.text for c in own]) @ queries.T).mean(axis=1)
    best = [own[i].relationship - 100 for i in np.argsort(-scores.round(5), kind="stable")[:3]]
    assert [fact.relationships[0] for fact in evidence.facts] == best
    found = [fact.score for fact in evidence.facts]
    assert found == pytest.approx(np.sort(-scores)[:3] * -1, abs=1e-5)
    assert [step.text for step in evidence.steps] == steps


def test_a_step_that_names_nothing_of_the_graph_still_gives_k_triples() -> None:
    evidence = retriever(planned("Zzyzx qwerty.", ""), k=4).retrieve("Who directed Heat?")
    assert len(evidence.facts) == 4
    assert evidence.subgraph.relationships


def test_parallel_relationships_are_one_triple() -> None:
    twice = [("A", "knows", "B")] * 5 + [("B", "knows", "C"), ("C", "knows", "D")]
    evidence = retriever(graph=TextGraph.from_triples(twice), k=3).retrieve("Who knows B?")
    assert sorted(f.text for f in evidence.facts) == ["A knows B", "B knows C", "C knows D"]


def test_only_what_the_filter_lets_be_seen_is_retrieved() -> None:
    seen = Options(filter=Filter(types=("born in",)))
    evidence = retriever().retrieve("Who directed Heat?", seen)
    assert {r.type for r in evidence.subgraph.relationships} == {"born in"}


def test_candidates_near_the_question_leave_out_the_rest_of_the_graph() -> None:
    apart = TextGraph.from_triples(
        [*texts_of(FILMS), ("Heat pump", "starred", "Nobody"), ("Engine", "starred", "Piston")]
    )
    pooled = retriever(graph=apart).retrieve("Who starred in Heat?")
    near = retriever(graph=apart, candidates="near").retrieve("Who starred in Heat?", Options())
    assert {"Engine starred Piston"} <= {fact.text for fact in pooled.facts}
    given = retriever(graph=apart).retrieve("Who starred?", Options(seeds=["Casino"]))
    assert "Engine starred Piston" not in {f.text for e in (near, given) for f in e.facts}


def test_candidates_within_hops_of_what_is_named_are_all_that_there_are() -> None:
    chain = [(f"Stop {i}", "leads to", f"Stop {i + 1}") for i in range(9)]
    line = TextGraph.from_triples([*chain, *(("Stop 0", "has", f"Bench {i}") for i in range(80))])
    named = Options(seeds=["Stop 0"])
    for hops in (2, 5):
        ways: dict[str, Any] = {"candidates": "within", "hops": hops, "k": 200}
        found = retriever(graph=line, **ways).retrieve("Where does it lead?", named)
        types = [r.type for r in found.subgraph.relationships]
        assert (types.count("leads to"), types.count("has")) == (hops, 80)


def texts_of(graph: TextGraph) -> list[tuple[str, str, str]]:
    names = dict(zip(graph.ids, graph.nodes, strict=True))
    return [(names[s], type, names[t]) for s, type, t in graph.edges]


def test_a_budget_keeps_whole_triples_and_says_what_is_left_out() -> None:
    evidence = retriever().retrieve("Who directed Heat?", Options(budget=12))
    assert evidence.tokens <= 12
    assert evidence.cuts[0].endswith("of 7 triples do not fit 12 tokens")


def test_a_graph_without_triples_is_told_and_one_in_memory_is_indexed_on_the_spot() -> None:
    store, embedder = memory_store(FILMS, WordEmbedder()), WordEmbedder()
    with pytest.raises(IndexMissing, match="triples are not indexed"):
        TripleRetriever(store, embedder, RetrieverSettings(), no_steps).retrieve("Who?")
    made = find_system("retrieval-and-reasoning").retriever(store, embedder, RetrieverSettings())
    assert made.retrieve("Who directed Heat?").text.count("\n") == 6


@pytest.mark.parametrize(
    ("written", "steps"),
    [
        ("Step 1: Find Heat.\nStep 2: Find its stars.\n### Output: ['x']", 2),
        ("Step 1: Find Heat. Step 2: Find its stars. Step 3: Done well.", 3),
        ("Sure!\n1. Find Heat.\n2) Find its stars.", 2),
        ("CoT: Let's think step by step.\nFind Heat.\n\nFind its stars.\nOutput: ['x']", 2),
        ("### Output: ['Al Pacino']", 0),
        ("", 0),
        ("   \n\n", 0),
        ("Find Heat.\nFind Heat.\n  Find   Heat.", 1),
        ("In 1995. Heat came out.", 1),
        ("Шаг: найти фильм.\n找到演员。", 2),
    ],
)
def test_steps_are_read_from_what_a_model_writes(written: str, steps: int) -> None:
    found = steps_of(written)
    assert len(found) == steps
    assert all(step and "Output" not in step and "['x']" not in step for step in found)


def writes(*texts: str) -> Any:
    """Return a model that writes these texts, the last of them again and again."""
    prompts: list[str] = []

    def write(asked: Sequence[str]) -> list[str]:
        prompts.extend(asked)
        return [texts[min(len(prompts), len(texts)) - 1]]

    write.prompts = prompts  # type: ignore[attr-defined]
    return write


def test_a_chain_is_planned_without_hints_and_cut_where_it_does_not_end() -> None:
    endless = writes("\n".join(f"Step {i}: Go on to number {i}." for i in range(1, 500)))
    evidence = retriever(Chain(endless, 8)).retrieve("Who directed Heat?")
    assert len(evidence.steps) == 8
    assert "the plan is cut after 8 steps" in evidence.cuts
    (prompt,) = endless.prompts
    assert prompt == chain_prompt("Who directed Heat?")
    assert prompt.count("### Output:") == 3
    assert prompt.endswith("Input: Who directed Heat?\nCoT: Let's think step by step.\n")
    assert "Michael Mann" not in prompt


def test_a_chain_without_steps_leaves_the_question_alone() -> None:
    asked = "Who directed Heat?"
    chained = retriever(Chain(writes("### Output: ['I do not know']"), 8)).retrieve(asked)
    assert chained.steps == ()
    assert chained.text == retriever().retrieve(asked).text


def shows(*found: list[str]) -> Look:
    """Return what shows these triples after no step, after one, and so on."""
    return lambda steps: found[min(len(steps), len(found) - 1)]


def test_each_step_is_written_after_the_triples_of_those_before() -> None:
    model = writes("Look up who starred in Casino.", "Step 2: Look up Robert De Niro.", "Done.")
    look = shows(["Heat starred Al Pacino"], ["Casino starred De Niro"], ["De Niro born in NY"])
    steps = Iterative(model, 8)("Who directed Heat?", Options(), look)
    first, second, third = model.prompts
    assert "Heat starred Al Pacino" in first
    assert "De Niro" not in first
    assert "Casino starred De Niro\n" in second
    assert "Step 1: Look up who starred in Casino.\nStep 2:" in second
    assert "Heat starred Al Pacino\nCasino starred De Niro\nDe Niro born in NY\n" in third
    assert list(steps) == [
        PlanStep("Look up who starred in Casino.", ("Casino starred De Niro",)),
        PlanStep("Look up Robert De Niro.", ("De Niro born in NY",)),
    ]


@pytest.mark.parametrize(
    ("texts", "steps"),
    [
        (["Done."], 0),
        ([""], 0),
        (["### Output: ['Al Pacino']"], 0),
        (["Look up Casino.", "Look up Casino."], 1),
        ([f"Look up {i}." for i in range(9)], 3),
    ],
)
def test_an_iteration_stops(texts: list[str], steps: int) -> None:
    model, look = writes(*texts), shows(*([f"triple {i}"] for i in range(9)))
    assert len(Iterative(model, 3)("Who directed Heat?", Options(), look)) == steps


def test_a_step_that_leads_to_nothing_new_ends_the_iteration() -> None:
    model = writes(*(f"Look up {i}." for i in range(99)))
    evidence = retriever(Iterative(model, 8)).retrieve("Who directed Heat?")
    # All seven triples are among the first twenty.
    assert [step.triples for step in evidence.steps] == [()]


def test_relation_paths_are_a_plan_without_a_model() -> None:
    store, embedder = memory_store(FILMS, WordEmbedder()), WordEmbedder()
    settings = RetrieverSettings(triples=TripleSettings(plan="paths"))
    made = find_system("retrieval-and-reasoning").retriever(store, embedder, settings)
    assert "directed by" in made.retrieve("Who directed Heat?").steps[0].text
    assert made.retrieve("Zzyzx?").steps == ()


def test_a_plan_without_a_model_to_write_it_has_no_steps() -> None:
    store, embedder = memory_store(FILMS, WordEmbedder()), WordEmbedder()
    made = find_system("retrieval-and-reasoning").retriever(store, embedder, RetrieverSettings())
    assert made.retrieve("Who directed Heat?").steps == ()
