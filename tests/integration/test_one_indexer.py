"""One indexer at a time: a second is refused, a dead one's lock is taken over, mixtures mended."""

from __future__ import annotations

from threading import Event, Thread
from typing import Any

import pytest
from index_doubles import HashEmbedder

from steiner.doctor import examine
from steiner.errors import IndexBusy, InvalidInput
from steiner.index.build import Indexer
from steiner.index.live_index import remove_index
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore

GRAPH = "UNWIND range(1, 40) AS i CREATE (:Film {title: 'Film ' + i})-[:SEQUEL_OF]->(:Film {i: i})"
HASHES = "MATCH (n:SteinerNode) RETURN DISTINCT left(n.steiner_hash, 12) AS mark"
RECORDS = "MATCH (b:SteinerIndex) RETURN b {.*} AS record"


def rows(connection: Neo4jConnection, text: str, **given: Any) -> list[dict[str, Any]]:
    with connection.driver.session(database="neo4j") as session:
        return session.run(text, given).data()


@pytest.fixture
def films(connection: Neo4jConnection) -> Neo4jConnection:
    rows(connection, GRAPH)
    return connection


@pytest.mark.both_lines
def test_of_two_indexers_at_once_the_second_is_refused(
    films: Neo4jConnection, settings: ConnectionSettings
) -> None:
    begun, go_on, ended = Event(), Event(), list[str]()

    def first(stage: str, *_: Any) -> None:
        if stage == "nodes" and not begun.is_set():
            begun.set()
            assert go_on.wait(60)

    def run() -> None:
        ended.append(Indexer(Neo4jIndexStore(films), HashEmbedder("one")).run(first).state)

    running = Thread(target=run)
    running.start()
    try:
        assert begun.wait(60)
        other = Neo4jConnection(settings)
        for second in (HashEmbedder("one"), HashEmbedder("two")):
            with pytest.raises(IndexBusy, match="is being indexed by process"):
                Indexer(Neo4jIndexStore(other), second).run()
        with pytest.raises(IndexBusy):
            remove_index(settings, None)  # type: ignore[arg-type]
        other.close()
    finally:
        go_on.set()
        running.join()
    assert ended == ["ready"]
    assert len(rows(films, HASHES)) == len(rows(films, RECORDS)) == 1
    (kept,) = rows(films, RECORDS)
    assert kept["record"]["steiner_model"] == "one"
    assert "steiner_owner" not in kept["record"]


def test_a_dead_owners_lock_is_taken_over_and_the_owner_stops(films: Neo4jConnection) -> None:
    Indexer(Neo4jIndexStore(films), HashEmbedder()).run()
    rows(
        films,
        "MATCH (b:SteinerIndex) SET b.steiner_owner = 'far:1:x', b.steiner_beat = timestamp()",
    )
    with pytest.raises(IndexBusy, match="process 1 on far"):
        Indexer(Neo4jIndexStore(films), HashEmbedder()).run()
    rows(films, "MATCH (b:SteinerIndex) SET b.steiner_beat = timestamp() - 61000")
    store = Neo4jIndexStore(films)
    with store.owned():
        rows(films, "MATCH (b:SteinerIndex) SET b.steiner_owner = 'far:2:y'")
        store._lock._lost = True  # What the next beat learns.
        with pytest.raises(IndexBusy, match="has taken over"):
            Indexer(store, HashEmbedder()).run()
    (kept,) = rows(films, RECORDS)
    assert kept["record"]["steiner_owner"] == "far:2:y"


def test_two_records_and_mixed_vectors_are_seen_and_mended(
    films: Neo4jConnection, settings: ConnectionSettings
) -> None:
    store = Neo4jIndexStore(films)
    Indexer(store, HashEmbedder("all-MiniLM-L6-v2")).run()
    whole = store.digest()
    rows(films, "DROP CONSTRAINT steiner_one_index")
    rows(films, "CREATE (:SteinerIndex {steiner_model: 'two', steiner_state: 'building'})")
    mixed = "MATCH (n:SteinerNode) WITH n LIMIT 7 SET n.steiner_hash = 'abcdef012345-x', "
    rows(films, mixed + "n.steiner_embedding = [x IN range(1, 16) | 0.5]")
    found = {finding.subject: finding for finding in examine(settings)}
    assert not found["vectors"].well
    assert "7 entries were made with another model" in found["vectors"].text
    Indexer(store, HashEmbedder("all-MiniLM-L6-v2")).run()
    assert len(rows(films, RECORDS)) == 1
    assert store.digest() == whole
    assert store.foreign(store.record().mark) == 0  # type: ignore[union-attr]


def test_an_indexing_that_never_began_leaves_nothing(connection: Neo4jConnection) -> None:
    with pytest.raises(InvalidInput, match="holds no nodes"):
        Indexer(Neo4jIndexStore(connection), HashEmbedder()).run()
    assert rows(connection, RECORDS) == rows(connection, "SHOW CONSTRAINTS") == []


def test_unindex_leaves_no_lock_and_no_constraint(films: Neo4jConnection) -> None:
    store = Neo4jIndexStore(films)
    Indexer(store, HashEmbedder()).run()
    store.remove(lambda *_: None)
    assert rows(films, RECORDS) == rows(films, "SHOW CONSTRAINTS") == []
