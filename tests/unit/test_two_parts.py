"""`steiner train --system align-grag`: aligner, then generator; each alone, each resumable."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

pytest.importorskip("torch_geometric.nn", reason="needs the extra train")
pytest.importorskip("accelerate", reason="needs the extra train")

from model_doubles import HashEmbedder, save_tiny_model

from steiner.artefact import read_artefact
from steiner.chosen import Chosen
from steiner.cli import cli
from steiner.cli.train import part_training
from steiner.errors import InvalidInput
from steiner.evaluate import own_graphs
from steiner.models import graph_artefact
from steiner.session import open_generator
from steiner.settings import DEFAULT_EMBEDDER
from steiner.textual_graph import TextGraph, graph_json
from steiner.train.metrics import METRICS
from steiner.train.objectives import dual_alignment

GRAPHS = [
    TextGraph.from_triples(
        [(f"film {i}", "starred", f"actor {i}"), (f"film {i}", "genre", "drama")]
    )
    for i in range(6)
]
SMALL = ("--epochs", "1", "--width", "16", "--layers", "1", "--batch", "2", "--threads", "1")


@pytest.fixture(autouse=True)
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts are embedded by their letters, by the default encoder and "other" alike."""

    def opened(name: str) -> HashEmbedder:
        if name not in (DEFAULT_EMBEDDER, "other"):
            raise InvalidInput(f"There is no encoder {name!r}.")
        return HashEmbedder()

    for module in (dual_alignment, graph_artefact, part_training):
        monkeypatch.setattr(module, "named_embedder", opened)
    monkeypatch.setattr(own_graphs, "open_embedder", opened)


@pytest.fixture(scope="module")
def llm(tmp_path_factory: pytest.TempPathFactory) -> str:
    return save_tiny_model(tmp_path_factory.mktemp("llm"))


def write(folder: Path, chain: str = "film {0} starred actor {0}") -> tuple[str, str]:
    """Write questions with graphs, and the same with chains."""
    rows = [
        {"question": f"who starred in film {i}", "answers": [f"actor {i}"], "graph": graph_json(g)}
        for i, g in enumerate(GRAPHS)
    ]
    chains = [{**row, "chain": chain.format(i)} for i, row in enumerate(rows)]
    for name, lines in (("questions", rows), ("chains", chains)):
        (folder / name).write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return str(folder / "questions"), str(folder / "chains")


def run(llm: str, folder: Path, *options: str) -> Result:
    made = ["train", "--system", "align-grag", "--output", str(folder / "out"), "--llm", llm]
    return CliRunner().invoke(cli, [*made, *SMALL, *options])


def test_both_parts_are_trained_and_found_in_one_folder(llm: str, tmp_path: Path) -> None:
    questions, chains = write(tmp_path)
    done = run(llm, tmp_path, "--questions", questions, "--chains", chains)
    assert done.exit_code == 0, done.output
    folder = tmp_path / "out"
    assert {"aligner", "steiner.json", "soft_prompt.safetensors"} <= {
        p.name for p in folder.iterdir()
    }
    chosen = Chosen(model=str(folder))
    assert chosen.system_name() == "align-grag"
    assert chosen.writes()
    assert chosen.scorer(HashEmbedder()) is not None
    assert open_generator(chosen).model.settings.fixed  # type: ignore[attr-defined]
    again = run(llm, tmp_path, "--questions", questions, "--chains", chains)
    assert again.output.count("Nothing to do") == 2


def test_each_part_can_be_trained_alone(llm: str, tmp_path: Path) -> None:
    questions, chains = write(tmp_path)
    first = run(llm, tmp_path, "--chains", chains, "--only", "aligner")
    assert first.exit_code == 0, first.output
    aligner = Chosen(model=str(tmp_path / "out" / "aligner"))
    assert not aligner.writes()
    assert aligner.scorer(HashEmbedder()) is not None
    second = run(llm, tmp_path, "--questions", questions, "--only", "generator", "--no-fixed")
    assert second.exit_code == 0, second.output
    assert not open_generator(Chosen(model=str(tmp_path / "out"))).model.settings.fixed  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--only", "aligner"), "learns its aligner from chains: give --chains FILE"),
        (("--only", "ranker"), "has no part 'ranker'"),
        (("--only", "generator", "--questions", "{questions}"), "is not a model that steiner trai"),
        (("--only", "aligner", "--chains", "{questions}"), 'expected a text "chain"'),
        (("--only", "aligner", "--chains", "{empty}"), "empty, or none has an answer to learn"),
    ],
)
def test_what_is_missing_is_named(
    llm: str, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    questions, _ = write(tmp_path)
    (tmp_path / "empty").mkdir()
    _, empty = write(tmp_path / "empty", chain=" ")
    done = run(llm, tmp_path, *(o.format(questions=questions, empty=empty) for o in options))
    assert message in " ".join(str(done.exception).split())


def steps(folder: Path) -> int:
    return len([m for m in (folder / METRICS).read_text().splitlines() if '"loss"' in m])


def test_the_degree_of_alignment_ends_the_aligner_alone(llm: str, tmp_path: Path) -> None:
    questions, chains = write(tmp_path)
    files = ("--questions", questions, "--chains", chains)
    done = run(llm, tmp_path, *files, "--steps", "1", "--epochs", "2")
    assert done.exit_code == 0, done.output
    # Five examples of each part to train on, two a batch, two epochs.
    assert steps(tmp_path / "out" / "aligner") == 1
    assert steps(tmp_path / "out") == 6


def test_steps_of_parts_that_are_no_degree_need_a_part(llm: str, tmp_path: Path) -> None:
    questions, _ = write(tmp_path)
    options = ("--questions", questions, "--only", "generator", "--steps", "2")
    done = run(llm, tmp_path, *options)
    assert "is not a model that steiner trained" in str(done.exception)
    for part in ("instructions", "documents"):
        (tmp_path / f"{part}.jsonl").write_text(Path(questions).read_text())
    made = ["train", "--system", "retrieval-and-reasoning", "--output", str(tmp_path / "r")]
    both = ["--questions", str(tmp_path), "--chains", questions, "--steps", "2"]
    refused = CliRunner().invoke(cli, [*made, *both])
    assert "--steps ends the training of one part" in str(refused.exception)


def test_the_encoder_that_was_named_reaches_every_part(llm: str, tmp_path: Path) -> None:
    questions, chains = write(tmp_path)
    files = ("--questions", questions, "--chains", chains)
    done = run(llm, tmp_path, *files, "--embedder", "nonsense")
    assert "There is no encoder 'nonsense'" in str(done.exception)
    done = run(llm, tmp_path, *files, "--embedder", "other")
    assert done.exit_code == 0, done.output
    for folder in (tmp_path / "out" / "aligner", tmp_path / "out"):
        assert read_artefact(folder).model["embedder"] == "other"


def test_a_generator_reads_what_its_aligner_reads(llm: str, tmp_path: Path) -> None:
    questions, chains = write(tmp_path)
    run(llm, tmp_path, "--chains", chains, "--only", "aligner", "--embedder", "other")
    done = run(llm, tmp_path, "--questions", questions, "--only", "generator")
    assert done.exit_code == 0, done.output
    assert read_artefact(tmp_path / "out").model["embedder"] == "other"


def test_a_training_keeps_how_its_graphs_were_made(llm: str, tmp_path: Path) -> None:
    questions, chains = write(tmp_path)
    done = run(llm, tmp_path, "--questions", questions, "--chains", chains)
    assert done.exit_code == 0, done.output
    given = read_artefact(tmp_path / "out").facts["retrieval"]
    assert given["graphs"] == "given"
    asked = Chosen(model=str(tmp_path / "out")).settings(own_graphs=True)
    assert asked.prizes.whole
    assert not asked.prune.seeds


def test_graphs_of_lines_are_retrieved_from_where_that_is_said(llm: str, tmp_path: Path) -> None:
    questions, chains = write(tmp_path)
    settings = tmp_path / "settings.toml"
    settings.write_text("[prizes]\nnodes = 1\nrelations = 1\n[prune]\nseeds = 1\n")
    files = ("--questions", questions, "--chains", chains, "--settings", str(settings))
    done = run(llm, tmp_path, *files, "--own-graphs", "--embedder", "other")
    assert done.exit_code == 0, done.output
    record = read_artefact(tmp_path / "out").facts["retrieval"]
    assert (record["graphs"], record["settings"]["prizes"]["nodes"]) == ("own", 1)
    lines = (tmp_path / "out" / "train.jsonl").read_text().splitlines()
    assert any(len(json.loads(line)["graph"]["nodes"]) < 3 for line in lines)


def test_validation_is_honoured_by_every_part(llm: str, tmp_path: Path) -> None:
    questions, chains = write(tmp_path)
    files = ("--questions", questions, "--chains", chains)
    done = run(llm, tmp_path, *files, "--validation", chains)
    assert done.exit_code == 0, done.output
    for folder in (tmp_path / "out" / "aligner", tmp_path / "out"):
        # None of the six is kept back.
        assert read_artefact(folder).facts["training"]["examples"] == 6


def test_validation_without_chains_is_refused_before_anything_is_trained(
    llm: str, tmp_path: Path
) -> None:
    questions, chains = write(tmp_path)
    files = ("--questions", questions, "--chains", chains)
    done = run(llm, tmp_path, *files, "--validation", questions)
    assert "6 lines of" in str(done.exception)
    assert "validated on chains" in str(done.exception)
    assert not (tmp_path / "out").exists()


def test_graphs_that_another_aligner_pruned_are_not_learnt_from_unnoticed(
    llm: str, tmp_path: Path
) -> None:
    questions, chains = write(tmp_path)
    own = ("--own-graphs", "--embedder", "other")
    learnt = ("--questions", questions, "--only", "generator", *own)
    for seed in ("0", "1"):
        aligned = run(llm, tmp_path, "--chains", chains, "--only", "aligner", *own, "--seed", seed)
        assert aligned.exit_code == 0, aligned.output
        done = run(llm, tmp_path, *learnt)
        shutil.rmtree(tmp_path / "out" / "aligner")
        (tmp_path / "out" / "steiner.json").unlink(missing_ok=True)
    assert "collected with another content of models and files" in str(done.exception)
