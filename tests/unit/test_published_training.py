"""`train`, `chains` and `tune` from the graphs of a published data set, without a server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

pytest.importorskip("torch_geometric.nn", reason="needs the extra train")
pytest.importorskip("accelerate", reason="needs the extra train")

from model_doubles import HashEmbedder, save_tiny_model

from steiner.artefact import read_artefact
from steiner.cli import cli
from steiner.cli.train import part_training
from steiner.errors import InvalidInput
from steiner.evaluate import own_graphs
from steiner.evaluate.datasets.gold import GoldQuestion
from steiner.evaluate.figures import all_measures
from steiner.evaluate.published_lines import PublishedLines
from steiner.evaluate.runner import row_of
from steiner.evidence import Evidence
from steiner.graph import Subgraph
from steiner.jobs import read_questions
from steiner.models import graph_artefact
from steiner.models.paths import path_artefact
from steiner.textual_graph import TextGraph
from steiner.train import encoder_tuning
from steiner.train.data.own_triple_pairs import own_path_triples, own_triple_pairs
from steiner.train.data.triple_pairs import TriplePairs
from steiner.train.objectives import dual_alignment

SMALL = ("--epochs", "1", "--width", "16", "--layers", "1", "--batch", "2", "--threads", "1")


@pytest.fixture(autouse=True)
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts are embedded by their letters."""
    for module in (dual_alignment, graph_artefact, part_training):
        monkeypatch.setattr(module, "named_embedder", lambda _: HashEmbedder())
    monkeypatch.setattr(own_graphs, "open_embedder", lambda _: HashEmbedder())
    monkeypatch.setattr(path_artefact, "named_embedder", lambda _: HashEmbedder(), raising=False)


@pytest.fixture(scope="module")
def llm(tmp_path_factory: pytest.TempPathFactory) -> str:
    return save_tiny_model(tmp_path_factory.mktemp("llm"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Write two splits as RoG has them; one question of each has no answer."""
    folder = tmp_path / "webqsp"
    folder.mkdir()
    for split, count in (("train", 7), ("validation", 3)):
        rows = [
            {
                "id": f"{split}-{i}",
                "question": f"who starred in film {i}",
                "answer": [f"Actor {i}"] if i else [],
                "q_entity": [f"Film {i}"],
                "graph": [[f"Film {i}", "starred", f"Actor {i}"], [f"Film {i}", "genre", "drama"]],
            }
            for i in range(count)
        ]
        (folder / f"{split}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return folder


def run(command: str, data: Path, *options: str) -> Result:
    given = [command, "--dataset", "rog-lower", "--data", str(data), *options]
    return CliRunner().invoke(cli, given)


def test_g_retriever_learns_from_the_authors_files(llm: str, data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ("--system", "g-retriever", "--output", str(out), "--llm", llm, *SMALL)
    done = run("train", data, *options, "--validation-split", "validation")
    assert done.exit_code == 0, (done.output, done.exception)
    assert "left out: 1 questions of train have no gold answer" in done.output
    rows = read_questions(out / "train.jsonl")
    assert [row["answers"] for row in rows] == [[f"actor {i}"] for i in range(1, 7)]
    assert {text for _, text in rows[0]["graph"]["nodes"]} == {"film 1", "actor 1", "drama"}
    assert len(read_questions(out / "validation.jsonl")) == 2
    assert read_artefact(out).facts["retrieval"]["graphs"] == "own"
    again = run("train", data, *options, "--validation-split", "validation")
    assert "Nothing to do" in again.output


def test_align_grag_learns_from_chains_of_the_data_set(
    llm: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steiner.generate.writer.open_text_model", lambda _: Storyteller())
    chains = tmp_path / "chains.jsonl"
    written = run(
        "chains", data, "--system", "align-grag", "--model", "teller", "--output", str(chains)
    )
    assert written.exit_code == 0, (written.output, written.exception)
    rows = read_questions(chains)
    assert [(row["split"], row["row"]) for row in rows] == [("train", i) for i in range(1, 7)]
    assert all(row["chain"] and row["graph"]["nodes"] for row in rows)
    options = ("--system", "align-grag", "--chains", str(chains), "--llm", llm, *SMALL)
    done = run("train", data, *options, "--output", str(tmp_path / "out"))
    assert done.exit_code == 0, (done.output, done.exception)
    assert (tmp_path / "out" / "aligner" / "steiner.json").is_file()


class Storyteller:
    """Writes the same chain for every prompt."""

    name = identity = "teller"

    def count_tokens(self, text: str) -> int:
        return len(text) // 4

    def write(self, prompts: list[str]) -> list[str]:
        return ["The film starred the actor."] * len(prompts)


def test_validation_that_leads_to_no_graph_is_named_before_anything_is_learnt(
    llm: str, data: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text('{"question": "Who?", "answers": ["Ann"]}\n')
    options = ("--system", "g-retriever", "--output", str(tmp_path / "out"), "--llm", llm, *SMALL)
    done = run("train", data, *options, "--validation", str(other))
    assert isinstance(done.exception, InvalidInput), done.exception
    assert "other.jsonl, question 1: with --dataset a line has" in str(done.exception)
    assert not (tmp_path / "out" / "train.jsonl").exists()


def test_lines_lead_back_to_the_graph_of_their_row(data: Path, tmp_path: Path) -> None:
    lines = PublishedLines("rog", data)
    rows = read_questions(lines.write(tmp_path))
    assert "graph" not in rows[0]
    assert lines.graph(rows[2]).nodes == ("Film 3", "Actor 3", "drama")
    other = tmp_path / "other.jsonl"
    other.write_text('{"question": "Who?", "answers": ["Ann"]}\n')
    with pytest.raises(InvalidInput, match="question 1: with --dataset a line has the fields"):
        lines.given(other, tmp_path)


def test_triples_are_learnt_from_each_questions_own_graph(data: Path, tmp_path: Path) -> None:
    lines = PublishedLines("rog", data)
    pairs = own_triple_pairs(read_questions(lines.write(tmp_path)), lines.graph, neighbours=0)
    assert pairs.questions == list(range(6))
    assert pairs.own[2] == "Film 3 starred Actor 3."
    assert pairs.others[2] == ["Film 3 genre drama."]


def test_tune_needs_no_server(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learnt: list[TriplePairs] = []

    def tune(pairs: TriplePairs, _: object, output: Path) -> Path:
        learnt.append(pairs)
        return output

    monkeypatch.setattr(encoder_tuning, "tune", tune)
    done = run("tune", data, "--output", str(tmp_path / "encoder"))
    assert done.exit_code == 0, (done.output, done.exception)
    assert len(learnt[0].queries) == 6


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("tune", "--output", "x"), "Give --questions FILE, or --dataset NAME"),
        (("tune", "--dataset", "rog", "--output", "x"), "go together: give both"),
        (
            ("train", "--system", "g-retriever", "--validation-split", "dev", "--output", "x"),
            "--validation-split is of a data set",
        ),
        (("train", "--dataset", "rog", "--data", "."), "trained with dataset is not named"),
    ],
)
def test_what_does_not_fit_is_refused(options: tuple[str, ...], message: str) -> None:
    done = CliRunner().invoke(cli, options)
    assert message in " ".join(str(done.exception).split())


def test_gold_triples_of_a_question_lie_on_the_paths_of_its_own_graph() -> None:
    way = [("Ann", "acted in", "Heat"), ("Bo", "directed", "Heat")]
    graph = TextGraph.from_triples([*way, ("Heat", "genre", "drama"), ("Ann", "born in", "Oslo")])
    assert own_path_triples(graph, ["Ann"], ["Bo"]) == way
    assert own_path_triples(graph, ["Ann"], ["nobody"]) == []
    asked = GoldQuestion("1", "Who directed Ann?", ("Bo",), topics=("Ann",), graph=graph)
    row = row_of(asked, Evidence("Who directed Ann?", Subgraph(), ""))
    assert row["gold_triples"] == way
    measured = all_measures([{**row, "triples": [list(way[1])]}], [64])
    assert (measured[0]["gold triples"], measured[0]["last-step triples"]) == (0.5, 1.0)
