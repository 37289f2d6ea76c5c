"""Are the ways that "How are A and B connected?" is answered with as short as the graph has them?

    python benchmarks/connections.py --homes DIR [--graphs movies northwind] [--pairs 80] [--seed 3]

Draws pairs of nodes with a name of their own from development servers, asks, and compares with
the server's own shortest path of at most four steps. Prints JSON for each graph: how many pairs
are at most four apart, how many of those are joined by as short a way, by a longer one or by none;
and of the others, which the server's search leaves out, how many are joined.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from contextlib import closing
from pathlib import Path

from data.servers import indexed_server

from steiner.chosen import DEFAULT
from steiner.evidence import Evidence
from steiner.retrieve.pipeline import Retriever
from steiner.session import open_retriever
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection

ARROWS = (" -> ", " <- ")


def main() -> None:
    """Read the command line, ask and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--homes", type=Path, required=True)
    parser.add_argument("--graphs", nargs="+", default=["movies", "northwind"])
    parser.add_argument("--pairs", type=int, default=80)
    parser.add_argument("--seed", type=int, default=3)
    given = parser.parse_args()
    for graph in given.graphs:
        with indexed_server(graph, given.homes) as settings:
            counts = compared(settings, given.pairs, random.Random(given.seed))
            print(json.dumps({"graph": graph, "pairs": given.pairs, **counts}), flush=True)


def compared(settings: ConnectionSettings, pairs: int, chance: random.Random) -> dict[str, int]:
    """Ask of drawn pairs; return how often each outcome came."""
    retriever, outcomes = open_retriever(settings, DEFAULT), Counter[str]()
    with closing(Neo4jConnection(settings)) as connection:
        named = connection.read("benchmarks/drawn_names")
        for _ in range(pairs):
            first, second = chance.sample(named, 2)
            ends = {"first": first["id"], "second": second["id"]}
            rows = connection.read("benchmarks/steps_apart", **ends)
            steps = rows[0]["steps"] if rows else None
            outcomes[outcome(steps, asked(retriever, first["name"], second["name"]))] += 1
    return dict(outcomes)


def asked(retriever: Retriever, first: str, second: str) -> int | None:
    """Return the steps of the first way between two names, None without one."""
    evidence: Evidence = retriever.retrieve(f"How are {first} and {second} connected?")
    if not evidence.connection:
        return None
    # Each step is written between two arrows.
    return sum(map(evidence.paths[0].text.count, ARROWS)) // 2


def outcome(steps: int | None, own: int | None) -> str:
    """Name what an answer of `own` steps is where the graph has a way of `steps`."""
    if steps is None:
        return "further apart, not joined" if own is None else "further apart, joined"
    if own is None:
        return "missed"
    return "as short" if own == steps else "longer"


if __name__ == "__main__":
    main()
