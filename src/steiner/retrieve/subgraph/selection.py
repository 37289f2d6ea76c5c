"""Selects the connected part of the neighbourhood that explains the answer, best first.

Walks outwards from the best node of the Steiner tree. Relationships of the tree come before the
ones that only touch it; those fill what is left of the token budget.
"""

from __future__ import annotations

import heapq

import numpy as np
import numpy.typing as npt

from steiner.graph import Neighbourhood
from steiner.retrieve.pipeline import ElementScores, Selection, Step
from steiner.retrieve.subgraph.pcst import Floats, Tree, solve

_OFFERED = 2 / 3
"""Relationships hydrated for each token of the budget: more than fill it, to group facts from."""
_OFFERED_NAMED = 1 / 6
"""The same where a node is surely named: more pushes out what paths lead to."""
_FEWEST = 40
_IN_TREE = 1.0
_BY_COSINE = 0.1


def around_tree(around: Neighbourhood, scores: ElementScores, budget: int) -> Selection:
    """Select the Steiner tree and what touches it, as much as may fill `budget` tokens."""
    share = _OFFERED_NAMED if scores.named else _OFFERED
    limit = max(_FEWEST, int(budget * share))
    return walk(around, solve(scores.instance), scores, limit)


def tree_alone(around: Neighbourhood, scores: ElementScores, _budget: int) -> Selection:
    """Select exactly the Steiner tree S*, whatever the budget (G-Retriever, section 5.3)."""
    tree = solve(scores.instance)
    return walk(around, tree, scores, len(tree.edges))


def everything(around: Neighbourhood, scores: ElementScores, _budget: int) -> Selection:
    """Select the whole graph, connected or not (G-Retriever with k = 0)."""
    best = np.argsort(-scores.relationships, kind="stable").tolist()
    steps = tuple(Step(i, float(scores.relationships[i])) for i in best)
    return Selection(tuple(range(len(around.nodes))), steps)


def walk(around: Neighbourhood, tree: Tree, scores: ElementScores, limit: int) -> Selection:
    """Return the root and up to `limit` steps, each joined to what stands before it."""
    if not len(tree.nodes):
        return Selection((), ())
    root = int(tree.nodes[np.argmax(scores.nodes[tree.nodes])])
    edge_scores = _edge_scores(around, scores.nodes, scores.relationships)
    worth = edge_scores.copy()
    worth[tree.edges] += _IN_TREE
    frontier = _Frontier(around, np.argsort(-worth, kind="stable"))
    frontier.enter(root)
    sources, targets, scored = (
        around.sources.tolist(),
        around.targets.tolist(),
        edge_scores.tolist(),
    )
    steps: dict[int, Step] = {}
    while len(steps) < limit and (edge := frontier.pop()) is not None:
        if edge not in steps:
            steps[edge] = Step(edge, scored[edge])
            frontier.enter(sources[edge])
            frontier.enter(targets[edge])
    return Selection((root,), tuple(steps.values()))


class _Frontier:
    """The relationships (indices) at the entered nodes, given out in the order `best` int64[m].

    At each node only the best that is left waits in the heap: hubs have many, few are taken.
    """

    def __init__(self, around: Neighbourhood, best: npt.NDArray[np.intp]) -> None:
        ends = np.stack([around.sources[best], around.targets[best]], axis=1).ravel()
        order = np.argsort(ends, kind="stable")
        # Lists: single values are read, which an array makes slow.
        self._best, self._ranks = best.tolist(), (order // 2).tolist()
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
        rank, node = heapq.heappop(self._heap)
        self._wait(node)
        best: int = self._best[rank]
        return best

    def _wait(self, node: int) -> None:
        at = self._next[node]
        if at < self._starts[node + 1]:
            self._next[node] = at + 1
            heapq.heappush(self._heap, (self._ranks[at], node))


def _edge_scores(around: Neighbourhood, nodes: Floats, relationships: Floats) -> Floats:
    """Score the m relationships by their better endpoint, their relation and the other end."""
    ends = np.stack([nodes[around.sources], nodes[around.targets]])
    near, far = ends.max(axis=0), ends.min(axis=0)
    return np.asarray(near * (0.3 + 0.7 * relationships) + _BY_COSINE * far, dtype=np.float64)
