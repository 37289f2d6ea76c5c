"""The prize-collecting Steiner tree, on arrays, and its prizes (G-Retriever, section 5.3).

Solver: Goemans-Williamson growth with pruning "strong" (Hegde et al. 2015, package pcst-fast2).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from steiner.columns import Hits, Neighbourhood, RelationHits, lookup
from steiner.errors import SteinerError
from steiner.settings import PrizeSettings

Indices = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_PRIZED = 40
"""Nodes that get a prize by their relevance: a tree of more explains nothing at a glance."""
_LARGEST_SHARE = 0.9
"""Of the cost: a relation prize stays below it, so that no edge pays for itself."""


@dataclass(frozen=True, slots=True)
class Instance:
    """A problem: n nodes with prizes float64[n] >= 0, m edges int64[m, 2] with prizes and a cost.

    An edge's prize may be below, equal to or above `cost` (G-Retriever, section 5.3).
    """

    prizes: Floats
    edges: Indices
    edge_prizes: Floats
    cost: float


@dataclass(frozen=True, slots=True)
class Tree:
    """A solution: indices of the chosen nodes and edges, ascending; one connected component."""

    nodes: Indices
    edges: Indices


@cache
def _solver() -> Any:
    import pcst_fast

    path = np.array([[0, 1], [1, 2], [2, 3]], dtype=np.int64)
    prizes, costs = np.ones(4) * 9, np.ones(3)
    nodes, _ = pcst_fast.pcst_fast(path, prizes, costs, -1, 1, "strong", 0)
    if sorted(nodes.tolist()) != [0, 1, 2, 3]:
        raise SteinerError(
            f"The Steiner tree solver gives {nodes.tolist()} where [0, 1, 2, 3] is right: the "
            f"package pcst-fast is broken under NumPy 2. Mend it with: "
            f"pip uninstall -y pcst-fast && pip install --force-reinstall pcst-fast2"
        )
    return pcst_fast.pcst_fast


def solve(instance: Instance) -> Tree:
    """Choose the connected subgraph with the most prize less cost (equations 7 and 8).

    An edge whose prize P exceeds the cost C becomes a virtual node of prize P - C between two
    free edges; otherwise the edge costs C - P. A chosen virtual node gives its edge and both
    endpoints. Self-loops never connect anything and are left out. Without any prize the result
    is empty.

        a -0- b -1- c, prizes [3, 0, 3], a cost of 1: nodes [0, 1, 2], edges [0, 1], worth 6 - 2
        prizes [3, 0, 0], edge prizes [0, 3]: edge 1 is a node of 2, 3 + 2 - 1, the same tree
    """
    loops = instance.edges[:, 0] == instance.edges[:, 1]
    real = np.flatnonzero(~loops & (instance.edge_prizes <= instance.cost))
    virtual = np.flatnonzero(~loops & (instance.edge_prizes > instance.cost))
    if not (instance.prizes > 0).any() and not len(virtual):
        return Tree(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
    n = len(instance.prizes)
    stand_in = n + np.arange(len(virtual), dtype=np.int64)
    ends = instance.edges[virtual]
    edges = np.concatenate(
        [instance.edges[real], _pairs(ends[:, 0], stand_in), _pairs(stand_in, ends[:, 1])]
    )
    costs = np.concatenate([instance.cost - instance.edge_prizes[real], np.zeros(2 * len(virtual))])
    prizes = np.concatenate([instance.prizes, instance.edge_prizes[virtual] - instance.cost])
    nodes, chosen = _solver()(edges, prizes, costs, -1, 1, "strong", 0)
    return _map_back(instance, real, virtual, np.asarray(nodes), np.asarray(chosen))


def _pairs(left: Indices, right: Indices) -> Indices:
    return np.stack([left, right], axis=1).astype(np.int64)


def _map_back(
    instance: Instance, real: Indices, virtual: Indices, nodes: Indices, chosen: Indices
) -> Tree:
    n = len(instance.prizes)
    through = virtual[nodes[nodes >= n] - n]
    edges = np.union1d(real[chosen[chosen < len(real)]], through)
    ends = instance.edges[edges].ravel()
    return Tree(np.union1d(nodes[nodes < n], ends).astype(np.int64), edges.astype(np.int64))


def published(
    around: Neighbourhood, nearest: Hits, relations: RelationHits, settings: PrizeSettings
) -> Instance:
    """Give the i-th best node, and every edge of the i-th best distinct relation text, k - i.

    i counts from 0 (prizes k down to 1), ties of equal texts share a rank; all else gets 0.

        k = 2 of nodes, nearest 7, 5, 9: prizes 2, 1, 0
        k = 2 of edges, types directed (.6), starred (.4), born (.1): each edge gets 2, 1 or 0
    """
    ranks = {int(node): settings.nodes - i for i, node in enumerate(nearest.ids[: settings.nodes])}
    prizes = lookup(ranks, around.nodes)
    best = _ranked_texts(around, relations)[: settings.relations]
    by_type = {t: settings.relations - i for i, (t, _) in enumerate(best) if isinstance(t, str)}
    own = {r: settings.relations - i for i, (r, _) in enumerate(best) if isinstance(r, int)}
    edge_prizes = lookup(own, around.relationships)
    of_type = np.array([by_type.get(name, 0) for name in around.type_names], dtype=np.float64)
    if len(of_type):
        edge_prizes = np.maximum(edge_prizes, of_type[around.types])
    return _instance(around, prizes, edge_prizes, settings.cost)


def _ranked_texts(around: Neighbourhood, relations: RelationHits) -> list[tuple[str | int, float]]:
    single = zip(relations.relationships.ids, relations.relationships.scores, strict=True)
    inside = set(relations.relationships.ids[_inside(around, relations)].tolist())
    texts: list[tuple[str | int, float]] = [
        (name, relations.types[name]) for name in around.type_names if name in relations.types
    ]
    texts += [(int(i), float(score)) for i, score in single if int(i) in inside]
    return sorted(texts, key=lambda text: (-text[1], str(text[0])))


def _inside(around: Neighbourhood, relations: RelationHits) -> npt.NDArray[np.bool_]:
    return np.isin(relations.relationships.ids, around.relationships)


def guarded(
    around: Neighbourhood, relevance: Floats, scores: Floats, settings: PrizeSettings
) -> Instance:
    """Give the most relevant nodes their prize, and every edge one below the cost.

    `relevance` float64[n] and `scores` float64[m] lie between 0 and 1. With few relationship
    types the published edge prizes select nearly the whole graph; here an edge only gets
    cheaper, so the tree connects nodes along fitting relations and cannot collapse.
    """
    kept = np.argsort(-relevance, kind="stable")[:_PRIZED]
    prizes = np.zeros(len(relevance))
    prizes[kept] = settings.nodes * relevance[kept]
    return _instance(around, prizes, _LARGEST_SHARE * settings.cost * scores, settings.cost)


def _instance(around: Neighbourhood, prizes: Floats, edge_prizes: Floats, cost: float) -> Instance:
    edges = np.stack([around.sources, around.targets], axis=1).astype(np.int64)
    return Instance(prizes, edges, edge_prizes, cost)
