"""How well a relation path fits the words of a question, without training."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from steiner.graph import Scores
from steiner.retrieve.elements import Elements
from steiner.retrieve.mentions import Mention
from steiner.retrieve.paths import Hop, Path
from steiner.retrieve.slots import Slot, Slots, Start, returns
from steiner.settings import PathSettings

_AGAIN = 1.5
"""Of a step's cost: to go there, back and there again, where one step leads to the same kind."""
_WAY_BACK = 0.3
"""Of a step's cost: the way back over a relationship that the question speaks of."""


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
        self._slots = Slots(elements, settings)
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
        slots = self._slots.of(path, start)
        taken = self._take(slots)
        asked = taken.get(len(slots) - 1) if not path.steps and start.properties else None
        score = settings.link * start.weight - settings.step * self._cost(path, slots, taken)
        score -= settings.step * (start.named and not path.steps and asked is None)
        score += settings.returning * (self._returning and any(slot.hops > 1 for slot in slots))
        score += sum([slots[i].factor * mention.weight for i, mention in taken.items()])
        if path.steps:
            steps = {slots[i].step: m for i, m in taken.items() if slots[i].hops}
            score -= settings.inversion * _inversions(steps, start)
            score += settings.whole * self._whole(slots)
        last = self._elements.labels[path.steps[-1].label] if path.steps else start.elements
        score += settings.asked_label * (self._asked in last)
        used = sorted(taken.values(), key=_begins)
        words = tuple([mention.span.text for mention in used])
        return score, words, self._elements.texts[asked.element] if asked else ""

    def _cost(self, path: Path, slots: Sequence[Slot], taken: Mapping[int, Mention]) -> float:
        """Count the steps; the way back of what words speak of, and going there again, less."""
        spoken = {slots[i].step for i in taken}
        cost = 0.0
        for slot in slots:
            if slot.hops:
                cost += 1 + (slot.hops - 1) * (_WAY_BACK if slot.step in spoken else 1)
        again = sum(map(_repeats, path.steps, path.steps[1:], path.steps[2:]))
        return cost + _AGAIN * again

    def _take(self, slots: Sequence[Slot]) -> dict[int, Mention]:
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

    def _whole(self, slots: Sequence[Slot]) -> float:
        """Return the likeness of the masked question and the path's steps."""
        types = [self._likeness[slot.elements[0]] for slot in slots if slot.hops]
        return sum(types) / len(types)


def _asked(elements: Elements, found: Sequence[Mention]) -> int:
    """Return the label that the question asks for, -1 if none.

    "Which movies were directed by …" begins with it; "Who directed the movies …" does not ask for
    movies, because its first mention is a relationship.
    """
    labels = {i for names in elements.labels for i in names}
    first = min(found, key=lambda m: (m.span.start, -m.weight), default=None)
    return first.element if first and first.element in labels else -1


def _begins(mention: Mention) -> int:
    return mention.span.start


def _inversions(taken: Mapping[int, Mention], start: Start) -> int:
    """Count neighbouring steps whose words stand the wrong way round from the name."""
    if len(taken) < 2:
        return 0
    far = [abs(taken[i].span.start - start.place) for i in sorted(taken)]
    return sum(a > b for a, b in pairwise(far))


def _repeats(hop: Hop, back: Hop, again: Hop) -> bool:
    """Say whether the third step leads where the first one led: to others of the same kind."""
    return returns(hop, back) and returns(back, again)
