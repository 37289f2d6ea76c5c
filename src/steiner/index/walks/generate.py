"""Random and breadth-first walks from every node (Walk&Retrieve, section 2.1, equations 1, 2).

All walks of a page of roots are taken at once. A root's walks depend on nothing but the seed, its
store id, and what can be reached from it: elsewhere the graph may change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from steiner.graph import Ids
from steiner.index.walks.adjacency import Adjacency, Hashes, mixed
from steiner.settings import WalkSettings

_PAGE = 5_000
"""Roots whose walks are taken at once: 60 walks of 4 steps are 10 MB an array."""
_WALK, _STEP, _WAY = np.uint64(1 << 40), np.uint64(1 << 20), np.uint64(1)


@dataclass(frozen=True, slots=True)
class Walks:
    """w walks: `roots` int64[w] (indices), `arcs` int64[w, l], -1 after the last step.

    `counts` int64[w] says how often a walk was drawn. Walks of a root stand together. `cut`: roots
    that have more walks than are kept.
    """

    roots: Ids
    arcs: Ids
    counts: Ids
    cut: int = 0


def walks(graph: Adjacency, roots: Ids, settings: WalkSettings) -> Iterator[Walks]:
    """Yield the distinct walks of `roots` (indices), a page of roots at a time."""
    kinds: dict[str, Callable[[Adjacency, Ids, WalkSettings], Walks]] = {
        "random": random_walks,
        "breadth-first": breadth_first,
    }
    begin = kinds[settings.kind]
    roots = roots[graph.degrees[roots] > 0]
    for start in range(0, len(roots), _PAGE):
        yield begin(graph, roots[start : start + _PAGE], settings)


def random_walks(graph: Adjacency, roots: Ids, settings: WalkSettings) -> Walks:
    """Take `settings.walks` random walks from each root (equation 1); equal ones are kept once.

    Each step goes to any successor with equal probability, over any of the relationships between
    the two; a walk ends where nothing follows.
    """
    begins = np.repeat(roots, settings.walks)
    hashes = _hashes(graph, roots, settings)
    here, arcs = begins, np.full((len(begins), settings.length), -1, dtype=np.int64)
    going = np.ones(len(begins), dtype=bool)
    for step in range(settings.length):
        going &= graph.degrees[here] > 0
        drawn = hashes + _STEP * np.uint64(step)
        pair = graph.first[here] + _below(drawn, graph.degrees[here])
        pair = np.where(going, pair, 0)
        ways = graph.arcs[pair + 1] - graph.arcs[pair]
        arcs[:, step] = np.where(going, graph.arcs[pair] + _below(drawn + _WAY, ways), -1)
        here = np.where(going, graph.successors[pair], here)
    return _distinct(begins, arcs)


def breadth_first(graph: Adjacency, roots: Ids, settings: WalkSettings) -> Walks:
    """Walk from each root to every node within `settings.length` steps, once (equation 2).

    The way there is that of the breadth-first tree; of relationships between two nodes the first
    by type. Where they are `bounded`, at most `settings.walks` walks a root, nearest nodes first.

        1 -A-> 2 -A-> 3, 1 -A-> 3: the walks 1 -> 2 and 1 -> 3
    """
    count = len(graph.nodes)
    owners, here = np.arange(len(roots)), roots
    taken = np.sort(owners * count + here)
    ways = np.full((len(roots), settings.length), -1, dtype=np.int64)
    layers: list[tuple[Ids, Ids]] = []
    for step in range(settings.length):
        rows, pairs = _leaving(graph, here)
        keys = owners[rows] * count + graph.successors[pairs]
        new, at = np.unique(keys, return_index=True)
        at = np.sort(at[~np.isin(new, taken, assume_unique=True)])
        taken = np.sort(np.concatenate([taken, keys[at]]))
        ways = ways[rows[at]]
        ways[:, step] = graph.arcs[pairs[at]]
        owners, here = owners[rows[at]], graph.successors[pairs[at]]
        layers.append((owners, ways))
    owners = np.concatenate([owners for owners, _ in layers])
    arcs = np.concatenate([ways for _, ways in layers])
    order = np.argsort(owners, kind="stable")
    return _bounded(roots, owners[order], arcs[order], settings.walks * settings.bounded)


def _bounded(roots: Ids, owners: Ids, arcs: Ids, most: int) -> Walks:
    rank = np.arange(len(owners)) - np.searchsorted(owners, owners)
    kept = rank < most if most else np.ones(len(owners), dtype=bool)
    cut = len(np.unique(owners[~kept]))
    ones = np.ones(int(kept.sum()), dtype=np.int64)
    return Walks(roots[owners[kept]], arcs[kept], ones, cut)


def _leaving(graph: Adjacency, here: Ids) -> tuple[Ids, Ids]:
    """Return the rows of `here` and the pairs that leave them, aligned."""
    degrees = graph.degrees[here]
    rows = np.repeat(np.arange(len(here)), degrees)
    offsets = np.arange(len(rows)) - np.repeat(np.cumsum(degrees) - degrees, degrees)
    return rows, graph.first[here[rows]] + offsets


def _distinct(roots: Ids, arcs: Ids) -> Walks:
    """Keep each walk of a root once, with its count: by root, then in the order of the arcs."""
    order = np.lexsort((*reversed(arcs.T), roots))
    rows = np.column_stack([roots, arcs])[order]
    new = np.ones(len(rows), dtype=bool)
    new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    at = np.flatnonzero(new)
    return Walks(rows[at, 0], rows[at, 1:], np.diff(np.append(at, len(rows))))


def _hashes(graph: Adjacency, roots: Ids, settings: WalkSettings) -> Hashes:
    """Return a number for each walk of each root, uint64[roots * walks]."""
    seed = np.array([settings.seed], dtype=np.uint64)
    root = mixed(graph.nodes[roots].astype(np.uint64) + mixed(seed))
    walk = np.arange(settings.walks, dtype=np.uint64) * _WALK
    return (root[:, None] + walk[None, :]).ravel()


def _below(numbers: Hashes, most: Ids) -> Ids:
    """Return a number from 0 to `most` - 1 for each hash, all equally likely."""
    shares = (mixed(numbers) >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return (shares * most).astype(np.int64)
