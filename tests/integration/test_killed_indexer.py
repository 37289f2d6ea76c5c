"""`steiner index` and `unindex` killed at any point: the next run ends as an unbroken one."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from broken_work import Work, film_work, removed, spread
from conftest import EVERY
from index_state import owned_state, state_digest

from steiner.stores.neo4j.connection import Neo4jConnection

pytestmark = [pytest.mark.alike, pytest.mark.timeout(1_500)]

POINTS = 50 if EVERY else 2
STOPPED = 10 if EVERY else 1
SYSTEMS = ("walk-and-retrieve", "retrieval-and-reasoning")[: 2 if EVERY else 1]
BLOCKS = [(system, part) for system in range(len(SYSTEMS)) for part in range(3 if EVERY else 1)]
"""Which system is indexed for, and which part of its points: each has ten and its own time."""


@pytest.fixture
def films(connection: Neo4jConnection, tmp_path: Path) -> Iterator[list[Work]]:
    """The same graph to be indexed for each of the systems that need something beside."""
    with film_work(connection, tmp_path) as work:
        yield [replace(work, given=(*work.given, "--system", system)) for system in SYSTEMS]


def points_of(trips: int, system: int, part: int) -> list[tuple[int, signal.Signals]]:
    """Return the round trips of a block, and the signal at each: all blocks have all points."""
    kills = [(trip, signal.SIGKILL) for trip in spread(trips, POINTS, seed=7)]
    stops = [(trip, signal.SIGINT) for trip in spread(trips * 9 // 10, STOPPED, seed=8)]
    return (kills + stops)[system :: len(SYSTEMS)][part :: len(BLOCKS) // len(SYSTEMS)]


@pytest.mark.parametrize(("system", "part"), BLOCKS)
def test_a_killed_or_stopped_indexer_goes_on_to_the_same_state(
    films: Sequence[Work], system: int, part: int
) -> None:
    indexing, partly = films[system], 0
    connection, trips = indexing.connection, indexing.whole()
    unbroken, points = state_digest(connection), points_of(trips, system, part)
    for trip, sent in points:
        removed(connection)
        ended = indexing.sent_at(trip, sent)
        assert ended.status == (-9 if sent == signal.SIGKILL else 130), (trip, ended)
        assert "Traceback" not in ended.err
        partly += any(owned_state(connection).values())
        indexing.whole()
        assert state_digest(connection) == unbroken, (indexing.given, trip, sent, trips)
    assert partly >= sum(sent == signal.SIGKILL for _, sent in points) // 2


def test_the_blocks_have_all_points_and_each_once() -> None:
    every = [point for system, part in BLOCKS for point in points_of(500, system, part)]
    kills = [trip for trip, sent in every if sent == signal.SIGKILL]
    assert sorted(kills) == sorted(spread(500, POINTS, seed=7))
    assert len(every) == POINTS + STOPPED


@pytest.mark.skipif(not EVERY, reason="four runs for a point: `make trust` tries ten")
def test_a_killed_removal_goes_on_until_nothing_is_left(films: Sequence[Work]) -> None:
    connection = films[0].connection
    unindexing = replace(films[0], given=("unindex",))
    films[0].whole()
    trips = unindexing.whole()
    for trip in spread(trips, STOPPED, seed=7):
        films[0].whole()
        unindexing.sent_at(trip, signal.SIGKILL)
        unindexing.whole()
        state = owned_state(connection)
        assert not any(state.values()), (trip, state)
