"""Which system covers the answers? One report over all data sets, systems and baselines.

    python benchmarks/compare.py --output DIR [--datasets NAME …] [--systems NAME …]
                                 [--backend onnx] [--count 100] [--budget 1024]
                                 [--model NAME] [--prompt plain]

Data sets are those of ../shared/data; movies, northwind and metaqa run on development servers,
loaded and indexed in DIR/graphs at the first use, WebQSP and CWQ on their pooled graph in memory.
With --model the answers are written and judged, too. Writes DIR/report.md and report.html; what
was run before is not run again.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from data import SHARED
from data.servers import indexed_server
from rich.console import Console

from steiner.chosen import Chosen
from steiner.embed import BACKENDS
from steiner.errors import SteinerError
from steiner.evaluate import baselines
from steiner.evaluate.bench import Bench, evaluate
from steiner.evaluate.report import write_report
from steiner.progress import Bars
from steiner.settings import ConnectionSettings

CONSOLE = Console(stderr=True)


class Source(NamedTuple):
    """Where a data set's questions lie, and whether its graph is on a server."""

    kind: str
    place: str
    split: str = "dev"
    server: bool = False


SOURCES = {
    "movies": Source("questions", "neo4j/questions/movies.jsonl", server=True),
    "northwind": Source("questions", "neo4j/questions/northwind.jsonl", server=True),
    "metaqa": Source("metaqa", "metaqa", server=True),
    "webqsp": Source("freebase", "webqsp"),
    "cwq": Source("freebase", "cwq"),
}
SYSTEMS = [n for n in baselines.NAMES if n not in ("whole-graph", "no-graph", baselines.CROSS)]


def run(name: str, given: argparse.Namespace, connection: ConnectionSettings) -> Iterator[Path]:
    """Run every system on one data set; yield the folders of the runs."""
    source = SOURCES[name]
    for system in given.systems:
        folder = given.output / "runs" / f"{name}-{system}"
        bench = Bench(
            source.kind,
            SHARED / source.place,
            source.split,
            given.count,
            in_memory=not source.server,
            prompt=given.prompt,
            skip_broken=True,
            version=version("steiner"),
        )
        chosen = Chosen(system, budget=given.budget, model=given.model)
        try:
            with Bars(CONSOLE) as bars:
                evaluate(connection, chosen, bench, folder, bars)
        except SteinerError as error:
            CONSOLE.print(f"{name}, {system}: {error}", markup=False)
            continue
        CONSOLE.print(f"{name}, {system}: done")
        yield folder


def main() -> None:
    """Read the command line, run and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--datasets", nargs="*", choices=list(SOURCES), default=list(SOURCES))
    parser.add_argument("--systems", nargs="*", choices=baselines.NAMES, default=SYSTEMS)
    parser.add_argument("--count", type=int, help="questions of each kind")
    parser.add_argument("--budget", type=int, default=1024)
    parser.add_argument("--model", help="writes answers, which are judged too [none]")
    parser.add_argument("--prompt", default="plain", help="as `steiner evaluate --prompt`")
    parser.add_argument("--backend", choices=BACKENDS, help="runs the encoder [onnx]")
    given = parser.parse_args()
    folders: list[Path] = []
    for name in given.datasets:
        if SOURCES[name].server:
            with indexed_server(name, given.output / "graphs", given.backend) as connection:
                folders += run(name, given, connection)
        else:
            folders += run(name, given, ConnectionSettings())
    print(*write_report(folders, given.output), sep="\n")


if __name__ == "__main__":
    main()
