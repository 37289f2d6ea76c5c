"""A graph in memory: for unit tests and for benchmark graphs that belong to one question."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy

import numpy as np

from steiner.filters import Condition, Filter
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
from steiner.settings import ExpandSettings
from steiner.shown import Shown
from steiner.stores.columns import Growing, Hop, LabelSets
from steiner.stores.expansion import choose, places, relation_groups, whole, window
from steiner.stores.memory_index import MemoryIndex
from steiner.stores.protocol import Entry
from steiner.text import normalise, within_one_edit, words


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

    def search_fuzzy(self, wanted: Sequence[str], k: int) -> list[KeyHit]:
        """Return k nodes that hold a word at most one edit away from one of `wanted`."""
        asked = {word for text in wanted for word in words(text)}
        held = {word for e in self._entries.values() for key in e.keys for word in key.split()}
        near = [word for word in sorted(held) if any(within_one_edit(word, a) for a in asked)]
        return self.search_text(" ".join(near), k) if near else []

    def filtered(self, where: Filter) -> MemoryStore:
        """Return the store of what `where` accepts; everything else is not there."""
        kept = {n.id: n for n in self.nodes.values() if where.accepts_node(n.labels, n.properties)}
        view = copy(self)
        view.nodes = kept
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

    def expand(
        self,
        seeds: Sequence[int],
        settings: ExpandSettings,
        prized: Sequence[str] = (),
        vector: Vector | None = None,
    ) -> Neighbourhood:
        """Return the neighbourhood of `seeds` by the rules of docs/reference/expansion.md."""
        growing = Growing(seeds, settings)
        growing.keep_seeds(self.nodes)
        incident = self._incident(settings.direction)
        groups = relation_groups({r.type for r in self.relationships.values()})
        place = places(groups, prized)
        for _ in range(settings.hops):
            if cap := growing.cap():
                hop = self._hop(growing.frontier(), incident, place, cap, settings.hubs)
                growing.add(hop)
        nodes = growing.nodes.tolist()
        return growing.finish(self._label_sets(nodes), self._scores(nodes, vector))

    def _hop(
        self,
        frontier: Ids,
        incident: Mapping[int, Sequence[int]],
        place: dict[str, int],
        cap: int,
        hubs: bool,
    ) -> Hop:
        size = window(cap, len(set(place.values())))
        met: dict[int, None] = {}
        capped = 0
        for node in frontier.tolist():
            groups: dict[int, list[int]] = defaultdict(list)
            if not hubs and len(incident.get(node, ())) > whole(cap):
                capped += 1
                continue
            for i in incident.get(node, ()):
                groups[place[self.relationships[i].type]].append(i)
            found, over = _chosen(groups, size, cap)
            capped += over
            met.update(dict.fromkeys(found))
        return _hop([self.relationships[i] for i in met], capped)

    def _scores(self, nodes: Sequence[int], vector: Vector | None) -> dict[int, float] | None:
        if vector is None:
            return None
        entries = ((i, self._entries[i].vector) for i in nodes if i in self._entries)
        return {i: float(own @ vector) for i, own in entries}

    def hydrate(self, nodes: Sequence[int], relationships: Sequence[int]) -> Subgraph:
        """Return nodes and relationships in this order; removed ones are left out."""
        shown = self._shown()
        found = [self._named(self.nodes[i], shown) for i in nodes if i in self.nodes]
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

    def _incident(self, direction: str) -> Mapping[int, list[int]]:
        incident: dict[int, list[int]] = defaultdict(list)
        for r in sorted(self.relationships.values(), key=lambda r: r.id):
            ends = {"both": {r.source, r.target}, "out": {r.source}, "in": {r.target}}
            for end in ends[direction]:
                incident[end].append(r.id)
        return incident

    def _shown(self) -> Shown:
        return self._record.shown() if self._record else Shown()

    def _named(self, node: Node, shown: Shown) -> Node:
        entry = self._entries.get(node.id)
        keys = self._record.keys if self._record else {}
        key = next((keys[label] for label in node.labels if label in keys), "")
        properties = shown.among(node.labels, node.properties)
        found = (key, properties[key]) if key in properties else node.key
        name = node.name or (entry.name if entry else "")
        return Node(node.id, node.element_id, node.labels, properties, name, found)

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


def _chosen(groups: Mapping[int, Sequence[int]], size: int, cap: int) -> tuple[list[int], bool]:
    """Return what is followed of a node's relationships, by group, and whether more was met."""
    degree = sum(map(len, groups.values()))
    read = size if degree > whole(cap) else degree
    met = [(i, group) for group, members in groups.items() for i in members[:read]]
    if degree <= cap:
        return [i for i, _ in met], False
    full = degree > whole(cap) and any(len(members) >= size for members in groups.values())
    ids, owners = np.array(met, dtype=np.int64).T
    return choose(ids, owners, cap).tolist(), full or len(met) > cap


def _nearest(entries: Mapping[int, Entry], vector: Vector, k: int) -> Hits:
    ids = np.array(list(entries), dtype=np.int64)
    if not len(ids) or k < 1:
        return Hits(ids[:0], np.zeros(0, dtype=np.float32))
    scores = np.stack([entry.vector for entry in entries.values()]) @ vector
    best = np.lexsort((ids, -scores))[:k]
    return Hits(ids[best], scores[best].astype(np.float32))


def _hop(relationships: Sequence[Relationship], capped: int) -> Hop:
    return Hop(
        relationships=np.array([r.id for r in relationships], dtype=np.int64),
        sources=np.array([r.source for r in relationships], dtype=np.int64),
        targets=np.array([r.target for r in relationships], dtype=np.int64),
        types=np.array([r.type for r in relationships], dtype=np.str_),
        capped=capped,
    )
