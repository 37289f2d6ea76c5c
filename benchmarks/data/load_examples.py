"""Loads an example graph (movies, northwind) into an empty Neo4j database, as its script says."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import neo4j

from data import SHARED
from steiner.settings import ConnectionSettings

DATA = SHARED / "neo4j"
_LOAD = re.compile(r'LOAD CSV WITH HEADERS FROM "[^"]*/([^/"]+)" AS row')


def statements(graph: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (statement, parameters): LOAD CSV reads the local file as the parameter `rows`."""
    script = (DATA / graph / f"{graph}.cypher").read_text(encoding="utf-8")
    for statement in re.split(r";\s*(?:\n|$)", script):
        found = _LOAD.search(statement)
        rows = csv_rows(DATA / graph / found.group(1)) if found else []
        if statement.strip():
            yield _LOAD.sub("UNWIND $rows AS row", statement), {"rows": rows}


def csv_rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file, each a dictionary by its columns."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.DictReader(file)
        return [{key: value for key, value in row.items() if key} for row in rows]


def load(graph: str, settings: ConnectionSettings) -> None:
    """Run the graph's script; the database should be empty."""
    login = (settings.username, settings.password)
    with (
        neo4j.GraphDatabase.driver(settings.uri, auth=login) as driver,
        driver.session(database=settings.database) as session,
    ):
        for statement, parameters in statements(graph):
            session.run(statement, parameters).consume()


movies, northwind = partial(load, "movies"), partial(load, "northwind")
