"""A graph in memory: for unit tests and for benchmark graphs that belong to one question."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import numpy as np

from steiner.graph import (
    Hits,
    Ids,
    KeyHit,
    Neighbourhood,
    Node,
    RelationHits,
    Relationship,
    Subgraph,
    Vector,
)
from steiner.index.values import has_letters
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
from steiner.stores.columns import Growing, Hop, LabelSets
from steiner.text import normalise, words

Member = TypeVar("Member", Node, Relationship)


class MemoryIndex:
    """The IndexStore half: what `Indexer` reads from and writes to a graph in memory."""

    def __init__(self, graph: Subgraph) -> None:
        self.nodes = {node.id: node for node in graph.nodes}
        self.relationships = {r.id: r for r in graph.relationships}
        self._entries: dict[int, Entry] = {}
        self._relationship_entries: dict[int, Entry] = {}
        self._relations: list[RelationText] = []
        self._record: IndexRecord | None = None

    def schema(self, sample: int) -> Schema:
        """Read labels, types and a sample of their values."""
        labels = {label for node in self.nodes.values() for label in node.labels}
        types = {r.type for r in self.relationships.values()}
        nodes, edges = self.nodes.values(), self.relationships.values()
        return Schema(
            {name: _member(nodes, partial(_has_label, name), sample) for name in labels},
            {name: _member(edges, partial(_has_type, name), sample) for name in types},
        )

    def has_property(self, label: str, property: str) -> bool:
        """Say whether any node of this label has this property."""
        return any(label in n.labels and property in n.properties for n in self.nodes.values())

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
        found = (self.nodes[i] for i in ids.tolist() if i in self.nodes)
        return [Row(n.id, n.labels, n.properties, _hash(self._entries, n.id)) for n in found]

    def read_relationships(self, ids: Ids) -> list[Row]:
        """Read relationships by id, in the order of `ids`; removed ones are left out."""
        found = (self.relationships[i] for i in ids.tolist() if i in self.relationships)
        entries = self._relationship_entries
        return [Row(r.id, (r.type,), r.properties, _hash(entries, r.id)) for r in found]

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

    def create_indexes(self, dimensions: int, types: Sequence[str]) -> None:
        """Nothing to create: every search looks at everything."""

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

    def remove(self, progress: Progress) -> None:
        """Forget everything that was written."""
        self._entries, self._relationship_entries = {}, {}
        self._relations, self._record = [], None
        progress(1, 1)


class MemoryStore(MemoryIndex):
    """A GraphStore and IndexStore over a Subgraph; searches compare with everything."""

    def search_nodes(self, vector: Vector, k: int) -> Hits:
        """Return the k nodes nearest to `vector` by cosine, best first."""
        return _nearest(self._entries, vector, k)

    def search_relations(self, vector: Vector, k: int) -> RelationHits:
        """Score all relationship types and the k best relationships with text of their own."""
        types = {t.type: float(t.vector @ vector) for t in self._relations}
        return RelationHits(types, _nearest(self._relationship_entries, vector, k))

    def search_keys(self, keys: Sequence[str], k: int) -> list[KeyHit]:
        """Return up to k nodes and up to k relationships that have one of `keys`."""
        wanted = set(keys)

        def chosen(entry: Entry) -> tuple[int, ...]:
            return tuple(i for i, key in enumerate(entry.keys) if key in wanted)

        return [
            *self._key_hits(self._entries, chosen, k),
            *self._key_hits(self._relationship_entries, chosen, k),
        ]

    def search_text(self, text: str, k: int) -> list[KeyHit]:
        """Return k nodes by the words of `text` in their names and values."""
        wanted = set(words(text))

        def chosen(entry: Entry) -> tuple[int, ...]:
            near = [i for i, key in enumerate(entry.keys) if wanted & set(key.split())]
            return tuple(range(len(entry.keys))) if near else ()

        return self._key_hits(self._entries, chosen, k, wanted)

    def expand(
        self,
        seeds: Sequence[int],
        hops: int,
        degree_cap: int,
        max_nodes: int,
        max_relationships: int,
    ) -> Neighbourhood:
        """Return the neighbourhood of `seeds`, at most `degree_cap` relationships a node."""
        growing = Growing([s for s in seeds if s in self.nodes], max_nodes, max_relationships)
        incident = self._incident()
        for _ in range(hops):
            met = {
                i: None
                for node in growing.frontier().tolist()
                for i in incident.get(node, [])[:degree_cap]
            }
            growing.add(_hop([self.relationships[i] for i in met]))
        return growing.finish(self._label_sets)

    def hydrate(self, nodes: Sequence[int], relationships: Sequence[int]) -> Subgraph:
        """Return nodes and relationships in this order; removed ones are left out."""
        found = [self._named(self.nodes[i]) for i in nodes if i in self.nodes]
        inside = {node.id for node in found}
        edges = (self.relationships[i] for i in relationships if i in self.relationships)
        kept = (r for r in edges if r.source in inside and r.target in inside)
        return Subgraph(tuple(found), tuple(kept))

    def find(self, names: Sequence[str]) -> list[int]:
        """Return ids of the nodes with one of these names, aliases, key values or element ids."""
        given = [n.id for n in self.nodes.values() if n.element_id in names]
        hits = self.search_keys([normalise(name) for name in names], 100)
        named = [hit.nodes[0] for hit in hits if hit.relationship is None]
        return list(dict.fromkeys([*given, *named]))

    def _label_sets(self, nodes: Sequence[int]) -> LabelSets:
        sets: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for node in nodes:
            sets[tuple(sorted(self.nodes[node].labels))].append(node)
        return sets

    def _incident(self) -> Mapping[int, list[int]]:
        incident: dict[int, list[int]] = defaultdict(list)
        for r in sorted(self.relationships.values(), key=lambda r: r.id):
            for end in {r.source, r.target}:
                incident[end].append(r.id)
        return incident

    def _named(self, node: Node) -> Node:
        entry = self._entries.get(node.id)
        keys = self._record.keys if self._record else {}
        key = next((keys[label] for label in node.labels if label in keys), "")
        found = (key, node.properties[key]) if key in node.properties else node.key
        name = node.name or (entry.name if entry else "")
        return Node(node.id, node.element_id, node.labels, node.properties, name, found)

    def _key_hits(
        self,
        entries: Mapping[int, Entry],
        chosen: Callable[[Entry], tuple[int, ...]],
        k: int,
        wanted: Iterable[str] = (),
    ) -> list[KeyHit]:
        """Build the hits of the entries' chosen keys; what few entries share weighs more."""
        found = [(entry, at) for entry in entries.values() if (at := chosen(entry))]
        terms = set(wanted)
        matched = [
            ({w for i in at for w in entry.keys[i].split()} & terms)
            if terms
            else {entry.keys[i] for i in at}
            for entry, at in found
        ]
        shared = Counter(term for each in matched for term in each)
        scores = [sum(math.log(1 + len(entries) / shared[t]) for t in each) for each in matched]
        best = sorted(range(len(found)), key=lambda i: (-scores[i], found[i][0].id))[:k]
        return [self._key_hit(*found[i], scores[i], entries is not self._entries) for i in best]

    def _key_hit(
        self, entry: Entry, at: tuple[int, ...], score: float, is_relationship: bool
    ) -> KeyHit:
        r = self.relationships[entry.id] if is_relationship else None
        return KeyHit(
            nodes=(r.source, r.target) if r else (entry.id,),
            score=score,
            name=entry.name,
            keys=tuple(entry.keys[i] for i in at),
            properties=tuple(entry.properties[i] for i in at),
            labels=entry.labels,
            relationship=entry.id if r else None,
        )


def _labelled(node: Node, labels: Sequence[str]) -> bool:
    return not labels or bool(set(labels) & set(node.labels))


def _hash(entries: Mapping[int, Entry], id: int) -> str | None:
    return entries[id].hash if id in entries else None


def _has_label(label: str, node: Node) -> bool:
    return label in node.labels


def _has_type(type: str, relationship: Relationship) -> bool:
    return relationship.type == type


def _member(
    members: Iterable[Member], belongs: Callable[[Member], bool], sample: int
) -> LabelSchema:
    found = [member for member in members if belongs(member)]
    samples: dict[str, list[Any]] = defaultdict(list)
    for member in found[:sample]:
        for property, value in member.properties.items():
            samples[property].append(value)
    return LabelSchema(len(found), dict(sorted(samples.items())))


def _nearest(entries: Mapping[int, Entry], vector: Vector, k: int) -> Hits:
    ids = np.array(list(entries), dtype=np.int64)
    if not len(ids) or k < 1:
        return Hits(ids[:0], np.zeros(0, dtype=np.float32))
    scores = np.stack([entry.vector for entry in entries.values()]) @ vector
    best = np.lexsort((ids, -scores))[:k]
    return Hits(ids[best], scores[best].astype(np.float32))


def _hop(relationships: Sequence[Relationship]) -> Hop:
    return Hop(
        relationships=np.array([r.id for r in relationships], dtype=np.int64),
        sources=np.array([r.source for r in relationships], dtype=np.int64),
        targets=np.array([r.target for r in relationships], dtype=np.int64),
        types=np.array([r.type for r in relationships], dtype=np.str_),
    )
