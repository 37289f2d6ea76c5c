"""Indexing on Neo4j: reads the user's graph in pages and writes what steiner marks as its own."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from steiner.errors import IndexMissing
from steiner.graph import Ids, Vector
from steiner.stores import (
    Entry,
    IndexRecord,
    IndexState,
    Progress,
    RelationText,
    Row,
    Schema,
)
from steiner.stores.neo4j import Neo4jConnection
from steiner.stores.neo4j_schema import read_schema

NODE_LABEL, RELATION_LABEL = "SteinerNode", "SteinerRelation"
NODE_VECTORS, RELATION_VECTORS = "steiner_nodes", "steiner_relations"
NODE_KEYS, NODE_TEXT, RELATIONSHIP_KEYS = (
    "steiner_keys",
    "steiner_text",
    "steiner_relationship_keys",
)
RELATIONSHIP_VECTORS = "steiner_relationships_"
_FIXED = (NODE_VECTORS, RELATION_VECTORS, NODE_KEYS, NODE_TEXT, RELATIONSHIP_KEYS)
_POLL_SECONDS = 0.1
_REMOVAL_PAGE = 5_000
_QUANTIZATION_BY_TYPE = (2026, 6)


def relationship_index(type: str) -> str:
    """Return the name of the vector index over relationships of this type."""
    return RELATIONSHIP_VECTORS + hashlib.sha256(type.encode()).hexdigest()[:16]


class Neo4jIndexStore:
    """The IndexStore on a Neo4j database, 5.26 LTS or 2026.x, without plugins."""

    def __init__(self, connection: Neo4jConnection) -> None:
        self.connection = connection

    def schema(self, sample: int) -> Schema:
        """Read labels, types and a sample of their values."""
        return read_schema(self.connection, sample)

    def has_property(self, label: str, property: str) -> bool:
        """Say whether any node of this label has this property."""
        names = {"label": label, "property": property}
        return bool(list(self.connection.stream("index/has_property", names)))

    def node_ids(self, labels: Sequence[str]) -> Ids:
        """Return int64[n] ids of the nodes with one of `labels` (empty: all), ascending."""
        return self._ids("index/read_node_ids", labels=list(labels))

    def relationship_ids(self, labels: Sequence[str]) -> Ids:
        """Return int64[m] ids of the relationships with a text value, ascending."""
        return self._ids("index/read_relationship_ids", labels=list(labels))

    def indexed_nodes(self) -> Ids:
        """Return int64[n] ids of the nodes that carry anything of steiner's, ascending."""
        return self._ids("index/read_indexed_nodes")

    def indexed_relationships(self) -> Ids:
        """Return int64[m] ids of the relationships that carry steiner's properties, ascending."""
        return self._ids("index/read_indexed_relationships")

    def read_nodes(self, ids: Ids) -> list[Row]:
        """Read nodes by id, in the order of `ids`; removed ones are left out."""
        return self._rows("index/read_nodes", ids)

    def read_relationships(self, ids: Ids) -> list[Row]:
        """Read relationships by id, in the order of `ids`; removed ones are left out."""
        return self._rows("index/read_relationships", ids)

    def write_nodes(self, entries: Sequence[Entry]) -> None:
        """Write one page of node entries in one transaction."""
        self._write_entries("index/write_nodes", entries)

    def write_relationships(self, entries: Sequence[Entry]) -> None:
        """Write one page of relationship entries in one transaction."""
        self._write_entries("index/write_relationships", entries)

    def write_relations(self, texts: Sequence[RelationText]) -> None:
        """Replace the stored relation texts by these, in one transaction."""
        vector = self.connection.vector
        rows = [
            {"type": t.type, "text": t.text, "hash": t.hash, "vector": vector(t.vector)}
            for t in texts
        ]
        self.connection.write("index/write_relations", rows=rows)

    def read_relations(self) -> list[RelationText]:
        """Read the stored relation texts, by type."""
        rows = self.connection.stream("index/read_relations")
        return [RelationText(**(row | {"vector": _float32(row["vector"])})) for row in rows]

    def clear_nodes(self, ids: Ids) -> None:
        """Remove steiner's label and properties from these nodes."""
        self.connection.write("index/clear_nodes", ids=ids.tolist())

    def clear_relationships(self, ids: Ids) -> None:
        """Remove steiner's properties from these relationships."""
        self.connection.write("index/clear_relationships", ids=ids.tolist())

    def create_indexes(self, dimensions: int, types: Sequence[str]) -> None:
        """Create the indexes that are not there, and drop those of types without vectors."""
        options = self._vector_options(dimensions)
        self._drop_stale(types)
        for name, label in ((NODE_VECTORS, NODE_LABEL), (RELATION_VECTORS, RELATION_LABEL)):
            self._create("create_node_vectors", {"label": label}, index=name, options=options)
        self._create("create_node_keys")
        self._create("create_node_text")
        for type in types:
            name = relationship_index(type)
            self._create("create_relationship_vectors", {"type": type}, index=name, options=options)
        if types:
            self._create("create_relationship_keys", {"types": list(types)})

    def await_indexes(self, progress: Progress) -> None:
        """Wait until every steiner index is online; raises IndexMissing if one has failed."""
        while True:
            states = self.indexes()
            failed = [state.name for state in states if state.state == "FAILED"]
            if failed:
                raise IndexMissing(
                    f"The server could not populate {', '.join(failed)}: see its log (debug.log). "
                    f"Mend it with: steiner index --rebuild"
                )
            progress(int(sum(state.percent for state in states)), 100 * len(states))
            if all(state.state == "ONLINE" for state in states):
                return
            time.sleep(_POLL_SECONDS)

    def indexes(self) -> list[IndexState]:
        """Return steiner's indexes in the database, by name."""
        return [
            IndexState(row["name"], row["state"], row["populationPercent"])
            for row in self._index_rows()
        ]

    def record(self) -> IndexRecord | None:
        """Return the bookkeeping, None if there is none."""
        rows = list(self.connection.stream("index/read_record"))
        return record_from(rows[0]["record"]) if rows else None

    def write_record(self, record: IndexRecord) -> None:
        """Write the bookkeeping node."""
        self.connection.write("index/write_record", record=record_properties(record))

    def remove(self, progress: Progress) -> None:
        """Remove everything that steiner wrote; can be interrupted and called again."""
        for row in self._index_rows():
            self._create("drop_index", index=row["name"])
        nodes, relationships = self.indexed_nodes(), self.indexed_relationships()
        total, done = len(nodes) + len(relationships), 0
        work = chain(
            ((self.clear_relationships, page) for page in _pages(relationships)),
            ((self.clear_nodes, page) for page in _pages(nodes)),
        )
        for clear, page in work:
            clear(page)
            done += len(page)
            progress(done, total)
        self.connection.write("index/clear_relations")
        self.connection.write("index/clear_record")

    def digest(self) -> str:
        """Return the sha256 of all that is indexed: equal for equal indexes of equal graphs."""
        rows = sorted(map(_entry_digest, self.connection.stream("index/read_entries")))
        return hashlib.sha256(b"".join(rows)).hexdigest()

    def _ids(self, statement: str, **parameters: Any) -> Ids:
        rows = self.connection.stream(statement, **parameters)
        return np.sort(np.fromiter((row["id"] for row in rows), dtype=np.int64))

    def _rows(self, statement: str, ids: Ids) -> list[Row]:
        found = {
            row["id"]: Row(row["id"], tuple(row["labels"]), dict(row["properties"]), row["hash"])
            for row in self.connection.read(statement, ids=ids.tolist())
        }
        return [found[id] for id in ids.tolist() if id in found]

    def _write_entries(self, statement: str, entries: Sequence[Entry]) -> None:
        self.connection.write(statement, rows=[self._parameters(entry) for entry in entries])

    def _parameters(self, entry: Entry) -> dict[str, Any]:
        return {
            "id": entry.id,
            "hash": entry.hash,
            "name": entry.name,
            "keys": list(entry.keys),
            "properties": list(entry.properties),
            "vector": self.connection.vector(entry.vector),
        }

    def _vector_options(self, dimensions: int) -> dict[str, Any]:
        config: dict[str, Any] = {
            "vector.dimensions": dimensions,
            "vector.similarity_function": "cosine",
        }
        # Binary became the default in 2026.08; with 384 dimensions it costs recall.
        if self.connection.version >= _QUANTIZATION_BY_TYPE:
            config["vector.quantization.type"] = "scalar"
        return {"indexConfig": config}

    def _drop_stale(self, types: Sequence[str]) -> None:
        kept = {relationship_index(type) for type in types}
        for row in self._index_rows():
            name = row["name"]
            stale = name.startswith(RELATIONSHIP_VECTORS) and name not in kept
            moved = name == RELATIONSHIP_KEYS and set(row["labelsOrTypes"]) != set(types)
            if stale or moved:
                self._create("drop_index", index=name)

    def _create(
        self, statement: str, identifiers: dict[str, Any] | None = None, **parameters: Any
    ) -> None:
        self.connection.schema_write(f"index/{statement}", identifiers, **parameters)

    def _index_rows(self) -> list[dict[str, Any]]:
        return [
            row
            for row in self.connection.stream("retrieve/indexes")
            if row["name"] in _FIXED or row["name"].startswith(RELATIONSHIP_VECTORS)
        ]


def record_properties(record: IndexRecord) -> dict[str, Any]:
    """Return the bookkeeping node's properties."""
    return {
        "steiner_model": record.model,
        "steiner_dimensions": record.dimensions,
        "steiner_version": record.version,
        "steiner_state": record.state,
        "steiner_settings": record.settings,
        "steiner_probe": record.probe.tolist(),
        "steiner_name_properties": json.dumps(dict(record.names), sort_keys=True),
        "steiner_key_properties": json.dumps(dict(record.keys), sort_keys=True),
        "steiner_nodes": record.nodes,
        "steiner_relationships": record.relationships,
        "steiner_relations": record.relations,
        "steiner_updated": record.updated,
    }


def record_from(properties: dict[str, Any]) -> IndexRecord:
    """Return the record of the bookkeeping node's properties."""
    plain = ("model", "dimensions", "version", "state", "settings")
    counts = ("nodes", "relationships", "relations", "updated")
    return IndexRecord(
        **{name: properties[f"steiner_{name}"] for name in plain + counts},
        probe=_float32(properties["steiner_probe"]),
        names=json.loads(properties["steiner_name_properties"]),
        keys=json.loads(properties["steiner_key_properties"]),
    )


def _float32(values: Sequence[float]) -> Vector:
    return np.asarray(values, dtype=np.float32)


def _pages(ids: Ids) -> Iterator[Ids]:
    return (ids[i : i + _REMOVAL_PAGE] for i in range(0, len(ids), _REMOVAL_PAGE))


def _entry_digest(row: dict[str, Any]) -> bytes:
    text = json.dumps([row["name"], row["hash"], row["keys"], row["properties"]])
    return hashlib.sha256(text.encode() + _float32(row["vector"]).tobytes()).digest()
