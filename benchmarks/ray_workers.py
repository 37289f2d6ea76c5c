"""How many texts a second does `--engine ray` embed with one and with more workers?

    python benchmarks/ray_workers.py [--texts 4000] [--workers 1 2] [--rounds 2]

On a development server of its own, in turns with the plain way; each worker has one thread. Prints
JSON: the whole run, Ray's start left out, and from the first page that was done to the last, so
that the start of workers is left out, too. `load`: of the machine, before and after. Digests must
be equal.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from devserver import DevServer
from index_size import empty, load

from steiner.embed import named_embedder
from steiner.index.build import Indexer
from steiner.index.paging.pages import index_part
from steiner.index.paging.portions import Engine
from steiner.index.paging.ray_engine import on_ray
from steiner.settings import DEFAULT_EMBEDDER, ConnectionSettings, IndexSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore

PAGE = 100


class Clock:
    """When pages were done."""

    def __init__(self) -> None:
        self.seen: list[tuple[float, int]] = []

    def __call__(self, stage: str, done: int, _total: int, /) -> None:
        if stage == "nodes" and done:
            self.seen.append((time.perf_counter(), done))

    def rate(self) -> float:
        """Return members a second from the first page to the last."""
        (first, some), (last, every) = self.seen[0], self.seen[-1]
        return round((every - some) / (last - first), 1)


def own_store(settings: ConnectionSettings) -> Neo4jIndexStore:
    return Neo4jIndexStore(Neo4jConnection(settings))


def engine(settings: ConnectionSettings, workers: int) -> Any:
    """Return the way of so many workers; 0: without Ray."""
    if not workers:
        return nullcontext(index_part)
    encoder = partial(named_embedder, DEFAULT_EMBEDDER)
    return on_ray(partial(own_store, settings), encoder, workers)


def measure(store: Neo4jIndexStore, way: Engine, workers: int, texts: int) -> dict[str, Any]:
    """Index once and remove the index again."""
    clock, before, begun = Clock(), os.getloadavg()[0], time.perf_counter()
    indexer = Indexer(store, named_embedder(DEFAULT_EMBEDDER), IndexSettings(page=PAGE), engine=way)
    indexer.run(clock)
    seconds = time.perf_counter() - begun
    digest = store.digest()
    store.remove(lambda *_: None)
    return {
        "workers": workers or "plain",
        "seconds": round(seconds, 1),
        "texts a second, whole": round(texts / seconds, 1),
        "texts a second, first page to last": clock.rate(),
        "load": [round(before, 1), round(os.getloadavg()[0], 1)],
        "digest": digest[:12],
    }


@contextmanager
def filled(texts: int) -> Iterator[ConnectionSettings]:
    """Yield how to reach a server that holds so many items."""
    with tempfile.TemporaryDirectory() as home, DevServer(Path(home)) as server:
        settings = ConnectionSettings(uri=server.uri, password=server.password)
        with closing(Neo4jConnection(settings)) as connection:
            empty(connection)
            load(connection, texts)
        yield settings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=4_000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    os.environ["STEINER_THREADS"] = "1"
    # Ray gives its workers less of a busy machine than the plain way has.
    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112
    with filled(given.texts) as settings:
        for workers in [0, *given.workers] * given.rounds:
            with engine(settings, workers) as way:
                figures = measure(own_store(settings), way, workers, given.texts)
            print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
