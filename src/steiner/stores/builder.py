"""Builds a Neighbourhood hop by hop from columns of relationships, and joins two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from steiner.columns import Ids, Neighbourhood
from steiner.settings import ExpandSettings
from steiner.stores.expansion import fair
from steiner.stores.hop_columns import (
    HopColumns,
    Indices,
    LabelSets,
    NodeIndex,
    joined_types,
    label_column,
)

T = TypeVar("T")
SPARE = 4
"""How many times what may be kept is asked for, so that shared relationships starve no hop."""


class NeighbourhoodBuilder:
    """A neighbourhood that grows hop by hop under limits that its seeds share fairly.

    Every node has an owner, the index of the seed that it was reached from first.
    """

    def __init__(self, seeds: Sequence[int], settings: ExpandSettings) -> None:
        distinct = np.array(list(dict.fromkeys(seeds)), dtype=np.int64)
        self.settings = settings
        self._parts: list[HopColumns] = []
        self._start(distinct[: settings.max_nodes])
        self._kept = np.zeros(0, dtype=np.int64)
        self.truncated = len(distinct) > settings.max_nodes

    def _start(self, seeds: Ids) -> None:
        self._nodes = self._owners = np.zeros(0, dtype=np.int64)
        self._hops = np.zeros(0, dtype=np.int8)
        self._add_nodes(seeds, np.arange(len(seeds), dtype=np.int64), hop=0)

    def _add_nodes(self, nodes: Ids, owners: Ids, hop: int) -> None:
        self._hops = np.concatenate([self._hops, np.full(len(nodes), hop, dtype=np.int8)])
        self._nodes = np.concatenate([self._nodes, nodes])
        self._owners = np.concatenate([self._owners, owners])
        self._index = NodeIndex(self._nodes)

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
        fresh = hop.take(first[~np.isin(unique, self._kept)] if len(self._kept) else first)
        ends = self._index.of(np.stack([fresh.sources, fresh.targets]))
        owners = self._owners_of(ends)
        chosen = fair(fresh.relationships, owners, self.room)
        if not chosen.all():
            self.truncated = True
            rows = np.flatnonzero(chosen)
            fresh, ends, owners = fresh.take(rows), ends[:, rows], owners[rows]
        self._grow(fresh, ends, owners)

    def _owners_of(self, ends: npt.NDArray[np.intp]) -> Ids:
        """Return int64[m] the smallest owner among each relationship's `ends` in the frontier.

        `ends` int[2, m] are indices into the nodes, -1 for a node that is none of them.

        nodes   [7, 9, 8]    owners [0, 1, 0]    frontier [9, 8]
        sources [9, 8]       targets [8, 5]      ends [[1, 2], [2, -1]]
        9-8: both ends are in the frontier, owners 1 and 0
        8-5: only 8 is, owner 0                  result [0, 0]
        """
        nobody = len(self._nodes)
        in_frontier = self._hops == len(self._parts)
        claims = np.append(np.where(in_frontier, self._owners, nobody), nobody)
        owners: Ids = claims[ends].min(axis=0)
        return owners

    def _grow(self, kept: HopColumns, ends: npt.NDArray[np.intp], owners: Ids) -> None:
        reached, claims = _reached(kept, ends, owners)
        chosen = fair(reached, claims, self.settings.max_nodes - len(self._nodes))
        self._add_nodes(reached[chosen], claims[chosen], len(self._parts) + 1)
        if not chosen.all():
            self.truncated = True
            inside = self._index.of(np.stack([kept.sources, kept.targets])) >= 0
            kept = kept.take(np.flatnonzero(inside.all(axis=0)))
        self._kept = np.concatenate([self._kept, kept.relationships])
        self._parts.append(kept)

    def build(self, sets: LabelSets) -> Neighbourhood:
        """Return the neighbourhood, with the nodes' sets of labels."""
        empty = np.zeros(0, dtype=np.int64)
        parts = [HopColumns(empty, empty, empty, empty.astype(np.int32)), *self._parts]

        def indices(ends: Sequence[Ids]) -> Indices:
            return self._index.of(np.concatenate(ends)).astype(np.int32)

        types, names = joined_types(parts)
        labels, label_names = label_column(self._index, sets)
        return Neighbourhood(
            nodes=self._nodes,
            hops=self._hops,
            relationships=np.concatenate([p.relationships for p in parts]),
            sources=indices([p.sources for p in parts]),
            targets=indices([p.targets for p in parts]),
            types=types,
            type_names=names,
            labels=labels,
            label_names=label_names,
            truncated=bool(self.truncated),
            capped=sum(part.capped for part in self._parts),
        )


def _reached(kept: HopColumns, ends: npt.NDArray[np.intp], owners: Ids) -> tuple[Ids, Ids]:
    """Return the new nodes int64[k], ascending, and the smallest owner of each.

    sources [1, 1, 2]   targets [5, 6, 5]   owners [0, 0, 1]
    known are 1 and 2   ends [[0, 0, 1], [-1, -1, -1]]
    new   [5, 6, 5]     claimed by [0, 0, 1]
    [5, 6] with owners [0, 0]
    """
    new = ends < 0
    ids = np.stack([kept.sources, kept.targets])[new]
    reached, index = np.unique(ids, return_inverse=True)
    claims = np.full(len(reached), np.iinfo(np.int64).max)
    np.minimum.at(claims, index, np.broadcast_to(owners, ends.shape)[new])
    return reached, claims


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
    index_of_second = NodeIndex(nodes).of(second.nodes).astype(np.int32)
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
