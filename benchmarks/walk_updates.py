"""What does a change of 1% of a graph cost Walk&Retrieve, and does the result equal a rebuild?

    python benchmarks/walk_updates.py --output DIR [--homes DIR] [--graphs movies northwind]

On a copy of each indexed graph: walks are indexed, every hundredth relationship gets the target
of another of its type, and the walks are brought up to date, timed; then all walks are removed and
made anew, timed. Equal: the same hash of the walks of every root. Prints a line a graph and writes
JSON.
"""

from __future__ import annotations

import argparse
import json
import shutil
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from data.servers import indexed_server
from walk_corpora import PAPER

from steiner.embed import open_embedder
from steiner.index.walks.walk_index import Touched, index_walks
from steiner.settings import DEFAULT_EMBEDDER, ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore

EVERY = 100


def copied(graph: str, homes: Path, to: Path) -> None:
    """Copy the folder of an indexed graph, which is made where it is not there."""
    with indexed_server(graph, homes):
        pass
    shutil.copytree(homes / graph, to / graph)
    shutil.copy(homes / f"{graph}.ready", to)


def measure(graph: str, connection: ConnectionSettings) -> dict[str, Any]:
    """Return roots, seconds of both ways, and whether they end the same."""
    with closing(Neo4jConnection(connection)) as opened:
        store, embedder = Neo4jIndexStore(opened), open_embedder(DEFAULT_EMBEDDER)

        def timed() -> tuple[Touched, float]:
            begun = time.perf_counter()
            return index_walks(store, embedder, PAPER), time.perf_counter() - begun

        timed()
        moved = opened.write("benchmarks/move_relationships", every=EVERY)[0]["moved"]
        touched, seconds = timed()
        side = store.side_index("walks")
        updated = side.hashes()
        side.clear(sorted(updated))
        rebuilt, whole = timed()
        return {
            "graph": graph,
            "relationships moved": moved,
            "roots": rebuilt.roots,
            "roots touched": touched.written + touched.cleared,
            "seconds": round(seconds, 2),
            "rebuild": round(whole, 2),
            "equal": updated == side.hashes(),
        }


def main() -> None:
    """Read the command line, measure, and write the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--homes", type=Path, help="indexed graphs [OUTPUT/graphs]")
    parser.add_argument("--graphs", nargs="*", default=["movies", "northwind"])
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    rows = []
    for graph in given.graphs:
        with TemporaryDirectory() as folder:
            copied(graph, given.homes or given.output / "graphs", Path(folder))
            with indexed_server(graph, Path(folder)) as connection:
                rows.append(measure(graph, connection))
        print(rows[-1], flush=True)
    (given.output / "updates.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
