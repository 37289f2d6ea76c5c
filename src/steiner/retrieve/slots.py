"""What a relation path offers the words of a question to speak of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from steiner.retrieve.elements import Elements
from steiner.retrieve.paths import Hop, Path
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


class Slot(NamedTuple):
    """Elements that one mention may speak of, in which step (0: the start), counting how much.

    `hops` is how many relationships it stands for: 0 beside the type's own slot.
    """

    step: int
    factor: float
    elements: tuple[int, ...]
    hops: int


class Slots:
    """The slots of paths; those of a step are made once."""

    def __init__(self, elements: Elements, settings: PathSettings) -> None:
        self._elements, self._settings = elements, settings
        self._known: dict[tuple[int, Hop, int | None], list[Slot]] = {}

    def of(self, path: Path, start: Start) -> list[Slot]:
        """Return what words may speak of: the start, each step's type and label.

        A step and its way back are one, and `hops` counts its relationships.
        """
        steps = path.steps
        slots = [Slot(0, self._settings.own, (element,), 0) for element in start.elements]
        place = 0
        while place < len(steps):
            hop, number = steps[place], place + 1
            back = number < len(steps) and returns(hop, steps[number])
            slots += self._of_step(number, hop, steps[number].label if back else None)
            place += 1 + back
        if not steps and start.properties:
            slots.append(Slot(0, 1.0, start.properties, 0))
        return slots

    def _of_step(self, number: int, hop: Hop, back: int | None) -> list[Slot]:
        """Return the slots of a step and, where there is one, of its way back to `back`."""
        key = (number, hop, back)
        if key not in self._known:
            labels = [hop.label] if back is None else [hop.label, back]
            own = (self._elements.types[hop.type],)
            self._known[key] = [Slot(number, 1.0, own, len(labels))]
            for label in labels:
                texts = self._elements.labels[label]
                self._known[key].append(Slot(number, self._settings.label, texts, 0))
        return self._known[key]


def returns(hop: Hop, after: Hop) -> bool:
    """Say whether a step goes back over the type of relationship that the other went."""
    return hop.type == after.type and hop.forward != after.forward
