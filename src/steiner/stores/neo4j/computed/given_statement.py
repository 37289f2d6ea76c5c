"""The rows of a statement that people wrote, such as a gold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.driver_values import native


def given_rows(
    connection: Neo4jConnection, cypher: str, names: Mapping[str, str]
) -> list[tuple[Any, ...]]:
    """Run a statement of people's, which can read alone, and return its rows.

    A node is its name: the property that `names` has for one of its labels, or `name`. Raises
    SteinerError where the statement fails, writes, or takes longer than the connection's limit.
    """
    rows = connection.read_text(cypher, {})
    return [tuple(_named(cell, names) for cell in row.values()) for row in rows]


def _named(cell: Any, names: Mapping[str, str]) -> Any:
    labels = getattr(cell, "labels", None)
    if labels is None:
        return native(cell)
    own = next((names[label] for label in sorted(labels) if label in names), "name")
    return native(cell.get(own))
