"""A graph as columns of NumPy: a neighbourhood without properties, what a search hits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float32]
Scores = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Neighbourhood:
    """A neighbourhood as columns: n nodes and m relationships, no properties.

    `nodes` int64[n] store ids, seeds first; `hops` int8[n] distance from the nearest seed;
    `relationships` int64[m] store ids; `sources`, `targets` int32[m] indices into `nodes`;
    `types` int32[m] indices into `type_names`; `labels` int32[n] indices into `label_names`,
    which holds each set of labels that was met; `truncated` says whether a limit cut it,
    `capped` at how many nodes only a part of the relationships was followed.
    """

    nodes: Ids
    hops: npt.NDArray[np.int8]
    relationships: Ids
    sources: npt.NDArray[np.int32]
    targets: npt.NDArray[np.int32]
    types: npt.NDArray[np.int32]
    type_names: tuple[str, ...]
    labels: npt.NDArray[np.int32]
    label_names: tuple[tuple[str, ...], ...]
    truncated: bool = False
    capped: int = 0

    def within(self, hops: int) -> Neighbourhood:
        """Return the part that is at most `hops` from a seed.

        nodes [7, 9, 8]   hops [0, 1, 2]   sources [0, 1]   targets [1, 2]
        within 1 are nodes [7, 9]; of the relationships 7-9 stays, 9-8 does not.
        """
        kept = self.hops <= hops
        if kept.all():
            return self
        inside = kept[self.sources] & kept[self.targets]
        index = (np.cumsum(kept) - 1).astype(np.int32)
        return replace(
            self,
            nodes=self.nodes[kept],
            hops=self.hops[kept],
            relationships=self.relationships[inside],
            sources=index[self.sources[inside]],
            targets=index[self.targets[inside]],
            types=self.types[inside],
            labels=self.labels[kept],
        )


def lookup(values: Mapping[int, float], ids: Ids) -> npt.NDArray[np.float64]:
    """Return the values float64[n] of `ids`, 0 where there is none.

    lookup({7: .5, 9: 1.0}, [9, 8, 7]) is [1.0, 0, .5].
    """
    matched = np.zeros(len(ids))
    if values:
        keys = np.array(sorted(values), dtype=np.int64)
        ordered = np.array([values[key] for key in keys.tolist()], dtype=np.float64)
        index = np.searchsorted(keys, ids).clip(max=len(keys) - 1)
        known = keys[index] == ids
        matched[known] = ordered[index[known]]
    return matched


class Hits(NamedTuple):
    """Search hits, best first: `ids` int64[k] store ids, `scores` float32[k] cosine, -1 to 1."""

    ids: Ids
    scores: Scores


class RelationHits(NamedTuple):
    """Relation texts scored against a vector.

    `types` maps a relationship type to the cosine of its plain words; `relationships` are the
    single relationships with text of their own (properties), best first.
    """

    types: Mapping[str, float]
    relationships: Hits


@dataclass(frozen=True, slots=True)
class KeyHit:
    """A node, or a relationship, matched by one of its names or short values.

    `nodes` holds the node's id, or both endpoints of the relationship `relationship`.
    `keys[i]` is a normalised name or value and `properties[i]` the property that it stood in;
    the property of a name or alias is also in `name_properties`.
    """

    nodes: tuple[int, ...]
    score: float
    name: str
    keys: tuple[str, ...]
    properties: tuple[str, ...]
    labels: tuple[str, ...]
    relationship: int | None = None
