"""The example graphs of Neo4j: mean share of answers in the context, at several budgets.

    python benchmarks/examples.py [--graphs movies northwind] [--budgets 128 256 512]
                                  [--homes DIR] [--json FILE]

Starts a development server for each graph, loads and indexes it (once for all in DIR), and asks the
questions of ../shared/data/neo4j/questions. Tokens are characters / 4. Prints a table; --json
writes the rows.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from data.load_examples import DATA
from data.servers import indexed_server
from rich.console import Console
from rich.table import Table

from steiner.chosen import Chosen
from steiner.evaluate.metrics.coverage import coverage, cut
from steiner.evidence import Evidence
from steiner.session import open_retriever
from steiner.settings import ConnectionSettings
from steiner.systems import SYSTEMS

Row = dict[str, Any]


@contextmanager
def homes(kept: Path | None) -> Iterator[Path]:
    """Yield the folder of the servers' data: the one that is kept, or one that is removed."""
    if kept is not None:
        yield kept
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


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
    parser.add_argument("--homes", type=Path, help="folder of servers' data, kept")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    if not DATA.is_dir():
        sys.exit(f"The example graphs are not here: expected the folder {DATA}.")
    rows: list[Row] = []
    for graph in given.graphs:
        with homes(given.homes) as folder, indexed_server(graph, folder) as settings:
            rows += run(graph, settings, given.budgets)
    report(rows, given.json)


if __name__ == "__main__":
    main()
