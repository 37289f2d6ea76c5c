"""The example graphs of Neo4j: mean share of answers in the context, at several budgets.

    python benchmarks/examples.py [--graphs movies northwind] [--budgets 128 256 512] [--uri URI]

Starts a development server for each graph, loads and indexes it, and asks the questions of
../shared/data/neo4j/questions. Tokens are characters / 4. Prints a table; --json writes the rows.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
from load_examples import DATA, load
from rich.console import Console
from rich.table import Table

from steiner.chosen import Chosen
from steiner.evaluate.metrics.coverage import coverage, cut
from steiner.graph import Evidence
from steiner.index.session import build_index
from steiner.session import open_retriever
from steiner.settings import ConnectionSettings, IndexSettings
from steiner.systems import SYSTEMS

sys.path.insert(0, str(Path(__file__).parents[1] / "procedures"))

from devserver import DevServer

Row = dict[str, Any]


def prepare(graph: str, server: DevServer) -> ConnectionSettings:
    """Load the graph and index it."""
    with neo4j.GraphDatabase.driver(server.uri, auth=("neo4j", server.password)) as driver:
        load(graph, driver)
    settings = ConnectionSettings(uri=server.uri, password=server.password)
    build_index(settings, None, IndexSettings(), False, Console(stderr=True))
    return settings


def run(graph: str, settings: ConnectionSettings, budgets: list[int]) -> Iterator[Row]:
    """Ask every question at every budget with every system; yield one row a kind."""
    questions = answerable(graph)
    for system in SYSTEMS:
        for budget in budgets:
            retriever = open_retriever(settings, Chosen(system=system, budget=budget))
            asked = [(row, retriever.retrieve(row["question"])) for row in questions]
            for kind in ("anchored", "filter"):
                chosen = [(row, e) for row, e in asked if row["kind"] == kind]
                yield {"graph": graph, "system": system, "kind": kind} | figures(chosen, budget)


def answerable(graph: str) -> list[Row]:
    """Return the questions of a graph that have an answer."""
    text = (DATA / "questions" / f"{graph}.jsonl").read_text(encoding="utf-8")
    return [row for row in map(json.loads, text.splitlines()) if row["answers"]]


def figures(asked: list[tuple[Row, Evidence]], budget: int) -> Row:
    """The mean figures over questions of one kind."""
    shares = [coverage(cut(e.text, budget), row["answers"]) for row, e in asked]
    times = sorted(e.milliseconds["total"] for _, e in asked)
    return {
        "budget": budget,
        "questions": len(asked),
        "share": round(statistics.fmean(shares), 3),
        "any": round(statistics.fmean(s > 0 for s in shares), 3),
        "all": round(statistics.fmean(s == 1 for s in shares), 3),
        "ms_p50": round(times[len(times) // 2], 1),
        "ms_p95": round(times[int(len(times) * 0.95)], 1),
    }


def report(rows: list[Row], path: Path | None) -> None:
    """Print the rows as a table, and write them as JSON where a path is given."""
    table = Table(*rows[0])
    for row in rows:
        table.add_row(*map(str, row.values()))
    Console().print(table)
    if path:
        path.write_text(json.dumps(rows, indent=1), encoding="utf-8")


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graphs", nargs="+", default=["movies", "northwind"])
    parser.add_argument("--budgets", nargs="+", type=int, default=[128, 256, 512])
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    if not DATA.is_dir():
        sys.exit(f"The example graphs are not here: expected the folder {DATA}.")
    rows: list[Row] = []
    for graph in given.graphs:
        with tempfile.TemporaryDirectory() as home, DevServer(Path(home)) as server:
            rows += run(graph, prepare(graph, server), given.budgets)
    report(rows, given.json)


if __name__ == "__main__":
    main()
