"""Builds a Neighbourhood hop by hop from columns of relationships."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from steiner.graph import Ids, Neighbourhood, Scores
from steiner.settings import ExpandSettings
from steiner.stores.expansion import fair

LabelSets = Mapping[tuple[str, ...], Sequence[int]]
"""Sets of labels, in order of name, with the ids of the nodes that have exactly these.

They may hold more nodes than the neighbourhood."""


SPARE = 4
"""How many times what may be kept is asked for, so that shared finds do not starve a hop."""


class Hop(NamedTuple):
    """What a frontier met: ids, endpoints (store ids) and type names, aligned; and its hubs.

    `capped` counts the nodes whose relationships were more than the cap.
    """

    relationships: Ids
    sources: Ids
    targets: Ids
    types: npt.NDArray[np.str_]
    capped: int = 0


class Growing:
    """A neighbourhood that grows hop by hop under limits that its seeds share fairly."""

    def __init__(self, seeds: Sequence[int], settings: ExpandSettings) -> None:
        given = np.array(list(dict.fromkeys(seeds)), dtype=np.int64)
        self.settings = settings
        self._nodes = given[: settings.max_nodes]
        self._owners = np.arange(len(self._nodes), dtype=np.int64)
        self._hops = np.zeros(len(self._nodes), dtype=np.int8)
        self._parts: list[Hop] = []
        self._seen = np.zeros(0, dtype=np.int64)
        self.truncated = len(given) > settings.max_nodes

    def keep_seeds(self, present: Iterable[int]) -> None:
        """Drop the seeds that the store does not have, or may not show."""
        self._nodes = self._nodes[np.isin(self._nodes, np.array(list(present), dtype=np.int64))]
        self._owners = np.arange(len(self._nodes), dtype=np.int64)
        self._hops = np.zeros(len(self._nodes), dtype=np.int8)

    @property
    def nodes(self) -> Ids:
        """The nodes so far."""
        return self._nodes

    def frontier(self) -> Ids:
        """Return the nodes that the last hop added (the seeds at first)."""
        frontier: Ids = self._nodes[self._hops == len(self._parts)]
        return frontier

    @property
    def room(self) -> int:
        """How many relationships may still be kept."""
        return self.settings.max_relationships - len(self._seen)

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

    def add(self, hop: Hop) -> None:
        """Take one hop's relationships, new ones only, and the nodes that they reach."""
        unique, first = np.unique(hop.relationships, return_index=True)
        fresh = _rows(hop, first[~np.isin(unique, self._seen)])
        owners = self._owners_of(fresh)
        chosen = fair(fresh.relationships, owners, self.room)
        self.truncated |= not chosen.all()
        at = np.flatnonzero(chosen)
        self._grow(_rows(fresh, at), owners[at])

    def _owners_of(self, hop: Hop) -> Ids:
        """Return the smallest owner among each relationship's ends in the frontier."""
        nobody = len(self._nodes)
        here = self._hops == len(self._parts)
        order = np.argsort(self._nodes)
        owners = np.full(len(hop.relationships), nobody, dtype=np.int64)
        for ends in (hop.sources, hop.targets):
            place = order[np.searchsorted(self._nodes[order], ends).clip(max=nobody - 1)]
            known = (self._nodes[place] == ends) & here[place]
            owners = np.where(known, np.minimum(owners, self._owners[place]), owners)
        return owners

    def _grow(self, kept: Hop, owners: Ids) -> None:
        ends = np.concatenate([kept.sources, kept.targets])
        reached, place = np.unique(ends, return_inverse=True)
        claims = np.full(len(reached), np.iinfo(np.int64).max)
        np.minimum.at(claims, place, np.concatenate([owners, owners]))
        new = ~np.isin(reached, self._nodes)
        reached, claims = reached[new], claims[new]
        chosen = fair(reached, claims, self.settings.max_nodes - len(self._nodes))
        self.truncated |= not chosen.all()
        self._nodes = np.concatenate([self._nodes, reached[chosen]])
        self._owners = np.concatenate([self._owners, claims[chosen]])
        hop = np.full(int(chosen.sum()), len(self._parts) + 1, dtype=np.int8)
        self._hops = np.concatenate([self._hops, hop])
        if not chosen.all():
            inside = np.isin(kept.sources, self._nodes) & np.isin(kept.targets, self._nodes)
            kept = _rows(kept, np.flatnonzero(inside))
        self._seen = np.concatenate([self._seen, kept.relationships])
        self._parts.append(kept)

    def finish(self, sets: LabelSets, scores: Mapping[int, float] | None) -> Neighbourhood:
        """Return what has grown, with the nodes' sets of labels and scores."""
        empty = np.zeros(0, dtype=np.int64)
        parts = [Hop(empty, empty, empty, np.zeros(0, dtype=np.str_)), *self._parts]
        order = np.argsort(self._nodes, kind="stable")

        def indices(ends: Sequence[Ids]) -> npt.NDArray[np.int32]:
            found = np.searchsorted(self._nodes, np.concatenate(ends), sorter=order)
            return order[found].astype(np.int32)

        names, types = np.unique(np.concatenate([p.types for p in parts]), return_inverse=True)
        labels, label_names = _labels(self._nodes, order, sets)
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
            capped=sum(part.capped for part in self._parts),
            scores=None if scores is None else _scores(self._nodes, scores),
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
        capped=max(first.capped, second.capped),
    )


def _rows(hop: Hop, at: npt.NDArray[np.intp]) -> Hop:
    return Hop(hop.relationships[at], hop.sources[at], hop.targets[at], hop.types[at], hop.capped)


def _scores(nodes: Ids, found: Mapping[int, float]) -> Scores:
    return np.array([found.get(i, np.nan) for i in nodes.tolist()], dtype=np.float32)


def _labels(
    nodes: Ids, order: npt.NDArray[np.intp], sets: LabelSets
) -> tuple[npt.NDArray[np.int32], tuple[tuple[str, ...], ...]]:
    """Return each node's place among the label sets; 0 is the set without a label."""
    given = sorted(set(sets) - {()}) if len(nodes) else []
    if not given:
        return np.zeros(len(nodes), dtype=np.int32), ((),)
    sizes = [len(sets[name]) for name in given]
    ids = np.concatenate([np.array(sets[name], dtype=np.int64) for name in given])
    of = np.repeat(np.arange(len(given), dtype=np.int32), sizes)
    at = order[np.searchsorted(nodes, ids, sorter=order).clip(max=len(nodes) - 1)]
    inside = nodes[at] == ids
    met, place = np.unique(of[inside], return_inverse=True)
    labels = np.zeros(len(nodes), dtype=np.int32)
    labels[at[inside]] = place + 1
    return labels, ((), *(given[i] for i in met.tolist()))
