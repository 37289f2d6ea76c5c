"""Columns of a hop and of the whole neighbourhood: ids to indices, types and labels to numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from steiner.columns import Ids

Indices = npt.NDArray[np.int32]
LabelSets = Mapping[tuple[str, ...], Sequence[int]]
"""Sets of labels, in order of name, with the ids of the nodes that have exactly these.

They may list more nodes than the neighbourhood has."""


class HopColumns(NamedTuple):
    """The relationships read at a frontier: ids, endpoints (store ids), types, aligned.

    `types` int32[m] are indices into `type_names`, each named once. `capped` counts the frontier
    nodes that have more relationships than the cap.
    """

    relationships: Ids
    sources: Ids
    targets: Ids
    types: Indices
    type_names: tuple[str, ...] = ()
    capped: int = 0

    def take(self, rows: npt.NDArray[np.intp]) -> HopColumns:
        """Return only these rows."""
        ends = self.sources[rows], self.targets[rows]
        return HopColumns(self.relationships[rows], *ends, self.types[rows], *self[4:])


class NodeIndex:
    """Where each of `nodes` int64[n], all different, stands."""

    def __init__(self, nodes: Ids) -> None:
        self._order = np.argsort(nodes)
        self._sorted = nodes[self._order]

    def __len__(self) -> int:
        return len(self._order)

    def of(self, ids: Ids) -> npt.NDArray[np.intp]:
        """Return the index of each of `ids`, of any shape, -1 for one that is no node.

        nodes [4, 2, 3]    ids [2, 9, 4]    result [1, -1, 0]
        """
        if not len(self):
            return np.full(ids.shape, -1, dtype=np.intp)
        rank = np.searchsorted(self._sorted, ids).clip(max=len(self) - 1)
        return np.where(self._sorted[rank] == ids, self._order[rank], -1)


def joined_types(parts: Sequence[HopColumns]) -> tuple[Indices, tuple[str, ...]]:
    """Return int32[m] each relationship's index among the types met, and these, sorted.

    first  names ("B", "C")   types [0, 0]    second  names ("A", "B")   types [0, 1]
    numbers of the names A, B, C as met       [2], [0], [1]
    types met                                 ("A", "B"); nothing is a C
    result                                    [1, 1, 0, 1]
    """
    named = dict.fromkeys(chain.from_iterable(part.type_names for part in parts))
    number = {name: i for i, name in enumerate(named)}
    numbers = [np.array([number[n] for n in p.type_names], dtype=np.int32)[p.types] for p in parts]
    names, types = list(number), np.concatenate(numbers)
    met = np.flatnonzero(np.bincount(types, minlength=len(names))).tolist()
    in_order = sorted(met, key=names.__getitem__)
    index = np.zeros(len(names), dtype=np.int32)
    index[in_order] = np.arange(len(in_order), dtype=np.int32)
    return index[types], tuple(names[i] for i in in_order)


def label_column(index: NodeIndex, sets: LabelSets) -> tuple[Indices, tuple[tuple[str, ...], ...]]:
    """Return int32[n] each node's index among the label sets, and the sets; 0 has no label.

    nodes [4, 2, 3]    sets {("Film",): [2, 9], ("Person",): [4]}
    listed ids [2, 9, 4] of sets [0, 0, 1]; 9 is no node of the neighbourhood
    labels [2, 1, 0]
    names  ((), ("Film",), ("Person",))
    """
    labels = np.zeros(len(index), dtype=np.int32)
    named = sorted(set(sets) - {()})
    ids = np.array(list(chain.from_iterable(sets[name] for name in named)), dtype=np.int64)
    set_of = np.repeat(np.arange(len(named), dtype=np.int32), [len(sets[n]) for n in named])
    places = index.of(ids)
    inside = places >= 0
    used, number = np.unique(set_of[inside], return_inverse=True)
    labels[places[inside]] = number + 1
    return labels, ((), *(named[i] for i in used.tolist()))
