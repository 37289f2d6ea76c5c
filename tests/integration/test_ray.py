"""Indexing on Ray: the state of the plain way, also where a worker dies or the run is stopped."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from conftest import EVERY
from index_doubles import HashEmbedder
from ray_doubles import KilledOnce, own_store

from steiner.errors import InvalidInput
from steiner.index.build import Indexer
from steiner.index.paging.pages import index_part
from steiner.index.paging.portions import Engine
from steiner.index.paging.ray_engine import on_ray
from steiner.settings import ConnectionSettings, IndexSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.protocol import IndexRecord

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning:ray"),  # What Ray calls of itself.
    pytest.mark.skipif(not EVERY, reason="Ray's start takes half a minute: `make trust` tries it"),
]

FILMS = 300
SETTINGS = IndexSettings(page=60)
GRAPH = """
UNWIND range(1, $films) AS i
CREATE (f:Film {filmId: i, title: 'Film ' + i, year: 1900 + i % 90})
WITH collect(f) AS films UNWIND range(0, $films - 2) AS i
WITH films[i] AS a, films[i + 1] AS b, i
CREATE (a)-[r:REMAKE_OF]->(b) WITH r, i WHERE i < $worded SET r.why = 'reason ' + i
"""


@pytest.fixture(scope="module", autouse=EVERY)
def _ray() -> Iterator[None]:
    for package in ("ray", "pandas"):
        pytest.importorskip(package, reason="needs Ray Data: pip install 'steiner[ray]'")
    import ray

    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patched.setenv("RAY_worker_niceness", "0")  # Else other tests at once go first.
        patched.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        ray.init(
            num_cpus=4,
            object_store_memory=100 * 1024 * 1024,
            include_dashboard=False,
            log_to_driver=False,
        )
        yield
        ray.shutdown()


def loaded(connection: Neo4jConnection, worded: int) -> Neo4jIndexStore:
    """Return the store of a graph in which so many relationships have text."""
    with connection.driver.session(database="neo4j") as session:
        session.run(GRAPH, films=FILMS, worded=worded).consume()
    return Neo4jIndexStore(connection)


def indexed(
    store: Neo4jIndexStore, chosen: IndexSettings = SETTINGS, engine: Engine = index_part
) -> IndexRecord:
    return Indexer(store, HashEmbedder(), chosen, engine=engine).run()


def comparable(record: IndexRecord) -> tuple[IndexRecord, bytes]:
    """Return a record without its time, and its numbers as bytes."""
    measured = record.calibration
    assert measured is not None
    numbers = np.concatenate([record.probe, measured.everyday, [measured.spread]])
    return replace(record, updated="", probe=b"", calibration=None), numbers.tobytes()  # type: ignore[arg-type]


def test_two_workers_of_which_one_is_killed_end_in_the_plain_state(
    connection: Neo4jConnection, settings: ConnectionSettings, tmp_path: Path
) -> None:
    store = loaded(connection, 0)
    plain, digest = indexed(store), store.digest()
    store.remove(lambda *_: None)
    killed = tmp_path / "killed"
    with on_ray(partial(own_store, settings), partial(KilledOnce, killed), 2) as engine:
        made = indexed(store, engine=engine)
    assert killed.exists()
    assert store.digest() == digest
    assert (made.nodes, made.relationships) == (FILMS, 0)
    assert comparable(made) == comparable(plain)


def test_a_run_that_was_stopped_goes_on_beside_the_graph(
    connection: Neo4jConnection, settings: ConnectionSettings
) -> None:
    store = loaded(connection, 100)
    beside = replace(SETTINGS, store="beside")
    indexed(store, beside)
    digest = store.digest()
    store.remove(lambda *_: None)

    def stopped(stage: str, done: int, _: int) -> None:
        if (stage, done) >= ("nodes", 120) and stage == "nodes":
            raise KeyboardInterrupt

    with on_ray(partial(own_store, settings), HashEmbedder, 1) as engine:
        with pytest.raises(KeyboardInterrupt):
            Indexer(store, HashEmbedder(), beside, engine=engine).run(stopped)
        written = len(store.indexed_nodes())
        assert 0 < written < FILMS
        indexed(store, beside, engine)
    assert store.digest() == digest


def test_more_workers_than_ray_has_room_for_are_refused(settings: ConnectionSettings) -> None:
    with (
        pytest.raises(InvalidInput, match=r"room for 2 workers, at 2 CPUs .* 3 are asked for"),
        on_ray(partial(own_store, settings), HashEmbedder, 3),
    ):
        pass
