"""The labels of a neighbourhood's nodes as a column of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from steiner.graph import Ids

LabelSets = Mapping[tuple[str, ...], Sequence[int]]
"""Sets of labels, in order of name, with the ids of the nodes that have exactly these.

They may list more nodes than the neighbourhood has."""


def label_column(
    nodes: Ids, order: npt.NDArray[np.intp], sets: LabelSets
) -> tuple[npt.NDArray[np.int32], tuple[tuple[str, ...], ...]]:
    """Return int32[n] each node's index among the label sets, and the sets; 0 has no label.

    `order` int[n] sorts `nodes` int64[n].

        nodes [4, 2, 3]    sets {("Film",): [2, 9], ("Person",): [4]}
        listed ids [2, 9, 4] of sets [0, 0, 1]; 9 is no node of the neighbourhood
        labels [2, 1, 0]
        names  ((), ("Film",), ("Person",))
    """
    named = sorted(set(sets) - {()}) if len(nodes) else []
    if not named:
        return np.zeros(len(nodes), dtype=np.int32), ((),)
    ids = np.concatenate([np.array(sets[name], dtype=np.int64) for name in named])
    set_of = np.repeat(np.arange(len(named), dtype=np.int32), [len(sets[n]) for n in named])
    index = order[np.searchsorted(nodes, ids, sorter=order).clip(max=len(nodes) - 1)]
    inside = nodes[index] == ids
    used, number = np.unique(set_of[inside], return_inverse=True)
    labels = np.zeros(len(nodes), dtype=np.int32)
    labels[index[inside]] = number + 1
    return labels, ((), *(named[i] for i in used.tolist()))
