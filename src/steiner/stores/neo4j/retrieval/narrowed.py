"""Searches among the nodes that meet what a question compares."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from steiner.columns import Hits, Vector
from steiner.filters import Condition, Filter
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.filtering import on_property
from steiner.stores.neo4j.indexing.online import UsedIndex
from steiner.stores.neo4j.retrieval.search import Neo4jSearch, hits
from steiner.stores.neo4j.statements import compose, fill

_LOOKED_AT = 2_000
"""Nodes at most, out of a range index or nearest by their vectors."""


SCANNED = 100_000
"""Indexed nodes up to which all are looked at without a range index: some 50 ms."""


class NarrowedSearch(Neo4jSearch):
    """All nodes that meet the conditions where these are few.

    Where they are many, or none of the properties is `ranged` (has a range index, or the graph is
    small enough to look at all), those of the nearest 2,000 nodes.
    """

    def __init__(
        self,
        connection: Neo4jConnection,
        where: Filter,
        conditions: Sequence[Condition],
        ranged: Collection[str],
        inside: Collection[str] = (),
    ) -> None:
        super().__init__(connection, where, _LOOKED_AT, inside)
        self._ranged = [p for p in dict.fromkeys(c.property for c in conditions) if p in ranged]

    def nodes(self, vector: Vector, k: int, used: UsedIndex | None = None) -> Hits:
        """Return k nodes that meet the conditions, nearest to `vector` by cosine first."""
        embedded = fill(compose(f"retrieve/{'used' if used else 'own'}_vector", {}), _named(used))
        for property in self._ranged:
            hits = self._in_range(property, embedded, vector, k)
            if hits is not None:
                return hits
        return super().nodes(vector, k, used)

    def _in_range(self, property: str, embedded: str, vector: Vector, k: int) -> Hits | None:
        sought = {"range": on_property(self._where, property), "embedded": embedded}
        given = {"vector": vector.tolist(), "k": k, "most": _LOOKED_AT}
        (row,) = self.read("retrieve/search_range", sought, **given)
        return None if row["more"] else hits(row["hits"])


def _named(used: UsedIndex | None) -> dict[str, str]:
    return {"property": used.property} if used else {}
