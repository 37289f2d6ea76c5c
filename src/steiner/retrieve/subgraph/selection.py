"""Selects the connected part of the neighbourhood that explains the answer, best first.

Walks outwards from the best node of the Steiner tree. Relationships of the tree come before the
ones that only touch it; those fill what is left of the token budget.
"""

from __future__ import annotations

import heapq

import numpy as np
import numpy.typing as npt

from steiner.columns import Neighbourhood
from steiner.retrieve.stage_contracts import ElementScores, Selection, Step
from steiner.retrieve.subgraph.pcst import Floats, Tree, guarded, solve
from steiner.settings import PrizeSettings

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
    """Select the whole graph in the order of its ids, connected or not (G-Retriever, k = 0)."""
    steps = tuple(
        Step(i, float(scores.relationships[i])) for i in np.argsort(around.relationships).tolist()
    )
    return Selection(tuple(np.argsort(around.nodes).tolist()), steps)


def all_alike(around: Neighbourhood, prizes: PrizeSettings) -> ElementScores:
    """Score everything the same, so that `everything` keeps its order."""
    nodes, edges = np.ones(len(around.nodes)), np.ones(len(around.relationships))
    return ElementScores(nodes, nodes, edges, guarded(around, nodes, edges, prizes))


def walk(around: Neighbourhood, tree: Tree, scores: ElementScores, limit: int) -> Selection:
    """Return the root and up to `limit` steps, each joined to what stands before it."""
    if not len(tree.nodes):
        return Selection((), ())
    root = int(tree.nodes[np.argmax(scores.nodes[tree.nodes])])
    edge_scores = _edge_scores(around, scores.nodes, scores.relationships)
    worth = edge_scores.copy()
    worth[tree.edges] += _IN_TREE
    scored = edge_scores.tolist()
    order = _outwards(around, np.argsort(-worth, kind="stable"), root, limit)
    return Selection((root,), tuple([Step(edge, scored[edge]) for edge in order]))


def _outwards(
    around: Neighbourhood, best: npt.NDArray[np.intp], root: int, limit: int
) -> dict[int, None]:
    """Return up to `limit` relationships (indices), each the best at a node entered before it.

    `best` int64[m] are all, best first. At each node only the best that is left waits in the heap:
    hubs have many, few are taken. Written in one piece: a call a step is most of what it takes.
    """
    ends, starts, by_node = _at_nodes(around, best)
    rank_edges, following = best.tolist(), {root: starts[root]}
    heap = [(by_node[starts[root]], root)] if starts[root] < starts[root + 1] else []
    taken: dict[int, None] = {}
    while heap and len(taken) < limit:
        rank, node = heapq.heappop(heap)
        entered = [node]
        following[node] += 1
        if (edge := rank_edges[rank]) not in taken:
            taken[edge] = None
            for end in ends[edge]:
                if end not in following:
                    following[end] = starts[end]
                    entered.append(end)
        for end in entered:
            if following[end] < starts[end + 1]:
                heapq.heappush(heap, (by_node[following[end]], end))
    return taken


def _at_nodes(
    around: Neighbourhood, best: npt.NDArray[np.intp]
) -> tuple[list[list[int]], list[int], list[int]]:
    """Return the ends of each relationship, and the ranks at each node from its start on.

    Lists: single values are read, which an array makes slow. With a -0- b -1- c and 1 the best:
    ends [[a, b], [b, c]], starts [0, 1, 3, 4], ranks [1, 0, 1, 0].
    """
    pairs = np.stack([around.sources, around.targets], axis=1)
    ranked = pairs[best].ravel()
    order = np.argsort(ranked, kind="stable")
    starts = np.searchsorted(ranked[order], np.arange(len(around.nodes) + 1))
    return pairs.tolist(), starts.tolist(), (order // 2).tolist()


def _edge_scores(around: Neighbourhood, nodes: Floats, relationships: Floats) -> Floats:
    """Score the m relationships by their better endpoint, their relation and the other end."""
    ends = np.stack([nodes[around.sources], nodes[around.targets]])
    near, far = ends.max(axis=0), ends.min(axis=0)
    return np.asarray(near * (0.3 + 0.7 * relationships) + _BY_COSINE * far, dtype=np.float64)
