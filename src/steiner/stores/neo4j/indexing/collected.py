"""Reads ids and edges of the whole graph: in lists, a part of the graph at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from steiner.columns import Ids
from steiner.stores.neo4j.connection import Neo4jConnection

_COLLECTED = 2_000_000
"""Ids, of 30 bytes each, that one statement makes the server hold."""


def collected_ids(
    connection: Neo4jConnection, counted: str, statement: str, **parameters: Any
) -> Ids:
    """Return int64[n] ids that a statement collects in parts, ascending.

    `counted`: "nodes" or "relationships", of which there are so many parts.
    """
    lists = collected(connection, counted, statement, "ids", **parameters)
    return np.sort(np.concatenate([np.array(ids, dtype=np.int64) for ids in lists]))


def collected(
    connection: Neo4jConnection, counted: str, statement: str, column: str, **parameters: Any
) -> list[Any]:
    """Return what a statement collects in a column, a list for each part of the graph."""
    # Collected: a million rows of one number take the driver forty seconds, one list two.
    # In parts: the server holds a list whole in its transaction memory.
    total: int = connection.read_long(f"index/count_{counted}")[0]["count"]
    parts = total // _COLLECTED + 1
    return [
        connection.read_long(statement, parts=parts, part=part, **parameters)[0][column]
        for part in range(parts)
    ]
