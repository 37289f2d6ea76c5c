"""Are questions that compute answered exactly? Neo4j's own questions on its example graphs.

    python benchmarks/exact_answers.py --output DIR [--graphs movies northwind] [--homes DIR]

Reads and runs every development question of ../shared/data/text2cypher on a development server
and scores the tables as ../shared/tools/score_tables.py does. Writes DIR/GRAPH.jsonl, prints
figures.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from data import SHARED
from data.servers import indexed_server

from steiner.embed import TextVectors, open_embedder
from steiner.errors import SteinerError
from steiner.graph import Node
from steiner.query.query_reading import read_query
from steiner.settings import DEFAULT_EMBEDDER, ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.store import Neo4jStore


def scorer() -> Any:
    """Load the shared scoring tool."""
    spec = importlib.util.spec_from_file_location(
        "score_tables", SHARED.parent / "tools/score_tables.py"
    )
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cell(value: Any) -> Any:
    """Write a cell as `steiner retrieve` does."""
    if isinstance(value, Node):
        return {
            "labels": list(value.labels),
            "name": value.name,
            "properties": json.loads(json.dumps(dict(value.properties), default=str)),
        }
    return json.loads(json.dumps(value, default=str))


def answered(connection: ConnectionSettings, golds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a line for each gold question: table, confidence, milliseconds."""
    lines = []
    with closing(Neo4jConnection(connection)) as opened:
        store = Neo4jStore(opened)
        store.record()
        schema = store.graph_schema()
        vectors = TextVectors(open_embedder(DEFAULT_EMBEDDER))

        def alike(left: Any, right: Any) -> Any:
            return vectors.vectors(list(left)) @ vectors.vectors(list(right)).T

        for gold in golds:
            line: dict[str, Any] = {"question": gold["question"]}
            begun = time.perf_counter()
            reading = read_query(gold["question"], schema, store, alike)
            read = time.perf_counter()
            if reading is not None:
                line |= {
                    "confidence": reading.confidence,
                    "unread": list(reading.unread),
                    "computes": reading.computes,
                }
                try:
                    table = store.run(reading.query)
                    rows = [[cell(v) for v in row] for row in table.rows]
                    line["table"] = {
                        "columns": list(table.columns),
                        "rows": rows,
                        "total": table.total,
                        "cypher": table.cypher,
                    }
                    line["words"] = table.reading
                except SteinerError as error:
                    line["error"] = str(error)
            line["ms"] = [1e3 * (read - begun), 1e3 * (time.perf_counter() - read)]
            lines.append(line)
    return lines


def asked_for(description: str | None) -> argparse.Namespace:
    """Read the command line, and make the folder of the output."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--homes", type=Path)
    parser.add_argument("--graphs", nargs="*", default=["movies", "northwind"])
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    return given


def served(
    given: argparse.Namespace,
) -> Iterator[tuple[str, list[dict[str, Any]], ConnectionSettings]]:
    """Yield each graph with its gold questions, and its server while it is looked at."""
    for graph in given.graphs:
        path = SHARED / "text2cypher" / f"{graph}.jsonl"
        golds = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        with indexed_server(graph, given.homes or given.output / "graphs") as connection:
            yield graph, golds, connection


def main() -> None:
    """Read the command line, ask, score."""
    given = asked_for(__doc__)
    tool = scorer()
    for graph, golds, connection in served(given):
        lines = answered(connection, golds)
        predictions = tool.read(lines, golds)
        for gold, line in zip(golds, lines, strict=True):
            predictions[gold["id"]]["confidence"] = line.get("confidence", 0.0)
        results = tool.score(predictions, golds)
        print(graph, tool.table(results))
        right = {row["id"]: row for row in results}
        with (given.output / f"{graph}.jsonl").open("w", encoding="utf-8") as file:
            for gold, line in zip(golds, lines, strict=True):
                row = right.get(gold["id"])
                file.write(
                    json.dumps(
                        {
                            **line,
                            "exact": row and row["exact"],
                            "golds": [g.get("cypher") for g in gold["golds"]],
                        }
                    )
                    + "\n"
                )


if __name__ == "__main__":
    main()
