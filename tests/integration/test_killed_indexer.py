"""`steiner index` and `steiner unindex` killed at any point: the next run ends as an unbroken one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from conftest import EVERY
from faulty_proxy import FaultyProxy
from index_command import SMALL, command, in_small_pages, started
from index_doubles import static_folder
from index_state import owned_state, state_digest

from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore

pytestmark = [pytest.mark.alike, pytest.mark.timeout(1_500)]

POINTS = 50 if EVERY else 3
UNINDEXED = 12 if EVERY else 1
SYSTEMS = ("walk-and-retrieve", "retrieval-and-reasoning")
GRAPH = """
UNWIND range(1, 90) AS i CREATE (f:Film {filmId: i, title: 'Film ' + i, year: 1900 + i})
WITH collect(f) AS films UNWIND range(0, 49) AS i
WITH films[i] AS a, films[i + 7] AS b, i
CREATE (a)-[:REMAKE_OF {why: 'better sound ' + i}]->(b)
"""


@dataclass(frozen=True, slots=True)
class Indexing:
    """A command of steiner's on one graph, alone or through a proxy that can end its process."""

    connection: Neo4jConnection
    options: tuple[str, ...]
    name: str = "index"

    def arguments(self, uri: str) -> list[str]:
        """Return the command's arguments for a server."""
        return command(replace(self.connection.settings, uri=uri), self.name, *self.options)

    def killed_at(self, trip: int) -> int:
        """Run it, kill it at a round trip, and return how many there were."""
        with FaultyProxy(self.connection.settings.uri) as proxy:
            running = started(self.arguments(proxy.uri))
            proxy.at(trip, running.kill)
            out, errors = running.communicate()
            assert running.returncode == (-9 if proxy.trips >= trip > 0 else 0), (out, errors)
            return proxy.trips

    def whole(self) -> None:
        """Run it to its end."""
        from click.testing import CliRunner

        from steiner.cli import cli

        uri = self.connection.settings.uri
        done = CliRunner().invoke(cli, self.arguments(uri), catch_exceptions=False)
        assert done.exit_code == 0, done.output


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Index in small pages, and as before when the test has ended."""
    from steiner.cli import index_options
    from steiner.index.triples import triple_index
    from steiner.index.walks import walk_index

    for module, name in (
        (index_options, "IndexSettings"),
        (walk_index, "_PAGE"),
        (triple_index, "_PAGE"),
    ):
        monkeypatch.setattr(module, name, getattr(module, name))
    in_small_pages()


@pytest.fixture
def films(connection: Neo4jConnection, tmp_path: Path, small_pages: None) -> list[Indexing]:
    """The same graph to be indexed for each of the systems that need something beside."""
    with connection.driver.session(database="neo4j") as session:
        session.run(GRAPH).consume()
    (tmp_path / "small.toml").write_text(SMALL, encoding="utf-8")
    given = ("--embedder", static_folder(tmp_path / "static"))
    given += ("--settings", str(tmp_path / "small.toml"))
    return [Indexing(connection, (*given, "--system", system)) for system in SYSTEMS]


def spread(trips: int, points: int, seed: int) -> list[int]:
    """Return round trips drawn at random, one of each equal part of the run."""
    drawn = random.Random(seed)
    return [1 + int(trips * (part + drawn.random()) / points) for part in range(points)]


def removed(connection: Neo4jConnection) -> None:
    Neo4jIndexStore(connection).remove(lambda *_: None)
    assert not any(owned_state(connection).values())


def test_a_killed_indexer_goes_on_to_the_same_state(films: Sequence[Indexing]) -> None:
    connection, partly = films[0].connection, 0
    for number, indexing in enumerate(films):
        trips = indexing.killed_at(0)
        unbroken = state_digest(connection)
        own = spread(trips, POINTS, seed=7)[number :: len(films)]
        for trip in own:
            removed(connection)
            indexing.killed_at(trip)
            partly += any(owned_state(connection).values())
            indexing.whole()
            assert state_digest(connection) == unbroken, (indexing.options, trip, trips)
        removed(connection)
    assert partly >= POINTS // 2


def test_a_killed_removal_goes_on_until_nothing_is_left(films: Sequence[Indexing]) -> None:
    connection = films[0].connection
    unindexing = replace(films[0], options=(), name="unindex")
    films[0].whole()
    trips = unindexing.killed_at(0)
    for trip in spread(trips, UNINDEXED, seed=7):
        films[0].whole()
        unindexing.killed_at(trip)
        unindexing.whole()
        state: dict[str, Any] = owned_state(connection)
        assert not any(state.values()), (trip, state)
