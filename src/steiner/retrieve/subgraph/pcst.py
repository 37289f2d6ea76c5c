"""The prize-collecting Steiner tree, on arrays.

Solver: Goemans-Williamson growth with pruning "strong" (Hegde et al. 2015, package pcst-fast2).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from steiner.errors import SteinerError

Indices = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


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
