"""What relation paths offer the words of a question to speak of, for many paths at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from steiner.retrieve.paths.adjacency import Hop, Path
from steiner.retrieve.paths.schema_words import Elements
from steiner.retrieve.subgraph.pcst import Floats, Indices
from steiner.settings import PathSettings


@dataclass(frozen=True, slots=True)
class Start:
    """Nodes that share one linked value: where paths begin.

    `weight` tells how surely the question means them, `place` is where in the question they are
    named, `elements` what is known of them in words: their labels and the property that holds the
    value. `named` says that it is their name; `properties` are those that they have, any of which
    the question may ask for.
    """

    key: str
    weight: float
    place: int
    elements: tuple[int, ...] = ()
    named: bool = False
    properties: tuple[int, ...] = ()


class Slots(NamedTuple):
    """The slots of p paths: c columns of the starts, their steps' and their properties.

    `rows` int64[p, c] are rows of a `Speech`, `factors` float64[c] how much a mention counts,
    `steps` int64[c] which step a column belongs to (0: the start). A step and its way back are
    one: `hops` int64[p, k] counts its relationships, 0 where the path is shorter, and `types`
    int64[p, k] is its type's element, -1 likewise. `again` int64[p] counts the steps there, back
    and there again, `ends` int64[p, s] are rows that speak of the nodes where a path ends.
    """

    rows: Indices
    factors: Floats
    steps: Indices
    hops: Indices
    types: Indices
    again: Indices
    ends: Indices


class Speech:
    """What each possible slot speaks of: an element, a set of labels, a start's properties."""

    def __init__(self, elements: Elements, starts: Sequence[Start], settings: PathSettings) -> None:
        self._settings = settings
        alone = [(element,) for element in range(len(elements.texts))]
        spoken = [*alone, *elements.labels, *(start.properties for start in starts), ()]
        self._of: dict[int, list[int]] = defaultdict(list)
        for row, known in enumerate(spoken):
            for element in known:
                self._of[element].append(row)
        self._size, self._nothing = len(spoken), len(spoken) - 1
        self._labels = len(alone)
        self._properties = len(alone) + len(elements.labels)
        self._types = np.array([*elements.types, -1], dtype=np.int64)
        width = max((len(start.elements) for start in starts), default=0)
        self._starts = np.full((len(starts), width), self._nothing, dtype=np.int64)
        for place, start in enumerate(starts):
            self._starts[place, : len(start.elements)] = start.elements

    def of(self, element: int) -> npt.NDArray[np.bool_]:
        """Return bool[rows], true where a slot speaks of the element."""
        spoken = np.zeros(self._size, dtype=bool)
        spoken[self._of[element]] = True
        return spoken

    def slots(self, paths: Sequence[Path]) -> Slots:
        """Return the slots of the paths."""
        steps = merged([path.steps for path in paths])
        starts = np.array([path.start for path in paths], dtype=np.int64)
        types, known = self._types[steps.types], self._starts[starts]
        spoken = [np.where(types < 0, self._nothing, types)[:, :, None], self._label(steps.labels)]
        still = steps.hops.sum(axis=1) == 0
        asked = np.where(still, starts + self._properties, self._nothing)
        own, label, longest = self._settings.own, self._settings.label, types.shape[1]
        table = np.concatenate(spoken, axis=2).reshape(len(paths), -1)
        ends = np.where(still[:, None], known, self._label(steps.last)[:, None])
        return Slots(
            np.concatenate([known, table, asked[:, None]], axis=1),
            np.array([own] * known.shape[1] + [1.0, label, label] * longest + [1.0]),
            np.array([0] * known.shape[1] + [1 + i // 3 for i in range(3 * longest)] + [0]),
            steps.hops,
            types,
            steps.again,
            ends,
        )

    def _label(self, labels: Indices) -> Indices:
        return np.where(labels < 0, self._nothing, labels + self._labels)


class Merged(NamedTuple):
    """The steps of p paths, each joined with its way back where that follows: k at most.

    `types` int64[p, k], `labels` int64[p, k, 2] of step and way back, `hops` int64[p, k]: 1, or 2
    with the way back; -1 (hops: 0) where there is none. `last` int64[p] are the labels of the
    ends, -1 without steps; `again` int64[p] counts the steps there, back and there again.
    """

    types: Indices
    labels: Indices
    hops: Indices
    last: Indices
    again: Indices


def merged(walks: Sequence[Sequence[Hop]]) -> Merged:
    """Join each step with its way back: to the same type against its direction."""
    every, lengths = np.arange(len(walks)), np.array(list(map(len, walks)), dtype=np.int64)
    longest = int(lengths.max(initial=0))
    # One place more than steps, so that there is a place after the last one and a last for none.
    steps = np.full((len(walks), longest + 1, 3), -1, dtype=np.int64)
    steps[np.arange(longest + 1) < lengths[:, None]] = _flat(walks)
    kinds, labels = steps[:, :, :2], steps[:, :, 2]
    returns = (kinds[:, 1:, 0] == kinds[:, :-1, 0]) & (kinds[:, 1:, 1] == 1 - kinds[:, :-1, 1])
    types, hops = (np.full((len(walks), longest), fill, dtype=np.int64) for fill in (-1, 0))
    told = np.full((len(walks), longest, 2), -1, dtype=np.int64)
    place = np.zeros(len(walks), dtype=np.int64)
    for step in range(longest):
        at = np.minimum(place, longest - 1)
        there = place < lengths
        back = there & returns[every, at]
        types[:, step] = np.where(there, kinds[every, at, 0], -1)
        told[:, step, 0] = np.where(there, labels[every, at], -1)
        told[:, step, 1] = np.where(back, labels[every, at + 1], -1)
        hops[:, step] = there + back.astype(np.int64)
        place += hops[:, step]
    again = (returns[:, 1:] & returns[:, :-1]).sum(axis=1)
    return Merged(types, told, hops, labels[every, lengths - 1], again)


def _flat(walks: Sequence[Sequence[Hop]]) -> Indices:
    # One number after the other: an array made of tuples takes four times as long.
    numbers = chain.from_iterable(chain.from_iterable(walks))
    return np.fromiter(numbers, dtype=np.int64).reshape(-1, 3)
