"""Side indexes in Neo4j: nodes of steiner's own without relationships, by their owner's id."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from steiner.columns import Vector
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.record import float32
from steiner.stores.protocol import Side, SideEntry


class Neo4jSideIndex:
    """A SideIndex of the statements in cypher/index/`side`; `create` makes its indexes."""

    def __init__(
        self, connection: Neo4jConnection, side: Side, create: Callable[[int], None]
    ) -> None:
        self._connection, self._folder, self.create = connection, f"index/{side}", create
        self._side = side

    def hashes(self) -> dict[int, str]:
        """Return the hash of each entry by its owner; empty where the owner is gone."""
        rows = self._connection.stream(f"{self._folder}/read_hashes")
        return {row["owner"]: row["hash"] for row in rows}

    def texts(self, owners: Sequence[int]) -> dict[str, Vector]:
        """Return the texts of these owners and their vectors; triples have none of their own."""
        if self._side == "triples":
            return {}
        rows = self._connection.read_long(f"{self._folder}/read_texts", owners=list(owners))
        return {row["text"]: float32(row["vector"]) for row in rows}

    def write(self, entries: Sequence[SideEntry]) -> None:
        """Write entries in place of what their owners had, in one transaction."""
        self._connection.write(f"{self._folder}/write", rows=[*map(self._row, entries)])

    def clear(self, owners: Sequence[int]) -> None:
        """Remove the entries of these owners."""
        self._connection.write(f"{self._folder}/clear", owners=list(owners))

    def clear_all(self, page: int) -> None:
        """Remove all entries, `page` nodes a transaction."""
        while self._connection.write(f"{self._folder}/clear_all", page=page)[0]["removed"]:
            pass

    def _row(self, entry: SideEntry) -> dict[str, Any]:
        vector = self._connection.vector
        texts = [
            {
                "text": each.text,
                "count": each.count,
                "nodes": list(each.nodes),
                "relationships": list(each.relationships),
                "vector": vector(each.vector),
            }
            for each in entry.texts
        ]
        own = {"owner": entry.owner, "hash": entry.hash, "vector": vector(entry.vector)}
        return {**own, "texts": texts}
