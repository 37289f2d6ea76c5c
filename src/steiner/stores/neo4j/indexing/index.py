"""Indexing on Neo4j: reads the user's graph in pages and writes what steiner marks as its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import chain

import numpy as np

from steiner.columns import Ids
from steiner.settings import LONGEST_VALUE
from steiner.stores.neo4j.filtering import LONGEST_COPY, copy_of
from steiner.stores.neo4j.indexing.catalogue import NODE_RANGES
from steiner.stores.neo4j.indexing.changes import ChangeReader
from steiner.stores.neo4j.indexing.collected import collected, collected_ids
from steiner.stores.neo4j.indexing.entries import EntryStore
from steiner.stores.neo4j.indexing.record import float32
from steiner.stores.neo4j.indexing.schema import differing_values, read_schema
from steiner.stores.neo4j.indexing.side_indexes import Neo4jSideIndex
from steiner.stores.neo4j.indexing.vector_indexes import VectorIndexReader
from steiner.stores.protocol import (
    EdgeColumns,
    IndexState,
    Progress,
    RelationText,
    Row,
    Schema,
    Side,
)

_REMOVAL_PAGE = 5_000
_SIDES: tuple[Side, ...] = ("walks", "triples")


class Neo4jIndexStore(EntryStore, VectorIndexReader, ChangeReader):
    """The IndexStore on a Neo4j database, 5.26 LTS or 2026.x, without plugins."""

    def owned(self) -> AbstractContextManager[None]:
        """Have the graph's index for the block's own, by a lock in the graph (IndexLock)."""
        return self._lock.owned()

    def schema(self, sample: int) -> Schema:
        """Read labels, types and a sample of their values."""
        return read_schema(self.connection, sample)

    def has_property(self, label: str, property: str) -> bool:
        """Say whether any node of this label has this property."""
        names = {"label": label, "property": property}
        return bool(list(self.connection.stream("index/has_property", names)))

    def differing(
        self, asked: Mapping[str, Sequence[str]]
    ) -> dict[tuple[str, str], tuple[int, int]]:
        """Return how many values of properties of labels differ, and how many there are."""
        return differing_values(self.connection, asked)

    def node_ids(self, labels: Sequence[str]) -> Ids:
        """Return int64[n] ids of the nodes with one of `labels` (empty: all), ascending."""
        return collected_ids(self.connection, "nodes", "index/read_node_ids", labels=list(labels))

    def relationship_ids(self, labels: Sequence[str]) -> Ids:
        """Return int64[m] ids of the relationships with a text value, ascending."""
        return collected_ids(
            self.connection, "relationships", "index/read_relationship_ids", labels=list(labels)
        )

    def read_nodes(self, ids: Ids) -> list[Row]:
        """Read nodes by id, in the order of `ids`; removed ones are left out."""
        return self._rows("index/read_nodes", ids)

    def read_relationships(self, ids: Ids) -> list[Row]:
        """Read relationships by id, in the order of `ids`; removed ones are left out."""
        return self._rows("index/read_relationships", ids)

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
        return [RelationText(**(row | {"vector": float32(row["vector"])})) for row in rows]

    def read_edges(self) -> EdgeColumns:
        """Read all relationships of the graph, by id."""
        parts = collected(self.connection, "relationships", "index/read_edges", "types")
        rows: list[tuple[str, list[list[int]]]] = [pair for part in parts for pair in part]
        types = np.repeat([type for type, _ in rows] or [""], [len(e) for _, e in rows] or [0])
        edges = np.array([edge for _, own in rows for edge in own], dtype=np.int64).reshape(-1, 3)
        order = np.argsort(edges[:, 0])
        ids, sources, targets = edges[order].T
        return EdgeColumns(ids, sources, targets, types[order].astype(np.str_))

    def read_names(self, ids: Ids) -> list[str]:
        """Return the names of indexed nodes, in the order of `ids`; empty for one without."""
        (row,) = self.connection.read_long("index/read_names", ids=ids.tolist())
        names = dict(row["names"])
        return [names.get(i) or "" for i in ids.tolist()]

    def side_index(self, side: Side) -> Neo4jSideIndex:
        """Return what keeps the texts of this name beside the graph's own index."""
        walks = partial(self._catalogue.create_walks, beside=self._is_beside())
        create: dict[Side, Callable[[int], None]] = {
            "walks": walks,
            "triples": self._catalogue.create_triples,
        }
        return Neo4jSideIndex(self.connection, side, create[side])

    def create_indexes(
        self,
        dimensions: int,
        types: Sequence[str],
        ranges: Sequence[str],
        filters: Sequence[str] = (),
    ) -> None:
        """Create the indexes that are not there, and drop those of types without vectors."""
        inside = filters if self.connection.has_search_clause else ()
        for property in inside:
            names = {"property": property, "copy": copy_of(property)}
            self.connection.schema_write("index/copy_filter", names, longest=LONGEST_COPY)
        copies = [copy_of(p) for p in inside]
        if self._is_beside():
            self._catalogue.create_beside(dimensions, types, copies)
        else:
            self._catalogue.create(dimensions, types, ranges, copies)

    def drop_ranges(self) -> None:
        """Drop the range indexes: while nodes are written none may refuse a value."""
        self._catalogue.drop(NODE_RANGES)

    def await_indexes(self, progress: Progress) -> None:
        """Wait until every steiner index is online; raises IndexMissing if one has failed."""
        self._catalogue.wait(progress)

    def indexes(self) -> list[IndexState]:
        """Return steiner's indexes in the database, by name, and the user's that it searches."""
        record = self.record()
        used = (i for i in self.vector_indexes() if record and i.name == record.used_index)
        return [*self._catalogue.states(), *(IndexState(i.name, i.state, i.percent) for i in used)]

    def remove(self, progress: Progress) -> None:
        """Remove everything that steiner wrote; can be interrupted and called again."""
        self._catalogue.drop()
        for side in _SIDES:
            self.side_index(side).clear_all(_REMOVAL_PAGE)
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
        self._known, self._found = None, False
        if not self._lock.is_owned:
            self.connection.schema_write("index/drop_lock_constraint")

    def _rows(self, statement: str, ids: Ids) -> list[Row]:
        rows = {
            row["id"]: Row(row["id"], tuple(row["labels"]), dict(row["properties"]), row["hash"])
            for row in self.connection.read_long(statement, ids=ids.tolist(), longest=LONGEST_VALUE)
        }
        return [rows[id] for id in ids.tolist() if id in rows]


def _pages(ids: Ids) -> Iterator[Ids]:
    return (ids[i : i + _REMOVAL_PAGE] for i in range(0, len(ids), _REMOVAL_PAGE))
