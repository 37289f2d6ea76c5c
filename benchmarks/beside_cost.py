"""What does `steiner index --store beside` cost a question?

    NEO4J_URI=... python benchmarks/beside_cost.py --questions FILE [--rounds 3]

Indexes the graph on its nodes and beside them in turn, as often as --rounds says, and asks each
question of a JSONL file five times in each: the first is not counted, of the others the shortest
is. Prints JSON: round trips and milliseconds a question, medians of all questions and rounds. The
graph is left without an index.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path

from question_cost import Counted
from rich.console import Console

from steiner.embed import open_embedder
from steiner.index.live_index import IndexBuild, build_index, remove_index
from steiner.settings import DEFAULT_EMBEDDER, ConnectionSettings, IndexSettings
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems.steiner import retriever

TIMES = 5
QUIET = Console(quiet=True)


def asked(connection: Counted, questions: list[str]) -> tuple[list[float], list[int]]:
    """Ask each question; return the shortest milliseconds and the round trips of each."""
    finder = retriever(Neo4jStore(connection), open_embedder(DEFAULT_EMBEDDER))
    shortest, trips = list[float](), list[int]()
    for question in questions:
        taken = list[float]()
        for _ in range(TIMES):
            before, started = connection.asked, time.perf_counter()
            finder.retrieve(question)
            taken.append(1_000 * (time.perf_counter() - started))
        shortest.append(min(taken[1:]))
        trips.append(connection.asked - before)
    return shortest, trips


def main() -> None:
    """Read the command line, index and ask in turn, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    lines = given.questions.read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["question"] for line in lines]
    settings = ConnectionSettings.from_environment(timeout=600.0)
    found: dict[str, dict[str, list[float]]] = {}
    for store in ("nodes", "beside") * given.rounds:
        own = found.setdefault(store, {"milliseconds": [], "round trips": []})
        build_index(settings, IndexBuild(IndexSettings(store=store), rebuild=True), QUIET)
        connection = Counted(settings)
        shortest, trips = asked(connection, questions)
        connection.close()
        own["milliseconds"] += shortest
        own["round trips"] += trips
    remove_index(settings, QUIET)
    means = {
        store: {name: statistics.median(values) for name, values in own.items()}
        for store, own in found.items()
    }
    print(json.dumps({"questions": len(questions), "rounds": given.rounds, **means}))


if __name__ == "__main__":
    main()
