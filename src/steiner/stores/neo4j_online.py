"""Whether the indexes that retrieval asks are there and online."""

from __future__ import annotations

from steiner.errors import IndexMissing
from steiner.stores.neo4j import Neo4jConnection
from steiner.stores.neo4j_catalogue import SEARCHED


def check_online(connection: Neo4jConnection) -> None:
    """Raise IndexMissing if an index is absent, failed or still populating."""
    rows = {row["name"]: row for row in connection.read("retrieve/indexes")}
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


def relationship_indexes(connection: Neo4jConnection) -> dict[str, str]:
    """Return the vector index of each relationship type that has one."""
    rows = connection.read("retrieve/indexes")
    vectors = (r for r in rows if r["type"] == "VECTOR" and r["entityType"] == "RELATIONSHIP")
    return {row["labelsOrTypes"][0]: row["name"] for row in vectors}
