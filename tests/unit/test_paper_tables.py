"""The papers' tables: all of them are whole, one runs at the tiny scale, a killed run goes on."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch_geometric.nn", reason="needs the extra train")
pytest.importorskip("accelerate", reason="needs the extra train")

import dataset_counts
import judge_answers
import open_prompts
import paper_tables
from data import SHARED
from model_doubles import save_tiny_model
from paper_doubles import Replies, embed_by_letters
from papers import reranked, runs
from papers.costs import (
    Cost,
    cost,
    fewest_gpus,
    sharded_gigabytes,
    soft_weights,
    weights_of,
)
from papers.layout import Figures, PaperTable, Study
from papers.measures.seed_test import t_test, two_sided
from papers.printing import compared
from papers.scales import SCALES, Place, place

from steiner.errors import InvalidInput
from steiner.evaluate.datasets import load_dataset
from steiner.jobs import read_questions
from steiner.textual_graph import TextGraph

TABLES = [entry for entry in paper_tables.ENTRIES.values() if isinstance(entry, PaperTable)]
STUDIES = [entry for entry in paper_tables.ENTRIES.values() if isinstance(entry, Study)]


def test_every_row_has_a_figure_for_each_column_and_a_plan_or_a_reason() -> None:
    for table in TABLES:
        assert len({row.name for row in table.rows}) == len(table.rows), table.key
        for row in table.rows:
            assert len(row.printed) == len(table.columns), (table.key, row.name)
            assert (row.plan is None) == bool(row.why), (table.key, row.name)


def test_every_study_has_its_script_and_all_scales() -> None:
    for study in STUDIES:
        assert (Path(paper_tables.__file__).parent / study.script).is_file()
        assert set(study.arguments) == set(SCALES)


def test_what_the_full_scale_needs_is_computed_without_the_weights(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert weights_of("meta-llama/Llama-2-7b-hf") == 6_738_415_616
    assert soft_weights(4096) > 10_000_000
    (table,) = (each for each in TABLES if each.key == "g-retriever-3")
    needed = cost(table)
    # Frozen weights in bfloat16 take 13.5 GB; a batch of four its activations.
    assert 20 < needed.gigabytes < 76
    assert 50 < needed.hours < 5_000
    (whole,) = (each for each in TABLES if each.key == "retrieval-and-reasoning-1")
    # All weights of 7 billion, with gradients and moments: 108 GB.
    assert 108 < cost(whole).gigabytes < 135
    assert "one GPU of 141 GB" in str(cost(whole))
    assert "one GPU of 141 GB or 2 of 80 GB with --sharded" in str(cost(whole))
    assert "only what trains all weights is sharded" in str(Cost(200, 1))
    paper_tables.main(["g-retriever-3", "--scale", "full", "--output", str(tmp_path / "out")])
    told = capsys.readouterr().out
    assert "one GPU of 80 GB" in told
    assert "Nothing was run: --yes begins it" in told
    assert not (tmp_path / "out").exists()
    with pytest.raises(InvalidInput, match="The full scale is run on the authors' files"):
        place("webqsp", SCALES["full"], tmp_path, tmp_path)


def test_what_a_model_takes_that_is_sharded_is_computed_for_each_size() -> None:
    sizes = {
        "Llama-2-7b-hf": 2,
        "Llama-3.1-8B": 4,
        "Llama-2-13b-hf": 4,
        "Llama-3.1-70B-Instruct": 0,
    }
    for name, gpus in sizes.items():
        llm = f"meta-llama/{name}"
        assert fewest_gpus(llm) == gpus, name
        # Never less than a part of 16 bytes a weight, nor than the weights whole in 32 bits.
        least = max(16 / (gpus or 8), 4) * weights_of(llm) / 1e9
        assert sharded_gigabytes(llm, gpus or 8) > least


def test_rows_that_differ_by_the_language_model_alone_are_one_below_the_full_scale() -> None:
    (table,) = (each for each in TABLES if each.key == "align-grag-3")
    tiny, full = (list(paper_tables.planned(table, SCALES[n], None)) for n in ("tiny", "full"))
    assert len(tiny) == 3 * 3 * 2
    assert len(full) == 3 * 3 * 3 * 2 * 3


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"the shared data are not here: {SHARED}")
def test_a_table_is_run_at_the_tiny_scale_and_goes_on_where_it_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    embed_by_letters(monkeypatch)
    llm = save_tiny_model(tmp_path / "llm")
    out = tmp_path / "out"
    command = ["g-retriever-7", "--output", str(out), "--llm", llm]
    asked, begun = runs.Run.figures, list[str]()

    def killed(self: runs.Run) -> Figures:
        begun.append(self.place.dataset)
        if len(begun) == 3:
            raise KeyboardInterrupt
        return asked(self)

    monkeypatch.setattr(runs.Run, "figures", killed)
    with pytest.raises(KeyboardInterrupt):
        paper_tables.main(command)
    paper_tables.main(command)
    # Three rows of two data sets; the third was begun twice.
    assert len(begun) == 7
    lines = read_questions(out / "g-retriever-7-tiny.jsonl")
    assert [line["row"] for line in lines[::2]] == ["GCN", "GAT", "Graph Transformer"]
    assert all(line["figures"]["questions"] == 4 for line in lines), json.dumps(lines)
    shown = capsys.readouterr().out
    assert "0.8394" in shown
    assert "70.49" in shown
    assert "Ours: 4 of webqsp, 4 of expla-graphs asked, 1 seed, " in shown
    assert "Shares are of 1" in shown


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"the shared data are not here: {SHARED}")
@pytest.mark.parametrize("name", ["ToG", "G-RAG", "G-RAG-RL", "GNP", "GRAG_PCST"])
def test_baselines_of_other_papers_are_trained_and_asked(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    embed_by_letters(monkeypatch)
    llm, scale = save_tiny_model(tmp_path / "llm"), SCALES["tiny"]
    (table,) = (each for each in TABLES if each.key == "align-grag-2")
    (plan,) = (row.plan for row in table.rows if row.name == name)
    assert plan is not None
    webqsp = place("webqsp", scale, None, tmp_path)
    figures = runs.Run(plan, webqsp, scale, 0, tmp_path, llm).figures()
    assert figures["questions"] == 4
    assert "hits@1" in figures


def test_what_learns_from_another_data_set_has_the_model_that_is_learnt_there(
    tmp_path: Path,
) -> None:
    (table,) = (each for each in TABLES if each.key == "retrieval-and-reasoning-3")
    (plan,) = (row.plan for row in table.rows if row.name == "untrained there")
    assert plan is not None
    cwq, metaqa = Place("cwq", tmp_path / "cwq"), Place("metaqa", tmp_path / "metaqa")
    given = (SCALES["full"], 0, tmp_path, "", "", (), lambda name: Place(name, tmp_path / name))
    there, here = (runs.Run(plan, place, *given) for place in (metaqa, cwq))
    assert there.model_folder == here.model_folder
    assert there.answers_folder != here.answers_folder
    of_its_own = replace(plan, learnt="")
    assert there.model_folder != runs.Run(of_its_own, metaqa, *given).model_folder


def test_what_failed_is_tried_again_and_what_was_measured_otherwise_is_never_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def figures(self: runs.Run) -> Figures:
        asked.append(self.llm)
        if len(asked) == 1:
            raise InvalidInput("The graph is not there.")
        return {"any answer in text": 0.25}

    monkeypatch.setattr(runs.Run, "figures", figures)
    monkeypatch.setattr(paper_tables, "place", lambda *_: None)
    command = ["g-retriever-11", "--output", str(tmp_path), "--llm"]
    with pytest.raises(SystemExit, match="1 of 2 runs failed; the same command tries these again"):
        paper_tables.main([*command, "one"])
    assert "The graph is not there." in capsys.readouterr().out
    paper_tables.main([*command, "one"])
    assert asked == ["one"] * 3
    paper_tables.main([*command, "another"])
    assert asked[3:] == ["another"] * 2
    table = paper_tables.ENTRIES["g-retriever-11"]
    assert isinstance(table, PaperTable)
    first, second = table.rows
    assert second.plan is not None
    changed = replace(second, plan=replace(second.plan, asked="[text]\nbudget = 9\n"))
    monkeypatch.setitem(paper_tables.ENTRIES, table.key, replace(table, rows=(first, changed)))
    paper_tables.main([*command, "another"])
    assert len(asked) == 6


def test_rows_of_other_files_another_scale_or_writer_share_nothing(tmp_path: Path) -> None:
    (table,) = (each for each in TABLES if each.key == "align-grag-figure-3")
    plan = table.rows[0].plan
    assert plan is not None
    made = [
        runs.Run(plan, Place("webqsp", tmp_path / folder), SCALES[scale], 0, tmp_path, "", writer)
        for folder, scale, writer in (
            ("authors", "tiny", ""),
            ("made", "tiny", ""),
            ("authors", "small", ""),
            ("authors", "tiny", "a model"),
        )
    ]
    assert len({run.model_folder for run in made}) == 4
    assert len({run.texts_folder("chains", run.writer) for run in made}) == 4


def test_walks_are_swept_as_far_as_the_paper_does() -> None:
    def swept(key: str, name: str, kind: str) -> set[int]:
        entry = paper_tables.ENTRIES[key]
        assert isinstance(entry, PaperTable)
        plans = (tomllib.loads(row.plan.settings)["walks"] for row in entry.rows if row.plan)
        return {walks[name] for walks in plans if walks["kind"] == kind}

    for kind in ("random", "breadth-first"):
        assert swept("walk-and-retrieve-figure-4", "length", kind) == {1, 2, 3, 4, 5, 6}
    assert swept("walk-and-retrieve-counts", "walks", "random") == set(range(10, 101, 10))
    assert swept("walk-and-retrieve-counts", "k", "breadth-first") == {1, 2, 3, 4, 5}


def test_every_table_stands_on_the_page_of_the_papers() -> None:
    page = (Path(__file__).parents[2] / "docs" / "papers.md").read_text(encoding="utf-8")
    assert not [key for key in paper_tables.ENTRIES if f"`{key}`" not in page]


def test_judges_say_of_a_runs_answers_whether_they_are_accurate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = {"question": "Who?", "gold": ["Ann"], "triples": [], "seeds": [], "ranking": []}
    rows = [{**own, "kind": k, "answer": a} for k, a in (("1 hop", "Ann"), ("2 hops", "Bo"))]
    run = tmp_path / "run"
    run.mkdir()
    (run / "run.json").write_text("{}")
    (run / "questions.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    judges = {"kind:one": "accurate", "strict:two": "Incorrect."}

    def opened(name: str) -> Replies:
        return Replies(name, judges[name])

    monkeypatch.setattr(judge_answers, "open_text_model", opened)
    command = [str(run), "--judge", *judges, "--output", str(tmp_path / "out")]
    judge_answers.main(command)
    all_, one, two = json.loads((tmp_path / "out" / "answers_judged.json").read_text())
    assert (all_["kind"], all_["questions"], all_["accurate"]) == ("all", 2, 0.75)
    assert (one["kind"], one["truthfulness"]) == ("1 hop", 1.0)
    assert (two["accurate"], two["incorrect"], two["truthfulness"]) == (0.5, 0.5, 0.0)
    # Replies are kept: nobody is asked twice.
    judges.update(dict.fromkeys(judges, "missing"))
    judge_answers.main(command)
    assert json.loads((tmp_path / "out" / "answers_judged.json").read_text())[0] == all_


def test_what_data_sets_hold_is_counted_split_by_split(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = paper_tables.ENTRIES["g-retriever-2"]
    assert isinstance(study, Study)
    command = [*study.arguments["tiny"], "--output", str(tmp_path), "--datasets", "scene-graphs"]
    dataset_counts.main(command)
    rows = json.loads((tmp_path / "counts.json").read_text())["rows"]
    assert [row["split"] for row in rows] == ["train", "val", "test"]
    folder = tmp_path / "data" / "tiny" / "scene-graphs"
    for row in rows:
        data = load_dataset("scene-graphs", folder, row["split"], [])
        graphs = [question.graph for question in data.questions if question.graph]
        assert row["questions"] == len(graphs)
        assert row["nodes"] == sum(len(graph.ids) for graph in graphs) / len(graphs)
        assert row["edges"] == sum(len(graph.edges) for graph in graphs) / len(graphs)
    assert json.loads(capsys.readouterr().out.splitlines()[0])["unanswered"] == 0


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"the shared data are not here: {SHARED}")
def test_three_open_prompts_are_asked_with_the_retrieved_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    embed_by_letters(monkeypatch)
    model = Replies("writes", "The cat is by the lamp.")
    asked: list[str] = []

    def write(prompts: Sequence[str]) -> list[str]:
        asked.extend(prompts)
        return ["The cat is by the lamp."] * len(prompts)

    monkeypatch.setattr(model, "write", write)
    monkeypatch.setattr(open_prompts, "open_text_model", lambda *_: model)
    open_prompts.main(["--output", str(tmp_path), "--model", "writes"])
    essay, advertisement, tour = asked
    assert "\nWrite an essay of 500 words" in essay
    assert advertisement.startswith("node_id,node_attr\n")
    assert "\nPlan an educational tour" in tour
    page = (tmp_path / "open_prompts.md").read_text()
    assert page.count("src,edge_attr,dst") == 3
    graph = TextGraph((0, 1), ("name: cat; attribute: red", "name: book"))
    assert open_prompts.names_used("The cat sits.", graph) == ["cat"]


def test_a_row_is_compared_with_the_best_other_one_over_the_seeds() -> None:
    found = t_test([3, 4, 5], [1, 2, 3])
    # Two equal variances of three values each: Student's table of 4 degrees of freedom.
    assert found == pytest.approx((2.0, 0.0705), abs=1e-4)
    assert two_sided(2.776, 4) == pytest.approx(0.05, abs=1e-4)
    assert two_sided(12.706, 1) == pytest.approx(0.05, abs=1e-4)
    assert (t_test([1, 1], [1, 1]).p, t_test([2, 2], [1, 1]).p) == (1.0, 0.0)
    with pytest.raises(InvalidInput, match="two seeds or more of each row, got 1 and 2"):
        t_test([1], [1, 2])


def test_the_t_test_stands_below_a_table_of_several_seeds() -> None:
    (table,) = (each for each in TABLES if each.key == "align-grag-2")
    figures = {"LoRA": (0.60, 0.62), "Align-GRAG": (0.70, 0.71), "Zero-shot": (0.90,)}
    lines = [
        {"row": row, "dataset": "webqsp", "figures": {"f1": value}}
        for row, values in figures.items()
        for value in values
    ]
    (said,) = compared(table, lines)
    assert said.startswith("Align-GRAG against LoRA, webqsp f1: +0.095 (p = 0.0")
    assert not list(compared(table, lines[:1]))


PAGE = Path(__file__).parents[2] / "docs" / "papers.md"
PAPERS = ("G-Retriever", "Align-GRAG", "Retrieval & Reasoning", "Walk&Retrieve")


def page_rows(paper: str) -> list[list[str]]:
    part = PAGE.read_text(encoding="utf-8").split(f"\n## {paper}\n")[1].split("\n## ")[0]
    rows = [line for line in part.splitlines() if re.match(r"\| \d+ \|", line)]
    return [[cell.strip() for cell in row[1:-1].split("|")] for row in rows]


def test_the_counts_of_the_page_are_those_of_its_rows() -> None:
    page = PAGE.read_text(encoding="utf-8")
    total = [0, 0, 0, 0]
    for paper in PAPERS:
        states = [re.split(r"[;:, ]", row[-1])[0] for row in page_rows(paper)]
        counts = [len(states), *(states.count(state) for state in ("done", "partly", "not"))]
        assert f"\n| {paper} | {' | '.join(map(str, counts))} |\n" in page
        total = [a + b for a, b in zip(total, counts, strict=True)]
    assert total[0] == 74
    assert f"\n| all | {' | '.join(map(str, total))} |\n" in page


def test_every_test_that_the_page_names_is_there() -> None:
    tests = Path(__file__).parents[1]
    lacking = []
    for paper in PAPERS:
        for row in page_rows(paper):
            file = ""
            for named in re.findall(r"`([^`]*)`", row[-2]):
                file = named.rpartition("::")[0] or file
                name = named.rpartition("::")[2].strip("…")
                folder, _, stem = file.rpartition("/")
                path = tests / (folder or "unit") / f"test_{stem}.py"
                if "::" in named or named.startswith("…"):
                    text = path.read_text(encoding="utf-8") if path.is_file() else ""
                    parts = (part for part in name.split("…") if part)
                    if not all(re.search(rf"def test_\w*{part}", text) for part in parts):
                        lacking.append(f"{paper}, row {row[0]}: {named}")
    assert lacking == []


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"the shared data are not here: {SHARED}")
@pytest.mark.parametrize("dataset", ["webqsp", "expla-graphs"])
def test_a_reranked_data_set_has_the_best_nodes_and_triples_of_each_question(
    dataset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    embed_by_letters(monkeypatch)
    monkeypatch.setattr(reranked, "KEPT", 2)
    whole = place(dataset, SCALES["tiny"], None, tmp_path)
    made = reranked.reranked_place(whole, "an encoder", {}, tmp_path)
    assert made.options()[:2] == ("--dataset", "questions")
    asked = load_dataset("questions", made.folder, made.splits[2])
    source = load_dataset(whole.options()[1], whole.folder, whole.splits[2])
    assert [q.text for q in asked.questions] == [q.text for q in source.questions]
    assert asked.labels == source.labels
    for question, own in zip(asked.questions, source.questions, strict=True):
        assert question.graph is not None
        assert own.graph is not None
        assert len(question.graph.edges) <= 2
        assert set(question.graph.nodes) <= set(own.graph.nodes)
    another = reranked.reranked_place(whole, "another", {}, tmp_path)
    assert another.folder != made.folder
