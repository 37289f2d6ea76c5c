"""Whether the indexes that retrieval asks are there and online."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from steiner.errors import IndexMissing
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.filtering import FILTER_COPIES
from steiner.stores.neo4j.indexing.catalogue import (
    EDGE_VECTORS,
    NODE_VECTORS,
    SEARCHED,
)
from steiner.stores.neo4j.indexing.record import record_from


def check_online(connection: Neo4jConnection) -> None:
    """Raise IndexMissing if an index is absent, failed or still populating."""
    records = connection.read("index/read_record")
    used = record_from(records[0]["record"]).used_index if records else ""
    indexes = connection.read("retrieve/indexes", used=used)
    rows = {row["name"]: row for row in indexes if row["type"] != "RANGE"}
    if used and used not in rows:
        raise used_is_gone(used)
    for name in sorted({*SEARCHED} - set(rows)):
        raise IndexMissing(
            f"The index {name} is gone: it was dropped after indexing. "
            f"Run `steiner index`; it makes what is missing."
        )
    for row in rows.values():
        if row["state"] == "FAILED":
            mend = "drop it first" if row["name"] == used else "steiner index --rebuild"
            raise IndexMissing(
                f"The server could not populate the index {row['name']}. Make it again with: {mend}"
            )
        if row["state"] != "ONLINE":
            raise IndexMissing(
                f"The index {row['name']} is {row['state'].lower()} "
                f"({row['populationPercent']:.0f}% done) and cannot be queried yet. "
                f"Wait and ask again; `steiner status` shows how far it is."
            )


def used_is_gone(used: str) -> IndexMissing:
    """Return the error that the user's own vector index was dropped."""
    return IndexMissing(
        f"The vector index {used!r} is gone, which is not steiner's: `steiner index --use-index` "
        f"took its vectors. Make it again, or let steiner embed these nodes by: steiner index --all"
    )


class UsedIndex(NamedTuple):
    """The user's vector index that is searched beside steiner's, and the property it holds."""

    name: str
    property: str


@dataclass(frozen=True, slots=True)
class Present:
    """The indexes of a database.

    `vectors` by relationship type; `ranges`, the properties with a range index; `inside`, the
    properties that the vector index of nodes filters by; `used`, the user's own vector index;
    `edges`: whether relationships have entries beside the graph, under one index for all types.
    """

    vectors: Mapping[str, str]
    ranges: frozenset[str]
    inside: frozenset[str]
    used: UsedIndex | None = None
    edges: bool = False

    @property
    def relationship_keys(self) -> str:
        """The statement that searches the keys of relationships; empty where there are none."""
        if self.edges:
            return "retrieve/search_edge_keys"
        return "retrieve/search_relationship_keys" if self.vectors else ""

    def relationship_vectors(self, types: Sequence[str]) -> list[str]:
        """Return the vector indexes to search for relationships of these types."""
        if self.edges:
            return [EDGE_VECTORS] if types else []
        return [self.vectors[type] for type in types if type in self.vectors]


def present(connection: Neo4jConnection, used: str = "") -> Present:
    """Return the indexes of steiner's, and the user's vector index that is `used` (empty: none)."""
    rows = connection.read("retrieve/indexes", used=used)
    vectors = (r for r in rows if r["type"] == "VECTOR" and r["entityType"] == "RELATIONSHIP")
    ranges = (r for r in rows if r["type"] == "RANGE" and r["state"] == "ONLINE")
    inside = (p for row in rows if row["name"] == NODE_VECTORS for p in row["properties"])
    return Present(
        {row["labelsOrTypes"][0]: row["name"] for row in vectors},
        frozenset(row["properties"][0] for row in ranges),
        frozenset(p.removeprefix(FILTER_COPIES) for p in inside if p.startswith(FILTER_COPIES)),
        next((UsedIndex(used, r["properties"][0]) for r in rows if r["name"] == used), None),
        any(row["name"] == EDGE_VECTORS for row in rows),
    )
