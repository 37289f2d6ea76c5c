"""`steiner evaluate` and `report` on a real server: systems, baselines and outside tools."""

from __future__ import annotations

import json
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import SMALL_INDEXES, run

from steiner.cli import cli
from steiner.embed import open_embedder
from steiner.errors import InvalidInput
from steiner.evaluate.baselines import LISTED
from steiner.evaluate.baselines.cypher_writers import WRITERS, Text2CypherRetriever
from steiner.evaluate.baselines.peers import PEERS
from steiner.evaluate.figures import measures
from steiner.evaluate.provenance import Provenance
from steiner.evaluate.runner import read_run
from steiner.settings import DEFAULT_EMBEDDER, ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.store import Neo4jStore
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
def indexed(
    sample: ConnectionSettings, tmp_path_factory: pytest.TempPathFactory
) -> ConnectionSettings:
    small = tmp_path_factory.mktemp("settings") / "small.toml"
    small.write_text(SMALL_INDEXES)
    for system in ("walk-and-retrieve", "retrieval-and-reasoning"):
        run(sample, "index", "--system", system, "--settings", str(small))
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


COUNT = "MATCH (s:Supplier) RETURN count(s) AS n"
GOLD = "MATCH (s:Supplier) RETURN s"


@pytest.mark.parametrize("tool", sorted(WRITERS))
def test_text_to_cypher_tools_answer_with_a_table(sample: ConnectionSettings, tool: str) -> None:
    pytest.importorskip("neo4j_graphrag", reason="needs the extra peers")
    models = pytest.importorskip("langchain_core.language_models.fake_chat_models")
    said = [
        "```cypher\nMATCH (s:Supplier) RETURN count(s) AS n\n```",
        GOLD,
        "MATCH (",
        "CREATE (x) RETURN x",
    ]
    model = models.FakeListChatModel(responses=said)
    with closing(Neo4jConnection(sample)) as opened:
        store = Neo4jStore(opened)
        asked = Text2CypherRetriever(
            WRITERS[tool], store, open_embedder(DEFAULT_EMBEDDER), model=model
        )
        count, nodes, broken, writing = (asked.retrieve(f"How many? {i}") for i in range(4))
        provenance = Provenance(opened)
        assert count.table is not None
        assert nodes.table is not None
        assert count.table.rows == ((len(nodes.table.rows),),)
        assert count.exact
        assert nodes.table.rows[0][0].labels == ("Supplier",)
        assert provenance.best(count.table.cypher, {}, [GOLD]) == 1.0
        assert provenance.best("MATCH (p:Product) RETURN p", {}, [GOLD]) == 0.0
        assert opened.read_text("MATCH (x) WHERE labels(x) = [] RETURN x", {}) == []
    assert broken.table is writing.table is None
    assert broken.cuts[0].startswith("the tool failed")


def test_text_to_cypher_needs_a_model_and_a_server(sample: ConnectionSettings) -> None:
    build = partial(Text2CypherRetriever, WRITERS["graphrag-text2cypher"])
    with closing(Neo4jConnection(sample)) as opened, pytest.raises(InvalidInput, match="--reader"):
        build(Neo4jStore(opened), open_embedder(DEFAULT_EMBEDDER))


def test_a_run_of_computed_tables_has_their_figures(
    sample: ConnectionSettings, tmp_path: Path
) -> None:
    with closing(Neo4jConnection(sample)) as opened:
        (counted,) = opened.read_text(COUNT, {})
    gold = {"cypher": COUNT, "columns": ["n"], "rows": [[counted["n"]]]}
    gold |= {"judge": "exact", "ops": ["count"], "false_schema": ""}
    line = {"id": "1", "question": "How many suppliers are there?", "golds": [gold]}
    (tmp_path / "own.jsonl").write_text(json.dumps(line))
    where = ["--uri", sample.uri, "--password", sample.password, "--dataset", "text2cypher"]
    told = [*where, "--data", str(tmp_path / "own.jsonl"), "--output", str(tmp_path / "run")]
    assert CliRunner().invoke(cli, ["evaluate", *told], catch_exceptions=False).exit_code == 0
    (row,) = read_run(tmp_path / "run")[1]
    measured = measures(row, [512])
    assert measured["execution accuracy"] == measured["provenance Jaccard"] == 1.0
