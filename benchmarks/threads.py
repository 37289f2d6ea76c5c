"""What do sixteen threads get that ask at once, and does memory stay flat?

    python benchmarks/threads.py [--count 200] [--questions FILE] [--threads 16] [--total 5000]
    python benchmarks/threads.py --sweep 1 4 16 64 [--count 200]

Runs on the graph of benchmarks/million_graph.py. Whole retrievals with default settings and the
real encoder, whose threads take turns: `count` questions from one thread and from many, in turns;
then `total` questions from many, with the memory of this process along the way (questions come
again; benchmarks/question_memory.py asks distinct ones). With --sweep only questions a second and
milliseconds a question (median, p95) of so many callers, each question asked once. Prints JSON, the
encoder's milliseconds a question apart; the connection comes from the NEO4J_* variables.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from data.million_questions import load
from million_retrieval import StoredVectors
from racing import spread

from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems.steiner import retriever as steiner_retriever

ROUNDS, LOOKS = 3, 5
_STATUS = Path("/proc/self/statm")


def measure(connection: Neo4jConnection, given: argparse.Namespace) -> dict[str, Any]:
    """Return questions a second from one thread and from many, and the memory along the way."""
    questions, vectors = load(given.questions)
    embedder = StoredVectors(questions, vectors)
    retriever = steiner_retriever(Neo4jStore(connection), embedder)
    texts = [question.text for question in questions if not question.hub][: given.count]
    rate(retriever.retrieve, texts, 1)
    encoder = embedder.spent / len(texts)
    rates: dict[int, list[float]] = {1: [], given.threads: []}
    for _ in range(ROUNDS):
        for threads, found in rates.items():
            found.append(rate(retriever.retrieve, texts, threads))
    memory = [megabytes()]
    for _ in range(LOOKS):
        rate(retriever.retrieve, list(islice(cycle(texts), given.total // LOOKS)), given.threads)
        memory.append(megabytes())
    best = {threads: round(max(found), 2) for threads, found in rates.items()}
    return {
        "questions a second": rates,
        "ratio": round(best[given.threads] / best[1], 2),
        "encoder milliseconds a question": round(encoder, 1),
        "megabytes": memory,
        "load": round(os.getloadavg()[0], 1),
    }


def sweep(connection: Neo4jConnection, given: argparse.Namespace) -> dict[str, Any]:
    """Return for each number of callers the questions a second, and milliseconds a question.

    A question that comes again has one more question mark: its vector is made anew.
    """
    questions, vectors = load(given.questions)
    retriever = steiner_retriever(Neo4jStore(connection), StoredVectors(questions, vectors))
    texts = [question.text for question in questions if not question.hub][: given.count]
    rate(retriever.retrieve, texts, 4)
    found: dict[str, Any] = {"load": round(os.getloadavg()[0], 1)}
    for place, threads in enumerate(given.sweep, 1):
        times: list[float] = []

        def timed(text: str, marks: str = "?" * place, times: list[float] = times) -> None:
            begun = time.perf_counter()
            retriever.retrieve(text + marks)
            times.append((time.perf_counter() - begun) * 1000)

        found[str(threads)] = {"a second": rate(timed, texts, threads), "ms": spread(times)}
    return found


def rate(ask: Callable[[str], object], texts: Sequence[str], threads: int) -> float:
    """Ask all; return questions a second. An error of any question is raised."""
    begun = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(ask, texts):
            pass
    return round(len(texts) / (time.perf_counter() - begun), 2)


def megabytes() -> int:
    """Return what this process holds in memory now."""
    return int(_STATUS.read_text().split()[1]) * resource.getpagesize() // 2**20


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path, default=Path("/tmp/million/questions.json"))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--threads", type=int, default=16)
    parser.add_argument("--total", type=int, default=5_000)
    parser.add_argument("--sweep", type=int, nargs="*", default=())
    given = parser.parse_args()
    with closing(Neo4jConnection(ConnectionSettings.from_environment())) as connection:
        print(json.dumps((sweep if given.sweep else measure)(connection, given), indent=1))


if __name__ == "__main__":
    main()
