"""A graph in memory: for unit tests and for benchmark graphs that belong to one question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from steiner.filters import Condition, Filter
from steiner.graph import Neighbourhood, Node, Relationship, Subgraph
from steiner.settings import ExpandSettings
from steiner.shown import Shown
from steiner.stores.builder import NeighbourhoodBuilder
from steiner.stores.expansion import places, relation_groups
from steiner.stores.memory_expansion import MemoryExpansion, label_sets
from steiner.stores.memory_search import MemorySearch
from steiner.stores.protocol import LONGEST_HYDRATED
from steiner.text import normalise


class MemoryStore(MemorySearch):
    """A GraphStore and IndexStore over a Subgraph."""

    def __init__(self, graph: Subgraph) -> None:
        super().__init__(graph)
        self._all = self.relationships
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
