"""Reads vector indexes that are not steiner's; nothing here writes."""

from __future__ import annotations

from typing import Any

import numpy as np

from steiner.columns import Ids, Vector
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.record import float32
from steiner.stores.protocol import VectorIndex

_OWN = "steiner_"


class VectorIndexReader:
    """The part of an IndexStore that reads the user's own vectors."""

    connection: Neo4jConnection

    def vector_indexes(self) -> list[VectorIndex]:
        """Return the vector indexes over nodes that are not steiner's, by name."""
        rows = self.connection.stream("index/read_vector_indexes")
        return [_described(row) for row in rows if not row["name"].startswith(_OWN)]

    def vectored(self, index: VectorIndex, ids: Ids) -> Ids:
        """Return int64[n] those of `ids` that have a vector in the user's `index`."""
        size = {"dimensions": index.dimensions, "length": f"({index.dimensions})"}
        read = self.connection.read_long
        rows = read("index/vectored_nodes", _names(index), ids=ids.tolist(), **size)
        return np.array(rows[0]["ids"], dtype=np.int64)

    def stored_vectors(self, index: VectorIndex, most: int) -> dict[int, Vector]:
        """Return the vectors float32[d] of up to `most` nodes in the user's `index`, by id."""
        rows = self.connection.stream("index/stored_vectors", _names(index), most=most)
        return {row["id"]: float32(row["vector"]) for row in rows}


def _names(index: VectorIndex) -> dict[str, Any]:
    return {"labels": index.labels, "property": index.property}


def _described(row: dict[str, Any]) -> VectorIndex:
    config = row["options"]["indexConfig"]
    return VectorIndex(
        name=row["name"],
        labels=tuple(row["labelsOrTypes"]),
        property=row["properties"][0],
        dimensions=config.get("vector.dimensions"),
        similarity=str(config.get("vector.similarity_function", "cosine")).lower(),
        state=row["state"],
        percent=row["populationPercent"],
    )
