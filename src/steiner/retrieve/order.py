"""Puts the evidence in order: best first, every beginning of the order connected.

Walks outwards from the best seed. Relationships of the Steiner tree come before the ones that
only touch it; those fill what is left of the token budget.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from steiner.graph import Neighbourhood
from steiner.retrieve.tree import Floats, Tree

_IN_TREE = 1.0
_BY_COSINE = 0.1


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the order: a relationship (index) that enters or joins nodes, and its score."""

    relationship: int
    score: float


def walk_order(
    around: Neighbourhood, tree: Tree, nodes: Floats, relationships: Floats, limit: int
) -> tuple[int | None, list[Step]]:
    """Return the root (index) and up to `limit` steps, each joined to what stands before it.

    `nodes` float64[n] and `relationships` float64[m] are scores from 0 to 1.
    """
    if not len(tree.nodes):
        return None, []
    root = int(tree.nodes[np.argmax(nodes[tree.nodes])])
    scores = _edge_scores(around, nodes, relationships)
    worth = scores.copy()
    worth[tree.edges] += _IN_TREE
    frontier = _Frontier(around, np.argsort(-worth, kind="stable"))
    frontier.enter(root)
    steps: dict[int, Step] = {}
    while len(steps) < limit and (edge := frontier.pop()) is not None:
        if edge not in steps:
            steps[edge] = Step(edge, float(scores[edge]))
            frontier.enter(int(around.sources[edge]))
            frontier.enter(int(around.targets[edge]))
    return root, list(steps.values())


class _Frontier:
    """The relationships (indices) at the entered nodes, given out in the order `best` int64[m].

    At each node only the best that is left waits in the heap: hubs have many, few are taken.
    """

    def __init__(self, around: Neighbourhood, best: npt.NDArray[np.intp]) -> None:
        ends = np.stack([around.sources[best], around.targets[best]], axis=1).ravel()
        order = np.argsort(ends, kind="stable")
        self._best, self._places = best, order // 2
        self._starts = np.searchsorted(ends[order], np.arange(len(around.nodes) + 1))
        self._left: dict[int, Iterator[int]] = {}
        self._heap: list[tuple[int, int]] = []

    def enter(self, node: int) -> None:
        """Add the relationships of a node, once."""
        if node not in self._left:
            own = self._places[self._starts[node] : self._starts[node + 1]]
            self._left[node] = iter(own.tolist())
            self._wait(node)

    def pop(self) -> int | None:
        """Take the best relationship, perhaps once from each end; None where none is left."""
        if not self._heap:
            return None
        place, node = heapq.heappop(self._heap)
        self._wait(node)
        return int(self._best[place])

    def _wait(self, node: int) -> None:
        place = next(self._left[node], None)
        if place is not None:
            heapq.heappush(self._heap, (place, node))


def _edge_scores(around: Neighbourhood, nodes: Floats, relationships: Floats) -> Floats:
    """Score the m relationships by their better endpoint, their relation and the other end."""
    ends = np.stack([nodes[around.sources], nodes[around.targets]])
    near, far = ends.max(axis=0), ends.min(axis=0)
    return np.asarray(near * (0.3 + 0.7 * relationships) + _BY_COSINE * far, dtype=np.float64)
