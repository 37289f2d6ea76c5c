"""One time limit for a question: reading, encoder, each statement and the proof share it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from threading import Event
from typing import Any, cast

import neo4j
import pytest
from everyday_graphs import HOSPITAL
from word_doubles import WordEmbedder

from steiner.calls.background import begun, in_time
from steiner.calls.stopping import (
    asked_now,
    at_leisure,
    check_wanted,
    ending_in,
    in_time_of,
    run_until,
    seconds_left,
    uncounted,
    unhurried,
)
from steiner.columns import Vector
from steiner.embed import Matrix
from steiner.errors import Cancelled, QueryTimedOut
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.systems.steiner import retriever

QUESTION = "How many patients were admitted to Oncology?"


class Clock:
    """Stands still until a test lets time pass."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("steiner.calls.stopping.monotonic", made)
    return made


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A store in memory that gives a question 30 seconds."""
    monkeypatch.setattr(HOSPITAL, "timeout", 30.0, raising=False)
    return HOSPITAL


class Server:
    """A driver whose every statement takes ten seconds; keeps the limits that it was given."""

    execute_query_bookmark_manager = object()

    def __init__(self, clock: Clock) -> None:
        self.clock, self.limits = clock, list[float | None]()

    def session(self, **_: object) -> Server:
        return self

    def close(self) -> None:
        return

    def run(self, query: neo4j.Query, *_: object) -> list[object]:
        self.limits.append(query.timeout)
        self.clock.now += 10
        return []


def test_each_statement_is_given_what_is_left(clock: Clock) -> None:
    server = Server(clock)
    asked = Neo4jConnection(ConnectionSettings(timeout=30), cast(neo4j.Driver, server))
    with in_time_of(asked.settings):
        for _ in range(3):
            asked.read("retrieve/indexes")
        with pytest.raises(QueryTimedOut, match=r"its limit of 30 s in all.*--timeout"):
            asked.read("retrieve/indexes")
    asked.read("retrieve/indexes")
    assert server.limits == [30, 20, 10, 30]


def test_what_nobody_waits_for_has_its_time(clock: Clock) -> None:
    server = Server(clock)
    asked = Neo4jConnection(ConnectionSettings(timeout=30), cast(neo4j.Driver, server))
    with asked_now(), at_leisure(), in_time_of(asked.settings):
        for _ in range(4):
            asked.read("retrieve/indexes")
    asked.read("retrieve/indexes")
    assert server.limits == [600, 600, 600, 600, 30]


def test_what_a_caller_may_give_up_says_that_its_time_is_up(clock: Clock) -> None:
    class Waiting(Server):
        def run(self, query: neo4j.Query, *_: object) -> list[object]:
            self.clock.now += 40
            assert go_on.wait(20)
            return []

    go_on, server = Event(), Waiting(clock)
    asked = Neo4jConnection(ConnectionSettings(timeout=30), cast(neo4j.Driver, server))
    with in_time_of(asked.settings), pytest.raises(QueryTimedOut, match="30 s in all"):
        run_until(Event(), asked.read, "retrieve/indexes")
    go_on.set()


def test_time_begins_when_a_question_is_asked_and_no_part_has_more(clock: Clock) -> None:
    assert math.isinf(seconds_left())
    with asked_now():
        clock.now += 12
        with in_time_of(ConnectionSettings(timeout=30)):
            assert seconds_left() == 18
            assert begun(seconds_left).result() == 18
            with ending_in(5):
                assert seconds_left() == 5
            with in_time_of(ConnectionSettings(timeout=60)):
                assert seconds_left() == 18
            with in_time_of(object()):
                assert seconds_left() == 18
    check_wanted()


def test_what_all_questions_need_has_its_own_time(clock: Clock) -> None:
    with ending_in(3):
        clock.now += 4
        unhurried(check_wanted)
        with pytest.raises(QueryTimedOut):
            check_wanted()
    gone = Event()
    gone.set()
    with pytest.raises(Cancelled):
        run_until(gone, check_wanted)


def test_what_a_model_writes_is_not_counted(clock: Clock) -> None:
    with asked_now(), ending_in(30):
        clock.now += 10
        with uncounted():
            clock.now += 50
            check_wanted()
        assert seconds_left() == 20
        with in_time_of(ConnectionSettings(timeout=25)):
            assert seconds_left() == 15
    assert math.isinf(seconds_left())


class Stuck(WordEmbedder):
    """An encoder whose server does not answer, for a minute by the clock."""

    def __init__(self, clock: Clock, answers: Event) -> None:
        super().__init__()
        self.clock, self.answers = clock, answers

    def embed(self, texts: Sequence[str]) -> Matrix:
        self._wait()
        return super().embed(texts)

    def embed_question(self, text: str) -> Vector:
        self._wait()
        return super().embed_question(text)

    def _wait(self) -> None:
        self.clock.now += 60
        assert self.answers.wait(20)


@pytest.mark.timeout(60)
def test_an_encoder_that_does_not_answer_is_not_waited_for(clock: Clock, limited: Any) -> None:
    answers = Event()
    with pytest.raises(QueryTimedOut, match="30 s in all"):
        retriever(limited, Stuck(clock, answers)).retrieve(QUESTION)
    answers.set()


def test_work_that_is_in_time_comes_back_with_its_error(clock: Clock) -> None:
    assert in_time(int, "7") == 7
    with ending_in(30):
        assert in_time(int, "7") == 7
        with pytest.raises(ValueError, match="invalid literal"):
            in_time(int, "seven")
    assert clock.now == 1_000


def test_a_stage_that_takes_too_long_is_the_last(
    clock: Clock, limited: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    expand = limited.expand

    def slow(*given: Any) -> Any:
        clock.now += 31
        return expand(*given)

    monkeypatch.setattr(limited, "expand", slow)
    with pytest.raises(QueryTimedOut, match="30 s in all"):
        retriever(limited, WordEmbedder()).retrieve("Who received Aspirin?")


def test_a_computation_that_takes_too_long_leaves_time_for_the_paths(
    clock: Clock, limited: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert retriever(limited, WordEmbedder()).retrieve(QUESTION).table is not None

    def slow(*_: Any, **__: Any) -> Any:
        clock.now += 26
        check_wanted()

    monkeypatch.setattr(limited, "run", slow)
    evidence = retriever(limited, WordEmbedder()).retrieve(QUESTION)
    assert (evidence.table, evidence.exact) == (None, False)
    assert evidence.facts
