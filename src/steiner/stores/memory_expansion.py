"""Expansion of a graph in memory, by the rules of docs/reference/expansion.md."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from steiner.graph import Ids, Node, Relationship
from steiner.settings import ExpandSettings
from steiner.stores.builder import HopColumns, NeighbourhoodBuilder
from steiner.stores.expansion import choose, whole, window
from steiner.stores.label_sets import LabelSets


class MemoryExpansion:
    """Expands over these relationships; `places` are the types' groups in order of prize."""

    def __init__(
        self,
        relationships: Mapping[int, Relationship],
        places: Mapping[str, int],
        settings: ExpandSettings,
    ) -> None:
        self._relationships, self._places, self._settings = relationships, places, settings
        self._incident = _incident(relationships, settings.direction)

    def grow(self, builder: NeighbourhoodBuilder) -> None:
        """Add all hops."""
        for _ in range(self._settings.hops):
            if cap := builder.cap():
                builder.add(self._hop(builder.frontier(), cap))

    def _hop(self, frontier: Ids, cap: int) -> HopColumns:
        size = window(cap, len(set(self._places.values())))
        met: dict[int, None] = {}
        capped = 0
        for node in frontier.tolist():
            incident = self._incident.get(node, ())
            if not self._settings.hubs and len(incident) > whole(cap):
                capped += 1
                continue
            found, over = _chosen(self._grouped(incident), size, cap)
            capped += over
            met.update(dict.fromkeys(found))
        return _columns([self._relationships[i] for i in met], capped)

    def _grouped(self, incident: Sequence[int]) -> dict[int, list[int]]:
        groups: dict[int, list[int]] = defaultdict(list)
        for i in incident:
            groups[self._places[self._relationships[i].type]].append(i)
        return groups


def label_sets(nodes: Mapping[int, Node], ids: Sequence[int]) -> LabelSets:
    """Return the sets of labels of these nodes."""
    sets: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for id in ids:
        sets[tuple(sorted(nodes[id].labels))].append(id)
    return sets


def _incident(
    relationships: Mapping[int, Relationship], direction: str
) -> Mapping[int, Sequence[int]]:
    incident: dict[int, list[int]] = defaultdict(list)
    for r in sorted(relationships.values(), key=lambda r: r.id):
        ends = {"both": {r.source, r.target}, "out": {r.source}, "in": {r.target}}
        for end in ends[direction]:
            incident[end].append(r.id)
    return incident


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


def _columns(relationships: Sequence[Relationship], capped: int) -> HopColumns:
    return HopColumns(
        relationships=np.array([r.id for r in relationships], dtype=np.int64),
        sources=np.array([r.source for r in relationships], dtype=np.int64),
        targets=np.array([r.target for r in relationships], dtype=np.int64),
        types=np.array([r.type for r in relationships], dtype=np.str_),
        capped=capped,
    )
