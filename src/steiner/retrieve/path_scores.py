"""How well a relation path fits the words of a question, without training."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from steiner.graph import Neighbourhood, Scores
from steiner.retrieve.mentions import Mention
from steiner.retrieve.paths import Hop, Path
from steiner.settings import PathSettings
from steiner.text import plain_words, stems

_AGAIN = 1.5
"""Of a step's cost: to go there, back and there again, where one step leads to the same kind."""
_WAY_BACK = 0.3
"""Of a step's cost: the way back over a relationship that the question speaks of."""


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


@dataclass(frozen=True, slots=True)
class Scored:
    """A path, its score, and the words of the question that it was matched to.

    `zero_shot` is the score without training where a trained scorer gave `score`.

    `property` is the one that the question asks for, in plain words, where the path has no step.
    `text` is the path in words, written for those that are told only.
    """

    path: Path
    score: float
    matched: tuple[str, ...]
    property: str = ""
    text: str = ""
    zero_shot: float | None = None


class _Slot(NamedTuple):
    """Elements that one mention may speak of, in which step (0: the start), counting how much.

    `hops` is how many relationships it stands for: 0 beside the type's own slot.
    """

    step: int
    factor: float
    elements: tuple[int, ...]
    hops: int


class Elements:
    """The texts of the schema that paths are made of, each once."""

    def __init__(self, around: Neighbourhood, properties: Sequence[str]) -> None:
        texts: dict[str, int] = {}

        def number(name: str) -> int:
            return texts.setdefault(plain_words(name), len(texts))

        self.types = [number(name) for name in around.type_names]
        self.labels = [tuple(number(name) for name in names) for names in around.label_names]
        self.properties = {name: number(name) for name in properties}
        self.named_alike = self._named_alike(tuple(texts))
        self.texts = tuple(texts)

    def _named_alike(self, texts: Sequence[str]) -> tuple[int, ...]:
        """Return the types that are called like a label: their words speak of the label first."""
        labels = {i for names in self.labels for i in names}
        stemmed = {frozenset(stems(texts[i].split())) for i in labels}
        return tuple(
            i for i in self.types if i not in labels and stems(texts[i].split()) in stemmed
        )


class PathScorer:
    """Scores paths by aligning their elements with the mentions of the question.

    A step that some words speak of gains their weight less `step`; one that nothing speaks of
    costs `step`; a step and its way back count once; words out of order cost a little.
    """

    def __init__(
        self,
        elements: Elements,
        found: Sequence[Mention],
        starts: Sequence[Start],
        likeness: Scores,
        settings: PathSettings,
        returning: bool = False,
    ) -> None:
        self._elements, self._mentions, self._starts = elements, found, starts
        self._likeness: list[float] = likeness.tolist()
        self._settings = settings
        self._returning = returning
        self._asked = _asked(elements, found)
        self._known: dict[tuple[object, ...], tuple[float, tuple[str, ...], str]] = {}

    def score(self, path: Path) -> Scored:
        """Score one path."""
        key = (path.start, path.steps)
        if key not in self._known:
            self._known[key] = self._align(path)
        score, matched, asked = self._known[key]
        score -= self._settings.breadth * math.log10(len(path.ends))
        return Scored(path, score, matched, asked)

    def text(self, path: Path) -> str:
        """Write the path as text: `<-` before a step against the relationship's direction."""
        texts = self._elements.texts
        parts = [self._starts[path.start].key]
        for hop in path.steps:
            labels = "/".join(texts[i] for i in self._elements.labels[hop.label])
            arrow = "->" if hop.forward else "<-"
            parts.append(f"{arrow} {texts[self._elements.types[hop.type]]} {arrow} {labels}")
        return " ".join(parts)

    def _align(self, path: Path) -> tuple[float, tuple[str, ...], str]:
        start, settings = self._starts[path.start], self._settings
        slots = list(self._slots(path, start))
        taken = self._take(slots)
        spoken = {slots[i].step for i in taken}
        cost = sum(
            1 + (slot.hops - 1) * (_WAY_BACK if slot.step in spoken else 1)
            for slot in slots
            if slot.hops
        )
        cost += _AGAIN * sum(map(_repeats, path.steps, path.steps[1:], path.steps[2:]))
        score_back = settings.returning * self._returning * any(slot.hops > 1 for slot in slots)
        asked = taken.get(len(slots) - 1) if not path.steps and start.properties else None
        cost += start.named and not path.steps and asked is None
        score = settings.link * start.weight - settings.step * cost + score_back
        score += sum(slots[i].factor * mention.weight for i, mention in taken.items())
        if path.steps:
            steps = {slots[i].step: m for i, m in taken.items() if slots[i].hops}
            score -= settings.inversion * self._inversions(steps, start)
            score += settings.whole * self._whole(slots)
        last = self._elements.labels[path.steps[-1].label] if path.steps else start.elements
        score += settings.asked_label * (self._asked in last)
        used = sorted(taken.values(), key=lambda mention: mention.span.start)
        words = tuple(mention.span.text for mention in used)
        return score, words, self._elements.texts[asked.element] if asked else ""

    def _slots(self, path: Path, start: Start) -> Iterator[_Slot]:
        """Yield what words may speak of: the start, each step's type and label.

        A step and its way back are one, and `hops` counts its relationships.
        """
        own, label, steps = self._settings.own, self._settings.label, path.steps
        for element in start.elements:
            yield _Slot(0, own, (element,), 0)
        place = 0
        while place < len(steps):
            hop, number = steps[place], place + 1
            back = place + 1 < len(steps) and _returns(hop, steps[place + 1])
            yield _Slot(number, 1.0, (self._elements.types[hop.type],), 1 + back)
            for i in range(place, place + 1 + back):
                yield _Slot(number, label, self._elements.labels[steps[i].label], 0)
            place += 1 + back
        if not steps and start.properties:
            yield _Slot(0, 1.0, start.properties, 0)

    def _take(self, slots: Sequence[_Slot]) -> dict[int, Mention]:
        """Give each slot its clearest mention; no word speaks of two."""
        taken: dict[int, Mention] = {}
        occupied = 0
        for mention in self._mentions:
            if not mention.span.bits() & occupied:
                for place, slot in enumerate(slots):
                    if place not in taken and mention.element in slot.elements:
                        taken[place] = mention
                        occupied |= mention.span.bits()
                        break
        return taken

    def _inversions(self, taken: dict[int, Mention], start: Start) -> int:
        """Count neighbouring steps whose words stand the wrong way round from the name."""
        far = [abs(taken[i].span.start - start.place) for i in sorted(taken)]
        return sum(a > b for a, b in pairwise(far))

    def _whole(self, slots: Sequence[_Slot]) -> float:
        """Return the likeness of the masked question and the path's steps."""
        types = [max(self._likeness[i] for i in slot.elements) for slot in slots if slot.hops]
        return sum(types) / len(types)


def _asked(elements: Elements, found: Sequence[Mention]) -> int:
    """Return the label that the question asks for, -1 if none.

    "Which movies were directed by …" begins with it; "Who directed the movies …" does not ask for
    movies, because its first mention is a relationship.
    """
    labels = {i for names in elements.labels for i in names}
    first = min(found, key=lambda m: (m.span.start, -m.weight), default=None)
    return first.element if first and first.element in labels else -1


def _returns(hop: Hop, after: Hop) -> bool:
    return hop.type == after.type and hop.forward != after.forward


def _repeats(hop: Hop, back: Hop, again: Hop) -> bool:
    """Say whether the third step leads where the first one led: to others of the same kind."""
    return _returns(hop, back) and _returns(back, again)
