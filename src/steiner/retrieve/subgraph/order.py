"""Puts the evidence in order: best first, every beginning of the order connected.

Walks outwards from the best seed. Relationships of the Steiner tree come before the ones that
only touch it; those fill what is left of the token budget.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from steiner.graph import Neighbourhood
from steiner.retrieve.subgraph.pcst import Floats, Tree

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
    sources, targets, scored = around.sources.tolist(), around.targets.tolist(), scores.tolist()
    steps: dict[int, Step] = {}
    while len(steps) < limit and (edge := frontier.pop()) is not None:
        if edge not in steps:
            steps[edge] = Step(edge, scored[edge])
            frontier.enter(sources[edge])
            frontier.enter(targets[edge])
    return root, list(steps.values())


class _Frontier:
    """The relationships (indices) at the entered nodes, given out in the order `best` int64[m].

    At each node only the best that is left waits in the heap: hubs have many, few are taken.
    """

    def __init__(self, around: Neighbourhood, best: npt.NDArray[np.intp]) -> None:
        ends = np.stack([around.sources[best], around.targets[best]], axis=1).ravel()
        order = np.argsort(ends, kind="stable")
        # Lists: single values are read, which an array makes slow.
        self._best, self._places = best.tolist(), (order // 2).tolist()
        starts = np.searchsorted(ends[order], np.arange(len(around.nodes) + 1))
        self._starts: list[int] = starts.tolist()
        self._next: dict[int, int] = {}
        self._heap: list[tuple[int, int]] = []

    def enter(self, node: int) -> None:
        """Add the relationships of a node, once."""
        if node not in self._next:
            self._next[node] = self._starts[node]
            self._wait(node)

    def pop(self) -> int | None:
        """Take the best relationship, perhaps once from each end; None where none is left."""
        if not self._heap:
            return None
        place, node = heapq.heappop(self._heap)
        self._wait(node)
        best: int = self._best[place]
        return best

    def _wait(self, node: int) -> None:
        at = self._next[node]
        if at < self._starts[node + 1]:
            self._next[node] = at + 1
            heapq.heappush(self._heap, (self._places[at], node))


def _edge_scores(around: Neighbourhood, nodes: Floats, relationships: Floats) -> Floats:
    """Score the m relationships by their better endpoint, their relation and the other end."""
    ends = np.stack([nodes[around.sources], nodes[around.targets]])
    near, far = ends.max(axis=0), ends.min(axis=0)
    return np.asarray(near * (0.3 + 0.7 * relationships) + _BY_COSINE * far, dtype=np.float64)
