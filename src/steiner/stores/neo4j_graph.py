"""Retrieval from Neo4j in pure Cypher: reads only, every query under the time limit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steiner.errors import ConnectionFailed, IndexMissing, SteinerError
from steiner.graph import (
    Hits,
    KeyHit,
    Neighbourhood,
    Node,
    RelationHits,
    Relationship,
    Subgraph,
    Vector,
)
from steiner.stores import IndexRecord
from steiner.stores.columns import Growing, Hop, LabelSets
from steiner.stores.neo4j import Neo4jConnection
from steiner.stores.neo4j_catalogue import SEARCHED
from steiner.stores.neo4j_index import Neo4jIndexStore
from steiner.text import normalise, words

_CLAUSES = 900
"""Below Lucene's limit of 1,024 clauses a query."""


@dataclass(frozen=True, slots=True)
class _Known:
    record: IndexRecord
    relationship_indexes: list[str]


class Neo4jStore:
    """A GraphStore over a live Neo4j graph that `steiner index` has indexed."""

    def __init__(self, connection: Neo4jConnection) -> None:
        self.connection = connection
        self._known: _Known | None = None

    def record(self) -> IndexRecord | None:
        """Return the index's bookkeeping, None if the graph is not indexed."""
        record = Neo4jIndexStore(self.connection).record()
        known = self._known
        if record is None or known is None or known.record.updated != record.updated:
            names = self._relationship_indexes() if record else []
            self._known = _Known(record, names) if record else None
        return record

    def _indexed(self) -> _Known:
        """Return what the last look at the bookkeeping told; looks where there was none."""
        if self._known is None:
            self.record()
        if self._known is None:
            raise IndexMissing("The graph is not indexed yet. Run `steiner index` once.")
        return self._known

    def check_online(self) -> None:
        """Raise IndexMissing if an index is absent, failed or still populating."""
        rows = {row["name"]: row for row in self.connection.read("retrieve/indexes")}
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

    def search_nodes(self, vector: Vector, k: int) -> Hits:
        """Return the k nodes nearest to `vector` by cosine, best first."""
        rows = self._search("retrieve/search_nodes", k=k, vector=self.connection.vector(vector))
        return _hits(rows[0])

    def search_text(self, text: str, k: int) -> list[KeyHit]:
        """Return k nodes by full-text search of the words of `text`."""
        query = " ".join(f'"{word}"' for word in list(dict.fromkeys(words(text)))[:_CLAUSES])
        return self._key_hits("retrieve/search_text", query=query, k=k) if query else []

    def search_keys(self, keys: Sequence[str], k: int) -> list[KeyHit]:
        """Return up to k nodes and up to k relationships that have one of `keys`.

        As many again for every further 900 keys, which only a very long question has.
        """
        # Normalised keys hold word characters only: nothing that Lucene could read as syntax.
        wanted = [key for key in dict.fromkeys(map(normalise, keys)) if key]
        batches = (wanted[i : i + _CLAUSES] for i in range(0, len(wanted), _CLAUSES))
        return [hit for batch in batches for hit in self._search_keys(batch, k)]

    def _search_keys(self, wanted: list[str], k: int) -> list[KeyHit]:
        query = " ".join(f'"{key}"' for key in wanted)
        hits = self._key_hits("retrieve/search_keys", query=query, keys=wanted, k=k)
        if self._indexed().relationship_indexes:
            name = "retrieve/search_relationship_keys"
            hits += self._key_hits(name, query=query, keys=wanted, k=k)
        return hits

    def search_relations(self, vector: Vector, k: int) -> RelationHits:
        """Score all relationship types and the k best relationships with text of their own."""
        parameter = self.connection.vector(vector)
        types = self.connection.read_columns("retrieve/search_relations", vector=parameter)
        scored = {row["type"]: 2 * row["score"] - 1 for row in types}
        indexes = self._indexed().relationship_indexes
        if not indexes or k < 1:
            return RelationHits(scored, _hits({"ids": [], "scores": []}))
        rows = self._search("retrieve/search_relationships", indexes=indexes, k=k, vector=parameter)
        return RelationHits(scored, _hits(rows[0]))

    def expand(
        self,
        seeds: Sequence[int],
        hops: int,
        degree_cap: int,
        max_nodes: int,
        max_relationships: int,
    ) -> Neighbourhood:
        """Return the neighbourhood of `seeds`, at most `degree_cap` relationships a node."""
        growing = Growing(seeds, max_nodes, max_relationships)
        for _ in range(hops):
            frontier = growing.frontier()
            growing.add(self._hop(frontier.tolist(), degree_cap))
        return growing.finish(self._label_sets)

    def _label_sets(self, nodes: list[int]) -> LabelSets:
        rows = self.connection.read_columns("retrieve/read_label_sets", ids=nodes)
        sets: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for row in rows:
            sets[tuple(sorted(row["labels"]))] += row["ids"]
        return sets

    def _hop(self, ids: list[int], cap: int) -> Hop:
        row = self.connection.read_columns("retrieve/expand_hop", ids=ids, cap=cap)[0]
        return Hop(
            relationships=np.array(row["relationships"], dtype=np.int64),
            sources=np.array(row["sources"], dtype=np.int64),
            targets=np.array(row["targets"], dtype=np.int64),
            types=np.array(row["types"], dtype=np.str_),
        )

    def hydrate(self, nodes: Sequence[int], relationships: Sequence[int]) -> Subgraph:
        """Return nodes and relationships with labels, types and properties, in this order."""
        keys = self._indexed().record.keys
        rows = self.connection.read("retrieve/hydrate_nodes", ids=list(nodes))
        found = tuple(_node(row, keys) for row in rows)
        inside = {node.id for node in found}
        rows = self.connection.read("retrieve/hydrate_relationships", ids=list(relationships))
        kept = (r for r in rows if r["source"] in inside and r["target"] in inside)
        return Subgraph(found, tuple(_relationship(row) for row in kept))

    def find(self, names: Sequence[str]) -> list[int]:
        """Return ids of the nodes with one of these names, aliases, key values or element ids."""
        hits = self.search_keys([normalise(name) for name in names], 100)
        ids = [hit.nodes[0] for hit in hits if hit.relationship is None]
        given = [name for name in names if ":" in name]
        rows = self.connection.read_columns("retrieve/find_element_ids", names=given)
        return list(dict.fromkeys([*rows[0]["ids"], *ids]))

    def _relationship_indexes(self) -> list[str]:
        rows = self.connection.read("retrieve/indexes")
        vectors = (r for r in rows if r["type"] == "VECTOR" and r["entityType"] == "RELATIONSHIP")
        return [row["name"] for row in vectors]

    def _search(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        """Run a statement that asks an index; IndexMissing if that is why it fails."""
        try:
            return self.connection.read_columns(name, **parameters)
        except ConnectionFailed:
            raise
        except SteinerError:
            self.check_online()
            raise

    def _key_hits(self, name: str, **parameters: Any) -> list[KeyHit]:
        rows = self._search(name, **parameters)
        return [
            KeyHit(
                nodes=tuple(row["nodes"]),
                score=row["score"],
                name=row["name"] or "",
                keys=tuple(row["keys"]),
                properties=tuple(row["properties"]),
                labels=tuple(row["labels"]),
                relationship=row["relationship"],
            )
            for row in rows
        ]


def _hits(row: Mapping[str, Any]) -> Hits:
    scores = np.array(row["scores"], dtype=np.float32)
    return Hits(np.array(row["ids"], dtype=np.int64), 2 * scores - 1)


def _node(row: Mapping[str, Any], keys: Mapping[str, str]) -> Node:
    properties = dict(row["properties"])
    key = next((keys[label] for label in row["labels"] if label in keys), "")
    return Node(
        id=row["id"],
        element_id=row["element_id"],
        labels=tuple(row["labels"]),
        properties=properties,
        name=row["name"],
        key=(key, properties[key]) if key in properties else None,
    )


def _relationship(row: Mapping[str, Any]) -> Relationship:
    return Relationship(
        id=row["id"],
        element_id=row["element_id"],
        type=row["type"],
        source=row["source"],
        target=row["target"],
        properties=dict(row["properties"]),
    )
