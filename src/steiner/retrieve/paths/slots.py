"""What the start, the steps and the property asked for of a path may mean in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from steiner.question.phrasing import Span
from steiner.retrieve.paths.alignment import Elements
from steiner.retrieve.paths.beam import Path, PathStep
from steiner.retrieve.subgraph.pcst import Floats, Indices

Marks = npt.NDArray[np.bool_]
_OWN, _LABEL = 0.6, 0.4
"""What words count that mean the start itself, or a label, where a relationship's count 1."""


@dataclass(frozen=True, slots=True)
class Start:
    """Nodes that share one linked value: where paths begin.

    `weight` says how surely the question means them, `elements` what is known of them in words:
    their labels and the property of the value. `named` says that it is their name;
    `properties` are those that they have, any of which the question may ask for; `position` is
    that of the value's first word in the question.
    """

    key: str
    weight: float
    elements: tuple[int, ...] = ()
    named: bool = False
    properties: tuple[int, ...] = ()
    position: int = 0

    @property
    def span(self) -> Span:
        """The words of the question that name it."""
        return Span(self.key, self.position, self.position + len(self.key.split()))


class Slots(NamedTuple):
    """The slots of p paths of at most k - 1 steps: c columns of start, steps, property asked for.

    `rows` int64[p, c] are rows of the slot table, `factors` float64[c] how much a mention counts,
    `steps` int64[c] which step a column belongs to (0: the start). `starts` int64[p] are indices of
    the starts; `types` int64[p, k] is a step's type as an element, -1 for a way back and after the
    last step; `forward`, `there` and `back` bool[p, k] mark steps along their relationship, steps
    that there are, and ways back. `again` int64[p] counts the steps there, back and there again,
    `labels` int64[p, k] are rows of the steps' labels, `ends` int64[p, s] of the nodes where a path
    ends.
    """

    rows: Indices
    factors: Floats
    steps: Indices
    starts: Indices
    types: Indices
    forward: Marks
    there: Marks
    back: Marks
    again: Indices
    labels: Indices
    ends: Indices


class SlotTable:
    """What each possible slot means: an element, a set of labels, a start's properties."""

    def __init__(self, elements: Elements, starts: Sequence[Start]) -> None:
        alone = [(element,) for element in range(len(elements.texts))]
        meanings = [*alone, *elements.labels, *(start.properties for start in starts), ()]
        self._of: dict[int, list[int]] = defaultdict(list)
        for row, known in enumerate(meanings):
            for element in known:
                self._of[element].append(row)
        self._size, self._nothing = len(meanings), len(meanings) - 1
        self._labels = len(alone)
        self._properties = len(alone) + len(elements.labels)
        self._types = np.array([*elements.types, -1], dtype=np.int64)
        width = max((len(start.elements) for start in starts), default=0)
        self._starts = np.full((len(starts), width), self._nothing, dtype=np.int64)
        for index, start in enumerate(starts):
            self._starts[index, : len(start.elements)] = start.elements

    def of(self, elements: Sequence[int]) -> Marks:
        """Return bool[elements, rows], true where a slot means the element."""
        rows = np.zeros((len(elements), self._size), dtype=bool)
        for index, element in enumerate(elements):
            rows[index, self._of[element]] = True
        return rows

    def slots(self, paths: Sequence[Path]) -> Slots:
        """Return the slots of the paths."""
        steps = step_columns([path.steps for path in paths])
        starts = np.array([path.start for path in paths], dtype=np.int64)
        there, (back, again) = steps[:, :, 0] >= 0, ways_back(steps)
        types, known = np.where(back, -1, self._types[steps[:, :, 0]]), self._starts[starts]
        labels = self._label(steps[:, :, 2])
        still = there.sum(axis=1) == 0
        asked = np.where(still, starts + self._properties, self._nothing)
        of_steps = np.stack([np.where(types < 0, self._nothing, types), labels], axis=2)
        last = labels[np.arange(len(paths)), there.sum(axis=1) - 1]
        count, width = types.shape[1], known.shape[1]
        return Slots(
            np.concatenate([known, of_steps.reshape(len(paths), -1), asked[:, None]], axis=1),
            np.array([_OWN] * width + [1.0, _LABEL] * count + [1.0]),
            np.array([0] * width + [1 + i // 2 for i in range(2 * count)] + [0]),
            starts,
            types,
            steps[:, :, 1] == 1,
            there,
            back,
            again,
            labels,
            np.where(still[:, None], known, last[:, None]),
        )

    def _label(self, labels: Indices) -> Indices:
        return np.where(labels < 0, self._nothing, labels + self._labels)


def step_columns(walks: Sequence[Sequence[PathStep]]) -> Indices:
    """Return the steps int64[p, k, 3]; -1 after the last step, which there is one column for."""
    lengths = np.array([len(walk) for walk in walks], dtype=np.int64)
    columns = np.full((len(walks), int(lengths.max(initial=0)) + 1, 3), -1, dtype=np.int64)
    # One number after the other: an array made of tuples takes four times as long.
    numbers = chain.from_iterable(chain.from_iterable(walks))
    inside = np.arange(columns.shape[1]) < lengths[:, None]
    columns[inside] = np.fromiter(numbers, dtype=np.int64).reshape(-1, 3)
    return columns


def ways_back(steps: Indices) -> tuple[Marks, Indices]:
    """Mark the steps int64[p, k, 3] that go back, bool[p, k]; count the ones that go there again.

    A way back has the type of the step before it against its direction, and is no step of its own:

        a -ACTED_IN-> b <-ACTED_IN- c -BORN_IN-> d     back [False, True, False], again 0
        a -ACTED_IN-> b <-ACTED_IN- c -ACTED_IN-> d    back [False, True, False], again 1
    """
    here, after = steps[:, :-1], steps[:, 1:]
    turns = (here[:, :, 0] == after[:, :, 0]) & (here[:, :, 1] == 1 - after[:, :, 1])
    back = np.zeros(steps.shape[:2], dtype=bool)
    for step in range(turns.shape[1]):
        back[:, step + 1] = turns[:, step] & ~back[:, step]
    return back, (turns[:, 1:] & turns[:, :-1]).sum(axis=1)
