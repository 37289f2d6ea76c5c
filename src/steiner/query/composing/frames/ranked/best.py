"""A superlative in the making: its word, how many rows it asks for, what these are ordered by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from steiner.algebra import Measure, Ordering, Owner, PropertyOf
from steiner.query.composing.frames.binder import FIGURES, Binder, NearProperty, cue_behind
from steiner.query.composing.frames.frame import Frame
from steiner.query.composing.words.word_items import is_plural
from steiner.query.english.cues import Cue
from steiner.query.english.degrees import MEANT, SUPERLATIVES, orders_by_time
from steiner.text import plain_words

MANY = ("most", "fewest", "least")
MOST = "|".join(sorted({word for word, most in SUPERLATIVES.items() if most} - {"youngest"}))
LEAST = "|".join(sorted({word for word, most in SUPERLATIVES.items() if not most}))


class Best(NamedTuple):
    """A superlative: its cue, how many rows it asks for, and the features of that number."""

    cue: Cue
    limit: int | None
    many: dict[str, float]

    @property
    def word(self) -> str:
        """The superlative itself: highest."""
        return word_of(self.cue)

    @property
    def hint(self) -> str:
        """What it measures, "" where its word does not tell: a price, a length, a date."""
        return str(self.cue.value) if self.cue.kind == "adjective" else MEANT.get(self.word, "")

    @property
    def down(self) -> bool:
        """Whether the highest comes first."""
        return bool(self.cue.operator)


def word_of(cue: Cue) -> str:
    return str(cue.value).split()[0] if cue.value else ""


def figures(binder: Binder, frame: Frame, place: int, word: str) -> Iterator[NearProperty]:
    """Yield the figures said beside a superlative: "latest cost" is ordered by a day, no cost.

    And of "in which year were the most boats launched" no year is the most.
    """
    for near in binder.beside(frame, place, FIGURES):
        dated = binder.is_dated(near.tree, near.own)
        if word not in MANY if dated else not orders_by_time(word, plain_words(near.own.name)):
            yield near


_FIRST = re.compile(rf"\W*(?:ones?\W+)?(?:first\b|to\W+(?:the\W+)?(?:{MOST}|{LEAST})\b)")
"""Behind a superlative: "lowest first", "lowest to highest", not "longest to cook"."""


def _says_rows(binder: Binder, frame: Frame, place: int) -> bool:
    """Say whether a superlative only says in which order rows come: "from lowest to highest"."""
    return frame.tree.has_cue("order") or bool(
        _FIRST.match(binder.behind(frame.tree.waiting[place].item))
    )


def limits(
    binder: Binder, frame: Frame, place: int
) -> Iterator[tuple[int | None, dict[str, float]]]:
    """Yield how many rows are asked for: the best one, or all in order."""
    if frame.limit is not None:
        yield frame.limit, {"best:limited": 1.0}
        return
    tree = frame.tree
    if _says_rows(binder, frame, place):
        yield None, {"best:ordered": 1.0}
        return
    said = tree.said[frame.each]
    number = "unsaid" if said < 0 else "plural" if is_plural(binder.lattice.words[said]) else "one"
    yield 1, {f"best:1:{number}": 1.0, "best:1": 1.0}
    yield None, {f"best:all:{number}": 1.0, "best:all": 1.0}


def ranked(measure: Measure, best: Best) -> dict[str, Any]:
    """Return the changes by which a frame is ordered by a measure as a superlative says."""
    return {"measure": measure, "order": Ordering(None, best.down), "limit": best.limit}


def measure_behind(frame: Frame, place: int) -> bool:
    """Say whether a measure stands right behind what waits at a place: "the highest average"."""
    return cue_behind(frame, place, ("average", "sum", "count"))


def ordered_by(
    frame: Frame, own: PropertyOf, down: bool, limit: int | None, place: int, *also: int
) -> dict[str, Any]:
    return {"order": Ordering(own, down), "limit": limit, "used": frame.using(place, *also)}


def most(frame: Frame, over: Owner, down: bool, limit: int | None, place: int) -> dict[str, Any]:
    """Return the changes that order a frame by how many there are."""
    numbers = frame.measure.having if frame.measure else ()
    return {
        "measure": Measure("count", over, numbers),
        "order": Ordering(None, down),
        "limit": limit,
        "used": frame.using(place),
    }
