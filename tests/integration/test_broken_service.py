"""A server that is killed, a graph that changes meanwhile, and Ctrl-C: what was done stays."""

from __future__ import annotations

import json
import signal
import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from broken_work import Work, film_work, removed
from conftest import EVERY, LINES
from devserver import QUICK_START, DevServer
from faulty_proxy import FaultyProxy
from index_doubles import HashEmbedder
from index_state import state_digest
from many_clients import await_ready

from steiner import open_retriever
from steiner.errors import SteinerError
from steiner.index.build import Indexer
from steiner.settings import ConnectionSettings, IndexSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems.steiner import retriever as steiner_retriever

LIMIT = 5.0
STOPPED = "Stopped. Run the same command again: it goes on where it was."
QUESTION = "Which film is a remake of Film 12?"
CHANGES = (
    "MATCH (f:Film {filmId: 12}) DETACH DELETE f",
    "MATCH (f:Film {filmId: 40}) SET f.title = 'Another'",
    "MATCH (f:Film {filmId: 41}) REMOVE f:Film SET f:Book",
    "CREATE (:Film {filmId: 200, title: 'Film 200'})",
    "MATCH (a:Film {filmId: 1}), (b:Film {filmId: 2}) CREATE (a)-[:REMAKE_OF {why: 'late'}]->(b)",
    "MATCH (:Film {filmId: 3})-[r:REMAKE_OF]->() DELETE r",
)


def run(connection: Neo4jConnection, *statements: str) -> None:
    with connection.driver.session(database="neo4j") as session:
        for statement in statements:
            session.run(statement).consume()


@pytest.fixture
def films(connection: Neo4jConnection, tmp_path: Path) -> Iterator[Work]:
    """A small graph that is not indexed yet."""
    with film_work(connection, tmp_path) as work:
        yield work


@pytest.mark.timeout(600)
@pytest.mark.skipif(not EVERY, reason="two starts of a server: `make trust` tries it")
@pytest.mark.parametrize("line", LINES)
def test_a_server_is_killed_while_it_is_indexed_and_asked(line: str, tmp_path: Path) -> None:
    with DevServer(tmp_path / "neo4j", line=line, heap="768m", jvm=QUICK_START) as server:
        settings = ConnectionSettings(server.uri, password=server.password)
        with (
            closing(Neo4jConnection(settings)) as connection,
            film_work(connection, tmp_path) as indexing,
        ):
            trips = indexing.whole()
            asked: Any = open_retriever(settings)
            right = asked.retrieve(QUESTION).text
            run(connection, "MATCH (f:Film) SET f.year = f.year + 1")
            with FaultyProxy(server.uri) as proxy:
                proxy.at(trips // 2, server.kill)
                ended = indexing.through(proxy)
            assert ended.status == 1
            assert "Traceback" not in ended.err
            last = ended.err.rstrip().splitlines()[-1]
            assert last.startswith("ConnectionFailed: No Neo4j server answers at bolt://")
            asked.store.connection.settings = replace(settings, timeout=LIMIT)
            with pytest.raises(SteinerError):
                asked.retrieve(QUESTION)
            server.start()
            asked.store.connection.settings = settings
            assert asked.retrieve(QUESTION).text.split()[:3] == right.split()[:3]
            asked.close() if hasattr(asked, "close") else asked.store.connection.close()
            indexing.whole()
            after = state_digest(connection)
            removed(connection)
            indexing.whole()
            assert state_digest(connection) == after


@pytest.mark.alike
def test_a_graph_that_changes_while_it_is_indexed(films: Work) -> None:
    connection, store = films.connection, Neo4jIndexStore(films.connection)
    left, settings = list(CHANGES), IndexSettings(page=20)

    def change(stage: str, done: int, _: int) -> None:
        if stage in ("nodes", "relationships") and done and left:
            run(connection, left.pop(0))

    Indexer(store, HashEmbedder(), settings).run(change)
    assert not left
    Indexer(store, HashEmbedder(), settings).run()
    after = state_digest(connection)
    removed(connection)
    Indexer(store, HashEmbedder(), settings).run()
    assert state_digest(connection) == after


def test_a_graph_that_changes_while_it_is_asked(films: Work) -> None:
    connection = films.connection
    Indexer(Neo4jIndexStore(connection), HashEmbedder()).run()
    with FaultyProxy(connection.settings.uri) as proxy:
        opened = Neo4jConnection(replace(connection.settings, uri=proxy.uri))
        with closing(opened):
            retriever = steiner_retriever(Neo4jStore(opened), HashEmbedder())
            retriever.retrieve(QUESTION)
            before = proxy.trips
            retriever.retrieve(QUESTION)
            trips = proxy.trips - before
            for trip in range(1, trips + 1):
                # What the question names goes at each of its round trips, with all around it.
                gone = f"MATCH (f:Film {{filmId: {10 + trip}}}) DETACH DELETE f"
                proxy.at(proxy.trips + trip, partial(run, connection, gone))
                retriever.retrieve(f"Which film is a remake of Film {10 + trip}?")
            assert f"Film {10 + trips}" not in retriever.retrieve(QUESTION).text


def interrupted(work: Work, trip: int) -> None:
    ended = work.sent_at(trip, signal.SIGINT)
    assert ended.status == 130, ended
    assert ended.out == ""
    assert ended.err.strip() == STOPPED


def test_ctrl_c_stops_questions_and_many_go_on_where_they_were(films: Work, tmp_path: Path) -> None:
    films.whole()
    interrupted(replace(films, given=("ask", QUESTION)), 6)
    questions, output = tmp_path / "questions.jsonl", tmp_path / "answers.jsonl"
    lines = [json.dumps({"question": f"Which film is a remake of Film {n}?"}) for n in range(30)]
    questions.write_text("\n".join(lines), encoding="utf-8")
    many = ("retrieve", "--questions", str(questions), "--output", str(output))
    retrieving = replace(films, given=many)
    with FaultyProxy(films.connection.settings.uri) as proxy:  # One server to all three runs.
        assert retrieving.through(proxy).status == 0
        unbroken = [_untimed(line) for line in output.read_text(encoding="utf-8").splitlines()]
        output.unlink()
        proxy.at(proxy.trips * 3 // 2, lambda: films.commands.send(signal.SIGINT))
        ended = retrieving.through(proxy)
        assert (ended.status, ended.err.strip().splitlines()[-1]) == (130, STOPPED)
        begun = output.with_name("answers.jsonl.part").read_text(encoding="utf-8")
        assert retrieving.through(proxy).status == 0
    text = output.read_text(encoding="utf-8")
    assert 2 < begun.count("\n") < len(lines)
    assert text.startswith(begun.partition("\n")[2])
    assert [_untimed(line) for line in text.splitlines()] == unbroken


def _untimed(line: str) -> dict[str, Any]:
    row: dict[str, Any] = json.loads(line)
    return {name: value for name, value in row.items() if name != "milliseconds"}


def test_ctrl_c_ends_a_server_that_answers(films: Work) -> None:
    films.whole()
    settings = films.connection.settings
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    reached = ("--uri", settings.uri, "--password", settings.password)
    films.commands.start(["serve", *reached, "--port", str(port), "--key", "secret"])
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        client.headers["authorization"] = "Bearer secret"
        await_ready(f"http://127.0.0.1:{port}")
        asked, events = {"question": QUESTION}, {"accept": "text/event-stream;stages=1"}
        with client.stream("POST", "/api/ask", json=asked, headers=events) as begun:
            assert begun.status_code == 200
            films.commands.send(signal.SIGINT)
            ended = films.commands.ended()
    # It has served until then, as it should.
    assert ended.status == 0, ended
    assert "Traceback" not in ended.err
