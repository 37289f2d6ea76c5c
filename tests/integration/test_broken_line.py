"""A line to the server that breaks: a question ends in time, and the next one is answered."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest
from conftest import EVERY
from faulty_proxy import Delay, FaultyProxy, Harm, drop, reset, truncate

from steiner import open_retriever
from steiner.errors import SteinerError
from steiner.retrieve.exact.computing import OVERDUE
from steiner.settings import ConnectionSettings

LIMIT = 2.0
"""Seconds of a question."""
MORE = 4.0
"""Seconds beyond it that a busy machine may take; a second try of the driver's takes longer."""
QUESTION = "At which site is the Deluge 310 bypass set made?"
COUNTED = "How many suppliers are there?"
HARMS: dict[str, tuple[Harm, bool]] = {
    "reset": (reset, False),
    "truncated": (truncate, False),
    "dropped": (drop, False),
    "delayed": (Delay(0.3), False),
    "reset for good": (reset, True),
    "dropped for good": (drop, True),
    "delayed for good": (Delay(0.3), True),
}
TRIPS = range(1, 13) if EVERY else (1, 4)


@pytest.fixture
def proxy(sample: ConnectionSettings) -> Iterator[FaultyProxy]:
    """A line to the sample graph."""
    with FaultyProxy(sample.uri) as opened:
        yield opened


@pytest.fixture
def asked(sample: ConnectionSettings, proxy: FaultyProxy) -> Iterator[Any]:
    """A retriever over that line that has answered once."""
    opened: Any = open_retriever(replace(sample, uri=proxy.uri))
    with closing(opened.store.connection):
        for question in (QUESTION, COUNTED):
            opened.retrieve(question)
        opened.store.connection.settings = replace(sample, uri=proxy.uri, timeout=LIMIT)
        yield opened


def outcome(retriever: Any, question: str) -> str:
    """Ask in time, and say what came: the answer, what it says it lacks, or an error's name."""
    started = time.monotonic()
    try:
        evidence = retriever.retrieve(question)
        return OVERDUE if OVERDUE in evidence.cuts else str(evidence.text)
    except SteinerError as error:
        return type(error).__name__
    finally:
        assert time.monotonic() - started < LIMIT + MORE


@pytest.mark.parametrize("name", HARMS)
def test_a_question_ends_in_time_and_the_next_is_answered(
    asked: Any, proxy: FaultyProxy, name: str
) -> None:
    harm, lasting = HARMS[name]
    errors = {"ConnectionFailed", "QueryTimedOut"}
    for question in (QUESTION, COUNTED):
        right = outcome(asked, question)
        assert right not in errors
        for trip in TRIPS:
            proxy.harm(proxy.trips + trip, harm, lasting)
            came = outcome(asked, question)
            proxy.heal()
            after = outcome(asked, question)
            assert came in {right, OVERDUE, *errors}, (name, trip)
            assert after == right, (name, trip)
