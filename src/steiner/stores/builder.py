"""Builds a Neighbourhood hop by hop from columns of relationships, and joins two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from steiner.graph import Ids, Neighbourhood
from steiner.settings import ExpandSettings
from steiner.stores.expansion import fair

T = TypeVar("T")
Indices = npt.NDArray[np.int32]
LabelSets = Mapping[tuple[str, ...], Sequence[int]]
"""Sets of labels, in order of name, with the ids of the nodes that have exactly these.

They may list more nodes than the neighbourhood has."""
SPARE = 4
"""How many times what may be kept is asked for, so that shared relationships starve no hop."""


class HopColumns(NamedTuple):
    """The relationships read at a frontier: ids, endpoints (store ids), type names, aligned.

    `capped` counts the frontier nodes that have more relationships than the cap.
    """

    relationships: Ids
    sources: Ids
    targets: Ids
    types: npt.NDArray[np.str_]
    capped: int = 0

    def take(self, rows: npt.NDArray[np.intp]) -> HopColumns:
        """Return only these rows."""
        ends = self.sources[rows], self.targets[rows]
        return HopColumns(self.relationships[rows], *ends, self.types[rows], self.capped)


class NeighbourhoodBuilder:
    """A neighbourhood that grows hop by hop under limits that its seeds share fairly.

    Every node has an owner, the index of the seed that it was reached from first.
    """

    def __init__(self, seeds: Sequence[int], settings: ExpandSettings) -> None:
        distinct = np.array(list(dict.fromkeys(seeds)), dtype=np.int64)
        self.settings = settings
        self._start(distinct[: settings.max_nodes])
        self._parts: list[HopColumns] = []
        self._kept = np.zeros(0, dtype=np.int64)
        self.truncated = len(distinct) > settings.max_nodes

    def _start(self, seeds: Ids) -> None:
        self._nodes = seeds
        self._owners = np.arange(len(seeds), dtype=np.int64)
        self._hops = np.zeros(len(seeds), dtype=np.int8)

    def keep_seeds(self, present: Iterable[int]) -> None:
        """Drop the seeds that the store does not have, or may not show."""
        self._start(self._nodes[np.isin(self._nodes, np.array(list(present), dtype=np.int64))])

    @property
    def nodes(self) -> Ids:
        """The nodes so far, int64[n] store ids."""
        return self._nodes

    def frontier(self) -> Ids:
        """Return the nodes that the last hop added (the seeds at first)."""
        frontier: Ids = self._nodes[self._hops == len(self._parts)]
        return frontier

    @property
    def room(self) -> int:
        """How many relationships may still be kept."""
        return self.settings.max_relationships - len(self._kept)

    def cap(self) -> int:
        """Return the cap of the next hop; 0 where nothing is left to expand or to keep."""
        frontier = len(self.frontier())
        if frontier and not self.room:
            self.truncated = True
        if not (frontier and self.room):
            return 0
        return min(self.settings.degree_cap, max(1, -(-SPARE * self.room // frontier)))

    @property
    def roomy(self) -> bool:
        """Whether the next hop can be asked for without knowing more of this one."""
        asked = len(self.frontier()) * self.settings.degree_cap
        return not self.truncated and asked <= SPARE * self.room

    def add(self, hop: HopColumns) -> None:
        """Take one hop's relationships, new ones only, and the nodes that they reach."""
        unique, first = np.unique(hop.relationships, return_index=True)
        fresh = hop.take(first[~np.isin(unique, self._kept)])
        owners = self._owners_of(fresh)
        chosen = fair(fresh.relationships, owners, self.room)
        self.truncated |= not chosen.all()
        rows = np.flatnonzero(chosen)
        self._grow(fresh.take(rows), owners[rows])

    def _owners_of(self, hop: HopColumns) -> Ids:
        """Return int64[m] the smallest owner among each relationship's ends in the frontier.

        nodes   [7, 9, 8]    owners [0, 1, 0]    frontier [9, 8]
        sources [9, 8]       targets [8, 5]
        9-8: both ends are in the frontier, owners 1 and 0
        8-5: only 8 is, owner 0                  result [0, 0]
        """
        nobody = len(self._nodes)
        in_frontier = self._hops == len(self._parts)
        order = np.argsort(self._nodes)
        owners = np.full(len(hop.relationships), nobody, dtype=np.int64)
        for ends in (hop.sources, hop.targets):
            index = order[np.searchsorted(self._nodes[order], ends).clip(max=nobody - 1)]
            owned = (self._nodes[index] == ends) & in_frontier[index]
            owners = np.where(owned, np.minimum(owners, self._owners[index]), owners)
        return owners

    def _grow(self, kept: HopColumns, owners: Ids) -> None:
        reached, claims = self._reached(kept, owners)
        chosen = fair(reached, claims, self.settings.max_nodes - len(self._nodes))
        self._nodes = np.concatenate([self._nodes, reached[chosen]])
        self._owners = np.concatenate([self._owners, claims[chosen]])
        hop = np.full(int(chosen.sum()), len(self._parts) + 1, dtype=np.int8)
        self._hops = np.concatenate([self._hops, hop])
        if not chosen.all():
            self.truncated = True
            inside = np.isin(kept.sources, self._nodes) & np.isin(kept.targets, self._nodes)
            kept = kept.take(np.flatnonzero(inside))
        self._kept = np.concatenate([self._kept, kept.relationships])
        self._parts.append(kept)

    def _reached(self, kept: HopColumns, owners: Ids) -> tuple[Ids, Ids]:
        """Return the new nodes int64[k], ascending, and the smallest owner of each.

        sources [1, 1, 2]   targets [5, 6, 5]   owners [0, 0, 1]
        distinct ends [1, 2, 5, 6], smallest owners [0, 1, 0, 0]
        1 and 2 are known, so new are
        [5, 6] with owners [0, 0]
        """
        ends, index = np.unique(np.concatenate([kept.sources, kept.targets]), return_inverse=True)
        claims = np.full(len(ends), np.iinfo(np.int64).max)
        np.minimum.at(claims, index, np.concatenate([owners, owners]))
        new = ~np.isin(ends, self._nodes)
        return ends[new], claims[new]

    def build(self, sets: LabelSets) -> Neighbourhood:
        """Return the neighbourhood, with the nodes' sets of labels."""
        empty = np.zeros(0, dtype=np.int64)
        parts = [HopColumns(empty, empty, empty, np.zeros(0, dtype=np.str_)), *self._parts]
        order = np.argsort(self._nodes, kind="stable")

        def indices(ends: Sequence[Ids]) -> Indices:
            sorted_index = np.searchsorted(self._nodes, np.concatenate(ends), sorter=order)
            return order[sorted_index].astype(np.int32)

        names, types = np.unique(np.concatenate([p.types for p in parts]), return_inverse=True)
        labels, label_names = label_column(self._nodes, order, sets)
        return Neighbourhood(
            nodes=self._nodes,
            hops=self._hops,
            relationships=np.concatenate([p.relationships for p in parts]),
            sources=indices([p.sources for p in parts]),
            targets=indices([p.targets for p in parts]),
            types=types.astype(np.int32),
            type_names=tuple(names.tolist()),
            labels=labels,
            label_names=label_names,
            truncated=bool(self.truncated),
            capped=sum(part.capped for part in self._parts),
        )


def label_column(
    nodes: Ids, order: npt.NDArray[np.intp], sets: LabelSets
) -> tuple[npt.NDArray[np.int32], tuple[tuple[str, ...], ...]]:
    """Return int32[n] each node's index among the label sets, and the sets; 0 has no label.

    `order` int[n] sorts `nodes` int64[n].

        nodes [4, 2, 3]    sets {("Film",): [2, 9], ("Person",): [4]}
        listed ids [2, 9, 4] of sets [0, 0, 1]; 9 is no node of the neighbourhood
        labels [2, 1, 0]
        names  ((), ("Film",), ("Person",))
    """
    named = sorted(set(sets) - {()}) if len(nodes) else []
    if not named:
        return np.zeros(len(nodes), dtype=np.int32), ((),)
    ids = np.concatenate([np.array(sets[name], dtype=np.int64) for name in named])
    set_of = np.repeat(np.arange(len(named), dtype=np.int32), [len(sets[n]) for n in named])
    index = order[np.searchsorted(nodes, ids, sorter=order).clip(max=len(nodes) - 1)]
    inside = nodes[index] == ids
    used, number = np.unique(set_of[inside], return_inverse=True)
    labels = np.zeros(len(nodes), dtype=np.int32)
    labels[index[inside]] = number + 1
    return labels, ((), *(named[i] for i in used.tolist()))


def union(first: Neighbourhood, second: Neighbourhood) -> Neighbourhood:
    """Join two neighbourhoods; what both have is kept once, the columns of `first` lead.

    Indices of `second` into its nodes, types and label sets become indices of the union:

        first.nodes   [10, 20]       second.nodes    [20, 30]
        union         [10, 20, 30]   index_of_second [1, 2]
        second.sources [0] (node 20) becomes [1]
        second.targets [1] (node 30) becomes [2]
    """
    new_nodes = ~np.isin(second.nodes, first.nodes)
    new = ~np.isin(second.relationships, first.relationships)
    nodes = np.concatenate([first.nodes, second.nodes[new_nodes]])
    order = np.argsort(nodes, kind="stable")
    index_of_second = order[np.searchsorted(nodes, second.nodes, sorter=order)].astype(np.int32)
    types, type_of_second = _joined(first.type_names, second.type_names)
    sets, set_of_second = _joined(first.label_names, second.label_names)
    hops = np.concatenate([first.hops, second.hops[new_nodes]])
    hops[index_of_second] = np.minimum(hops[index_of_second], second.hops)
    return Neighbourhood(
        nodes=nodes,
        hops=hops,
        relationships=np.concatenate([first.relationships, second.relationships[new]]),
        sources=np.concatenate([first.sources, index_of_second[second.sources[new]]]),
        targets=np.concatenate([first.targets, index_of_second[second.targets[new]]]),
        types=np.concatenate([first.types, type_of_second[second.types[new]]]),
        type_names=types,
        labels=np.concatenate([first.labels, set_of_second[second.labels[new_nodes]]]),
        label_names=sets,
        truncated=first.truncated or second.truncated,
        capped=max(first.capped, second.capped),
    )


def _joined(first: tuple[T, ...], second: tuple[T, ...]) -> tuple[tuple[T, ...], Indices]:
    """Return the names of both, each once, and the index int32[len(second)] of the second's."""
    index = {name: i for i, name in enumerate(dict.fromkeys(first + second))}
    return tuple(index), np.array([index[name] for name in second], dtype=np.int32)
