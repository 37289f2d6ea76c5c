"""How long a look at the schema of a graph with many labels and relationship types takes.

Makes a graph on a server of its own (five nodes of each label, each with a link of some type) and
reads its schema as `steiner index` does, its profile, and its schema as questions need it.

    python benchmarks/many_labels.py --labels 1000 --types 200 --line 5.26
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from data import PROCEDURES  # noqa: F401 - Lets import the server's start.
from devserver import DevServer

from steiner.index.properties.profile import read_profile
from steiner.settings import ConnectionSettings, IndexSettings
from steiner.stores.neo4j.computed.schema_reading import whole_schema
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.protocol import Schema

EACH = 5


class Counting(Neo4jConnection):
    """Counts the statements that are sent."""

    statements = 0

    def read_text(self, text: str, *given: Any, **limits: Any) -> list[dict[str, Any]]:
        """Read, and count."""
        self.statements += 1
        return super().read_text(text, *given, **limits)

    def stream_text(self, text: str, parameters: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Read, and count."""
        self.statements += 1
        return super().stream_text(text, parameters)


def rows(labels: int, types: int) -> list[dict[str, Any]]:
    """Return the nodes, and the type of the link from each to the next."""
    return [
        {
            "label": f"Kind{n % labels}",
            "type": f"LEADS_{n % types}",
            "own": {"name": f"Thing {n}", "code": f"T-{n:05}", "size": n % 97},
        }
        for n in range(labels * EACH)
    ]


def load(connection: Neo4jConnection, made: list[dict[str, Any]]) -> None:
    """Write the graph."""
    for start in range(0, len(made), 5_000):
        connection.write("benchmarks/many_labels", rows=made[start : start + 5_000])


def timed(connection: Counting, look: Callable[[], Any]) -> dict[str, Any]:
    """Return seconds and statements of a look."""
    begun, connection.statements = time.perf_counter(), 0
    look()
    seconds = round(time.perf_counter() - begun, 2)
    return {"seconds": seconds, "statements": connection.statements}


def main() -> None:
    """Print a JSON line for each look, the first and the second time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--labels", type=int, default=1_000)
    parser.add_argument("--types", type=int, default=200)
    parser.add_argument("--line", default="2026")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home, DevServer(Path(home), line=asked.line) as server:
        settings = ConnectionSettings(uri=server.uri, password=server.password, timeout=3_600)
        with closing(Counting(settings)) as connection:
            load(connection, rows(asked.labels, asked.types))
            store, chosen = Neo4jIndexStore(connection), IndexSettings()
            schema = Schema({}, {})

            def indexed() -> None:
                nonlocal schema
                schema = store.schema(chosen.sample)

            looks: dict[str, Callable[[], Any]] = {
                "index": indexed,
                "profile": lambda: read_profile(store, schema, chosen),
                "questions": lambda: whole_schema(connection),
            }
            for again in (False, True):
                for name, look in looks.items():
                    figures = timed(connection, look)
                    print(json.dumps({"look": name, "again": again, **vars(asked), **figures}))


if __name__ == "__main__":
    main()
