"""Builds a Neighbourhood hop by hop from columns of relationships."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from steiner.graph import Ids, Neighbourhood

LabelSets = Mapping[tuple[str, ...], Sequence[int]]
"""Sets of labels, in order of name, with the ids of the nodes that have exactly these."""


class Hop(NamedTuple):
    """The relationships met at a frontier: ids, endpoints (store ids) and type names, aligned."""

    relationships: Ids
    sources: Ids
    targets: Ids
    types: npt.NDArray[np.str_]


class Growing:
    """A neighbourhood that grows hop by hop under limits; seeds keep the order given."""

    def __init__(self, seeds: Sequence[int], max_nodes: int, max_relationships: int) -> None:
        self._limits = (max_nodes, max_relationships)
        self._nodes = np.array(list(dict.fromkeys(seeds)), dtype=np.int64)[:max_nodes]
        self._hops = np.zeros(len(self._nodes), dtype=np.int8)
        self._parts: list[Hop] = []
        self._seen = np.zeros(0, dtype=np.int64)
        self.truncated = False

    def frontier(self) -> Ids:
        """Return the nodes that the last hop added (the seeds at first)."""
        last = self._hops.max(initial=0)
        return self._nodes[self._hops == last] if last == len(self._parts) else self._nodes[:0]

    def add(self, hop: Hop) -> None:
        """Take one hop's relationships, new ones only, and the nodes that they reach."""
        max_nodes, max_relationships = self._limits
        order = np.argsort(hop.relationships, kind="stable")
        fresh = order[~np.isin(hop.relationships[order], self._seen)]
        room = max_relationships - len(self._seen)
        self.truncated |= len(fresh) > room
        kept = _rows(hop, fresh[:room])
        reached = np.setdiff1d(np.concatenate([kept.sources, kept.targets]), self._nodes)
        space = max_nodes - len(self._nodes)
        self.truncated |= len(reached) > space
        self._grow(kept, reached[:space])

    def _grow(self, kept: Hop, reached: Ids) -> None:
        self._nodes = np.concatenate([self._nodes, reached])
        hop = np.full(len(reached), len(self._parts) + 1, dtype=np.int8)
        self._hops = np.concatenate([self._hops, hop])
        inside = np.isin(kept.sources, self._nodes) & np.isin(kept.targets, self._nodes)
        kept = _rows(kept, np.flatnonzero(inside))
        self._seen = np.concatenate([self._seen, kept.relationships])
        self._parts.append(kept)

    def finish(self, read_labels: Callable[[list[int]], LabelSets]) -> Neighbourhood:
        """Return what has grown, endpoints as indices into the nodes."""
        empty = np.zeros(0, dtype=np.int64)
        parts = [Hop(empty, empty, empty, np.zeros(0, dtype=np.str_)), *self._parts]
        order = np.argsort(self._nodes, kind="stable")

        def indices(ends: Sequence[Ids]) -> npt.NDArray[np.int32]:
            found = np.searchsorted(self._nodes, np.concatenate(ends), sorter=order)
            return order[found].astype(np.int32)

        names, types = np.unique(np.concatenate([p.types for p in parts]), return_inverse=True)
        labels, label_names = _labels(self._nodes, order, read_labels)
        return Neighbourhood(
            nodes=self._nodes,
            hops=self._hops,
            relationships=np.concatenate([p.relationships for p in parts]),
            sources=indices([p.sources for p in parts]),
            targets=indices([p.targets for p in parts]),
            types=types.astype(np.int32),
            type_names=tuple(str(name) for name in names),
            labels=labels,
            label_names=label_names,
            truncated=bool(self.truncated),
        )


def union(first: Neighbourhood, second: Neighbourhood) -> Neighbourhood:
    """Join two neighbourhoods of one graph; what stands in both is kept once, `first` leading."""
    new_nodes = ~np.isin(second.nodes, first.nodes)
    new_edges = ~np.isin(second.relationships, first.relationships)
    nodes = np.concatenate([first.nodes, second.nodes[new_nodes]])
    order = np.argsort(nodes, kind="stable")
    place = order[np.searchsorted(nodes, second.nodes, sorter=order)].astype(np.int32)
    types = {name: i for i, name in enumerate(dict.fromkeys(first.type_names + second.type_names))}
    sets = {name: i for i, name in enumerate(dict.fromkeys(first.label_names + second.label_names))}
    type_of = np.array([types[name] for name in second.type_names], dtype=np.int32)
    label_of = np.array([sets[name] for name in second.label_names], dtype=np.int32)
    hops = np.concatenate([first.hops, second.hops[new_nodes]])
    hops[place] = np.minimum(hops[place], second.hops)
    joined = np.concatenate
    return Neighbourhood(
        nodes=nodes,
        hops=hops,
        relationships=joined([first.relationships, second.relationships[new_edges]]),
        sources=joined([first.sources, place[second.sources[new_edges]]]),
        targets=joined([first.targets, place[second.targets[new_edges]]]),
        types=joined([first.types, type_of[second.types[new_edges]]]),
        type_names=tuple(types),
        labels=joined([first.labels, label_of[second.labels[new_nodes]]]),
        label_names=tuple(sets),
        truncated=first.truncated or second.truncated,
    )


def _rows(hop: Hop, at: npt.NDArray[np.intp]) -> Hop:
    return Hop(hop.relationships[at], hop.sources[at], hop.targets[at], hop.types[at])


def _labels(
    nodes: Ids, order: npt.NDArray[np.intp], read_labels: Callable[[list[int]], LabelSets]
) -> tuple[npt.NDArray[np.int32], tuple[tuple[str, ...], ...]]:
    """Return each node's place among the label sets; 0 is the set without a label."""
    found = read_labels(nodes.tolist()) if len(nodes) else {}
    names: tuple[tuple[str, ...], ...] = ((), *sorted(set(found) - {()}))
    labels = np.zeros(len(nodes), dtype=np.int32)
    for place, name in enumerate(names[1:], 1):
        at = np.searchsorted(nodes, np.array(found[name], dtype=np.int64), sorter=order)
        labels[order[at]] = place
    return labels, names
