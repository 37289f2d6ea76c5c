"""A graph in memory: for unit tests and for benchmark graphs that belong to one question."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np

from steiner.algebra import Query
from steiner.algebra.changing.day_properties import with_written_days
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.columns import Hits, KeyHit, Neighbourhood, RelationHits, Vector
from steiner.evidence import Table
from steiner.filters import Condition, Filter
from steiner.graph import Node, Relationship, Subgraph
from steiner.settings import ExpandSettings
from steiner.stores.builder import NeighbourhoodBuilder
from steiner.stores.expansion import places, relation_groups
from steiner.stores.memory_computing.memory_run import MemoryComputation
from steiner.stores.memory_computing.memory_schema import memory_schema
from steiner.stores.memory_expansion import MemoryExpansion, label_sets
from steiner.stores.memory_index import MemoryIndex
from steiner.stores.protocol import (
    HYDRATED_AT_ONCE,
    LONGEST_HYDRATED,
    NOTHING_MET,
    Entry,
    FirstLook,
    Met,
    Side,
    SideHit,
    Sought,
)
from steiner.stores.shown import Shown
from steiner.text import normalise, within_one_edit, words

_NO_SCHEMA = GraphSchema({}, {}, {})
Chosen = Callable[[Entry], tuple[int, ...]]
"""Which of an entry's keys match, as indices."""


class MemoryStore(MemoryIndex):
    """A GraphStore and IndexStore over a Subgraph; every search compares with everything.

    `typed`: its labels tell kinds of nodes apart. Where they do not, no question is computed.
    """

    def __init__(self, graph: Subgraph, typed: bool = True) -> None:
        super().__init__(graph)
        self._typed = typed
        self._every, self._all = self.nodes, self.relationships
        self._schemas: dict[str, GraphSchema] = {}
        self._followed: tuple[str, ...] = ()

    def filtered(self, where: Filter) -> MemoryStore:
        """Return the store of what `where` accepts; everything else is not there."""
        kept = {n.id: n for n in self.nodes.values() if where.accepts_node(n.labels, n.properties)}
        view = copy(self)
        view.nodes = kept
        view._followed = where.types or self._followed
        view.relationships = {
            r.id: r
            for r in self.relationships.values()
            if r.source in kept
            and r.target in kept
            and where.accepts_relationship(r.type, r.properties)
        }
        view._entries = {i: e for i, e in self._entries.items() if i in kept}
        own = self._relationship_entries.items()
        view._relationship_entries = {i: e for i, e in own if i in view.relationships}
        shown = where.types or [t.type for t in self._relations]
        view._relations = [t for t in self._relations if t.type in shown]
        return view

    def narrowed(self, conditions: Sequence[Condition]) -> MemoryStore:
        """Return the store of only the nodes that meet all conditions."""
        return self.filtered(Filter(nodes=tuple(map(self._shown().asked, conditions))))

    def properties(self) -> Sequence[str]:
        """Return the names of the nodes' and relationships' properties."""
        own = {name for node in self.nodes.values() for name in node.properties}
        return sorted(own.union(*(r.properties for r in self.relationships.values())))

    def first_look(self, sought: Sought) -> FirstLook:
        """Return the record and what names meet."""
        keyed = self.search_keys(sought.keys, sought.most)
        ids = [hit.nodes[0] for hit in keyed if hit.relationship is None][:HYDRATED_AT_ONCE]
        return FirstLook(self.record(), keyed, self.hydrate(ids, []).nodes)

    def search_nodes(self, vector: Vector, k: int) -> Hits:
        """Return the k nodes nearest to `vector` by cosine, best first."""
        return _nearest(self._entries, vector, k)

    def search_relations(self, vector: Vector, k: int) -> RelationHits:
        """Score all relationship types and the k best relationships with text of their own."""
        types = {t.type: float(t.vector @ vector) for t in self._relations}
        return RelationHits(types, _nearest(self._relationship_entries, vector, k))

    def search_side(
        self, side: Side, vector: Vector, k: int, owners: Sequence[int] | None = None
    ) -> list[SideHit]:
        """Return what of a side index is nearest to `vector` by cosine, best first."""
        if side == "walks":
            return self._sides[side].nearest_texts(vector, k, self.nodes, owners)
        chosen = self.relationships if owners is None else set(owners)
        shown = (r for id, r in self.relationships.items() if id in chosen)
        return self._sides[side].nearest_relationships(vector, k, shown)

    def search_keys(self, keys: Sequence[str], k: int) -> list[KeyHit]:
        """Return up to k nodes and up to k relationships that have one of `keys`."""
        wanted = set(keys)

        def chosen(entry: Entry) -> tuple[int, ...]:
            if wanted.isdisjoint(entry.keys):  # As nearly all are; this loop is not Python's.
                return ()
            return tuple(i for i, key in enumerate(entry.keys) if key in wanted)

        return [
            *self._key_hits(self._entries, chosen, k),
            *self._key_hits(self._relationship_entries, chosen, k),
        ]

    def search_text(self, text: str, k: int) -> list[KeyHit]:
        """Return k nodes by the words of `text` in their names and values."""
        wanted = set(words(text))

        def chosen(entry: Entry) -> tuple[int, ...]:
            near = any(wanted & set(key.split()) for key in entry.keys)
            return tuple(range(len(entry.keys))) if near else ()

        return self._key_hits(self._entries, chosen, k, wanted)

    def search_fuzzy(self, wanted: Sequence[str], k: int) -> list[KeyHit]:
        """Return k nodes that have a word at most one edit away from one of `wanted`."""
        asked = {word for text in wanted for word in words(text)}
        indexed = {word for e in self._entries.values() for key in e.keys for word in key.split()}
        near = [word for word in sorted(indexed) if any(within_one_edit(word, a) for a in asked)]
        return self.search_text(" ".join(near), k) if near else []

    def _key_hits(
        self, entries: Mapping[int, Entry], chosen: Chosen, k: int, wanted: Iterable[str] = ()
    ) -> list[KeyHit]:
        """Return the entries whose keys match; what few entries share weighs more."""
        matches = [(entry, at) for entry in entries.values() if (at := chosen(entry))]
        terms = [_terms(entry, at, set(wanted)) for entry, at in matches]
        shared = Counter(term for each in terms for term in each)
        scores = [sum(math.log(1 + len(entries) / shared[t]) for t in each) for each in terms]
        best = sorted(range(len(matches)), key=lambda i: (-scores[i], matches[i][0].id))[:k]
        return [self._key_hit(*matches[i], scores[i], entries is not self._entries) for i in best]

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

    def expand(
        self, seeds: Sequence[int], settings: ExpandSettings, prized: Sequence[str] = ()
    ) -> Neighbourhood:
        """Return the neighbourhood of `seeds` by the rules of docs/reference/expansion.md."""
        builder = NeighbourhoodBuilder(seeds, settings)
        builder.keep_seeds(self.nodes)
        # A filter hides relationships, it makes no node's degree smaller.
        types = self._followed or {r.type for r in self._all.values()}
        place_of = places(relation_groups(types), prized)
        MemoryExpansion(self._all, self.relationships.keys(), place_of, settings).grow(builder)
        return builder.build(label_sets(self.nodes, builder.nodes.tolist()))

    def graph_schema(self) -> GraphSchema:
        """Return what the graph's schema holds, read once for each state of the index."""
        if not self._typed:
            return _NO_SCHEMA
        record = self._record
        state = record.updated + record.notes + record.learnt if record else ""
        if state not in self._schemas:
            names = record.names if record else {}
            read = memory_schema(self._every, self._all, names, self._shown())
            self._schemas[state] = record.described(read) if record else read
        return self._schemas[state]

    def run(
        self,
        query: Query,
        patience: float = math.inf,
        met: Met = NOTHING_MET,  # noqa: ARG002
        *,
        proved: bool = True,
    ) -> Table:
        """Return the rows of a query, computed as a server computes its statement.

        Where there are none, it looks for the reason, but with no `patience`; what they were
        computed from is there where they are to be `proved`. Raises InvalidInput where too much
        would be looked at.
        """
        asked = with_written_days(query, self.graph_schema().written_days)
        return MemoryComputation(asked, self.nodes, self.relationships).table(
            self.hydrate, looks=patience > 0, proved=proved
        )

    def hydrate(self, nodes: Sequence[int], relationships: Sequence[int]) -> Subgraph:
        """Return nodes and relationships in this order; removed ones are left out."""
        shown = self._shown()
        present = [self._named(self.nodes[i], shown) for i in nodes if i in self.nodes]
        inside = {node.id for node in present}
        edges = (self.relationships[i] for i in relationships if i in self.relationships)
        kept = (_bounded(r) for r in edges if r.source in inside and r.target in inside)
        return Subgraph(tuple(present), tuple(kept))

    def find(self, names: Sequence[str]) -> list[int]:
        """Return ids of the nodes with one of these names, aliases, key values or element ids."""
        given = [n.id for n in self.nodes.values() if n.element_id in names]
        keys, record = [normalise(name) for name in names], self._record
        named = [
            hit.nodes[0]
            for hit in self.search_keys(keys, 100)
            if record and any(record.identifies(hit, key) for key in keys)
        ]
        return list(dict.fromkeys([*given, *named]))

    def _shown(self) -> Shown:
        return self._record.shown() if self._record else Shown()

    def _named(self, node: Node, shown: Shown) -> Node:
        entry = self._entries.get(node.id)
        keys = self._record.keys if self._record else {}
        property = next((keys[label] for label in node.labels if label in keys), "")
        properties = shown.among(node.labels, node.properties)
        own = (property, properties[property]) if property in properties else node.key
        name = node.name or (entry.name if entry else "")
        return Node(node.id, node.element_id, node.labels, _cut(properties), name, own)


def _bounded(relationship: Relationship) -> Relationship:
    return replace(relationship, properties=_cut(relationship.properties))


def _cut(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value[:LONGEST_HYDRATED] if isinstance(value, str | list) else value
        for name, value in properties.items()
    }


def _terms(entry: Entry, at: tuple[int, ...], wanted: set[str]) -> set[str]:
    """Return the words (where words are wanted) or whole keys by which the entry matches."""
    if wanted:
        return {word for i in at for word in entry.keys[i].split()} & wanted
    return {entry.keys[i] for i in at}


def _nearest(entries: Mapping[int, Entry], vector: Vector, k: int) -> Hits:
    """Return the k entries of the highest cosine; equals by id.

    ids    [3, 1, 2]    cosines [.5, .9, .5]    k = 2
    order by cosine, then id: 1, 2, 3
    best   [1, 2]
    scores [.9, .5]
    """
    vectors = {id: entry.vector for id, entry in entries.items() if entry.vector is not None}
    ids = np.array(list(vectors), dtype=np.int64)
    if not len(ids) or k < 1:
        return Hits(ids[:0], np.zeros(0, dtype=np.float32))
    scores = np.stack(list(vectors.values())) @ vector
    best = np.lexsort((ids, -scores))[:k]
    return Hits(ids[best], scores[best].astype(np.float32))
