"""Runs and reports: systems and baselines over graphs in memory, resumed, compared, written."""

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from family_graph import FAMILY as TRIPLES
from papers.measures.answer_judge import verdicts
from word_doubles import WordEmbedder

from steiner.answer import Answer
from steiner.chosen import Chosen
from steiner.errors import InvalidInput, ModelFailed
from steiner.evaluate import baselines
from steiner.evaluate.baselines.keyword_scores import keyword_scores
from steiner.evaluate.bench import Bench, evaluate
from steiner.evaluate.datasets.gold import GoldQuestion
from steiner.evaluate.figures import all_measures, means, measures
from steiner.evaluate.graphs import memory_store, remembered
from steiner.evaluate.prompts import LONGEST, UNKNOWN, asked_by, asked_whole, check_prompt
from steiner.evaluate.report import write_report
from steiner.evaluate.report.levels import levels
from steiner.evaluate.report.summary import Summary
from steiner.evaluate.runner import drawn, read_run, row_of, run
from steiner.evidence import Evidence
from steiner.settings import ConnectionSettings, RetrieverSettings, TextSettings
from steiner.systems import SYSTEMS
from steiner.text import quarter_characters
from steiner.textual_graph import TextGraph
from steiner.textualise.table import table

FAMILY = TextGraph.from_triples([*TRIPLES, ("Bob Ray", "lives in", "Bergen")])
ASKED = GoldQuestion("1", "Who leads Aurora?", ("Ann Lee",), "one", ("Aurora",), graph=FAMILY)
OTHER = GoldQuestion("2", "Where is Aurora located?", ("Oslo",), "two", ("Aurora",), graph=FAMILY)
SETTINGS = {
    "dataset": "family",
    "split": "dev",
    "system": "bm25",
    "budget": 64,
    "labels": [],
    "model": None,
    "prompt": "plain",
    # A tuple, as the settings of --settings are, comes back from a file as a list.
    "retrieval": {"said": ("prizes.nodes",)},
}
HERE = (*SYSTEMS, *baselines.LISTED)


def retrieved(name: str, question: GoldQuestion = ASKED, budget: int = 64) -> Evidence:
    embedder = remembered(WordEmbedder())
    store = memory_store(question.graph or FAMILY, embedder)
    settings = RetrieverSettings(text=TextSettings(budget=budget))
    return baselines.retriever(name)(store, embedder, settings).retrieve(question.text)


@pytest.mark.parametrize("name", HERE)
def test_every_system_and_baseline_keeps_the_budget_and_its_subgraph_whole(name: str) -> None:
    for budget in (10, 64):
        found = retrieved(name, budget=budget)
        assert found.tokens <= budget
        assert found.budget == budget
        ids = {node.id for node in found.subgraph.nodes}
        assert all({r.source, r.target} <= ids for r in found.subgraph.relationships)
        assert set(found.milliseconds) >= {"total"}


@pytest.mark.parametrize("name", HERE)
@pytest.mark.parametrize("edges", [(), ((0, "leads", 0),)])
def test_a_graph_of_one_node_is_asked_as_any_other(
    name: str, edges: tuple[tuple[int, str, int], ...]
) -> None:
    alone = replace(ASKED, graph=TextGraph((0,), ("Aurora",), edges))
    found = retrieved(name, alone)
    assert len(found.subgraph.nodes) <= 1
    assert len(found.subgraph.relationships) <= len(edges)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("no-graph", []),
        ("bm25", ["Aurora"]),
        ("kaping", ["Ann Lee leads Aurora", "Aurora located in Oslo", "Bob Ray works on Aurora"]),
        ("triples", ["Ann Lee leads Aurora"]),
        ("all-triples", ["Ann Lee leads Aurora"]),
        ("bm25-triples", ["Ann Lee leads Aurora"]),
    ],
)
def test_what_a_baseline_lists_best_first(name: str, lines: list[str]) -> None:
    assert [fact.text for fact in retrieved(name).facts][: len(lines)] == lines


def test_keywords_count_by_how_rare_they_are_and_how_short_the_text_is() -> None:
    texts = ["Ann knows Bo", "Cy knows Di"]
    assert keyword_scores("Who is Ann?", texts) == pytest.approx([math.log(2), 0])
    long, short = keyword_scores("Ann?", ["Ann knows Bo and Cy and Di", "Ann knows Bo"])
    assert short > long > 0
    assert keyword_scores("Ann?", []) == []


def test_the_whole_graph_holds_every_node_and_triple() -> None:
    found = retrieved("whole-graph", budget=500)
    assert len(found.subgraph.nodes) == 6
    assert len(found.subgraph.relationships) == 5
    assert len(found.facts) == 11


def test_an_unknown_system_is_named_with_those_there_are() -> None:
    with pytest.raises(InvalidInput, match=r"no system 'bm52'; there are .* Did you mean 'bm25'"):
        baselines.retriever("bm52")


def test_a_cross_encoder_that_cannot_be_loaded_is_told(tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers")
    with pytest.raises(InvalidInput, match=r"cross-encoder .* could not be loaded"):
        baselines.retriever("cross-encoder", str(tmp_path))


def test_a_cross_encoder_ranks_the_triples_around_the_seeds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    package = pytest.importorskip("sentence_transformers")

    class Letters:
        """Scores a pair by how often the text has the letter that the model is named after."""

        config = SimpleNamespace(num_labels=1)

        def __init__(self, name: str, **_: Any) -> None:
            self.name = name

        def predict(self, pairs: list[tuple[str, str]], show_progress_bar: bool, **_: Any) -> Any:
            assert not show_progress_bar
            return np.array([[text.count(self.name)] for _, text in pairs], dtype=np.float32)

    monkeypatch.setattr(package, "CrossEncoder", Letters)
    store = memory_store(FAMILY, WordEmbedder())
    build = baselines.retriever("cross-encoder", "w")
    found = build(store, WordEmbedder(), RetrieverSettings()).retrieve(ASKED.text)
    assert found.facts[0].text in ("Bob Ray works on Aurora", "Oslo capital of Norway")
    assert found.facts[0].score == 1.0


def test_remembered_texts_are_embedded_once() -> None:
    embedder = WordEmbedder()
    kept = remembered(embedder)
    kept.embed(["a b", "c"])
    before = sum(embedder.batches)
    kept.embed(["c", "a b", "d"])
    assert sum(embedder.batches) == before + 1


def test_a_fixed_number_of_each_kind_is_drawn_always_the_same() -> None:
    many = [GoldQuestion(str(i), "?", ("x",), "even" if i % 2 == 0 else "odd") for i in range(20)]
    found = drawn(many, 3)
    assert [q.kind for q in found] == ["even"] * 3 + ["odd"] * 3
    assert found == drawn(many, 3)
    assert drawn(many[:4], 3) == sorted(many[:4], key=lambda q: q.kind)
    assert drawn(many, None) == many


def asking(name: str = "bm25", stop_at: str = "") -> Any:
    def ask(question: GoldQuestion) -> Evidence:
        if question.id == stop_at:
            raise KeyboardInterrupt
        return retrieved(name, question)

    return ask


def test_a_run_that_was_stopped_goes_on_and_refuses_other_settings(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        run(asking(stop_at="2"), [ASKED, OTHER], folder, SETTINGS)
    with (folder / "questions.jsonl").open("a") as file:
        file.write('{"id": "2", "cut')
    asked: list[str] = []

    def ask(question: GoldQuestion) -> Evidence:
        asked.append(question.id)
        return retrieved("bm25", question)

    assert run(ask, [ASKED, OTHER], folder, SETTINGS) == 0
    assert asked == ["2"]
    assert [row["id"] for row in read_run(folder)[1]] == ["1", "2"]
    with pytest.raises(InvalidInput, match="a run with another budget"):
        run(ask, [ASKED, OTHER], folder, {**SETTINGS, "budget": 9})
    with pytest.raises(InvalidInput, match="a run with another digest, questions"):
        run(ask, [ASKED], folder, SETTINGS)
    with pytest.raises(InvalidInput, match="is no run"):
        read_run(tmp_path)


def test_a_question_that_cannot_be_asked_is_counted_and_told(tmp_path: Path) -> None:
    def ask(_: GoldQuestion) -> Evidence:
        raise InvalidInput("The question is empty.")

    assert run(ask, [ASKED], tmp_path / "run", SETTINGS) == 1
    row = read_run(tmp_path / "run")[1][0]
    assert row["error"] == "The question is empty."
    assert measures(row, [64])["coverage@64"] == 0


def test_tokens_of_the_textual_graph_are_counted_whole_whatever_the_budget() -> None:
    """G-Retriever's table 4 has 100,627 tokens before retrieval: a budget would hide them."""
    settings = RetrieverSettings.from_dict(
        {"text": {"budget": 8}, "prizes": {"nodes": 0, "relations": 0}}
    )
    embedder = remembered(WordEmbedder())
    made = baselines.retriever("g-retriever")(memory_store(FAMILY, embedder), embedder, settings)
    row = row_of(ASKED, made.retrieve(ASKED.text))
    assert row["tokens"] <= 8
    assert row["table_tokens"] == quarter_characters(table(FAMILY))


def test_the_figures_of_a_row_by_hand() -> None:
    row = {
        "gold": ["Oslo", "Bergen"],
        "topics": ["Aurora"],
        "gold_triples": [["Aurora", "located in", "Oslo"], ["Bob Ray", "leads", "Aurora"]],
        "graph_triples": 7,
        "context": "Aurora located in Oslo\nBob Ray lives in Bergen",
        "tokens": 12,
        "nodes": 4,
        "seeds": ["aurora"],
        "triples": [["Aurora", "located in", "Oslo"]],
        "ranking": ["Oslo", "Bergen", "Norway"],
        "first": ["Oslo"],
        "milliseconds": {"total": 5.0},
    }
    found = measures(row, [6, 12])
    assert found["coverage@6"] == 0.5
    assert found["coverage@12"] == 1
    assert found["topic in seeds"] == found["last-step triples"] == 1
    assert (found["gold triples"], found["graph triples"]) == (0.5, 7)
    assert (found["hits@1"], found["precision"], found["recall"]) == (1, 1, 0.5)
    written = measures({**row, "answer": "Bergen and Oslo."}, [12])
    assert written["exact match"] == 1
    assert "accuracy" in measures({**row, "answer": "counter"}, [12], ["support", "counter"])


ROW: dict[str, Any] = {
    "gold": ["Nevis"],
    "topics": [],
    "gold_triples": [],
    "context": "",
    "tokens": 0,
    "nodes": 0,
    "seeds": [],
    "triples": [],
    "ranking": [],
    "first": [],
    "milliseconds": {},
}


def test_what_a_model_listed_is_not_split_again_and_no_splitting_reads_the_gold() -> None:
    listed = {**ROW, "answer": "Saint Kitts and Nevis", "listed": ["Saint Kitts and Nevis"]}
    assert measures(listed, [64])["set hits@1"] == 0
    assert measures({**listed, "gold": listed["listed"]}, [64])["exact match"] == 1
    text = {**ROW, "answer": "Saint Kitts and Nevis", "gold": ["Saint Kitts and Nevis"]}
    assert measures(text, [64])["exact match"] == 0
    known = {**text, "triples": [["Basseterre", "capital of", "Saint Kitts and Nevis"]]}
    assert measures(known, [64])["exact match"] == 1


def test_answers_of_a_reasoner_that_are_no_list_are_counted() -> None:
    read = {**ROW, "answer": "Nevis", "thought": "### Output: ['Nevis']", "listed": ["Nevis"]}
    lost = {**ROW, "answer": "", "thought": "Step 1: and so on", "listed": []}
    assert means(all_measures([read, lost], [64]))["answer list read"].mean == 0.5
    assert "answer list read" not in measures({**ROW, "answer": "Nevis"}, [64])


def test_no_answer_counts_zero_in_a_run_that_answers() -> None:
    right = {**ROW, "answer": "Nevis"}
    failed, silent = {**ROW, "error": "The question is empty."}, {**ROW, "answer": ""}
    found = means(all_measures([right, failed, silent, ROW], [64]))
    assert {found[name].mean for name in ("hits@1", "f1", "precision", "lax hit")} == {0.25}
    ranked = means(all_measures([{**ROW, "ranking": ["Nevis"], "first": ["Nevis"]}, ROW], [64]))
    assert ranked["hits@1"].mean == 0.5
    labels = all_measures([right, ROW], [64], ["Nevis", "Rome"])
    assert [row["accuracy"] for row in labels] == [1, 0]
    # Nothing is said of answers where none is given.
    assert "hits@1" not in means(all_measures([ROW, ROW], [64]))


def test_a_prompt_puts_its_trigger_where_the_paper_does() -> None:
    told: list[str] = []

    def write(question: str, evidence: Evidence) -> Answer:
        told.append(question)
        return Answer(question, "", evidence)

    evidence = retrieved("no-graph")
    for prompt in ("plain", "zero-cot", "cot-bag"):
        asked_by(prompt, write)("Who?", evidence)
    assert told == [
        "Who?",
        "Who?\nLet's think step by step.",
        "Let's construct a graph with the nodes and edges first.\nWho?",
    ]
    with pytest.raises(InvalidInput, match="no prompt 'tot'"):
        check_prompt("tot")


class Refuses:
    """Refuses each answer, and keeps what it was asked; a token is a character."""

    name = "refuses"

    def __init__(self) -> None:
        self.prompts: list[str] = []

    def count_tokens(self, text: str) -> int:
        return len(text)

    def write(self, prompts: Sequence[str]) -> list[str]:
        self.prompts += prompts
        return [f"{UNKNOWN}." for _ in prompts]


def test_a_whole_prompt_is_one_call_with_question_and_evidence() -> None:
    model = Refuses()
    evidence = retrieved("bm25")
    answer = asked_whole("from-context", model)("Who leads Aurora?", evidence)
    assert len(model.prompts) == 1
    assert model.prompts[0].startswith("Please answer the following question: Who leads Aurora?")
    assert model.prompts[0].endswith(f"{evidence.text}.")
    row = {"question": "Who leads Aurora?", "gold": ["Ada"], "answer": answer.text}
    assert verdicts([row], lambda _: []) == ["missing"]


def test_a_frozen_model_reads_the_table_and_the_question_alone() -> None:
    model, evidence = Refuses(), retrieved("whole-graph", budget=500)
    for prompt in ("table", "table-zero-cot", "table-cot-bag", "facts"):
        asked_whole(prompt, model)("Who leads Aurora?", evidence)
    plain, think, build, facts = model.prompts
    nodes, edges = plain.split("src,edge_attr,dst\n")
    assert (
        nodes == "node_id,node_attr\n0,Ann Lee\n1,Aurora\n2,Bob Ray\n3,Oslo\n4,Norway\n5,Bergen\n"
    )
    assert edges.startswith("0,leads,1\n")
    assert edges.endswith("2,lives in,5\n\nWho leads Aurora?")
    assert think == f"{plain}\nLet's think step by step."
    assert build.endswith("with the nodes and edges first.\nWho leads Aurora?")
    assert facts == f"{evidence.text}\nWho leads Aurora?"
    asked_whole("facts", model)("Who?", retrieved("no-graph"))
    assert model.prompts[-1] == "Who?"


def test_of_a_long_table_whole_rows_go_and_the_question_stays() -> None:
    long = "Who leads Aurora?" + " Say it." * 50
    model = Refuses()
    asked_whole("table", model)(long, retrieved("whole-graph", budget=500))
    (prompt,) = model.prompts
    assert len(prompt) <= LONGEST
    assert prompt.endswith(f"src,edge_attr,dst\n0,leads,1\n2,works on,1\n\n{long}")


def test_a_frozen_model_reads_as_much_of_a_table_as_the_budget_where_that_is_more() -> None:
    long = "Who leads Aurora?" + " Say it." * 50
    model = Refuses()
    asked_whole("table", model)(long, retrieved("whole-graph", budget=2_000))
    (prompt,) = model.prompts
    assert len(prompt) > LONGEST
    assert "2,lives in,5" in prompt


def test_the_time_of_writing_an_answer_stands_beside_that_of_the_retrieval(tmp_path: Path) -> None:
    def write(question: str, evidence: Evidence) -> Answer:
        return Answer(question, "Ann Lee", evidence)

    run(asking("bm25"), [ASKED], tmp_path / "written", SETTINGS, write)
    run(asking("bm25"), [ASKED], tmp_path / "retrieved", SETTINGS)
    written, alone = (read_run(tmp_path / f)[1][0] for f in ("written", "retrieved"))
    assert written["milliseconds"].keys() - alone["milliseconds"].keys() == {"generate"}


def reported(tmp_path: Path, names: Sequence[str]) -> tuple[str, str]:
    folders = []
    for name in names:
        folders.append(tmp_path / name)
        run(asking(name), [ASKED, OTHER], folders[-1], {**SETTINGS, "system": name})
    paths = write_report(folders, tmp_path / "report")
    return paths[0].read_text(), paths[1].read_text()


def test_a_report_compares_runs_and_shows_what_to_look_at(tmp_path: Path) -> None:
    text, html = reported(tmp_path, ["no-graph", "triples"])
    assert "| no-graph | 2 | 0.000 [0.000, 0.000] |" in text
    assert "| triples | 2 | 1.000 [1.000, 1.000] |" in text
    assert "triples against no-graph, coverage@64: +1.000 (p = 0." in text
    assert "### one" in text
    assert "<svg" in html
    assert "no-graph: questions to look at (2 of lowest coverage@64)" in html
    assert "Who leads Aurora?" in html
    assert not {"src=", "<link", "http-equiv"} & set(html.split())


def test_answers_are_perfect_imperfect_or_wrong() -> None:
    rows = [{"gold": gold, "kind": ""} for gold in (["a"], ["a", "b"], ["a"], ["c", "d"])]
    half = {"precision": 0.5, "recall": 1.0, "f1": 0.67}
    measured = [
        {"precision": 1.0, "recall": 1.0, "f1": 1.0, "gold triples": 1.0, "last-step triples": 1.0},
        {**half, "gold triples": 0.5},
        {"precision": 0.0, "recall": 0.0, "f1": 0.0, "gold triples": 0.25},
        {"coverage@64": 1.0},
    ]
    _, table = levels([Summary(Path("run"), {"system": "s", "prompt": "plain"}, rows, measured)])
    assert table == [
        ["perfect", "s", "0.333", "1.000", "1.000", "1.000", "1.000", "1.000"],
        ["imperfect", "s", "0.333", "0.500", "1.000", "0.000", "0.500", ""],
        ["wrong", "s", "0.333", "0.000", "0.000", "1.000", "0.250", ""],
    ]


def test_a_page_shows_texts_as_texts(tmp_path: Path) -> None:
    script = GoldQuestion("1", "<script>alert(1)</script> who?", ("Eve",), graph=FAMILY)
    run(asking("no-graph"), [script], tmp_path / "run", SETTINGS)
    page = write_report([tmp_path / "run"], tmp_path / "report")[1].read_text()
    assert "<script>" not in page


def test_a_run_without_rows_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(json.dumps(SETTINGS))
    with pytest.raises(InvalidInput, match="holds no answered question"):
        write_report([tmp_path], tmp_path / "report")


@pytest.mark.parametrize(
    ("chosen", "options", "reason"),
    [
        (Chosen(), {"prompt": "zero-cot"}, "needs a model that writes answers"),
        (Chosen("bm25"), {"reranker": "x"}, "--reranker belongs to the system 'cross-encoder'"),
        (Chosen("bm25"), {"place": Path("gone.jsonl")}, "is not there"),
    ],
)
def test_options_that_would_be_ignored_are_refused(
    tmp_path: Path, chosen: Chosen, options: dict[str, Any], reason: str
) -> None:
    bench = replace(Bench("questions", tmp_path), **options)
    with pytest.raises(InvalidInput, match=reason):
        evaluate(ConnectionSettings(), chosen, bench, tmp_path / "run")


def test_questions_with_graphs_of_their_own_need_no_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steiner.evaluate.own_graphs.open_embedder", lambda _: WordEmbedder())
    row = {"id": "1", "question": ASKED.text, "answer": ["Ann Lee"], "q_entity": ["Aurora"]}
    triple = ["Ann Lee", "leads", "Aurora"]
    (tmp_path / "dev.jsonl").write_text(json.dumps({**row, "graph": [triple]}) + "\n")
    bench = Bench("rog", tmp_path)
    output = tmp_path / "run"
    assert evaluate(ConnectionSettings(), Chosen(), bench, output) == (0, [])
    assert read_run(output)[1][0]["triples"] == [triple]


def written_file(tmp_path: Path, *rows: dict[str, Any]) -> Path:
    path = tmp_path / "retrieved.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def test_a_model_that_has_no_memory_left_ends_a_run_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Fails:
        left = 0

        def answer(self, question: str, evidence: Evidence) -> Answer:
            if not self.left:
                raise RuntimeError("CUDA out of memory. Tried to allocate 2.00 GiB.")
            return Answer(question, "Ann", evidence)

    model = Fails()
    monkeypatch.setattr("steiner.evaluate.own_graphs.open_embedder", lambda _: WordEmbedder())
    monkeypatch.setattr("steiner.evaluate.bench.open_generator", lambda _: model)
    row = {"id": "1", "question": ASKED.text, "answer": ["Ann"], "q_entity": []}
    text = json.dumps({**row, "graph": [["Ann", "leads", "Aurora"]]})
    (tmp_path / "dev.jsonl").write_text(f"{text}\n")
    asked = Chosen("bm25", model="some"), Bench("rog", tmp_path), tmp_path / "run"
    with pytest.raises(ModelFailed, match=r"out of memory.* A lower budget takes less"):
        evaluate(ConnectionSettings(), *asked)
    model.left = 1
    assert evaluate(ConnectionSettings(), *asked) == (0, [])
    assert read_run(tmp_path / "run")[1][0]["answer"] == "Ann"


def test_what_another_systems_code_retrieved_is_evidence_in_its_order(tmp_path: Path) -> None:
    scored = [["Ann Lee", "leads", "Aurora", 0.9], ["Aurora", "located in", "Oslo"]]
    texts = ["Ann Lee is the head of Aurora.", "Aurora is in Oslo."]
    file = written_file(
        tmp_path,
        {"question": ASKED.text, "triples": scored},
        {"question": OTHER.text, "texts": texts},
    )
    store, embedder = memory_store(FAMILY, WordEmbedder()), WordEmbedder()
    build = baselines.retriever("retrieved", retrieved=file)
    opened = build(store, embedder, RetrieverSettings())
    found = opened.retrieve(ASKED.text)
    assert [fact.text for fact in found.facts] == [
        "Ann Lee leads Aurora",
        "Aurora located in Oslo",
    ]
    assert found.facts[0].score == 0.9
    assert [r.type for r in found.subgraph.relationships] == ["leads", "located in"]
    assert [fact.text for fact in opened.retrieve(OTHER.text).facts] == texts
    with pytest.raises(InvalidInput, match="has no line for the question 'Who is Zoe"):
        opened.retrieve("Who is Zoe?")


def test_lines_of_another_form_and_a_missing_file_of_retrievals_are_named(tmp_path: Path) -> None:
    forms: list[dict[str, Any]] = [
        {"triples": [["Ann", "leads"]]},
        {"facts": []},
        {"triples": [["a", "b", "c", "d"]]},
    ]
    for row in forms:
        file = written_file(tmp_path, {"question": "Who?", **row})
        with pytest.raises(InvalidInput, match="line 1: expected `question` with `triples`"):
            baselines.retriever("retrieved", retrieved=file)
    with pytest.raises(InvalidInput, match="give --retrieved FILE"):
        baselines.retriever("retrieved")
