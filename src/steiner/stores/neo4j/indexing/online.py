"""Whether the indexes that retrieval asks are there and online."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from steiner.errors import IndexMissing
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.filtering import FILTER_COPIES
from steiner.stores.neo4j.indexing.catalogue import NODE_VECTORS, SEARCHED


def check_online(connection: Neo4jConnection) -> None:
    """Raise IndexMissing if an index is absent, failed or still populating."""
    indexes = connection.read("retrieve/indexes")
    rows = {row["name"]: row for row in indexes if row["type"] != "RANGE"}
    for name in sorted({*SEARCHED} - set(rows)):
        raise IndexMissing(
            f"The index {name} is gone: it was dropped after indexing. "
            f"Run `steiner index`; it makes what is missing."
        )
    for row in rows.values():
        if row["state"] == "FAILED":
            raise IndexMissing(
                f"The server could not populate the index {row['name']}. "
                f"Make it again with: steiner index --rebuild"
            )
        if row["state"] != "ONLINE":
            raise IndexMissing(
                f"The index {row['name']} is {row['state'].lower()} "
                f"({row['populationPercent']:.0f}% done) and cannot be queried yet. "
                f"Wait and ask again; `steiner status` shows how far it is."
            )


@dataclass(frozen=True, slots=True)
class Present:
    """The indexes of a database.

    `vectors` by relationship type; `ranges`, the properties with a range index; `inside`, the
    properties that the vector index of nodes filters by.
    """

    vectors: Mapping[str, str]
    ranges: frozenset[str]
    inside: frozenset[str]


def present(connection: Neo4jConnection) -> Present:
    """Return the vector indexes of relationships and the properties with a range index."""
    rows = connection.read("retrieve/indexes")
    vectors = (r for r in rows if r["type"] == "VECTOR" and r["entityType"] == "RELATIONSHIP")
    ranges = (r for r in rows if r["type"] == "RANGE" and r["state"] == "ONLINE")
    inside = (p for row in rows if row["name"] == NODE_VECTORS for p in row["properties"])
    return Present(
        {row["labelsOrTypes"][0]: row["name"] for row in vectors},
        frozenset(row["properties"][0] for row in ranges),
        frozenset(p.removeprefix(FILTER_COPIES) for p in inside if p.startswith(FILTER_COPIES)),
    )
