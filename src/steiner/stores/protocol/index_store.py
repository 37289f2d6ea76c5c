"""What indexing needs of a store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from steiner.columns import Ids, Vector
from steiner.stores.protocol.graph_content import EdgeColumns, Row, Schema
from steiner.stores.protocol.index_entries import Entry, RelationText
from steiner.stores.protocol.index_record import (
    IndexRecord,
    IndexState,
    Mark,
    VectorIndex,
    Watermark,
)
from steiner.stores.protocol.side_index import Side, SideIndex

Progress = Callable[[int, int], None]
"""Called with (done, total)."""


class IndexStore(Protocol):
    """What indexing needs. Writes only steiner's own label, properties, nodes and indexes."""

    def schema(self, sample: int) -> Schema:
        """Read labels, types and a sample of their values."""

    def count_nodes(self) -> int:
        """Return how many nodes the graph has, steiner's own left out."""

    def node_ids(self, labels: Sequence[str]) -> Ids:
        """Return int64[n] ids of the nodes with one of `labels` (empty: all), ascending."""

    def count_relationships(self) -> int:
        """Return how many relationships the graph has."""

    def last_commit(self) -> int | None:
        """Return a number that each commit changes, steiner's own too; None: it is not told."""

    def highest(self, property: str) -> Mark | None:
        """Return the highest number or time that nodes have in a property, None for none.

        It is of the kind that most of them have. What is infinite, no number, or later than now is
        left out.
        """

    def changed_nodes(self, labels: Sequence[str], since: Watermark) -> Ids:
        """Return int64[n] ids of the nodes with one of `labels` (empty: all) to read again.

        Those whose property is not below the watermark, or cannot be compared with it, and those
        that are not indexed; ascending.
        """

    def has_property(self, label: str, property: str) -> bool:
        """Say whether any node of this label has this property."""

    def differing(
        self, asked: Mapping[str, Sequence[str]]
    ) -> dict[tuple[str, str], tuple[int, int]]:
        """Return how many values differ over a label, and how many there are.

        `asked`: properties by label; the answer is by label and property.
        """

    def relationship_ids(self, labels: Sequence[str]) -> Ids:
        """Return int64[m] ids of the relationships with a text value, ascending.

        Both ends have one of `labels` (empty: any).
        """

    def read_nodes(self, ids: Ids) -> list[Row]:
        """Read nodes by id, in the order of `ids`; removed ones are left out."""

    def vector_indexes(self) -> list[VectorIndex]:
        """Return the vector indexes over nodes that are not steiner's, by name."""

    def vectored(self, index: VectorIndex, ids: Ids) -> Ids:
        """Return int64[n] those of `ids` that have a vector in the user's `index`."""

    def stored_vectors(self, index: VectorIndex, most: int) -> dict[int, Vector]:
        """Return the vectors float32[d] of up to `most` nodes in the user's `index`, by id."""

    def read_relationships(self, ids: Ids) -> list[Row]:
        """Read relationships by id, in the order of `ids`; removed ones are left out."""

    def write_nodes(self, entries: Sequence[Entry]) -> None:
        """Write a page, or a portion of a large one, of node entries in one transaction."""

    def write_relationships(self, entries: Sequence[Entry]) -> None:
        """Write a page, or a portion of a large one, of relationship entries in one transaction."""

    def write_relations(self, texts: Sequence[RelationText]) -> None:
        """Replace the stored relation texts by these, in one transaction."""

    def read_relations(self) -> list[RelationText]:
        """Read the stored relation texts."""

    def clear_nodes(self, ids: Ids) -> None:
        """Remove steiner's label and properties from these nodes."""

    def clear_relationships(self, ids: Ids) -> None:
        """Remove steiner's properties from these relationships."""

    def indexed_nodes(self) -> Ids:
        """Return int64[n] ids of the nodes that carry steiner's label, ascending."""

    def indexed_relationships(self) -> Ids:
        """Return int64[m] ids of the relationships that carry steiner's properties, ascending."""

    def read_edges(self) -> EdgeColumns:
        """Read all relationships of the graph, by id."""

    def read_names(self, ids: Ids) -> list[str]:
        """Return the names of indexed nodes, in the order of `ids`; empty for one without."""

    def side_index(self, side: Side) -> SideIndex:
        """Return what keeps the texts of this name beside the graph's own index."""

    def create_indexes(
        self,
        dimensions: int,
        types: Sequence[str],
        ranges: Sequence[str],
        filters: Sequence[str] = (),
    ) -> None:
        """Create the indexes that are not there.

        `types` have relationships with vectors, `ranges` are properties of nodes that questions
        compare, `filters` those that the search by vectors filters by.
        """

    def drop_ranges(self) -> None:
        """Drop the indexes over what questions compare: none may refuse a value meanwhile."""

    def await_indexes(self, progress: Progress) -> None:
        """Wait until every steiner index is online; reports percent done."""

    def owned(self) -> AbstractContextManager[None]:
        """Have the graph's index for the block's own; IndexBusy where another indexer lives."""

    def foreign(self, mark: str) -> int:
        """Return how many entries another model has made: their hash does not begin so."""

    def record(self) -> IndexRecord | None:
        """Return the bookkeeping, None if there is none."""

    def write_record(self, record: IndexRecord) -> None:
        """Write the bookkeeping node."""

    def indexes(self) -> list[IndexState]:
        """Return steiner's indexes in the database, by name."""

    def remove(self, progress: Progress) -> None:
        """Remove everything that steiner wrote; can be interrupted and called again."""
