"""A graph as compressed arrays: the successors of each node, parallel relationships once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from steiner.columns import Ids

Hashes = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Relationships:
    """The m relationships of a graph: ids, store ids of their ends, and type numbers, int64[m].

    Types are numbered in the order of their names.
    """

    ids: Ids
    sources: Ids
    targets: Ids
    types: Ids


@dataclass(frozen=True, slots=True)
class Adjacency:
    """Who follows whom. A *pair* is a node and one of its successors, an *arc* a relationship.

    `nodes` int64[n] are store ids, ascending. Node i has the pairs `first[i]` to `first[i + 1]`,
    by successor; pair p leads to `successors[p]` (an index) over the arcs `arcs[p]` to
    `arcs[p + 1]`, by type and id. Arc a is `relationships[a]` (store id), of `types[a]`, taken
    against its direction where `inverse[a]`. `hubs` nodes have more successors than are kept.

        1 -A-> 2, 1 -B-> 2, 1 -A-> 3: nodes [1, 2, 3], first [0, 2, 2, 2]
        successors [1, 2], arcs [0, 2, 3]: two ways to 2, one to 3
    """

    nodes: Ids
    first: Ids
    successors: Ids
    arcs: Ids
    relationships: Ids
    types: Ids
    inverse: npt.NDArray[np.bool_]
    hubs: int = 0

    @property
    def degrees(self) -> Ids:
        """The number int64[n] of successors of each node."""
        return np.diff(self.first)

    def pair_of(self, arcs: Ids) -> Ids:
        """Return the pairs that arcs belong to."""
        return np.searchsorted(self.arcs, arcs, side="right").astype(np.int64) - 1

    def enters(self, arcs: Ids) -> Ids:
        """Return the nodes (indices) that arcs lead to, -1 for an arc of -1."""
        return np.where(arcs < 0, -1, self.successors[self.pair_of(np.maximum(arcs, 0))])


def adjacency(
    nodes: Ids, edges: Relationships, direction: str = "out", fan_out: int = 0
) -> Adjacency:
    """Return who follows whom: heads of "out"-going relationships, or "both" ends of all.

    Self-loops lead nowhere and are left out, as are relationships with an end not in `nodes`. Of
    more successors than `fan_out` (0: all are kept) those stay whose ids are smallest when hashed.
    """
    nodes = np.unique(nodes)
    inside = np.isin(edges.sources, nodes) & np.isin(edges.targets, nodes)
    kept = np.flatnonzero(inside & (edges.sources != edges.targets))
    leaves = np.searchsorted(nodes, edges.sources[kept])
    enters = np.searchsorted(nodes, edges.targets[kept])
    inverse = np.zeros(len(kept), dtype=bool)
    if direction == "both":
        leaves, enters = np.concatenate([leaves, enters]), np.concatenate([enters, leaves])
        inverse = np.concatenate([inverse, ~inverse])
        kept = np.concatenate([kept, kept])
    order = np.lexsort((edges.ids[kept], inverse, edges.types[kept], enters, leaves))
    kept, inverse = kept[order], inverse[order]
    leaves, enters = leaves[order].astype(np.int64), enters[order].astype(np.int64)
    begins = np.flatnonzero(np.diff(leaves * len(nodes) + enters, prepend=-1))
    near = _fewest(leaves[begins], nodes[enters[begins]], fan_out)
    ways = np.diff(np.append(begins, len(kept)))[near]
    arcs = np.repeat(near, np.diff(np.append(begins, len(kept))))
    return Adjacency(
        nodes,
        np.searchsorted(leaves[begins][near], np.arange(len(nodes) + 1)),
        enters[begins][near],
        np.append(0, np.cumsum(ways)),
        edges.ids[kept][arcs],
        edges.types[kept][arcs],
        inverse[arcs],
        len(np.unique(leaves[begins][~near])),
    )


def _fewest(leaves: Ids, enters: Ids, fan_out: int) -> npt.NDArray[np.bool_]:
    """Mark `fan_out` pairs bool[p] of each node, all where it is 0; `enters` are store ids."""
    if not fan_out:
        return np.ones(len(leaves), dtype=bool)
    order = np.lexsort((mixed(enters.astype(np.uint64)), leaves))
    rank = np.arange(len(leaves)) - np.searchsorted(leaves, leaves)
    kept = np.zeros(len(leaves), dtype=bool)
    kept[order[rank < fan_out]] = True
    return kept


def mixed(numbers: Hashes) -> Hashes:
    """Mix bits until they look random: SplitMix64 (Steele et al. 2014)."""
    with np.errstate(over="ignore"):
        mixed = numbers + np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return mixed ^ (mixed >> np.uint64(31))
