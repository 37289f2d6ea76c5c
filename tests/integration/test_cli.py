"""The command line against real servers, with the real default encoder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from conftest import empty
from devserver import DevServer

from steiner.cli import cli, main
from steiner.errors import (
    ConnectionFailed,
    IndexMismatch,
    IndexMissing,
    InvalidInput,
)
from steiner.evidence import Evidence
from steiner.generate.grounding.decline import DECLINED
from steiner.index import live_index
from steiner.retrieve.pipeline import Retriever
from steiner.runs import retrieve_many
from steiner.settings import DEFAULT_OPTIONS, ConnectionSettings, Options
from steiner.stores.neo4j.connection import Neo4jConnection

GRAPH = """
CREATE (up:Film {filmId: 1, title: 'Up', year: 2009}),
       (soul:Film {filmId: 2, title: 'Soul :cat: [bold]', year: 2020}),
       (pete:Person {id: 'p1', name: 'Pete Docter', born: 1968}),
       (pixar:Studio {name: 'Pixar', city: 'Emeryville'}),
       (pete)-[:DIRECTED]->(up), (pete)-[:DIRECTED {with: 'Kemp Powers'}]->(soul),
       (up)-[:MADE_BY]->(pixar), (soul)-[:MADE_BY]->(pixar)
"""
QUESTION = "Who directed Up?"
ADDED = {
    "context", "tokens", "nodes", "relationships", "seeds", "ranking", "confidence", "table",
    "exact", "milliseconds",
}  # fmt: skip
Steiner = Callable[..., Result]


@pytest.fixture(scope="module")
def opened(server: DevServer) -> Iterator[Neo4jConnection]:
    connection = Neo4jConnection(ConnectionSettings(uri=server.uri, password=server.password))
    empty(connection)
    run(connection, GRAPH)
    yield connection
    connection.close()


@pytest.fixture(scope="module", autouse=True)
def _no_variables() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        for name in ("URI", "USERNAME", "PASSWORD", "DATABASE"):
            patched.delenv(f"NEO4J_{name}", raising=False)
        yield


@pytest.fixture(scope="module")
def where(opened: Neo4jConnection) -> list[str]:
    """The connection's options."""
    return ["--uri", opened.settings.uri, "--password", opened.settings.password]


@pytest.fixture(scope="module")
def steiner(where: list[str]) -> Steiner:
    """Run a command with the connection's options after it; an error is raised."""

    def call(command: str, *arguments: str) -> Result:
        return invoke([command, *where, *arguments])

    return call


@pytest.fixture(scope="class")
def indexed(steiner: Steiner) -> None:
    """An index of everything, made once for a class: its tests leave it as it was."""
    steiner("index")


def run(connection: Neo4jConnection, text: str) -> list[dict[str, Any]]:
    with connection.driver.session() as opened:
        return [record.data() for record in opened.run(text)]


def invoke(arguments: Sequence[str]) -> Result:
    return CliRunner().invoke(cli, list(arguments), catch_exceptions=False)


def stated(steiner: Steiner) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(steiner("status", "--json").stdout)
    return found


def write(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.both_lines
def test_from_nothing_to_an_index_and_back(opened: Neo4jConnection, steiner: Steiner) -> None:
    before = run(opened, "MATCH (n) RETURN labels(n) AS l, properties(n) AS p ORDER BY id(n)")
    assert stated(steiner)["state"] == "none"
    assert stated(steiner)["graph_nodes"] == 4
    result = steiner("index")
    assert result.stdout == (
        "Indexed 4 nodes, 1 relationships with text and 2 relation texts with all-MiniLM-L6-v2.\n"
    )
    found = stated(steiner)
    assert (found["state"], found["ready"]) == ("ready", True)
    assert (found["model"], found["dimensions"]) == ("all-MiniLM-L6-v2", 384)
    assert (found["nodes"], found["relationships"], found["relations"]) == (4, 1, 2)
    assert found["names"] == {"Film": "title", "Person": "name", "Studio": "name"}
    assert found["keys"]["Film"] == "filmId"
    assert set(found["indexes"].values()) == {"online 100%"}
    assert "all-MiniLM-L6-v2" in steiner("status").stdout
    assert steiner("unindex").stdout == "The graph is as it was before indexing.\n"
    assert stated(steiner)["state"] == "none"
    after = run(opened, "MATCH (n) RETURN labels(n) AS l, properties(n) AS p ORDER BY id(n)")
    assert after == before


def test_index_takes_choices_and_prints_json(steiner: Steiner) -> None:
    chosen = ("--name", "Film=year", "--property", "Film=title", "--alias", "Person=id")
    record = json.loads(steiner("index", "--rebuild", "--json", *chosen).stdout)
    assert record["names"]["Film"] == "year"
    assert record["settings"]["choices"]["Film"]["properties"] == ["title"]
    assert record["settings"]["choices"]["Person"]["aliases"] == ["id"]
    steiner("index", "--all")


def test_a_plain_index_keeps_what_was_chosen_and_says_so(steiner: Steiner) -> None:
    steiner("index", "--label", "Film", "--property", "Film=title")
    for again in (("index",), ("index", "--rebuild")):
        result = steiner(*again)
        assert "As chosen before: --label Film --property Film=title" in result.stderr
        assert "(to read all again: --all)" in result.stderr
    settings = stated(steiner)["settings"]
    assert (settings["labels"], settings["choices"]["Film"]["properties"]) == (["Film"], ["title"])
    more = steiner("index", "--dry-run", "--name", "Film=title").stderr
    assert "With what was chosen before: --label Film --name Film=title" in more
    assert "As chosen before" not in steiner("index", "--all").stderr
    assert stated(steiner)["settings"]["labels"] == []


def test_notes_are_drafted_kept_read_and_taken_away(steiner: Steiner, tmp_path: Path) -> None:
    draft, file = tmp_path / "draft.toml", tmp_path / "notes.toml"
    steiner("notes", "--draft", str(draft))
    assert "[types.DIRECTED]  # Person to Film" in draft.read_text("utf-8")
    with pytest.raises(InvalidInput, match="File exists"):
        steiner("notes", "--draft", str(draft))
    file.write_text('types.DIRECTED.synonyms = ["helmed"]\n[labels.Film]\n', "utf-8")
    steiner("index", "--notes", str(file))
    assert stated(steiner)["notes"] == {"types": {"DIRECTED": {"synonyms": ["helmed"]}}}
    assert steiner("notes").stdout == '[types.DIRECTED]\nsynonyms = ["helmed"]\n\n'
    found = steiner(
        "retrieve", "--json", "--exact", "only", "How many films has Pete Docter helmed?"
    )
    assert [row[0] for row in json.loads(found.stdout)["table"]["rows"]] == [2]
    file.write_text("types.DIRECTD.synonyms = []", "utf-8")
    for command in (("notes",), ("index", "--notes")):
        with pytest.raises(InvalidInput, match="Nearest: DIRECTED"):
            steiner(*command, str(file))
    file.write_text("", "utf-8")
    assert steiner("notes", str(file)).stdout.startswith("Notes on 0 labels")
    assert stated(steiner)["notes"] == {}


@pytest.mark.usefixtures("indexed")
class TestIndexRefuses:
    """`steiner index` with what it cannot use."""

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (["--label", "Flim"], "no label called 'Flim'. Did you mean 'Film'?"),
            (["--name", "Film=titel"], "no property of label 'Film' called 'titel'. Did you mean"),
            (["--name", "Film"], "--name expects LABEL=PROPERTY, got 'Film'."),
            (["--alias", "=x"], "--alias expects LABEL=PROPERTY, got '=x'."),
            (["--embedder", "./no-such-folder", "--rebuild"], "no such folder with a config.json"),
        ],
    )
    def test_it_is_told(self, steiner: Steiner, arguments: list[str], told: str) -> None:
        with pytest.raises(InvalidInput) as caught:
            steiner("index", *arguments)
        assert told in str(caught.value)
        assert stated(steiner)["state"] == "ready"


@pytest.mark.usefixtures("indexed")
class TestRetrieve:
    """`steiner retrieve`, one question."""

    def test_json_has_the_evidence_connected(self, steiner: Steiner) -> None:
        found = json.loads(steiner("retrieve", QUESTION, "--json").stdout)
        assert set(found) > ADDED
        assert "Pete Docter directed Up" in found["context"]
        ids = {node["id"]: node for node in found["nodes"]}
        assert all(r["source"] in ids and r["target"] in ids for r in found["relationships"])
        up = next(node for node in found["nodes"] if node["name"] == "Up")
        assert up["key"] == {"property": "filmId", "value": "1"}
        assert found["seeds"][0]["name"] == "Up"
        assert found["milliseconds"]["total"] > 0
        assert found["tokens"] <= found["budget"] == 512

    def test_people_read_the_facts_and_a_tree(self, steiner: Steiner) -> None:
        text = steiner("retrieve", "Who directed Soul?").stdout
        assert "Pete Docter directed Soul :cat: [bold]" in text
        assert "── directed ──▶" in text or "◀── directed ──" in text
        assert "seeds in bold" in text

    @pytest.mark.parametrize("budget", [1, 12, 20])
    def test_the_budget_holds(self, steiner: Steiner, budget: int) -> None:
        found = json.loads(steiner("retrieve", QUESTION, "--json", "--budget", str(budget)).stdout)
        assert found["tokens"] <= found["budget"] == budget
        assert found["cuts"]

    def test_hops_and_the_published_system_are_honoured(self, steiner: Steiner) -> None:
        near = steiner("retrieve", QUESTION, "--json", "--hops", "0").stdout
        assert json.loads(near)["relationships"] == []
        other = steiner("retrieve", QUESTION, "--json", "--system", "g-retriever").stdout
        assert "Up" in json.loads(other)["context"]

    def test_a_given_seed_is_the_first(self, steiner: Steiner) -> None:
        found = json.loads(steiner("retrieve", "What is known?", "--json", "--seed", "p1").stdout)
        assert (found["seeds"][0]["name"], found["seeds"][0]["channels"][0]) == (
            "Pete Docter",
            "given",
        )

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            ([QUESTION, "--system", "nobody"], "There is no system 'nobody'"),
            ([QUESTION, "--seed", "Nobody"], "No node has the name, alias or key 'Nobody'"),
            ([""], "The question is empty."),
            ([], "Give either a QUESTION, or --questions"),
            ([QUESTION, "--questions", "x"], "Give either a QUESTION, or --questions"),
            (["--questions", "x"], "Give either a QUESTION, or --questions"),
            ([QUESTION, "--output", "x"], "Give either a QUESTION, or --questions"),
            ([QUESTION, "--embedder", "./nowhere"], "no such folder with a config.json"),
            ([QUESTION, "--where", "year"], "A condition is written PROPERTY OPERATOR VALUE"),
            ([QUESTION, "--where", "yaer = 1"], "'yaer', which the database does not have"),
            ([QUESTION, "--only-type", "MADE"], "relationship type 'MADE'"),
        ],
    )
    def test_bad_input_is_told(self, steiner: Steiner, arguments: list[str], told: str) -> None:
        with pytest.raises(InvalidInput) as caught:
            steiner("retrieve", *arguments)
        assert told in str(caught.value)

    @pytest.mark.parametrize("option", [("--budget", "0"), ("--hops", "7"), ("--timeout", "0")])
    def test_options_out_of_range_are_usage_errors(
        self, steiner: Steiner, option: tuple[str, str]
    ) -> None:
        result = steiner("retrieve", QUESTION, *option)
        assert result.exit_code == 2
        assert f"Invalid value for '{option[0]}'" in result.stderr

    def test_a_filter_hides_what_it_refuses(self, steiner: Steiner) -> None:
        whole = steiner("retrieve", QUESTION).stdout
        part = steiner("retrieve", QUESTION, "--where", "name <> 'Pete Docter'").stdout
        typed = steiner("retrieve", QUESTION, "--only-type", "MADE_BY", "--no-plugin").stdout
        assert "Pete Docter" in whole
        # The condition itself stands with the Cypher that was run.
        assert "Pete Docter" not in part.replace("$node_0 = 'Pete Docter'", "")
        assert "Pixar" in typed
        # With spaces: the tree also quotes the question's own word.
        assert " directed " in whole
        assert " directed " not in typed

    def test_ask_without_a_model_gives_the_evidence(self, steiner: Steiner) -> None:
        found = json.loads(steiner("ask", QUESTION, "--model", "none", "--json").stdout)
        assert set(found) == {
            "question",
            "answer",
            "citations",
            "grounded",
            "ungrounded",
            "thought",
            "evidence",
            "usage",
        }
        assert "Pete Docter" in found["evidence"]["context"]
        assert any("Pete Docter" in citation["names"] for citation in found["citations"])
        text = steiner("ask", QUESTION, "--model", "none").stdout
        assert "Pete Docter directed Up" in text

    def test_what_the_graph_does_not_hold_is_declined_unless_told_not_to(
        self, steiner: Steiner
    ) -> None:
        asked = ("ask", "Who painted the Xyzzy Nunnery?", "--model", "none")
        assert DECLINED in steiner(*asked).stdout
        assert DECLINED not in steiner(*asked, "--decline-below", "0").stdout
        assert DECLINED not in steiner("ask", QUESTION, *asked[2:], "--decline-below", "0.3").stdout


@pytest.mark.usefixtures("indexed")
class TestManyQuestions:
    """`steiner retrieve --questions IN --output OUT`."""

    def test_lines_keep_their_fields_and_get_the_evidence(
        self, steiner: Steiner, tmp_path: Path
    ) -> None:
        rows: list[dict[str, Any]] = [
            {"question": QUESTION, "answers": ["Pete Docter"], "kind": "anchored"},
            {"question": "What is known?", "seeds": ["Pixar", "2"]},
        ]
        given, written = write(tmp_path / "in.jsonl", rows), tmp_path / "out.jsonl"
        files = ("--questions", str(given), "--output", str(written))
        assert steiner("retrieve", *files, "--budget", "64").exit_code == 0
        first, second = read(written)
        assert set(first) == {*rows[0], *ADDED}
        assert {name: first[name] for name in rows[0]} == rows[0]
        assert "Pete Docter directed Up" in first["context"]
        assert set(first["relationships"][0]) == {
            "id",
            "type",
            "source",
            "target",
            "source_name",
            "target_name",
        }
        assert {"id", "name", "labels", "key", "score"} == set(first["nodes"][0])
        assert isinstance(first["ranking"], list)
        assert first["milliseconds"]["total"] > 0
        assert max(first["tokens"], second["tokens"]) <= 64
        assert [s["name"] for s in second["seeds"][:2]] == ["Pixar", "Soul :cat: [bold]"]

    def test_unusable_questions_get_an_error_and_the_rest_an_answer(
        self, steiner: Steiner, tmp_path: Path
    ) -> None:
        rows: list[dict[str, Any]] = [
            {"question": " "},
            {"question": QUESTION, "seeds": ["Nobody"]},
            {"question": "x" * 100_000},
            {"question": QUESTION},
        ]
        given, written = write(tmp_path / "in.jsonl", rows), tmp_path / "out.jsonl"
        result = steiner("retrieve", "--questions", str(given), "--output", str(written))
        assert "3 lines hold an error instead of evidence" in result.stderr
        assert ["error" in line for line in read(written)] == [True, True, True, False]

    def test_a_broken_line_is_named(self, steiner: Steiner, tmp_path: Path) -> None:
        given = tmp_path / "in.jsonl"
        given.write_text('{"question": "a"}\nnonsense\n')
        with pytest.raises(InvalidInput, match=r"in.jsonl, line 2: expected a JSON object with"):
            steiner("retrieve", "--questions", str(given), "--output", str(tmp_path / "out"))
        assert not (tmp_path / "out").exists()

    def test_a_stopped_run_goes_on_only_with_the_same_settings(
        self, steiner: Steiner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rows = [{"question": f"Who directed Up, {i}?"} for i in range(3)]
        given, written = write(tmp_path / "in.jsonl", rows), tmp_path / "out.jsonl"
        files = ("--questions", str(given), "--output", str(written))

        def stop_after_one(retriever: Retriever, *rest: Any) -> int:
            return retrieve_many(Stopping(retriever), *rest)

        with monkeypatch.context() as patched:
            patched.setattr("steiner.cli.asking.retrieve_many", stop_after_one)
            assert steiner("retrieve", *files).exit_code == 1
        part = tmp_path / "out.jsonl.part"
        first = part.read_text(encoding="utf-8").splitlines()[1]
        steiner("retrieve", *files)
        assert written.read_text(encoding="utf-8").splitlines()[0] == first
        assert [line["question"] for line in read(written)] == [row["question"] for row in rows]
        assert not part.exists()


class Stopping:
    """A retriever that is interrupted at its second question."""

    def __init__(self, retriever: Retriever) -> None:
        self._retriever, self._left = retriever, 1

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        if not self._left:
            raise KeyboardInterrupt
        self._left -= 1
        return self._retriever.retrieve(question, options)


@pytest.mark.usefixtures("indexed")
class TestConnectionOptions:
    """Where the connection is told: after the command, before it, in variables."""

    def test_before_the_command(self, where: list[str]) -> None:
        assert json.loads(invoke([*where, "status", "--json"]).stdout)["state"] == "ready"

    def test_in_variables(self, opened: Neo4jConnection, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("uri", "username", "password", "database"):
            if (value := getattr(opened.settings, name)) is not None:  # The home database.
                monkeypatch.setenv(f"NEO4J_{name.upper()}", value)
        assert json.loads(invoke(["status", "--json"]).stdout)["state"] == "ready"

    def test_the_nearest_counts(self, where: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("NEO4J_DATABASE", "variable")
        with pytest.raises(ConnectionFailed, match="no database 'variable'"):
            invoke(["status", *where])
        with pytest.raises(ConnectionFailed, match="no database 'before'"):
            invoke(["--database", "before", "status", *where])
        with pytest.raises(ConnectionFailed, match="no database 'after'"):
            invoke(["--database", "before", "status", *where, "--database", "after"])


class TestDoctor:
    """`steiner doctor`, well and ill."""

    @pytest.mark.both_lines
    @pytest.mark.usefixtures("indexed")
    def test_all_is_well(self, steiner: Steiner) -> None:
        result = steiner("doctor")
        assert result.exit_code == 0
        assert "bad" not in result.stdout
        for line in (
            "ok  connection: bolt://",
            "ok  version: Neo4j ",
            "ok  rights: read and write",
        ):
            assert line in result.stdout
        assert "index: 4 of 4 nodes" in result.stdout
        count = len(stated(steiner)["indexes"])
        assert f"indexes: {count} of {count} online" in result.stdout
        assert "steiner_" not in result.stdout
        assert "embedder: all-MiniLM-L6-v2, 384 dimensions" in result.stdout
        assert "ok  freshness: as indexed: none of 4 nodes drawn has changed" in result.stdout

    @pytest.mark.usefixtures("indexed")
    def test_a_dropped_index_is_named_with_its_cure(
        self, opened: Neo4jConnection, steiner: Steiner
    ) -> None:
        run(opened, "DROP INDEX steiner_keys")
        result = steiner("doctor")
        assert result.exit_code == 1
        assert "bad steiner_keys: gone. Run `steiner index`" in result.stdout
        with pytest.raises(IndexMissing, match="steiner_keys is gone"):
            steiner("retrieve", QUESTION)
        steiner("index")
        assert steiner("doctor").exit_code == 0

    @pytest.mark.usefixtures("indexed")
    def test_an_incomplete_index_is_told(self, opened: Neo4jConnection, steiner: Steiner) -> None:
        run(opened, "MATCH (b:SteinerIndex) SET b.steiner_state = 'building'")
        run(opened, "DROP INDEX steiner_keys")
        result = steiner("doctor")
        assert result.exit_code == 1
        assert "bad index: not complete. Run `steiner index`; it goes on." in result.stdout
        assert "gone" not in result.stdout
        with pytest.raises(IndexMissing, match="not complete: indexing is running or was"):
            steiner("retrieve", QUESTION)
        steiner("index")

    @pytest.mark.usefixtures("indexed")
    def test_an_index_of_a_model_that_cannot_be_loaded_is_told(
        self, opened: Neo4jConnection, steiner: Steiner
    ) -> None:
        run(opened, "MATCH (b:SteinerIndex) SET b.steiner_model = './gone'")
        result = steiner("doctor")
        assert result.exit_code == 1
        assert "bad embedder: The embedding model './gone' could not be loaded" in result.stdout
        run(opened, "MATCH (b:SteinerIndex) SET b.steiner_model = 'all-MiniLM-L6-v2'")

    @pytest.mark.usefixtures("indexed")
    def test_an_index_of_another_model_is_told(
        self, opened: Neo4jConnection, steiner: Steiner
    ) -> None:
        run(opened, "MATCH (b:SteinerIndex) SET b.steiner_version = 99")
        result = steiner("doctor")
        assert result.exit_code == 1
        assert "bad embedder: The index has layout 99" in result.stdout
        with pytest.raises(IndexMismatch, match=r"layout 99.*steiner index --rebuild"):
            steiner("index")
        steiner("index", "--rebuild")

    def test_a_graph_without_index_is_told(self, steiner: Steiner) -> None:
        steiner("unindex")
        result = steiner("doctor")
        assert result.exit_code == 1
        assert "bad index: the graph is not indexed. Run: steiner index" in result.stdout
        with pytest.raises(IndexMissing, match="not indexed yet"):
            steiner("ask", QUESTION, "--model", "none")

    def test_an_unknown_database_is_no_connection(self, steiner: Steiner) -> None:
        result = steiner("doctor", "--database", "nowhere")
        assert result.exit_code == 1
        assert result.stdout.startswith("bad connection: There is no database 'nowhere'")
        assert len(result.stdout.splitlines()) == 1


def test_the_time_limit_reaches_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(connection: ConnectionSettings) -> dict[str, Any]:
        return {"limit": connection.timeout}

    monkeypatch.setattr(live_index, "index_status", told)
    assert json.loads(invoke(["status", "--json", "--timeout", "4.5"]).stdout) == {"limit": 4.5}
    assert json.loads(invoke(["status", "--json"]).stdout) == {"limit": 30.0}


def test_no_server_is_one_finding() -> None:
    result = invoke(["doctor", "--uri", "bolt://localhost:1"])
    assert result.exit_code == 1
    assert result.stdout.startswith("bad connection: No Neo4j server answers at bolt://localhost:1")
    assert len(result.stdout.splitlines()) == 1


class TestMain:
    """What the shell sees: one line on standard error and an exit code."""

    def ended(self, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["steiner", *arguments])
        with pytest.raises(SystemExit) as caught:
            main()
        assert isinstance(caught.value.code, int)
        return caught.value.code

    def test_an_expected_error_is_one_line(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self.ended(monkeypatch, "status", "--uri", "bolt://localhost:1") == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("ConnectionFailed: No Neo4j server answers at bolt://localhost:1: ")
        assert err.count("\n") == 1

    def test_markup_in_an_error_is_shown_as_it_is(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self.ended(monkeypatch, "retrieve", "a", "--uri", "[bold]:cat:[/bold]") == 1
        assert "'[bold]:cat:[/bold]' is no address" in capsys.readouterr().err

    def test_a_wrong_option_is_a_usage_error(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self.ended(monkeypatch, "retrieve", "--bugdet", "3") == 2
        err = capsys.readouterr().err
        assert "No such option" in err
        assert "--budget" in err

    def test_an_interruption_says_how_to_go_on(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def interrupted(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(live_index, "index_status", interrupted)
        assert self.ended(monkeypatch, "status") == 130
        assert "it goes on where it was" in capsys.readouterr().err

    def test_the_installed_command_ends_without_a_stack_trace(self) -> None:
        command = [str(Path(sys.executable).with_name("steiner")), "status"]
        environment = os.environ | {"NEO4J_URI": "bolt://localhost:1"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert done.stdout == ""
        assert done.stderr.startswith("ConnectionFailed: ")
        assert done.stderr.count("\n") == 1
