"""How much of the answers do triples hold? Retrieval & Reasoning by neighbours, k and plan.

    python benchmarks/triple_retrieval.py --output DIR [--graphs movies northwind metaqa]
                                          [--count 300] [--budget 1024] [--k 20 60]
                                          [--neighbours 0 4] [--plans question paths]

Triples are indexed on a development server; no topic is given. Prints a table of the share of the
gold answers in the budget, and writes it as JSON.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import product
from pathlib import Path
from statistics import mean
from typing import Any

from compare import CONSOLE, SOURCES
from data import SHARED
from data.servers import indexed_server

from steiner.chosen import Chosen
from steiner.evaluate.bench import Bench, evaluate
from steiner.evaluate.metrics.coverage import coverage, cut
from steiner.progress import Bars
from steiner.session import index_systems
from steiner.settings import ConnectionSettings, RetrieverSettings, TripleSettings

_SYSTEM = "retrieval-and-reasoning"


def measure(graph: str, given: argparse.Namespace, connection: ConnectionSettings) -> list[Any]:
    """Return a row for each number of neighbours, plan, and k."""
    rows = []
    for neighbours in given.neighbours:
        own = TripleSettings(neighbours=neighbours)
        begun = time.perf_counter()
        with Bars(CONSOLE) as bars:
            (made,) = index_systems(connection, _SYSTEM, RetrieverSettings(triples=own), bars)
        CONSOLE.print(f"{graph}, {neighbours} neighbours: {made} {time.perf_counter() - begun:.0f}")
        for plan, candidates, k in product(given.plans, given.candidates, given.k):
            triples = TripleSettings(
                k=k, neighbours=neighbours, plan=plan, planner=given.planner, candidates=candidates
            )
            rows += _rows(graph, triples, given, connection)
    return rows


def _rows(
    graph: str,
    triples: TripleSettings,
    given: argparse.Namespace,
    connection: ConnectionSettings,
) -> list[Any]:
    name = f"{triples.neighbours} neighbours, {triples.plan}, {triples.candidates}, k = {triples.k}"
    source, folder = SOURCES[graph], given.output / f"{graph}-{name.replace(', ', '-')}"
    bench = Bench(source.kind, SHARED / source.place, source.split, given.count, skip_broken=True)
    chosen = Chosen(_SYSTEM, budget=given.budget, retrieval=RetrieverSettings(triples=triples))
    with Bars(CONSOLE) as bars:
        evaluate(connection, chosen, bench, folder, bars)
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines]
    rows = []
    for kind in [*sorted({question["kind"] for question in questions}), ""]:
        own = [q for q in questions if kind in ("", q["kind"])]
        texts = [cut(q.get("context") or "", given.budget) for q in own]
        held = mean(coverage(text, q["gold"]) for text, q in zip(texts, own, strict=True))
        rows.append([name, f"{graph} {kind or 'all'}", len(own), round(held, 3)])
        CONSOLE.print(*rows[-1], markup=False)
    return rows


def main() -> None:
    """Read the command line, measure, and write the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--homes", type=Path, help="indexed graphs [OUTPUT/graphs]")
    parser.add_argument("--graphs", nargs="*", default=["movies", "northwind"])
    parser.add_argument("--count", type=int, help="questions of each kind")
    parser.add_argument("--budget", type=int, default=1024)
    parser.add_argument("--neighbours", type=int, nargs="*", default=[0, 4])
    parser.add_argument("--plans", nargs="*", default=["question", "paths"])
    parser.add_argument("--planner", default="", help="the model of `chain` and `iterative`")
    parser.add_argument("--candidates", nargs="*", default=["pooled"])
    parser.add_argument("--k", type=int, nargs="*", default=[20, 60])
    given = parser.parse_args()
    rows = []
    for graph in given.graphs:
        with indexed_server(graph, given.homes or given.output / "graphs") as connection:
            rows += measure(graph, given, connection)
    given.output.mkdir(parents=True, exist_ok=True)
    (given.output / "rows.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
