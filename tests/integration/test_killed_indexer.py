"""`steiner index` and `unindex` killed at any point: the next run ends as an unbroken one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from conftest import EVERY
from faulty_proxy import FaultyProxy
from index_command import SMALL, Commands
from index_doubles import static_folder
from index_state import owned_state, state_digest

from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore

pytestmark = [pytest.mark.alike, pytest.mark.timeout(1_500)]

POINTS = 50 if EVERY else 3
UNINDEXED = 12 if EVERY else 1
SYSTEMS = ("walk-and-retrieve", "retrieval-and-reasoning")[: 2 if EVERY else 1]
GRAPH = """
UNWIND range(1, 90) AS i CREATE (f:Film {filmId: i, title: 'Film ' + i, year: 1900 + i})
WITH collect(f) AS films UNWIND range(0, 49) AS i
WITH films[i] AS a, films[i + 7] AS b, i
CREATE (a)-[:REMAKE_OF {why: 'better sound ' + i}]->(b)
"""


@dataclass(frozen=True, slots=True)
class Work:
    """A command of steiner's on one graph, through a proxy that can end its process."""

    commands: Commands
    connection: Neo4jConnection
    given: tuple[str, ...]

    def killed_at(self, trip: int) -> int:
        """Run it, kill it at a round trip, and return how many there were; 0: to its end."""
        known = self.connection.settings
        with FaultyProxy(known.uri) as proxy:
            proxy.at(trip, self.commands.kill)
            name, *more = self.given
            reached = ("--uri", proxy.uri, "--password", known.password)
            ended = self.commands.run([name, *reached, *more])
            assert ended.status == (-9 if proxy.trips >= trip > 0 else 0), ended
            return proxy.trips

    def whole(self) -> int:
        """Run it to its end, and return how many round trips it took."""
        return self.killed_at(0)


@pytest.fixture
def films(connection: Neo4jConnection, tmp_path: Path) -> Iterator[list[Work]]:
    """The same graph to be indexed for each of the systems that need something beside."""
    with connection.driver.session(database="neo4j") as session:
        session.run(GRAPH).consume()
    (tmp_path / "small.toml").write_text(SMALL, encoding="utf-8")
    given = ("index", "--embedder", static_folder(tmp_path / "static"))
    given += ("--settings", str(tmp_path / "small.toml"))
    with Commands(tmp_path) as commands:
        yield [Work(commands, connection, (*given, "--system", system)) for system in SYSTEMS]


def spread(trips: int, points: int, seed: int) -> list[int]:
    """Return round trips drawn at random, one of each equal part of the run."""
    drawn = random.Random(seed)
    return [1 + int(trips * (part + drawn.random()) / points) for part in range(points)]


def removed(connection: Neo4jConnection) -> None:
    Neo4jIndexStore(connection).remove(lambda *_: None)
    assert not any(owned_state(connection).values())


def test_a_killed_indexer_goes_on_to_the_same_state(films: Sequence[Work]) -> None:
    connection, partly = films[0].connection, 0
    for number, indexing in enumerate(films):
        trips = indexing.whole()
        unbroken = state_digest(connection)
        own = spread(trips, POINTS, seed=7)[number :: len(films)]
        for trip in own:
            removed(connection)
            indexing.killed_at(trip)
            partly += any(owned_state(connection).values())
            indexing.whole()
            assert state_digest(connection) == unbroken, (indexing.given, trip, trips)
        removed(connection)
    assert partly >= POINTS // 2


def test_a_killed_removal_goes_on_until_nothing_is_left(films: Sequence[Work]) -> None:
    connection = films[0].connection
    unindexing = replace(films[0], given=("unindex",))
    films[0].whole()
    trips = unindexing.whole()
    for trip in spread(trips, UNINDEXED, seed=7):
        films[0].whole()
        unindexing.killed_at(trip)
        unindexing.whole()
        state = owned_state(connection)
        assert not any(state.values()), (trip, state)
