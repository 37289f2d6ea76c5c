"""Puts the evidence in order: best first, every beginning of the order connected.

Walks outwards from the best seed. Relationships of the Steiner tree come before the ones that
only touch it; those fill what is left of the token budget.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from steiner.graph import Hits, Neighbourhood, Seed
from steiner.retrieve.tree import Floats, Tree

_DECAY = 0.6
"""A node's standing falls by this factor a step away from a seed."""
_IN_TREE = 1.0


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the order: a relationship (index) that enters or joins nodes, and its score."""

    relationship: int
    score: float


def node_scores(around: Neighbourhood, seeds: list[Seed], hits: Hits) -> Floats:
    """Score the n nodes from 0 to 1: seeds by their fused score, others by cosine, at most .5."""
    cosine = dict(zip(hits.ids.tolist(), hits.scores.tolist(), strict=True))
    top, low = max(cosine.values(), default=1.0), min(cosine.values(), default=0.0)
    spread = max(top - low, 1e-9)
    best = max((seed.score for seed in seeds), default=1.0)
    fused = {seed.node: seed.score / best for seed in seeds}
    scores = [
        max(fused.get(node, 0.0), 0.5 * (cosine.get(node, low) - low) / spread)
        for node in around.nodes.tolist()
    ]
    return np.array(scores, dtype=np.float64)


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
    in_tree = set(tree.edges.tolist())
    standing: dict[int, float] = {}
    done: set[int] = set()
    heap: list[tuple[float, int]] = []
    steps: list[Step] = []

    def enter(node: int, inherited: float) -> None:
        if node in standing:
            return
        standing[node] = max(float(nodes[node]), inherited)
        for edge in incident.get(node, ()):
            if edge not in done:
                heapq.heappush(heap, (-score(edge, node), edge))

    def score(edge: int, near: int) -> float:
        far = _other(around, edge, near)
        local = 0.5 * relationships[edge] + 0.5 * nodes[far] + standing[near]
        return float(local) / 2 + (_IN_TREE if edge in in_tree else 0.0)

    enter(root, 1.0)
    while heap and len(steps) < limit:
        worth, edge = heapq.heappop(heap)
        if edge in done:
            continue
        done.add(edge)
        steps.append(Step(edge, -worth))
        ends = (int(around.sources[edge]), int(around.targets[edge]))
        inherited = _DECAY * max(standing.get(end, 0.0) for end in ends)
        for end in ends:
            enter(end, inherited)
    return root, steps


def _incident(around: Neighbourhood) -> Mapping[int, list[int]]:
    incident: dict[int, list[int]] = defaultdict(list)
    pairs = zip(around.sources.tolist(), around.targets.tolist(), strict=True)
    for edge, (source, target) in enumerate(pairs):
        incident[source].append(edge)
        if target != source:
            incident[target].append(edge)
    return incident


def _other(around: Neighbourhood, edge: int, node: int) -> int:
    source, target = int(around.sources[edge]), int(around.targets[edge])
    return target if source == node else source
