"""How does each cost grow from 10,000 to 1,000,000 nodes?

    python benchmarks/growth.py --homes DIR --output DIR [--sizes 10000 100000 1000000]
                                [--count 60] [--hubs 12]

Builds the graph of benchmarks/million_graph.py in each size, unless DIR holds it already, with five
relationships a node and hubs in proportion; starts a server with the plugin (`make plugin`) and
asks each rival of benchmarks/million_retrieval.py in turn, the peer without hubs only. Writes
growth.json and growth.svg: median milliseconds of whole retrievals, of their stages in Cypher, and
the seconds of building.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from data import PROCEDURES
from devserver import DevServer
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from million_graph import HEAP, PAGE_CACHE, build
from million_retrieval import both, measure

from steiner.settings import ConnectionSettings

PLUGINS = PROCEDURES / "plugin" / "target" / "plugins"
STAGES = ("check", "seeds", "expand", "tree", "hydrate", "text")
Row = dict[str, Any]


def run(given: argparse.Namespace) -> list[Row]:
    """Build and measure every size."""
    rows = []
    for size in given.sizes:
        home = given.homes / str(size) / "home"
        seconds = built(home, size)
        with served(home) as settings:
            rows.append({"nodes": size, "build": seconds, **measured(settings, home, given)})
        (given.output / "growth.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")
    return rows


def built(home: Path, size: int) -> dict[str, float]:
    """Return the seconds that building the graph of this size takes, or took."""
    kept = home.parent / "built.json"
    if not kept.exists():
        sizes = {"nodes": size, "relationships": 5 * size, "indexed": size // 5}
        questions = home.parent / "questions.json"
        asked = argparse.Namespace(home=home, line="2026", questions=questions, **sizes)
        home.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(build(asked)), encoding="utf-8")
    seconds: dict[str, float] = json.loads(kept.read_text(encoding="utf-8"))
    return seconds


@contextmanager
def served(home: Path) -> Iterator[ConnectionSettings]:
    """Start a server with the plugin on this graph."""
    cache = {"server.memory.pagecache.size": PAGE_CACHE}
    with DevServer(home, config=cache, heap=HEAP, plugins=PLUGINS) as server:
        yield ConnectionSettings(uri=server.uri, password=server.password)


def measured(settings: ConnectionSettings, home: Path, given: argparse.Namespace) -> Row:
    """Ask the questions without and with a hub; milliseconds, median and p95, by rival."""
    questions = home.parent / "questions.json"
    with both(settings) as connections:
        return measure(connections, questions, given.count, given.hubs, peer_at_hubs=False)


def draw(rows: list[Row], path: Path) -> None:
    """Draw the medians by the number of nodes."""
    figure = Figure(figsize=(12, 5), layout="constrained")
    whole, stages, building = figure.subplots(1, 3)
    sizes = [row["nodes"] for row in rows]
    for kind, dash in (("without hub", "-"), ("with hub", "--")):
        for name in rows[0][kind]:
            label = name if kind == "without hub" else f"{name}, hub"
            values = [row[kind][name]["all"][0] for row in rows]
            whole.plot(sizes, values, dash, marker="o", markersize=3, label=label)
    for stage in STAGES:
        values = [row["without hub"]["cypher"][stage][0] for row in rows]
        stages.plot(sizes, values, marker="o", markersize=3, label=stage)
    for step in ("generate", "import", "index", "total"):
        values = [row["build"][step] for row in rows]
        building.plot(sizes, values, marker="o", markersize=3, label=step)
    finish(whole, "whole retrieval", "milliseconds, median")
    finish(stages, "stages in Cypher, no hub", "milliseconds, median")
    finish(building, "building graph and index", "seconds")
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "steiner"}):
        figure.savefig(path, metadata={"Date": None})


def finish(axes: Axes, title: str, unit: str) -> None:
    """Give the axes their scales, names and legend."""
    axes.set(title=title, xlabel="nodes", ylabel=unit, xscale="log")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=7, loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=2)


def main() -> None:
    """Read the command line, measure and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--homes", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--count", type=int, default=60, help="questions without a hub")
    parser.add_argument("--hubs", type=int, default=12, help="questions with a hub")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    draw(run(given), given.output / "growth.svg")


if __name__ == "__main__":
    main()
