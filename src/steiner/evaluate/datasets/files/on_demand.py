"""Questions whose graphs are read when they are asked for: never all of them in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import overload

from steiner.evaluate.datasets.gold import GoldQuestion


@dataclass(frozen=True, slots=True)
class OnDemand(Sequence[GoldQuestion]):
    """The questions `numbers`, each made anew by `read` whenever it is asked for.

    All of one `kind`. `unanswered`: how many of the file have no gold answer.
    """

    numbers: Sequence[int]
    read: Callable[[int], GoldQuestion]
    kind: str = ""
    unanswered: int = 0

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> GoldQuestion: ...

    @overload
    def __getitem__(self, place: slice) -> OnDemand: ...

    def __getitem__(self, place: int | slice) -> GoldQuestion | OnDemand:
        """Return a question; of a slice, questions that are not read yet."""
        if isinstance(place, slice):
            return self.at(self.numbers[place])
        return self.read(self.numbers[place])

    def picked(self, places: Sequence[int]) -> OnDemand:
        """Return those at `places`, not read yet."""
        return self.at([self.numbers[place] for place in places])

    def at(self, numbers: Sequence[int]) -> OnDemand:
        """Return other questions of the same file."""
        return OnDemand(numbers, self.read, self.kind, self.unanswered)
