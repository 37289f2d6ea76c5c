"""Expansion of a graph in memory, by the rules of docs/reference/expansion.md."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from steiner.columns import Ids
from steiner.graph import Node, Relationship
from steiner.settings import ExpandSettings
from steiner.stores.builder import NeighbourhoodBuilder
from steiner.stores.expansion import choose, hub_degree, most_read, share
from steiner.stores.hop_columns import HopColumns, LabelSets


class MemoryExpansion:
    """Expands over `relationships`, which have the types of `places`, keeping those `shown`.

    `places` are the numbers of the types' groups in order of prize.
    """

    def __init__(
        self,
        relationships: Mapping[int, Relationship],
        shown: Collection[int],
        places: Mapping[str, int],
        settings: ExpandSettings,
    ) -> None:
        self._relationships, self._shown, self._places = relationships, shown, places
        self._settings = settings
        followed = (r for r in relationships.values() if r.type in places)
        self._incident = _incident(followed, settings.direction)

    def grow(self, builder: NeighbourhoodBuilder) -> None:
        """Add all hops."""
        for _ in range(self._settings.hops):
            if cap := builder.cap():
                builder.add(self._hop(builder.frontier(), cap))

    def _hop(self, frontier: Ids, cap: int) -> HopColumns:
        chosen: dict[int, None] = {}
        capped = 0
        for node in frontier.tolist():
            ids, over = self._at_node(self._incident.get(node, ()), cap)
            capped += over
            chosen.update(dict.fromkeys(ids))
        return _columns([self._relationships[i] for i in chosen], capped)

    def _at_node(self, incident: Sequence[int], cap: int) -> tuple[list[int], bool]:
        """Return what is kept of a node's relationships, and whether there was more (rule 3)."""
        if not self._settings.hubs and len(incident) > hub_degree(cap):
            return [], True
        read = self._read(incident, cap)
        accepted = np.array([i for i in read if i in self._shown], dtype=np.int64)
        over = len(accepted) > cap or len(incident) > most_read(cap)
        if len(accepted) <= cap:
            return accepted.tolist(), over
        groups = [self._group(i) for i in accepted.tolist()]
        return choose(accepted, np.array(groups, dtype=np.int64), cap).tolist(), over

    def _read(self, incident: Sequence[int], cap: int) -> Sequence[int]:
        """Return all of a node's relationships, or each group's share where they are too many."""
        if len(incident) <= most_read(cap):
            return incident
        groups: dict[int, list[int]] = defaultdict(list)
        for i in incident:
            groups[self._group(i)].append(i)
        most = share(cap, len(set(self._places.values())))
        return [i for members in groups.values() for i in members[:most]]

    def _group(self, relationship: int) -> int:
        return self._places[self._relationships[relationship].type]


def label_sets(nodes: Mapping[int, Node], ids: Sequence[int]) -> LabelSets:
    """Return the sets of labels of these nodes."""
    sets: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for id in ids:
        sets[tuple(sorted(nodes[id].labels))].append(id)
    return sets


def _incident(relationships: Iterable[Relationship], direction: str) -> Mapping[int, Sequence[int]]:
    incident: dict[int, list[int]] = defaultdict(list)
    for r in sorted(relationships, key=lambda r: r.id):
        ends = {"both": {r.source, r.target}, "out": {r.source}, "in": {r.target}}
        for end in ends[direction]:
            incident[end].append(r.id)
    return incident


def _columns(relationships: Sequence[Relationship], capped: int) -> HopColumns:
    number = {name: i for i, name in enumerate(dict.fromkeys(r.type for r in relationships))}
    return HopColumns(
        relationships=np.array([r.id for r in relationships], dtype=np.int64),
        sources=np.array([r.source for r in relationships], dtype=np.int64),
        targets=np.array([r.target for r in relationships], dtype=np.int64),
        types=np.array([number[r.type] for r in relationships], dtype=np.int32),
        type_names=tuple(number),
        capped=capped,
    )
