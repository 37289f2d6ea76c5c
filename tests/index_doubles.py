"""Stand-ins for indexing tests: an encoder without a model, a store without a server."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from steiner.graph import Ids, Vector
from steiner.index.embed import Matrix
from steiner.stores import (
    Entry,
    IndexRecord,
    IndexState,
    LabelSchema,
    Progress,
    RelationText,
    Row,
    Schema,
)


class HashEmbedder:
    """Vectors drawn from a hash of the text; remembers the texts it was given."""

    def __init__(self, name: str = "hash", dimensions: int = 16) -> None:
        self._name, self._dimensions = name, dimensions
        self.texts: list[str] = []

    @property
    def name(self) -> str:
        return self._name

    @property
    def dimensions(self) -> int:
        return self._dimensions

    def embed(self, texts: Sequence[str]) -> Matrix:
        self.texts.extend(texts)
        return np.array([self.embed_question(text) for text in texts], dtype=np.float32)

    def embed_question(self, text: str) -> Vector:
        seed = hashlib.sha256(f"{self._name} {text}".encode()).digest()[:8]
        drawn = np.random.default_rng(int.from_bytes(seed, "big")).normal(size=self._dimensions)
        vector: Vector = (drawn / np.linalg.norm(drawn)).astype(np.float32)
        return vector


@dataclass
class FakeIndexStore:
    """A graph in two dictionaries. `writes` counts pages; `fail_after` of them a write fails."""

    nodes: dict[int, Row] = field(default_factory=dict)
    relationships: dict[int, Row] = field(default_factory=dict)
    entries: dict[int, Entry] = field(default_factory=dict)
    relationship_entries: dict[int, Entry] = field(default_factory=dict)
    relations: list[RelationText] = field(default_factory=list)
    saved: IndexRecord | None = None
    types: tuple[str, ...] = ()
    writes: int = 0
    fail_after: int | None = None

    def schema(self, sample: int) -> Schema:
        return Schema(_members(self.nodes, sample), _members(self.relationships, sample))

    def has_property(self, label: str, property: str) -> bool:
        return any(label in n.labels and property in n.properties for n in self.nodes.values())

    def count_nodes(self) -> int:
        return len(self.nodes)

    def node_ids(self, labels: Sequence[str]) -> Ids:
        wanted = set(labels)
        return _sorted(i for i, n in self.nodes.items() if not wanted or wanted & set(n.labels))

    def relationship_ids(self, labels: Sequence[str]) -> Ids:
        return _sorted(() if labels else self.relationships)

    def read_nodes(self, ids: Ids) -> list[Row]:
        return _rows(self.nodes, self.entries, ids)

    def read_relationships(self, ids: Ids) -> list[Row]:
        return _rows(self.relationships, self.relationship_entries, ids)

    def write_nodes(self, entries: Sequence[Entry]) -> None:
        self._count()
        self.entries.update({entry.id: entry for entry in entries})

    def write_relationships(self, entries: Sequence[Entry]) -> None:
        self._count()
        self.relationship_entries.update({entry.id: entry for entry in entries})

    def write_relations(self, texts: Sequence[RelationText]) -> None:
        self.relations = list(texts)

    def read_relations(self) -> list[RelationText]:
        return self.relations

    def clear_nodes(self, ids: Ids) -> None:
        for id in ids.tolist():
            self.entries.pop(id, None)

    def clear_relationships(self, ids: Ids) -> None:
        for id in ids.tolist():
            self.relationship_entries.pop(id, None)

    def indexed_nodes(self) -> Ids:
        return _sorted(self.entries)

    def indexed_relationships(self) -> Ids:
        return _sorted(self.relationship_entries)

    def create_indexes(self, dimensions: int, types: Sequence[str]) -> None:
        assert dimensions > 0
        self.types = tuple(types)

    def await_indexes(self, progress: Progress) -> None:
        progress(100, 100)

    def indexes(self) -> list[IndexState]:
        return [IndexState("steiner_nodes", "ONLINE", 100.0)] if self.saved else []

    def record(self) -> IndexRecord | None:
        return self.saved

    def write_record(self, record: IndexRecord) -> None:
        self.saved = record

    def remove(self, progress: Progress) -> None:
        progress(1, 1)
        self.entries, self.relationship_entries = {}, {}
        self.relations, self.saved, self.types = [], None, ()

    def _count(self) -> None:
        if self.writes == self.fail_after:
            raise RuntimeError("killed")
        self.writes += 1


def node(id: int, labels: Sequence[str], **properties: Any) -> Row:
    """Make a node's row."""
    return Row(id, tuple(labels), properties)


def _sorted(ids: Any) -> Ids:
    return np.array(sorted(ids), dtype=np.int64)


def _rows(rows: dict[int, Row], entries: dict[int, Entry], ids: Ids) -> list[Row]:
    hashes = {id: entry.hash for id, entry in entries.items()}
    return [replace(rows[id], hash=hashes.get(id)) for id in ids.tolist() if id in rows]


def _members(rows: dict[int, Row], sample: int) -> dict[str, LabelSchema]:
    found: dict[str, list[Row]] = {}
    for row in rows.values():
        for label in row.labels:
            found.setdefault(label, []).append(row)
    return {label: LabelSchema(len(r), _samples(r[:sample])) for label, r in found.items()}


def _samples(rows: Sequence[Row]) -> dict[str, list[Any]]:
    samples: dict[str, list[Any]] = {}
    for row in rows:
        for property, value in row.properties.items():
            samples.setdefault(property, []).append(value)
    return dict(sorted(samples.items()))
