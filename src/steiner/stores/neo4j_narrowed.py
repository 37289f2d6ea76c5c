"""Searches among the nodes that meet what a question compares."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from steiner.graph import Hits, Vector
from steiner.stores.neo4j import Neo4jConnection
from steiner.stores.neo4j_search import Neo4jSearch, hits
from steiner.stores.neo4j_where import on_property, parameters, parts
from steiner.stores.statements import compose
from steiner.where import Condition, Where

_NEAREST = 2_000
"""Nodes whose vectors are nearest, of which those are taken that meet the conditions."""
_IN_RANGE = 5_000
"""Nodes of a range index looked at: of so many that meet them, some are among the nearest."""


class NarrowedSearch(Neo4jSearch):
    """Among the nearest nodes first; where few of these meet the conditions, by a range index.

    `ranged` are the properties that have one.
    """

    def __init__(
        self,
        connection: Neo4jConnection,
        where: Where,
        conditions: Sequence[Condition],
        ranged: Collection[str],
    ) -> None:
        super().__init__(connection, where, _NEAREST)
        self._property = next((c.property for c in conditions if c.property in ranged), None)

    def nodes(self, vector: Vector, k: int) -> Hits:
        """Return k nodes that meet the conditions, nearest to `vector` by cosine first."""
        near = super().nodes(vector, k)
        if len(near.ids) >= k or self._property is None:
            return near
        found = self._in_range(self._property, vector, k)
        return found if len(found.ids) > len(near.ids) else near

    def _in_range(self, property: str, vector: Vector, k: int) -> Hits:
        sought = {"range": on_property(self._where, property), **parts(self._where)}
        given = {"vector": vector.tolist(), "k": k, "most": _IN_RANGE}
        text = compose("retrieve/search_range", sought)
        (row,) = self._connection.read_text(text, {**parameters(self._where), **given})
        return hits(row["hits"])
