"""Commands of steiner's on a small graph, broken off at a round trip to the server."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from faulty_proxy import FaultyProxy
from index_command import SMALL, Commands, Ended
from index_doubles import static_folder
from index_state import owned_state

from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore

GRAPH = """
UNWIND range(1, 90) AS i CREATE (f:Film {filmId: i, title: 'Film ' + i, year: 1900 + i})
WITH collect(f) AS films UNWIND range(0, 49) AS i
WITH films[i] AS a, films[i + 7] AS b, i
CREATE (a)-[:REMAKE_OF {why: 'better sound ' + i}]->(b)
"""


_WORK = {0x10: "RUN", 0x11: "BEGIN", 0x12: "COMMIT", 0x13: "ROLLBACK", 0x3F: "PULL"}
"""Requests of Bolt by their fourth byte. Others open connections, keep them and take leave."""


def is_work(request: bytes) -> bool:
    """Say whether a request is one of those that each run makes, however long it takes.

    How many connections there are depends on which threads ask at once, and how often the indexes
    are looked at on when they are populated.
    """
    return request[3] in _WORK and b"SHOW INDEXES" not in request


@dataclass(frozen=True, slots=True)
class Work:
    """A command on one graph, through a proxy that knows when to end its process."""

    commands: Commands
    connection: Neo4jConnection
    given: tuple[str, ...]

    def through(self, proxy: FaultyProxy) -> Ended:
        """Run it through a proxy."""
        name, *more = self.given
        reached = ("--uri", proxy.uri, "--password", self.connection.settings.password)
        return self.commands.run([name, *reached, *more])

    def sent_at(self, trip: int, sent: signal.Signals) -> Ended:
        """Run it and send a signal when a round trip of its work begins."""
        with FaultyProxy(self.connection.settings.uri, is_work) as proxy:
            proxy.at(trip, lambda: self.commands.send(sent))
            return self.through(proxy)

    def whole(self) -> int:
        """Run it to its end, and return how many round trips its work took: always as many."""
        with FaultyProxy(self.connection.settings.uri, is_work) as proxy:
            ended = self.through(proxy)
            assert ended.status == 0, ended
            return proxy.trips


@contextmanager
def film_work(connection: Neo4jConnection, folder: Path) -> Iterator[Work]:
    """Write a small graph, and open what indexes it."""
    with connection.driver.session(database="neo4j") as session:
        session.run(GRAPH).consume()
    (folder / "small.toml").write_text(SMALL, encoding="utf-8")
    encoder, settings = static_folder(folder / "static"), str(folder / "small.toml")
    given = ("index", "--embedder", encoder, "--settings", settings)
    with Commands(folder) as commands:
        yield Work(commands, connection, given)


def spread(trips: int, points: int, seed: int) -> list[int]:
    """Return round trips drawn at random, one of each equal part of the run."""
    drawn = random.Random(seed)
    return [1 + int(trips * (part + drawn.random()) / points) for part in range(points)]


def removed(connection: Neo4jConnection) -> None:
    """Remove the index, of which nothing is left."""
    Neo4jIndexStore(connection).remove(lambda *_: None)
    assert not any(owned_state(connection).values())
