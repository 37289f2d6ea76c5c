"""What indexing reads and writes, for a graph in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np

from steiner.columns import Ids, Vector
from steiner.graph import Node, Relationship, Subgraph
from steiner.stores.memory_marks import highest, is_below
from steiner.stores.memory_sides import MemorySideIndex
from steiner.stores.protocol import (
    EdgeColumns,
    Entry,
    IndexRecord,
    IndexState,
    LabelSchema,
    Mark,
    Progress,
    RelationText,
    Row,
    Schema,
    Side,
    VectorIndex,
    Watermark,
)
from steiner.text import has_letters


class MemoryIndex:
    """The IndexStore half: what `Indexer` reads from and writes to a graph in memory."""

    def __init__(self, graph: Subgraph) -> None:
        self.nodes = {node.id: node for node in graph.nodes}
        self.relationships = {r.id: r for r in graph.relationships}
        self._entries: dict[int, Entry] = {}
        self._relationship_entries: dict[int, Entry] = {}
        self._relations: list[RelationText] = []
        self._record: IndexRecord | None = None
        self._sides = _no_sides()

    def schema(self, sample: int) -> Schema:
        """Read labels, types and a sample of their values."""
        labels, types = (
            defaultdict[str, list[Node]](list),
            defaultdict[str, list[Relationship]](list),
        )
        for node in self.nodes.values():
            for label in node.labels:
                labels[label].append(node)
        for relationship in self.relationships.values():
            types[relationship.type].append(relationship)
        return Schema(
            {name: _member(own, sample) for name, own in labels.items()},
            {name: _member(own, sample) for name, own in types.items()},
        )

    def has_property(self, label: str, property: str) -> bool:
        """Say whether any node of this label has this property."""
        return any(label in n.labels and property in n.properties for n in self.nodes.values())

    def differing(
        self, asked: Mapping[str, Sequence[str]]
    ) -> dict[tuple[str, str], tuple[int, int]]:
        """Return how many values of properties of labels differ, and how many there are."""
        values: dict[tuple[str, str], list[str]] = {
            (label, property): [] for label, own in asked.items() for property in own
        }
        for node in self.nodes.values():
            for label in node.labels:
                for property in {*asked.get(label, ())} & node.properties.keys():
                    values[label, property].append(repr(node.properties[property]))
        return {key: (len(set(own)), len(own)) for key, own in values.items()}

    def count_nodes(self) -> int:
        """Return how many nodes the graph has."""
        return len(self.nodes)

    def count_relationships(self) -> int:
        """Return how many relationships the graph has."""
        return len(self.relationships)

    def last_commit(self) -> int | None:
        """Return None: nothing is committed."""
        return None

    def highest(self, property: str) -> Mark | None:
        """Return the highest number or time that nodes have in a property, None for none."""
        return highest(node.properties.get(property) for node in self.nodes.values())

    def changed_nodes(self, labels: Sequence[str], since: Watermark) -> Ids:
        """Return int64[n] ids of the nodes with one of `labels` (empty: all) to read again."""
        changed = (
            n.id
            for n in self.nodes.values()
            if _labelled(n, labels)
            and not (
                n.id in self._entries and is_below(n.properties.get(since.property), since.highest)
            )
        )
        return np.array(sorted(changed), dtype=np.int64)

    def node_ids(self, labels: Sequence[str]) -> Ids:
        """Return int64[n] ids of the nodes with one of `labels` (empty: all), ascending."""
        chosen = (n.id for n in self.nodes.values() if _labelled(n, labels))
        return np.array(sorted(chosen), dtype=np.int64)

    def relationship_ids(self, labels: Sequence[str]) -> Ids:
        """Return int64[m] ids of the relationships with a text value, ascending."""
        chosen = (
            r.id
            for r in self.relationships.values()
            if any(map(has_letters, r.properties.values()))
            and _labelled(self.nodes[r.source], labels)
            and _labelled(self.nodes[r.target], labels)
        )
        return np.array(sorted(chosen), dtype=np.int64)

    def indexed_nodes(self) -> Ids:
        """Return int64[n] ids of the nodes that were written, ascending."""
        return np.array(sorted(self._entries), dtype=np.int64)

    def indexed_relationships(self) -> Ids:
        """Return int64[m] ids of the relationships that were written, ascending."""
        return np.array(sorted(self._relationship_entries), dtype=np.int64)

    def read_nodes(self, ids: Ids) -> list[Row]:
        """Read nodes by id, in the order of `ids`; removed ones are left out."""
        present = (self.nodes[i] for i in ids.tolist() if i in self.nodes)
        return [Row(n.id, n.labels, n.properties, _hash(self._entries, n.id)) for n in present]

    def read_relationships(self, ids: Ids) -> list[Row]:
        """Read relationships by id, in the order of `ids`; removed ones are left out."""
        present = (self.relationships[i] for i in ids.tolist() if i in self.relationships)
        entries = self._relationship_entries
        return [Row(r.id, (r.type,), r.properties, _hash(entries, r.id)) for r in present]

    def vector_indexes(self) -> list[VectorIndex]:
        """Return none: what a graph in memory holds is indexed by steiner only."""
        return []

    def vectored(self, index: VectorIndex, ids: Ids) -> Ids:
        """Return none of `ids`: there is no index of the user's."""
        del index
        return ids[:0]

    def stored_vectors(self, index: VectorIndex, most: int) -> dict[int, Vector]:
        """Return none: there is no index of the user's."""
        del index, most
        return {}

    def write_nodes(self, entries: Sequence[Entry]) -> None:
        """Keep one page of node entries."""
        self._entries.update((entry.id, entry) for entry in entries)

    def write_relationships(self, entries: Sequence[Entry]) -> None:
        """Keep one page of relationship entries."""
        self._relationship_entries.update((entry.id, entry) for entry in entries)

    def write_relations(self, texts: Sequence[RelationText]) -> None:
        """Replace the relation texts."""
        self._relations = list(texts)

    def read_relations(self) -> list[RelationText]:
        """Return the relation texts."""
        return self._relations

    def clear_nodes(self, ids: Ids) -> None:
        """Forget these nodes' entries."""
        for i in ids.tolist():
            self._entries.pop(i, None)

    def clear_relationships(self, ids: Ids) -> None:
        """Forget these relationships' entries."""
        for i in ids.tolist():
            self._relationship_entries.pop(i, None)

    def read_edges(self) -> EdgeColumns:
        """Read all relationships of the graph, by id."""
        every = sorted(self.relationships.values(), key=lambda r: r.id)
        ids, sources, targets = (
            np.array([getattr(r, name) for r in every], dtype=np.int64)
            for name in ("id", "source", "target")
        )
        return EdgeColumns(ids, sources, targets, np.array([r.type for r in every], dtype=np.str_))

    def read_names(self, ids: Ids) -> list[str]:
        """Return the names of indexed nodes, in the order of `ids`; empty for one without."""
        return [self._entries[i].name if i in self._entries else "" for i in ids.tolist()]

    def side_index(self, side: Side) -> MemorySideIndex:
        """Return what keeps the texts of this name."""
        return self._sides[side]

    def create_indexes(
        self,
        dimensions: int,
        types: Sequence[str],
        ranges: Sequence[str],
        filters: Sequence[str] = (),
    ) -> None:
        """Nothing to create: every search looks at everything."""

    def drop_ranges(self) -> None:
        """Nothing to drop."""

    def await_indexes(self, progress: Progress) -> None:
        """Nothing to wait for."""
        progress(100, 100)

    def indexes(self) -> list[IndexState]:
        """Return no index: there is none to wait for."""
        return []

    def record(self) -> IndexRecord | None:
        """Return the bookkeeping, None if there is none."""
        return self._record

    def write_record(self, record: IndexRecord) -> None:
        """Keep the bookkeeping."""
        self._record = record

    def owned(self) -> AbstractContextManager[None]:
        """Have the index alone: it is one process's."""
        return nullcontext()

    def foreign(self, mark: str) -> int:
        """Return how many entries another model has made: their hash does not begin so."""
        entries = (*self._entries.values(), *self._relationship_entries.values())
        return sum(not entry.hash.startswith(mark) for entry in entries)

    def remove(self, progress: Progress) -> None:
        """Forget everything that was written."""
        self._entries, self._relationship_entries = {}, {}
        self._relations, self._record = [], None
        self._sides = _no_sides()
        progress(1, 1)


def _no_sides() -> dict[Side, MemorySideIndex]:
    return {"walks": MemorySideIndex(), "triples": MemorySideIndex()}


def _labelled(node: Node, labels: Sequence[str]) -> bool:
    return not labels or bool(set(labels) & set(node.labels))


def _hash(entries: Mapping[int, Entry], id: int) -> str | None:
    return entries[id].hash if id in entries else None


def _member(own: Sequence[Node | Relationship], sample: int) -> LabelSchema:
    samples: dict[str, list[Any]] = defaultdict(list)
    for member in own[:sample]:
        for property, value in member.properties.items():
            samples[property].append(value)
    return LabelSchema(len(own), dict(sorted(samples.items())))
