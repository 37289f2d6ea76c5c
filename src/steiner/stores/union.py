"""Joins two neighbourhoods of one graph."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from steiner.graph import Neighbourhood

T = TypeVar("T")
Indices = npt.NDArray[np.int32]


def union(first: Neighbourhood, second: Neighbourhood) -> Neighbourhood:
    """Join two neighbourhoods; what both have is kept once, the columns of `first` lead.

    Indices of `second` into its nodes, types and label sets become indices of the union:

        first.nodes   [10, 20]       second.nodes    [20, 30]
        union         [10, 20, 30]   index_of_second [1, 2]
        second.sources [0] (node 20) becomes [1]
        second.targets [1] (node 30) becomes [2]
    """
    new_nodes = ~np.isin(second.nodes, first.nodes)
    new = ~np.isin(second.relationships, first.relationships)
    nodes = np.concatenate([first.nodes, second.nodes[new_nodes]])
    order = np.argsort(nodes, kind="stable")
    index_of_second = order[np.searchsorted(nodes, second.nodes, sorter=order)].astype(np.int32)
    types, type_of_second = _joined(first.type_names, second.type_names)
    sets, set_of_second = _joined(first.label_names, second.label_names)
    hops = np.concatenate([first.hops, second.hops[new_nodes]])
    hops[index_of_second] = np.minimum(hops[index_of_second], second.hops)
    return Neighbourhood(
        nodes=nodes,
        hops=hops,
        relationships=np.concatenate([first.relationships, second.relationships[new]]),
        sources=np.concatenate([first.sources, index_of_second[second.sources[new]]]),
        targets=np.concatenate([first.targets, index_of_second[second.targets[new]]]),
        types=np.concatenate([first.types, type_of_second[second.types[new]]]),
        type_names=types,
        labels=np.concatenate([first.labels, set_of_second[second.labels[new_nodes]]]),
        label_names=sets,
        truncated=first.truncated or second.truncated,
        capped=max(first.capped, second.capped),
    )


def _joined(first: tuple[T, ...], second: tuple[T, ...]) -> tuple[tuple[T, ...], Indices]:
    """Return the names of both, each once, and the index int32[len(second)] of the second's."""
    index = {name: i for i, name in enumerate(dict.fromkeys(first + second))}
    return tuple(index), np.array([index[name] for name in second], dtype=np.int32)
