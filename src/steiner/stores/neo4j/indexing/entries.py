"""Writes, reads and removes what is indexed of each node and relationship: its entry.

An entry is kept on the element itself, or beside it: on a node of steiner's own that knows the
element's number. Statements that read take either, so that only what is written has two forms.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from steiner.columns import Ids
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.catalogue import IndexCatalogue
from steiner.stores.neo4j.indexing.collected import collected_ids
from steiner.stores.neo4j.indexing.lock import IndexLock
from steiner.stores.neo4j.indexing.record import float32, record_from, record_properties
from steiner.stores.protocol import Entry, IndexRecord


class EntryStore:
    """The part of the IndexStore that has to do with entries, and the record that says where."""

    def __init__(self, connection: Neo4jConnection) -> None:
        self.connection = connection
        self._catalogue = IndexCatalogue(connection)
        self._lock = IndexLock(connection)
        self._known: IndexRecord | None = None
        self._found = False

    def record(self) -> IndexRecord | None:
        """Return the bookkeeping, None if there is none."""
        # Retrieval begins here: a managed transaction outlives a restart of the server.
        rows = self.connection.read("index/read_record")
        self._known = record_from(rows[0]["record"]) if rows else None
        return self._known

    def write_record(self, record: IndexRecord) -> None:
        """Write the bookkeeping node."""
        self._lock.check()
        self.connection.write("index/write_record", record=record_properties(record))
        self._known = record

    def write_nodes(self, entries: Sequence[Entry]) -> None:
        """Write one page of node entries in one transaction."""
        self._write(("index/write_nodes", "index/write_entries"), entries)

    def write_relationships(self, entries: Sequence[Entry]) -> None:
        """Write one page of relationship entries in one transaction."""
        self._write(("index/write_relationships", "index/write_edges"), entries)

    def clear_nodes(self, ids: Ids) -> None:
        """Remove the entries of these nodes, with steiner's label and properties on them."""
        self.connection.write("index/clear_nodes", ids=ids.tolist())

    def clear_relationships(self, ids: Ids) -> None:
        """Remove the entries of these relationships, with steiner's properties on them."""
        self.connection.write("index/clear_relationships", ids=ids.tolist())

    def indexed_nodes(self) -> Ids:
        """Return int64[n] ids of the nodes that have an entry, ascending."""
        return collected_ids(self.connection, "nodes", "index/read_indexed_nodes")

    def indexed_relationships(self) -> Ids:
        """Return int64[m] ids of the relationships that have an entry, ascending."""
        return collected_ids(self.connection, "relationships", "index/read_indexed_relationships")

    def foreign(self, mark: str) -> int:
        """Return how many entries another model has made: their hash does not begin so."""
        (row,) = self.connection.read_long("index/count_foreign", mark=mark)
        return int(row["count"])

    def digest(self) -> str:
        """Return the sha256 of all that is indexed, wherever it is kept.

        Equal for equal indexes of equal graphs.
        """
        rows = sorted(map(_entry_digest, self.connection.stream("index/read_entries")))
        return hashlib.sha256(b"".join(rows)).hexdigest()

    def _is_beside(self) -> bool:
        """Say whether entries are kept beside the graph, by the record last read or written."""
        known = self._known or self.record()
        return known is not None and known.is_beside

    def _write(self, statements: tuple[str, str], entries: Sequence[Entry]) -> None:
        self._lock.check()
        beside = self._is_beside()
        if beside and not self._found:
            # Entries are found by their element's number: without an index each would be sought
            # among all.
            self._catalogue.create_links()
            self._found = True
        rows = [self._parameters(entry) for entry in entries]
        self.connection.write(statements[beside], rows=rows)

    def _parameters(self, entry: Entry) -> dict[str, Any]:
        return {
            "id": entry.id,
            "hash": entry.hash,
            "name": entry.name,
            "keys": list(entry.keys),
            "properties": list(entry.properties),
            "vector": None if entry.vector is None else self.connection.vector(entry.vector),
        }


def _entry_digest(row: dict[str, Any]) -> bytes:
    text = json.dumps([row["name"], row["hash"], row["keys"], row["properties"]])
    vector = () if row["vector"] is None else row["vector"]
    return hashlib.sha256(text.encode() + float32(vector).tobytes()).digest()
