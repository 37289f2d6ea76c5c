"""Loads an example graph (movies, northwind) into an empty Neo4j database, as its script says.

python benchmarks/load_examples.py movies --uri bolt://localhost:7687 --password steiner-dev
"""

from __future__ import annotations

import argparse
import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j

DATA = Path(__file__).parents[2] / "shared" / "data" / "neo4j"
_LOAD = re.compile(r'LOAD CSV WITH HEADERS FROM "[^"]*/([^/"]+)" AS row')


def statements(graph: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (statement, parameters): LOAD CSV reads the local file as the parameter `rows`."""
    script = (DATA / graph / f"{graph}.cypher").read_text(encoding="utf-8")
    for statement in re.split(r";\s*(?:\n|$)", script):
        found = _LOAD.search(statement)
        rows = _rows(DATA / graph / found.group(1)) if found else []
        if statement.strip():
            yield _LOAD.sub("UNWIND $rows AS row", statement), {"rows": rows}


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.DictReader(file)
        return [{key: value for key, value in row.items() if key} for row in rows]


def load(graph: str, driver: neo4j.Driver, database: str = "neo4j") -> None:
    """Run the graph's script; the database should be empty."""
    with driver.session(database=database) as session:
        for statement, parameters in statements(graph):
            session.run(statement, parameters).consume()


def main() -> None:
    """Read the command line and load."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph", choices=["movies", "northwind"])
    parser.add_argument("--uri", default="bolt://localhost:7687")
    parser.add_argument("--password", default="steiner-dev")
    given = parser.parse_args()
    with neo4j.GraphDatabase.driver(given.uri, auth=("neo4j", given.password)) as driver:
        load(given.graph, driver)


if __name__ == "__main__":
    main()
