"""How well a relation path fits the words of a question, without training.

A path offers *slots*: what its start, each step and the property asked for mean in words. The
mentions of the question fill them, the clearest first; a filled slot raises the path's score.

"Who directed the movies that carrie acted in", carrie -> acted in -> movie <- directed <- person:
"acted" fills the first step's type, "movies" its label, "directed" the second step's type.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from steiner.graph import Scores
from steiner.retrieve.paths.alignment import Elements, Mention
from steiner.retrieve.paths.beam import Path, PathStep
from steiner.retrieve.subgraph.pcst import Floats, Indices
from steiner.settings import PathSettings

Marks = npt.NDArray[np.bool_]
_AGAIN = 1.5
"""Of a step's cost: to go there, back and there again, where one step leads to the same kind."""
_WAY_BACK = 0.3
"""Of a step's cost: the way back over a relationship that the question mentions."""
_BREADTH = 0.1
"""What the log10 of the number of ends costs: of two equal paths the narrower is meant."""
_WHOLE = 0.5
"""Of the likeness of a path's types to the question without names: what no single word mentions."""
_INVERSION = 0.1
"""What two neighbouring steps cost whose words stand the wrong way round from the name."""
_OWN, _LABEL = 0.6, 0.4
"""What words count that mean the start itself, or a label, where a relationship's count 1."""
_ASKED_LABEL = 0.3
"""Gained by paths that end at the label asked for (Hits@1 .023 lower without, 484 questions)."""
_NAMED = 0.25
"""Words that name a relation are twice as like it as what counts at all; what shares no stem with
it ("kid" for child, "mum" for mother) has .3 to .4, what shares all of them .5 more."""
_RETURNING = 0.3
"""Gained by a step and its way back where the question asks for "the same" (.056 lower)."""


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


class Slots(NamedTuple):
    """The slots of p paths of at most k - 1 steps: c columns of start, steps, property asked for.

    `rows` int64[p, c] are rows of the slot table, `factors` float64[c] how much a mention counts,
    `steps` int64[c] which step a column belongs to (0: the start). `types` int64[p, k] is a step's
    type as an element, -1 for a way back and after the last step; `there` and `back` bool[p, k]
    mark the steps and the ways back. `again` int64[p] counts the steps there, back and there
    again, `ends` int64[p, s] are rows of the nodes where a path ends.
    """

    rows: Indices
    factors: Floats
    steps: Indices
    types: Indices
    there: Marks
    back: Marks
    again: Indices
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

    def of(self, element: int) -> npt.NDArray[np.bool_]:
        """Return bool[rows], true where a slot means the element."""
        rows = np.zeros(self._size, dtype=bool)
        rows[self._of[element]] = True
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
            types,
            there,
            back,
            again,
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


@dataclass(frozen=True, slots=True)
class ScoredPath:
    """A path, its score, and the words of the question that it was matched to.

    `zero_shot` is the score without training where a trained scorer gave `score`.

    `property` is the one that the question asks for, in plain words, where the path has no step.
    `text` is the path in words, written for those that are emitted only.
    """

    path: Path
    score: float
    matched: tuple[str, ...]
    property: str = ""
    text: str = ""
    zero_shot: float | None = None


class PathScorer:
    """Scores paths by aligning their elements with the mentions of the question.

    A step that some words mention gains their weight less `step`; one that nothing mentions
    costs `step`; a step and its way back count once.
    """

    def __init__(
        self,
        elements: Elements,
        mentions: Sequence[Mention],
        starts: Sequence[Start],
        likeness: Scores,
        settings: PathSettings,
        returning: bool = False,
    ) -> None:
        self._elements, self._mentions, self._starts = elements, mentions, starts
        self._settings, self._returning = settings, returning
        self._likeness = np.append(likeness, 0.0)
        self._slots = SlotTable(elements, starts)
        self._asked = _asked(elements, mentions)
        self._clearest = {mention.element: mention.weight for mention in reversed(mentions)}

    def scores(self, paths: Sequence[Path]) -> Floats:
        """Return the scores float64[p] of paths alone."""
        return self._weighed(paths)[0] if paths else np.zeros(0)

    def score(self, paths: Sequence[Path]) -> list[ScoredPath]:
        """Score paths, in their order."""
        if not paths:
            return []
        scores, taken = self._weighed(paths)
        matched = {row: self._matched(row) for row in set(map(tuple, taken.tolist()))}
        rows = map(matched.__getitem__, map(tuple, taken.tolist()))
        every = zip(paths, scores.tolist(), rows, strict=True)
        return [ScoredPath(path, score, *match) for path, score, match in every]

    def clarity(self, step: PathStep) -> float:
        """Return how clearly words mean the step's type or its end's labels, 0 if none do."""
        elements = self._elements
        known = (elements.types[step.type], *elements.labels[step.label])
        return max(self._clearest.get(element, 0.0) for element in known)

    def mentions(self, step: PathStep) -> bool:
        """Say whether words mean the step's type."""
        return self._elements.types[step.type] in self._clearest

    def relations_named(self) -> int:
        """Count the mentions of types that name them clearly and share no word."""
        types, spent, count = set(self._elements.types), set[int](), 0
        for mention in self._mentions:
            words = range(mention.span.start, mention.span.end)
            if mention.element in types and mention.weight >= _NAMED and spent.isdisjoint(words):
                spent.update(words)
                count += 1
        return count

    def text(self, path: Path) -> str:
        """Write the path as text: `<-` before a step against the relationship's direction."""
        texts = self._elements.texts
        parts = [self._starts[path.start].key]
        for step in path.steps:
            labels = "/".join(texts[i] for i in self._elements.labels[step.label])
            arrow = "->" if step.forward else "<-"
            parts.append(f"{arrow} {texts[self._elements.types[step.type]]} {arrow} {labels}")
        return " ".join(parts)

    def _weighed(self, paths: Sequence[Path]) -> tuple[Floats, Indices]:
        slots = self._slots.slots(paths)
        taken = self._take(slots.rows)
        return self._scores(paths, slots, taken), taken

    def _matched(self, taken: tuple[int, ...]) -> tuple[tuple[str, ...], str]:
        """Return the words of the mentions that slots took, and the property asked for."""
        used = [self._mentions[at] for at in taken if at >= 0]
        texts = [m.span.text for m in sorted(used, key=lambda mention: mention.span.start)]
        asked = self._mentions[taken[-1]].element if taken[-1] >= 0 else None
        return tuple(texts), "" if asked is None else self._elements.texts[asked]

    def _take(self, rows: Indices) -> Indices:
        """Give each slot its clearest mention; no word fills two.

        Returns the indices of the mentions int64[p, c], -1 where a slot has none.
        """
        taken = np.full(rows.shape, -1, dtype=np.int64)
        last = max((mention.span.end for mention in self._mentions), default=0)
        spent = np.zeros((len(rows), last), dtype=bool)
        for at, mention in enumerate(self._mentions):
            words = slice(mention.span.start, mention.span.end)
            open_slots = self._slots.of(mention.element)[rows] & (taken < 0)
            open_slots[spent[:, words].any(axis=1)] = False
            given = np.flatnonzero(open_slots.any(axis=1))
            taken[given, open_slots[given].argmax(axis=1)] = at
            spent[given, words] = True
        return taken

    def _scores(self, paths: Sequence[Path], slots: Slots, taken: Indices) -> Floats:
        settings, starts = self._settings, [self._starts[path.start] for path in paths]
        still = ~slots.there.any(axis=1)
        named = np.array([start.named for start in starts])
        weights = np.array([mention.weight for mention in self._mentions] + [0.0])
        cost = self._cost(slots, taken) + (named & still & (taken[:, -1] < 0))
        scores = settings.link * np.array([start.weight for start in starts])
        scores += (weights[taken] * slots.factors).sum(axis=1)
        scores -= settings.step * cost
        scores += _RETURNING * (slots.back.any(axis=1) & self._returning)
        likeness = self._likeness[slots.types].sum(axis=1)
        scores += _WHOLE * likeness / np.maximum((slots.types >= 0).sum(axis=1), 1)
        scores -= _INVERSION * self._inversions(slots, taken, starts)
        scores += _ASKED_LABEL * self._slots.of(self._asked)[slots.ends].any(axis=1)
        breadth = np.log10([max(len(path.layers[-1]), 1) for path in paths])
        return np.asarray(scores - _BREADTH * breadth, dtype=np.float64)

    def _inversions(self, slots: Slots, taken: Indices, starts: Sequence[Start]) -> Floats:
        """Count neighbouring steps whose words stand the wrong way round from the name.

        "the movies directed by Ann that Bo acted in": from Ann "directed" (distance 1) comes before
        "acted" (3), so Ann -> directed -> acted has none, Ann -> acted -> directed has one.
        """
        begins = np.array([mention.span.start for mention in self._mentions] + [0])
        named = np.array([start.position for start in starts])
        count, last = np.zeros(len(taken)), np.full(len(taken), -1)
        for column in np.flatnonzero(np.diff(slots.steps, prepend=0) > 0):
            filled, far = taken[:, column] >= 0, np.abs(begins[taken[:, column]] - named)
            count += filled & (far < last)
            last = np.where(filled, far, last)
        return count

    def _cost(self, slots: Slots, taken: Indices) -> Floats:
        """Count the steps; the way back of what words mention, and going there again, less."""
        columns = [taken[:, slots.steps == 1 + i] for i in range(slots.there.shape[1])]
        filled = np.stack([(column >= 0).any(axis=1) for column in columns], axis=1)
        filled[:, 1:] |= filled[:, :-1]
        cost = slots.there.sum(axis=1) - (1 - _WAY_BACK) * (slots.back & filled).sum(axis=1)
        return np.asarray(cost + _AGAIN * slots.again, dtype=np.float64)


def _asked(elements: Elements, mentions: Sequence[Mention]) -> int:
    """Return the label that the question asks for, -1 if none.

    "Which movies were directed by …" begins with it; "Who directed the movies …" does not ask for
    movies, because its first mention is a relationship.
    """
    labels = {i for names in elements.labels for i in names}
    first = min(mentions, key=lambda m: (m.span.start, -m.weight), default=None)
    return first.element if first and first.element in labels else -1
