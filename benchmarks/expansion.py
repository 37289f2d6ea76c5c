"""What does a two-hop neighbourhood cost in Cypher and with the plugin, beside plain rows?

    python benchmarks/expansion.py [--questions /tmp/million/questions.json] [--sets 200]

Runs on the graph of benchmarks/million_graph.py, on a server with the plugin. Seeds come ten at a
time from its questions without a hub; with a hub, one of them is replaced by it. The rivals take
turns on every set of seeds: the same traversal returned as rows, a hop at a time; the store in
Cypher; the store with the plugin. Milliseconds, median and p95. Then one uncapped hop from a hub,
and the types met at every hub. Prints JSON; the connection comes from the NEO4J_* variables.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from data.million_questions import load
from data.million_words import HUBS, TYPES
from racing import Times, milliseconds, race, spread

from steiner.settings import ConnectionSettings, ExpandSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.plugin import usable
from steiner.stores.neo4j.store import Neo4jStore

SEED, SEEDS, WARM = 7, 10, 20
CAPPED = ExpandSettings(hops=2, degree_cap=50)
TARGETS = {
    "cypher / rows": "at most 0.333",
    "procedure / rows": "at most 0.1",
    "with hub / without": "at most 1.5",
    "uncapped hop / cypher": "at least 100",
    "uncapped hop / procedure": "at least 300",
}
_ROWS = """
CYPHER 5
UNWIND $ids AS i MATCH (n) WHERE id(n) = i
CALL (n) { MATCH (n)-[r]-(m) RETURN r LIMIT $cap }
RETURN id(r) AS id, type(r) AS type, id(startNode(r)) AS source, id(endNode(r)) AS target"""

Rival = Callable[[list[int]], int]
"""Expands seeds and returns how many relationships it found."""


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path, default=Path("/tmp/million/questions.json"))
    parser.add_argument("--sets", type=int, default=200)
    given = parser.parse_args()
    settings = ConnectionSettings.from_environment()
    with (
        closing(Neo4jConnection(replace(settings, plugin=False))) as plain,
        closing(Neo4jConnection(replace(settings, plugin=True))) as plugged,
    ):
        if not usable(plugged):
            sys.exit("The server has no steiner plugin: start it with --plugins.")
        stores = {"cypher": Neo4jStore(plain), "procedure": Neo4jStore(plugged)}
        print(json.dumps(measure(plain, stores, seed_sets(given.questions, given.sets)), indent=1))


def measure(
    connection: Neo4jConnection, stores: dict[str, Neo4jStore], sets: dict[str, list[list[int]]]
) -> dict[str, Any]:
    """Time all rivals on all sets of seeds, and what happens at hubs."""
    rivals = {"rows": by_rows(connection), **{name: by(store) for name, store in stores.items()}}
    found = {kind: race(rivals, chosen, WARM) for kind, chosen in sets.items()}
    uncapped = uncapped_hop(connection)
    return {
        "relationships": {kind: sizes(rivals, chosen[:WARM]) for kind, chosen in sets.items()},
        "milliseconds": {kind: {n: spread(t) for n, t in v.items()} for kind, v in found.items()},
        "uncapped hop": round(uncapped),
        "ratios": ratios(found, uncapped),
        "targets": TARGETS,
        "types met at hubs": {name: types_met(store) for name, store in stores.items()},
        "types": len(TYPES),
        "load": round(os.getloadavg()[0], 1),
    }


def seed_sets(questions: Path, count: int) -> dict[str, list[list[int]]]:
    """Draw sets of seeds without a hub, and the same with a hub in place of one of them."""
    chance = random.Random(SEED)
    free = [seed for question in load(questions)[0] if not question.hub for seed in question.seeds]
    without = [chance.sample(free, SEEDS) for _ in range(count)]
    with_hub = [[*seeds[1:], i % len(HUBS)] for i, seeds in enumerate(without)]
    return {"without hub": without, "with hub": with_hub}


def by_rows(connection: Neo4jConnection) -> Rival:
    """Expand a hop at a time, one row a relationship."""

    def expand(seeds: list[int]) -> int:
        known, frontier, found = set(seeds), list(seeds), set()
        for _ in range(CAPPED.hops):
            rows = read(connection, _ROWS, ids=frontier, cap=CAPPED.degree_cap)
            found |= {row["id"] for row in rows}
            reached = {row[end] for row in rows for end in ("source", "target")}
            frontier = list(reached - known)
            known |= reached
        return len(found)

    return expand


def by(store: Neo4jStore) -> Rival:
    """Expand as steiner does."""
    store.record()
    return lambda seeds: len(store.expand(seeds, CAPPED).relationships)


def uncapped_hop(connection: Neo4jConnection) -> float:
    """The median milliseconds of reading all relationships of a hub, a row each."""
    statement = _ROWS.replace(" LIMIT $cap", "")
    times = [
        milliseconds(partial(read, connection, statement, ids=[hub]))
        for hub in range(len(HUBS) - 1)
    ]
    return statistics.median(times)


def read(connection: Neo4jConnection, statement: str, **parameters: Any) -> list[dict[str, Any]]:
    """Run a statement in a read transaction and return its rows."""
    with connection.driver.session(database=connection.settings.database) as session:
        return session.execute_read(lambda tx: [dict(row) for row in tx.run(statement, parameters)])


def types_met(store: Neo4jStore) -> list[int]:
    """How many types one capped hop from each hub meets."""
    one = replace(CAPPED, hops=1)
    return [len(store.expand([hub], one).type_names) for hub in range(len(HUBS))]


def sizes(rivals: dict[str, Rival], sets: Sequence[list[int]]) -> dict[str, float]:
    """The median number of relationships that each rival finds."""
    return {name: statistics.median(map(rival, sets)) for name, rival in rivals.items()}


def ratios(found: dict[str, Times], uncapped: float) -> dict[str, Any]:
    """What TARGETS speaks of, from the medians."""
    middle = {k: {n: statistics.median(t) for n, t in v.items()} for k, v in found.items()}
    free, hub = middle["without hub"], middle["with hub"]
    stores = [name for name in free if name != "rows"]
    return {
        **{f"{n} / rows": [round(m[n] / m["rows"], 3) for m in (free, hub)] for n in stores},
        "with hub / without": {n: round(hub[n] / free[n], 2) for n in stores},
        **{f"uncapped hop / {n}": round(uncapped / hub[n]) for n in stores},
    }


if __name__ == "__main__":
    main()
