"""How much does indexing cost beside its parts, and does a killed run end in the same state?

    python benchmarks/load.py metaqa && python benchmarks/index_metaqa.py [--kills 3]

Times the encoder alone, raw writes of the same vectors alone and index population alone on the
same texts in one run, then the whole. Then kills runs with SIGKILL at random pages, continues
each, and compares digests. Prints JSON; the connection comes from the NEO4J_* variables.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from steiner.embed import Embedder, named_embedder
from steiner.index.build import Indexer
from steiner.index.properties.profile import read_profile
from steiner.index.vectors.verbalise import NodeVerbaliser
from steiner.progress import silent
from steiner.settings import DEFAULT_EMBEDDER, ConnectionSettings, IndexSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.protocol import Entry

SETTINGS = IndexSettings()
SEED = 7


def measure_parts(store: Neo4jIndexStore, embedder: Embedder) -> dict[str, float]:
    """Time each part alone, in seconds; leaves the graph as it was."""
    entries = _entries(store)
    seconds = {}
    busy = time.process_time()
    seconds["encoder"] = _timed(lambda: _fill(entries, embedder))
    cpu = time.process_time() - busy
    filled = list(entries.values())
    seconds["writes"] = _timed(lambda: _write(store, filled))
    seconds["population"] = _timed(lambda: _populate(store, embedder.dimensions))
    store.remove(_unreported)
    print(f"encoder alone: {cpu:.1f} s of processor time", file=sys.stderr)
    return {name: round(value, 2) for name, value in seconds.items()}


def measure_whole(
    store: Neo4jIndexStore, embedder: Embedder
) -> tuple[float, dict[str, float], str]:
    """Index the graph; return seconds in all and by stage, and the digest."""
    stages: dict[str, float] = {}
    last, busy = time.perf_counter(), time.process_time()

    def report(stage: str, _done: int, _total: int, /) -> None:
        nonlocal last
        now = time.perf_counter()
        stages[stage] = stages.get(stage, 0.0) + now - last
        last = now

    seconds = _timed(lambda: Indexer(store, embedder, SETTINGS).run(report))
    stages["client CPU"] = time.process_time() - busy
    return seconds, {name: round(value, 2) for name, value in stages.items()}, store.digest()


def measure_kills(store: Neo4jIndexStore, kills: int, pages: int) -> list[str]:
    """Kill `kills` runs with SIGKILL at random pages, then finish; return the digests."""
    chance = random.Random(SEED)
    digests = []
    for _ in range(kills):
        store.remove(_unreported)
        _run_until(chance.randint(2, pages))
        _run_until(None)
        digests.append(store.digest())
    return digests


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--output", type=Path, help="write the JSON here as well")
    parser.add_argument("--index-only", action="store_true", help="index, one line a page")
    arguments = parser.parse_args()
    connection = Neo4jConnection(ConnectionSettings.from_environment())
    store = Neo4jIndexStore(connection)
    if arguments.index_only:
        Indexer(store, named_embedder(DEFAULT_EMBEDDER), SETTINGS).run(_print_line)
    else:
        figures = json.dumps(measure(store, arguments.kills) | {"server": connection.version})
        print(figures)
        if arguments.output:
            arguments.output.write_text(figures + "\n", encoding="utf-8")
    connection.close()


def measure(store: Neo4jIndexStore, kills: int) -> dict[str, Any]:
    """Run all measurements on an unindexed graph."""
    store.remove(_unreported)
    embedder = named_embedder(DEFAULT_EMBEDDER)
    before = measure_parts(store, embedder)
    whole, stages, digest = measure_whole(store, embedder)
    store.remove(_unreported)
    after = measure_parts(store, embedder)
    # The mean of both sides: the load of a shared machine drifts while this runs.
    parts = {name: round((before[name] + after[name]) / 2, 2) for name in before}
    load = round(os.getloadavg()[2], 1)
    pages = len(store.node_ids(())) // SETTINGS.page
    resumed = measure_kills(store, kills, pages)
    return {
        "whole": round(whole, 2),
        "parts": parts,
        "parts before, after": [before, after],
        "ratio": round(whole / sum(parts.values()), 3),
        "stages": stages,
        "load": load,
        "digest": digest,
        "resumed_equal": [found == digest for found in resumed],
    }


def _entries(store: Neo4jIndexStore) -> dict[str, Entry]:
    profile = read_profile(store, store.schema(SETTINGS.sample), SETTINGS)
    verbalise = NodeVerbaliser(profile, SETTINGS)
    ids = store.node_ids(())
    entries = {}
    for start in range(0, len(ids), SETTINGS.page):
        for row in store.read_nodes(ids[start : start + SETTINGS.page]):
            text = verbalise(row)
            if text is not None:
                keys, properties = zip(*text.keys, strict=True) if text.keys else ((), ())
                entries[text.text] = Entry(
                    row.id, text.hash(), text.name, keys, properties, np.empty(0, np.float32)
                )
    return entries


def _fill(entries: dict[str, Entry], embedder: Embedder) -> None:
    for entry, vector in zip(entries.values(), embedder.embed(list(entries)), strict=True):
        object.__setattr__(entry, "vector", vector)


def _write(store: Neo4jIndexStore, entries: list[Entry]) -> None:
    for start in range(0, len(entries), SETTINGS.page):
        store.write_nodes(entries[start : start + SETTINGS.page])


def _populate(store: Neo4jIndexStore, dimensions: int) -> None:
    store.create_indexes(dimensions, (), ())
    store.await_indexes(_unreported)


def _run_until(page: int | None) -> None:
    """Index in a subprocess; kill it at its `page`-th report, or let it finish."""
    command = [sys.executable, __file__, "--index-only"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
        assert process.stdout is not None
        for count, _line in enumerate(process.stdout, 1):
            if count == page:
                process.kill()


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _unreported(_done: int, _total: int) -> None:
    return silent("", 0, 0)


def _print_line(stage: str, done: int, total: int, /) -> None:
    print(stage, done, total, flush=True)


if __name__ == "__main__":
    main()
