"""`steiner evaluate` and `report` on a real server: systems, baselines and outside tools."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import run

from steiner.cli import cli
from steiner.errors import InvalidInput
from steiner.evaluate.baselines import LISTED
from steiner.evaluate.baselines.peers import PEERS
from steiner.evaluate.runner import read_run
from steiner.settings import ConnectionSettings
from steiner.systems import SYSTEMS

QUESTIONS = Path(__file__).parents[2] / "demo" / "more-questions.jsonl"


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()][:3]
    path = tmp_path_factory.mktemp("asked") / "own.jsonl"
    path.write_text("".join(f"{json.dumps({'answers': ['?'], **row})}\n" for row in rows))
    return path


def evaluate(sample: ConnectionSettings, asked: Path, output: Path, *options: str) -> Result:
    where = ["--uri", sample.uri, "--password", sample.password]
    told = ["--dataset", "questions", "--data", str(asked), "--output", str(output), *options]
    return CliRunner().invoke(cli, ["evaluate", *where, *told], catch_exceptions=False)


@pytest.fixture(scope="module")
def indexed(sample: ConnectionSettings) -> ConnectionSettings:
    for system in ("walk-and-retrieve", "retrieval-and-reasoning"):
        run(sample, "index", "--system", system)
    return sample


@pytest.mark.parametrize("system", [*SYSTEMS, *LISTED, *PEERS])
def test_every_system_answers_within_its_budget(
    indexed: ConnectionSettings, asked: Path, tmp_path: Path, system: str
) -> None:
    if system in PEERS:
        pytest.importorskip("neo4j_graphrag", reason="needs the extra peers")
        pytest.importorskip("langchain_neo4j", reason="needs the extra peers")
    done = evaluate(indexed, asked, tmp_path / "run", "--system", system, "--budget", "200")
    assert done.exit_code == 0, done.output
    rows = read_run(tmp_path / "run")[1]
    assert len(rows) == 3
    assert all(row["tokens"] <= 200 for row in rows)
    assert bool(rows[0]["context"]) == (system != "no-graph")
    assert "steiner_" not in rows[0]["context"]


def test_written_answers_are_reported_beside_the_ranking(
    sample: ConnectionSettings, asked: Path, tmp_path: Path
) -> None:
    runs = [tmp_path / "ranked", tmp_path / "written"]
    assert evaluate(sample, asked, runs[0]).exit_code == 0
    assert evaluate(sample, asked, runs[1], "--model", "none").exit_code == 0
    output = tmp_path / "report"
    told = ["report", *map(str, runs), "--output", str(output)]
    done = CliRunner().invoke(cli, told, catch_exceptions=False)
    assert str(output / "report.html") in done.output.replace("\n", "")
    assert "steiner none" in (output / "report.md").read_text()


def test_a_folder_of_another_run_and_filters_on_outside_tools_are_refused(
    sample: ConnectionSettings, asked: Path, tmp_path: Path
) -> None:
    assert evaluate(sample, asked, tmp_path, "--system", "bm25").exit_code == 0
    with pytest.raises(InvalidInput, match="another system"):
        evaluate(sample, asked, tmp_path, "--system", "k-hop")
    with pytest.raises(InvalidInput, match="brings no graph: leave out --in-memory"):
        evaluate(sample, asked, tmp_path / "memory", "--in-memory")
