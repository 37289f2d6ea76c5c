"""How much of the answers do walks hold? Walk&Retrieve by generator, direction, length and k.

    python benchmarks/walk_corpora.py --output DIR [--graphs movies northwind metaqa]
                                      [--count 300] [--budget 1024] [--k 1 2 3 4 5]
                                      [--lengths 1 2 3 4 5 6] [--walks 10 40 70 100]
                                      [--roots linked] [--node-vector text]

Walks are written by template and indexed on a development server; no topic is given. Prints a
table of the share of the gold answers in the first 512 and 1,024 tokens, and writes it as JSON.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import replace
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
from steiner.settings import ConnectionSettings, RetrieverSettings, WalkSettings

PAPER = WalkSettings()
BOTH = WalkSettings(length=2, direction="both", bounded=True, fan_out=1_000)
KINDS = {
    "breadth-first, out": PAPER,
    "random, out": replace(PAPER, kind="random"),
    "breadth-first, both": BOTH,
    "random, both": replace(BOTH, kind="random"),
}
_SYSTEM = "walk-and-retrieve"


def measure(graph: str, given: argparse.Namespace, connection: ConnectionSettings) -> list[Any]:
    """Return a row for each kind of walks and each k."""
    rows = []
    for name, walks in corpora(given):
        begun = time.perf_counter()
        with Bars(CONSOLE) as bars:
            (made,) = index_systems(connection, _SYSTEM, RetrieverSettings(walks=walks), bars)
        CONSOLE.print(f"{graph}, {name}: {made} {time.perf_counter() - begun:.0f} s", markup=False)
        for k in given.k:
            settings = RetrieverSettings(walks=replace(walks, k=k))
            folder = (
                given.output / f"{graph}-{name.replace(', ', '-').replace(' ', '-')}-{given.roots}"
                f"-{given.node_vector}-{k}"
            )
            rows += _rows(graph, f"{name}, k = {k}", settings, folder, given, connection)
    return rows


def corpora(given: argparse.Namespace) -> Iterator[tuple[str, WalkSettings]]:
    """Yield each kind of walks, by length and by how many are drawn, with its name."""
    for name in given.kinds:
        kind = replace(KINDS[name], roots=given.roots, node_vector=given.node_vector)
        many = given.walks if "random" in name else []
        for length, walks in product(given.lengths or [kind.length], many or [kind.walks]):
            named = [name, *([f"length {length}"] if given.lengths else [])]
            named += [f"{walks} walks"] if many else []
            yield ", ".join(named), replace(kind, length=length, walks=walks)


def _rows(
    graph: str,
    name: str,
    settings: RetrieverSettings,
    folder: Path,
    given: argparse.Namespace,
    connection: ConnectionSettings,
) -> list[Any]:
    source = SOURCES[graph]
    bench = Bench(source.kind, SHARED / source.place, source.split, given.count, skip_broken=True)
    chosen = Chosen(_SYSTEM, budget=given.budget, retrieval=settings)
    with Bars(CONSOLE) as bars:
        evaluate(connection, chosen, bench, folder, bars)
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines]
    rows = []
    for kind in sorted({question["kind"] for question in questions}):
        own = [q for q in questions if q["kind"] == kind]
        shares = [
            round(mean(coverage(cut(q.get("context") or "", n), q["gold"]) for q in own), 3)
            for n in (512, given.budget)
        ]
        rows.append([name, f"{graph} {kind}", len(own), shares])
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
    parser.add_argument("--kinds", nargs="*", choices=list(KINDS), default=list(KINDS))
    parser.add_argument("--roots", default="nearest", help="`linked`: the nodes that are named")
    parser.add_argument("--node-vector", default="mean", help="`text`: of all walks in one")
    parser.add_argument("--lengths", type=int, nargs="*", default=[])
    parser.add_argument("--walks", type=int, nargs="*", default=[], help="drawn from each root")
    parser.add_argument("--k", type=int, nargs="*", default=[3, 10])
    given = parser.parse_args()
    rows = []
    for graph in given.graphs:
        with indexed_server(graph, given.homes or given.output / "graphs") as connection:
            rows += measure(graph, given, connection)
    given.output.mkdir(parents=True, exist_ok=True)
    (given.output / "rows.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
