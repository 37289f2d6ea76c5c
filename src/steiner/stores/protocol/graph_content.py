"""What indexing reads of a graph: its schema, its nodes and relationships."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from steiner.columns import Ids


@dataclass(frozen=True, slots=True)
class LabelSchema:
    """What a label (or relationship type) holds: count, a sample of its properties' values.

    `samples` maps each property to up to `sample` values; `unique` are properties with a
    uniqueness or key constraint.
    """

    count: int
    samples: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    unique: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Schema:
    """Labels and relationship types with counts and samples; steiner's own are left out."""

    labels: Mapping[str, LabelSchema]
    types: Mapping[str, LabelSchema]


@dataclass(frozen=True, slots=True)
class Row:
    """A node or relationship as read for indexing; `labels` holds a relationship's type.

    `hash` is the content hash of the last indexing, None where there is none.
    """

    id: int
    labels: tuple[str, ...]
    properties: Mapping[str, Any]
    hash: str | None = None


class EdgeColumns(NamedTuple):
    """The m relationships of a graph: ids and store ids of their ends int64[m], type names."""

    ids: Ids
    sources: Ids
    targets: Ids
    types: npt.NDArray[np.str_]
