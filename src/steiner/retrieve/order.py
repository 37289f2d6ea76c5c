"""Puts the evidence in order: best first, every beginning of the order connected.

Walks outwards from the best seed. Relationships of the Steiner tree come before the ones that
only touch it; those fill what is left of the token budget.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

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
    incident = _incident(around)
    scores = _edge_scores(around, nodes, relationships)
    worth = scores.copy()
    worth[tree.edges] += _IN_TREE
    entered: set[int] = set()
    done: set[int] = set()
    heap: list[tuple[float, int]] = []
    steps: list[Step] = []

    def enter(node: int) -> None:
        if node not in entered:
            entered.add(node)
            for edge in incident(node):
                heapq.heappush(heap, (-float(worth[edge]), edge))

    enter(root)
    while heap and len(steps) < limit:
        _, edge = heapq.heappop(heap)
        if edge not in done:
            done.add(edge)
            steps.append(Step(edge, float(scores[edge])))
            enter(int(around.sources[edge]))
            enter(int(around.targets[edge]))
    return root, steps


def _edge_scores(around: Neighbourhood, nodes: Floats, relationships: Floats) -> Floats:
    """Score the m relationships by their better endpoint, their relation and the other end."""
    ends = np.stack([nodes[around.sources], nodes[around.targets]])
    near, far = ends.max(axis=0), ends.min(axis=0)
    return np.asarray(near * (0.3 + 0.7 * relationships) + _BY_COSINE * far, dtype=np.float64)


def _incident(around: Neighbourhood) -> Callable[[int], list[int]]:
    """Return a function that gives a node's relationships (indices), a self-loop twice."""
    ends = np.concatenate([around.sources, around.targets])
    order = np.argsort(ends, kind="stable")
    starts = np.searchsorted(ends[order], np.arange(len(around.nodes) + 1))
    edges = order % max(1, len(around.sources))

    def of(node: int) -> list[int]:
        found: list[int] = edges[starts[node] : starts[node + 1]].tolist()
        return found

    return of
