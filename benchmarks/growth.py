"""How does each cost grow from 10,000 to 3,000,000 nodes?

    python benchmarks/growth.py --homes DIR --output DIR [--sizes 10000 …]
                                [--count 60] [--hubs 12]

Builds the graph of benchmarks/million_graph.py in each size, unless DIR holds it already, with five
relationships a node and hubs in proportion; every node has a vector and keys. Starts a server with
the plugin (`make plugin`) and asks each rival of benchmarks/million_retrieval.py in turn, the peer
without hubs only. Writes growth.json and growth.svg: milliseconds of whole retrievals, median and
p95, of the stages in Cypher, and the memory of the server beside what Neo4j's formula says of the
vectors.
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
from million_retrieval import PEER, both, measure

from steiner.settings import ConnectionSettings

SIZES = [10_000, 100_000, 1_000_000, 3_000_000]
PLUGINS = PROCEDURES / "plugin" / "target" / "plugins"
STAGES = ("embed", "read", "search", "expand", "score", "select", "pack")
DEFAULT, PLUGIN = "cypher, with paths", "procedure, with paths"
DIMENSIONS, NEIGHBOURS = 384, 16
Row = dict[str, Any]


def run(given: argparse.Namespace) -> list[Row]:
    """Build and measure every size."""
    rows = []
    for size in given.sizes:
        home = given.homes / str(size) / "home"
        seconds = built(home, size)
        with served(home) as server:
            settings = ConnectionSettings(uri=server.uri, password=server.password)
            asked = measured(settings, home, given)
            rows.append({"nodes": size, "build": seconds, **asked, "bytes": memory(server, size)})
        (given.output / "growth.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")
    return rows


def built(home: Path, size: int) -> dict[str, float]:
    """Return the seconds that building the graph of this size takes, or took."""
    kept = home.parent / "built.json"
    if not kept.exists():
        sizes = {"nodes": size, "relationships": 5 * size, "indexed": size}
        questions = home.parent / "questions.json"
        asked = argparse.Namespace(home=home, line="2026", questions=questions, **sizes)
        home.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(build(asked)), encoding="utf-8")
    seconds: dict[str, float] = json.loads(kept.read_text(encoding="utf-8"))
    return seconds


@contextmanager
def served(home: Path) -> Iterator[DevServer]:
    """Start a server with the plugin on this graph."""
    cache = {"server.memory.pagecache.size": PAGE_CACHE}
    with DevServer(home, config=cache, heap=HEAP, plugins=PLUGINS) as server:
        yield server


def memory(server: DevServer, size: int) -> dict[str, int]:
    """Return bytes: of the server's process, of the vector indexes on disk, of Neo4j's formula.

    The formula, for an index with quantization to 8 bits, is 1.1 x (1.25 x 4 x d + 8 x M) for a
    vector of d numbers with M neighbours in the graph of the index.
    """
    status = Path(f"/proc/{server.pid}/status").read_text(encoding="utf-8").splitlines()
    resident = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    folders = server.home.glob("data/databases/neo4j/schema/index/vector-*/**/*")
    vectors = sum(file.stat().st_size for file in folders if file.is_file())
    formula = size * 1.1 * (1.25 * 4 * DIMENSIONS + 8 * NEIGHBOURS)
    return {"server": 1024 * resident, "vector indexes": vectors, "formula": int(formula)}


def measured(settings: ConnectionSettings, home: Path, given: argparse.Namespace) -> Row:
    """Ask the questions without and with a hub; milliseconds, median and p95, by rival."""
    questions = home.parent / "questions.json"
    with both(settings) as connections:
        return measure(connections, questions, given.count, given.hubs, peer_at_hubs=False)


def draw(rows: list[Row], path: Path) -> None:
    """Draw all by the number of nodes."""
    figure = Figure(figsize=(12, 5), layout="constrained")
    whole, stages, memories = figure.subplots(1, 3)
    sizes = [row["nodes"] for row in rows]

    def line(axes: Axes, values: list[float], label: str, style: str = "o-") -> None:
        axes.plot(sizes, values, style, markersize=3, label=label)

    for kind, hub in (("without hub", ""), ("with hub", ", hub")):
        for name in (DEFAULT, PLUGIN, *([] if hub else [PEER])):
            spreads = [row[kind][name]["all"] for row in rows]
            line(whole, [s[0] for s in spreads], f"{name}{hub}", "s-" if hub else "o-")
            line(whole, [s[1] for s in spreads], f"{name}{hub}, p95", "s:" if hub else "o:")
    for stage in STAGES:
        line(stages, [row["without hub"][DEFAULT].get(stage, [0])[0] for row in rows], stage)
    for part in rows[0]["bytes"]:
        line(memories, [row["bytes"][part] / 1e9 for row in rows], part)
    finish(whole, "whole retrieval, with the encoder", "milliseconds, median and p95")
    finish(stages, "stages in Cypher, no hub", "milliseconds, median")
    finish(memories, "memory", "GB")
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
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--count", type=int, default=60, help="questions without a hub")
    parser.add_argument("--hubs", type=int, default=12, help="questions with a hub")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    draw(run(given), given.output / "growth.svg")


if __name__ == "__main__":
    main()
