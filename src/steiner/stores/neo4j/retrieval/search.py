"""Searches of steiner's indexes in Neo4j, under a filter where there is one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steiner.columns import Hits, Vector
from steiner.stores.neo4j.indexing.catalogue import EDGE_VECTORS
from steiner.stores.neo4j.indexing.online import UsedIndex
from steiner.stores.neo4j.retrieval.name_search import NameSearch
from steiner.stores.neo4j.statements import compose, fill
from steiner.stores.protocol import Side, SideHit


class Neo4jSearch(NameSearch):
    """Asks the vector indexes, and those of names and words."""

    def nodes(self, vector: Vector, k: int, used: UsedIndex | None = None) -> Hits:
        """Return the k nodes nearest to `vector` by cosine, best first.

        `used`: the user's vector index, which is searched besides.
        """
        given, own = {"vector": self._connection.vector(vector)}, self._inside
        if used is None:
            return hits(self._of(self._of_vectors("nodes"), k, own, **given))
        clause = compose("retrieve/search_clause/used_index", {})
        own = {**own, "used": fill(clause, {"index": used.name})}
        return hits(self._of(self._of_vectors("used_nodes"), k, own, **given, used=used.name))

    def side(
        self, side: Side, vector: Vector, k: int, owners: Sequence[int] | None
    ) -> list[SideHit]:
        """Return the texts of a side index nearest to `vector`, of all or of these owners."""
        given = {"vector": self._connection.vector(vector), "k": k}
        if owners is None:
            hits = self._of(self._of_vectors(side), **given)
        else:
            hits = self.read(f"retrieve/{side}_of", owners=list(owners), **given)[0]["hits"]
        return [
            SideHit(owner, 2 * near - 1, text, tuple(nodes), tuple(relationships), 2 * score - 1)
            for owner, near, texts in hits
            for text, nodes, relationships, score in texts
        ]

    def relationships(self, vector: Vector, k: int, indexes: Sequence[str]) -> Hits:
        """Return the k nearest relationships with text of their own, of these vector indexes."""
        given = {"vector": self._connection.vector(vector)}
        if not indexes or k < 1:
            return hits([])
        if list(indexes) == [EDGE_VECTORS]:
            return hits(self._of(self._of_vectors("edges"), k, **given))
        # SEARCH takes the name of an index, not a value: a branch for each.
        branches = {
            "indexes": "\nUNION ALL\n".join(
                fill(compose("retrieve/search_clause/relationship_index", {}), {"index": index})
                for index in indexes
            )
        }
        own = self._of(self._of_vectors("relationships"), k, branches, **given, indexes=[*indexes])
        return hits(own)

    def _of_vectors(self, searched: str) -> str:
        """Name the statement: SEARCH where the server has it, else its deprecated procedure."""
        folder = "retrieve/search_clause" if self._connection.has_search_clause else "retrieve"
        return f"{folder}/search_{searched}"


def hits(pairs: Sequence[tuple[int, float]]) -> Hits:
    """Return the pairs of id and score, as the server scores, with cosines."""
    scores = np.array([score for _, score in pairs], dtype=np.float32)
    return Hits(np.array([id for id, _ in pairs], dtype=np.int64), 2 * scores - 1)
