"""How long until a graph of a million nodes can be asked? Builds the graph of the benchmarks.

    python benchmarks/million_graph.py --home DIR [--line 2026] [--nodes 1000000]

Draws the graph, imports it with steiner's marks and with vectors that are drawn, too, for embedding
would take hours; starts the server, makes the indexes and stops. Prints the seconds of each step as
JSON, and the command that starts the server again. Writes questions.json and questions.npy beside
the home.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

from data import million_csv
from data.million_import import complete_index, run_import
from data.million_plan import Plan, draw, relationships
from data.million_questions import draw_questions, nodes_near_hubs, question_vectors, save
from devserver import DevServer
from rich.console import Console

from steiner.embed import Embedder, named_embedder
from steiner.progress import Bars
from steiner.settings import DEFAULT_EMBEDDER, ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore

HEAP, PAGE_CACHE = "2g", "4g"
QUESTIONS = 300


class Steps:
    """Seconds by step."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Time the block under `name`."""
        print(f"{name} ...", file=sys.stderr, flush=True)
        started = time.perf_counter()
        yield
        self.seconds[name] = round(time.perf_counter() - started, 1)


def build(given: argparse.Namespace) -> dict[str, float]:
    """Build the graph; return the seconds of each step."""
    steps, embedder = Steps(), named_embedder(DEFAULT_EMBEDDER)
    shards = given.home.parent / f"{given.home.name}-csv"
    with ThreadPoolExecutor(1) as aside:
        with steps.step("generate"):
            plan = draw(given.nodes, given.relationships, given.indexed)
            files = million_csv.write(plan, shards)
        with steps.step("import"):
            # The model loads while the importer waits for the disk.
            loading = aside.submit(lambda: embedder.dimensions)
            run_import(files, given.home, given.line)
            loading.result()
        with steps.step("start"):
            server = start(given)
        with steps.step("index"):
            written = aside.submit(write_questions, plan, given.questions)
            index(server, embedder, given.indexed)
            written.result()
        with steps.step("stop"):
            server.stop()
    shutil.rmtree(shards)
    return steps.seconds | {"total": round(sum(steps.seconds.values()), 1)}


def start(given: argparse.Namespace) -> DevServer:
    """Start a server that is large enough for the graph."""
    cache = {"server.memory.pagecache.size": PAGE_CACHE}
    return DevServer(given.home, line=given.line, config=cache, heap=HEAP).start()


def index(server: DevServer, embedder: Embedder, indexed: int) -> None:
    """Complete the index, with a progress bar."""
    settings = ConnectionSettings(uri=server.uri, password=server.password)
    with closing(Neo4jConnection(settings)) as connection, Bars(Console(stderr=True)) as bars:
        complete_index(
            Neo4jIndexStore(connection), embedder, indexed, lambda *done: bars("indexes", *done)
        )


def write_questions(plan: Plan, path: Path) -> None:
    """Draw the questions and their vectors."""
    near = nodes_near_hubs(plan, list(relationships(plan)))
    questions = draw_questions(plan, near, QUESTIONS)
    save(questions, question_vectors(plan, questions), path)


def start_command(given: argparse.Namespace) -> str:
    """The command that starts the server again."""
    return (
        f"python procedures/devserver.py --line {given.line} --home {given.home} --port 7690"
        f" --heap {HEAP} --config server.memory.pagecache.size={PAGE_CACHE}"
    )


def main() -> None:
    """Read the command line, build and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--line", default="2026")
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--relationships", type=int, default=5_000_000)
    parser.add_argument("--indexed", type=int, help="the first so many; default: all")
    parser.add_argument("--questions", type=Path, help="default: questions.json beside the home")
    given = parser.parse_args()
    given.indexed = given.indexed or given.nodes
    given.questions = given.questions or given.home.parent / "questions.json"
    seconds = build(given)
    sizes = {name: getattr(given, name) for name in ("nodes", "relationships", "indexed")}
    load = round(os.getloadavg()[2], 1)
    print(json.dumps({**sizes, "line": given.line, "seconds": seconds, "load": load}))
    print(start_command(given), file=sys.stderr)


if __name__ == "__main__":
    main()
