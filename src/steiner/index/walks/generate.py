"""Random and breadth-first walks from every node (Walk&Retrieve, section 2.1, equations 1, 2).

All walks of a page of roots are taken at once. A root's walks depend on nothing but the seed, its
store id, and what can be reached from it: elsewhere the graph may change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steiner.columns import Ids
from steiner.errors import InvalidInput
from steiner.index.walks.adjacency import Adjacency, Hashes, mixed
from steiner.settings import WalkSettings

_PAGE = 5_000
"""Roots whose walks are taken at once: 60 walks of 4 steps are 10 MB an array."""
_MOST = 5_000_000
"""Breadth-first walks of a page, at most: a thousand a root, hundreds of MB."""
_WALK, _STEP, _WAY = np.uint64(1 << 40), np.uint64(1 << 20), np.uint64(1)


@dataclass(frozen=True, slots=True)
class Walks:
    """w walks: `roots` int64[w] (indices), `arcs` int64[w, l], -1 after the last step.

    `counts` int64[w] says how often a walk was drawn. Walks of a root stand together. `cut`: roots
    that have as many walks as are kept, or more.
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

        1 -A-> 2, 1 -B-> 2, 1 -A-> 3: of 60 walks from 1 about 30 go to 2, half of them over A, and
        30 to 3: three distinct walks, whose counts add up to 60
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
    most = settings.walks if settings.bounded else len(graph.nodes)
    layer = Layer(
        np.arange(len(roots)), roots, np.full((len(roots), settings.length), -1, dtype=np.int64)
    )
    taken, room = np.sort(_keys(graph, layer)), np.full(len(roots), most)
    layers = []
    for step in range(settings.length):
        layer, taken = _next(graph, layer, step, taken, room)
        layers.append(layer)
    owners = np.concatenate([each.owners for each in layers])
    arcs = np.concatenate([each.arcs for each in layers])
    order = np.argsort(owners, kind="stable")
    ones = np.ones(len(order), dtype=np.int64)
    return Walks(roots[owners[order]], arcs[order], ones, int((room == 0).sum()))


def _check_size(count: int, roots: int) -> None:
    """Raise InvalidInput where a hub makes more walks than anyone can index."""
    if count > _MOST:
        raise InvalidInput(
            f"{roots:,} nodes have {count:,} breadth-first walks or more, at most {_MOST:,} are "
            f"accepted. Set `bounded = true` (at most `walks` a node), `fan_out = 1000` or a "
            f"smaller `length` under [walks] in the --settings file."
        )


class Layer(NamedTuple):
    """What is equally far from its root: `owners` the roots' places, `here` the nodes, their ways.

    `owners`, `here` int64[w] and `arcs` int64[w, l] are aligned and in the order of `owners`.
    """

    owners: Ids
    here: Ids
    arcs: Ids


def _keys(graph: Adjacency, layer: Layer) -> Ids:
    return layer.owners * len(graph.nodes) + layer.here


def _next(graph: Adjacency, layer: Layer, step: int, taken: Ids, room: Ids) -> tuple[Layer, Ids]:
    """Return the next layer, of nodes not `taken` (keys) yet, and what is taken then.

    `room` int64[roots] is what each root may still get; it is lowered. Candidates are looked at
    in rounds, because a hub has more of them than there is room.
    """
    ends = np.cumsum(graph.degrees[layer.here])
    begins = np.searchsorted(layer.owners, np.arange(len(room) + 1))
    bounds = np.append(0, ends)[begins]
    at, last = bounds[:-1].copy(), bounds[1:]
    parts = [Layer(*(column[:0] for column in layer))]
    while len(owners := np.flatnonzero((at < last) & (room > 0))):
        most = np.minimum(2 * room[owners], _MOST // len(owners))
        size = np.minimum(last[owners] - at[owners], most)
        places = np.repeat(at[owners] - np.cumsum(size) + size, size) + np.arange(size.sum())
        at[owners] += size
        met = _candidates(graph, layer, step, places, ends)
        new = _new(_keys(graph, met), taken)
        rank = np.arange(len(new)) - np.searchsorted(met.owners[new], met.owners[new])
        parts.append(Layer(*(column[new[rank < room[met.owners[new]]]] for column in met)))
        np.subtract.at(room, parts[-1].owners, 1)
        taken = np.sort(np.concatenate([taken, _keys(graph, parts[-1])]))
        _check_size(len(taken) - len(room), len(room))
    joined = Layer(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    order = np.argsort(joined.owners, kind="stable")
    return Layer(*(column[order] for column in joined)), taken


def _candidates(graph: Adjacency, layer: Layer, step: int, places: Ids, ends: Ids) -> Layer:
    """Return the successors at some places of the layer's successors, one list after the other.

    `ends` int64[w] are where the lists end: nodes of 2 and 3 successors have ends [2, 5], and
    place 3 is the second successor of the second node.
    """
    rows = np.searchsorted(ends, places, side="right")
    here = layer.here[rows]
    pairs = graph.first[here] + places - (ends[rows] - graph.degrees[here])
    arcs = layer.arcs[rows]
    arcs[:, step] = graph.arcs[pairs]
    return Layer(layer.owners[rows], graph.successors[pairs], arcs)


def _new(keys: Ids, taken: Ids) -> Ids:
    """Return where a key that is not `taken` stands first, ascending."""
    first = np.sort(np.unique(keys, return_index=True)[1])
    return first[~np.isin(keys[first], taken)]


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
