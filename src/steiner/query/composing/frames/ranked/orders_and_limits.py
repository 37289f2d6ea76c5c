"""Orders and limits: sorted by, top 5, the second, based on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steiner.algebra import Ordering, Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.query.composing.frames.binder import (
    FIGURES,
    Binder,
    side,
)
from steiner.query.composing.frames.frame import Frame
from steiner.query.composing.frames.ranked.best import LEAST, MOST, measure_behind, most
from steiner.query.composing.trees.tree import Step
from steiner.query.english.cues import Cue
from steiner.query.english.number_words import place_in_order

_ORDERING = ("superlative", "adjective", "often", "order", "based", "average", "sum")
"""Cues that say an order."""
_DOWN = re.compile(
    rf"\bdesc|\b(?:{MOST})\s+(?:\w+\s+)?(?:to|first)\b|newest|most\s+recent|decreasing|"
    r"reverse|high\s+to\s+low"
)
_UPWARDS = re.compile(rf"\basc|\b(?:{LEAST})\s+(?:\w+\s+)?(?:to|first)\b")


def nth(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Leave out the rows before the second, third, … best."""
    word = re.sub(r"\W+$", "", binder.text[cue.start : cue.end])
    number = place_in_order(word)
    if number < 2 or not word[-1:].isalpha() or frame.limit is not None:
        return
    nth = {"skip": number - 1, "limit": 1, "used": frame.using(place)}
    yield {"nth": 1.0}, nth
    if not frame.tree.has_cue(*_ORDERING):  # "Who joined second": the earliest day but one.
        for own in binder.properties(frame.tree, TEMPORAL):
            item = frame.tree.waiting[place].item
            dated = {
                "nth:dated": 1.0,
                "best:hint_words": binder.said_near(own.name, item.start - 4, item.end + 4),
                "top:of_several": binder.alike(frame.tree, own),
            }
            if own.owner == Owner(0):
                yield dated, {**nth, "order": Ordering(own, False)}


def top(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Limit rows: "top 5", "the first 3", "the last 2"."""
    if not isinstance(cue.value, int):
        return
    tree = frame.tree
    yield (
        {"top:limit": 1.0, f"top:{cue.kind}": 1.0},
        {"limit": cue.value, "used": frame.using(place)},
    )
    if cue.kind == "top" and not tree.has_cue(*_ORDERING):
        for link, variable in list(tree.neighbours(0))[:2]:
            if not link.negated:
                counted = most(frame, Owner(variable), True, cue.value, place)
                yield {"top:limit": 1.0, "top:count": 1.0}, counted
    if cue.kind in ("first", "last"):
        for own in binder.properties(tree, TEMPORAL):
            if own.owner == Owner(0):
                features = {
                    "top:limit": 1.0,
                    f"top:{cue.kind}_dated": 1.0,
                    "best:hint_words": binder.said_near(own.name, 0, len(binder.lattice.words)),
                    "top:of_several": binder.alike(tree, own),
                }
                yield (
                    features,
                    {
                        "limit": cue.value,
                        "order": Ordering(own, cue.kind == "last"),
                        "used": frame.using(place),
                    },
                )


def _by_best(frame: Frame) -> bool:
    """Say whether rows are ordered by a superlative already: "sorted from newest to oldest"."""
    return frame.order is not None and frame.limit is None


def order(binder: Binder, frame: Frame, place: int, _: Cue) -> Iterator[Step]:
    """Order by what stands behind "sorted by", or by the measure."""
    down = bool(_DOWN.search(binder.text))
    for features, own, other, grown in binder.beside(frame, place, (*FIGURES, "text")):
        yield (
            {**features, "order:said": 1.0, f"order:{side(features)}": 1.0},
            {"order": Ordering(own, down), "used": frame.using(place, other), "tree": grown},
        )
    if frame.measure is not None:
        yield (
            {"order:measure": 1.0},
            {"order": Ordering(None, down or "asc" not in binder.text), "used": frame.using(place)},
        )
    if _by_best(frame):
        yield {"order:best": 1.0}, {"used": frame.using(place)}
    for own in binder.properties(frame.tree, TEMPORAL) if "chronological" in binder.text else ():
        if own.owner == Owner(0):
            dated = {"order:day": 1.0, "order:of_several": binder.alike(frame.tree, own)}
            upwards = "reverse" in binder.text
            yield dated, {"order": Ordering(own, upwards), "used": frame.using(place)}
    name = binder.schema.names.get(frame.tree.labels[0])
    if name and "alphabetic" in binder.text:
        own = PropertyOf(Owner(0), name)
        yield {"order:name": 1.0}, {"order": Ordering(own, down), "used": frame.using(place)}


def based(binder: Binder, frame: Frame, place: int, _: Cue) -> Iterator[Step]:
    """Order by what stands behind "based on" and "by", where rows are limited."""
    tree, item = frame.tree, frame.tree.waiting[place].item
    down = not _UPWARDS.search(binder.text)
    for features, own, other, grown in binder.beside(frame, place, FIGURES):
        if "by:behind" in features and frame.order is None:
            yield (
                {**features, "based:order": 1.0, "based:limited": float(frame.limit is not None)},
                {"order": Ordering(own, down), "used": frame.using(place, other), "tree": grown},
            )
    if frame.measure is not None and frame.order is None and measure_behind(frame, place):
        yield (
            {"based:measure": 1.0, "based:limited": float(frame.limit is not None)},
            {"order": Ordering(None, down), "single": False, "used": frame.using(place)},
        )
    for features, variable in binder.nouns_behind(frame, place):
        counted = "number" in binder.lattice.between(item.end, tree.said[variable])
        if variable and frame.measure is None and counted:
            yield (
                {**features, "based:count": 1.0},
                most(frame, Owner(variable), True, frame.limit, place),
            )
