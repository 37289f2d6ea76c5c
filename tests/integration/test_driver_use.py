"""The driver as an application uses it: limits, threads, errors that pass, other users."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import neo4j
import pytest
from neo4j import exceptions

from steiner.chosen import Chosen
from steiner.errors import NotPermitted, QueryTimedOut
from steiner.session import open_retriever
from steiner.settings import ConnectionSettings, ExactSettings, RetrieverSettings
from steiner.stores.neo4j.checked_driver import CheckedDriver
from steiner.stores.neo4j.connection import Neo4jConnection

pytestmark = pytest.mark.both_lines

LONG = "UNWIND range(1, 1000000000) AS i RETURN sum(sin(i)) AS total"
RUNNING = "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery STARTS WITH 'UNWIND range'"
WITHIN = 5.0
"""Seconds after its limit in which a query must have ended; LONG takes minutes."""
ROOT = Path(__file__).parents[2]


@pytest.fixture
def opened(settings: ConnectionSettings) -> Iterator[Neo4jConnection]:
    """A connection that has answered once, with the limit that a test gives it later."""
    connection = Neo4jConnection(settings)
    connection.read("retrieve/indexes", used="")
    yield connection
    connection.close()


def limited(connection: Neo4jConnection, limit: float) -> None:
    connection.settings = replace(connection.settings, timeout=limit)


def seconds_until_timed_out(connection: Neo4jConnection) -> float:
    started = time.monotonic()
    with pytest.raises(QueryTimedOut, match=r"passed its limit of \S+ s.*Raise the limit with"):
        connection.read_text(LONG, {})
    return time.monotonic() - started


@pytest.mark.timeout(60)
@pytest.mark.parametrize("limit", [0.001, 0.3, 1.0])
def test_a_query_ends_at_its_limit_and_the_next_one_works(
    opened: Neo4jConnection, limit: float
) -> None:
    limited(opened, limit)
    assert limit <= seconds_until_timed_out(opened) < limit + WITHIN
    limited(opened, 30.0)
    assert opened.read_text("RETURN 1 AS one", {}) == [{"one": 1}]


@pytest.mark.timeout(60)
def test_queries_left_behind_are_ended_by_the_server(opened: Neo4jConnection) -> None:
    limited(opened, 0.2)
    for _ in range(4):
        seconds_until_timed_out(opened)
    limited(opened, 30.0)
    until = time.monotonic() + 30.0
    while opened.read_text(RUNNING, {}):
        assert time.monotonic() < until


@pytest.mark.timeout(60)
@pytest.mark.parametrize("limit", [0.001, 0.002, 0.003, 0.1])
def test_closing_does_not_wait_for_a_query_left_behind(
    opened: Neo4jConnection, limit: float
) -> None:
    # Short limits leave the query behind while it is being sent.
    limited(opened, limit)
    seconds_until_timed_out(opened)
    started = time.monotonic()
    opened.close()
    assert time.monotonic() - started < WITHIN
    limited(opened, 30.0)
    assert opened.read_text("RETURN 1 AS one", {}) == [{"one": 1}]


def test_writes_and_streams_have_no_limit(connection: Neo4jConnection) -> None:
    limited(connection, 0.001)
    connection.write("benchmarks/create_entities", names=[str(i) for i in range(1_000)])
    assert len(list(connection.stream("benchmarks/read_names"))) == 1_000


CODE = """
import sys
from dataclasses import replace
from steiner.settings import ConnectionSettings, ExactSettings, RetrieverSettings
from steiner.stores.neo4j.checked_driver import CheckedDriver
from steiner.stores.neo4j.connection import Neo4jConnection
uri, password, limit, text = sys.argv[1:]
connection = Neo4jConnection(ConnectionSettings(uri, password=password))
connection.read("retrieve/indexes", used="")
connection.settings = replace(connection.settings, timeout=float(limit))
try:
    print("asking", flush=True)
    connection.read_text(text, {})
except (KeyboardInterrupt, TimeoutError) as error:
    print(type(error).__name__, flush=True)
"""


@pytest.mark.timeout(60)
@pytest.mark.parametrize(("limit", "told"), [("0.2", "QueryTimedOut"), ("60", "KeyboardInterrupt")])
def test_a_query_left_behind_does_not_hold_up_the_end_of_the_program(
    opened: Neo4jConnection, limit: str, told: str
) -> None:
    given = opened.settings
    command = [sys.executable, "-c", CODE, given.uri, given.password, limit, LONG]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "asking\n"
        if told == "KeyboardInterrupt":
            while not opened.read_text(RUNNING, {}):
                pass
            process.send_signal(signal.SIGINT)
        started = time.monotonic()
        out, errors = process.communicate()
    assert (out, errors, process.returncode) == (f"{told}\n", "", 0)
    assert time.monotonic() - started < WITHIN + 0.2


class Failing:
    """A driver whose `run` fails `times` times with an error that may pass."""

    def __init__(self, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tried, self._times = 0, times
        for owner in (neo4j.Session, neo4j.ManagedTransaction):
            monkeypatch.setattr(owner, "run", self._instead(owner.run))

    def _instead(self, run: Callable[..., neo4j.Result]) -> Callable[..., neo4j.Result]:
        def instead(owner: object, *given: Any) -> neo4j.Result:
            self.tried += 1
            if self.tried <= self._times:
                raise exceptions.TransientError("the leader has moved")
            return run(owner, *given)

        return instead


def test_an_error_that_passes_goes_unnoticed(
    opened: Neo4jConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = Failing(2, monkeypatch)
    assert opened.read_text("RETURN 1 AS one", {}) == [{"one": 1}]
    assert failing.tried == 3


@pytest.mark.timeout(60)
def test_the_limit_covers_the_further_tries(
    opened: Neo4jConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = Failing(10**6, monkeypatch)
    limited(opened, 0.5)
    assert seconds_until_timed_out(opened) < 0.5 + WITHIN
    assert failing.tried >= 1


def test_the_first_use_by_many_threads_opens_one_driver(
    settings: ConnectionSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    opens: list[object] = []
    opening = CheckedDriver._open

    def counted(connection: CheckedDriver) -> neo4j.Driver:
        opens.append(connection)
        return opening(connection)

    monkeypatch.setattr(CheckedDriver, "_open", counted)
    connection = Neo4jConnection(settings)
    start = threading.Barrier(8)

    def first(_: int) -> tuple[object, ...]:
        start.wait()
        rows = connection.read_text("RETURN 1 AS one", {})
        return connection.version, connection.has_vector_type, rows[0]["one"]

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(first, range(8)))) == 1
    assert len(opens) == 1
    connection.close()


def test_a_user_that_cannot_be_impersonated_is_told(settings: ConnectionSettings) -> None:
    # Community cannot impersonate anybody: what counts is that the server is asked to.
    connection = Neo4jConnection(replace(settings, impersonated="alice"))
    with pytest.raises(NotPermitted, match=r"'neo4j' cannot act as 'alice'.*GRANT IMPERSONATE"):
        connection.read("retrieve/indexes", used="")
    connection.close()


@pytest.mark.filterwarnings("default")
def test_questions_from_many_threads_get_the_evidence_they_get_alone(
    sample: ConnectionSettings,
) -> None:
    lines = (ROOT / "demo" / "more-questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["question"] for line in lines[:8]]
    # Alone and together, whoever plans first: a table that comes late is left out by the clock.
    patient = RetrieverSettings(exact=ExactSettings(patience=60))
    retriever = open_retriever(sample, Chosen(retrieval=patient))
    alone = [replace(retriever.retrieve(question), milliseconds={}) for question in questions]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(retriever.retrieve, questions))
    assert [replace(evidence, milliseconds={}) for evidence in together] == alone
