"""Superlatives that measure by their word: a price, a size, a length, a day, since when."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steiner.algebra import Owner, PropertyOf
from steiner.lexicon.common_words import LARGE_SUMS, PRICES, STARTS, TIME_TAKEN
from steiner.query.composing.frames.binder import FIGURES, NUMERIC, Binder
from steiner.query.composing.frames.compared.comparing import since
from steiner.query.composing.frames.frame import Frame
from steiner.query.composing.frames.ranked.best import Best, ordered_by
from steiner.query.composing.frames.ranked.sized_by_members import by_members
from steiner.query.composing.trees.tree import Step
from steiner.query.english.degrees import COUNTED, DEATHS, EXTREMES, FAR, SIZES, WEALTH, says_no_age
from steiner.text import plain_words

_ALSO = {
    "price": PRICES,
    "size": {
        *SIZES,
        *COUNTED,
        *LARGE_SUMS,
        *("height", "elevation", "passenger", "passengers"),
    },
    "length": {"length", "pages", "distance", "km", *TIME_TAKEN},
    "time": {*TIME_TAKEN},
    "weight": {"weight", "mass"},
    "strength": {"strength", "power", "force", "pull"},
    "distance": {"distance", "range", *FAR},
    "wealth": {*WEALTH},
    "deaths": {*DEATHS},
    "noise": {"noise", "loudness", "decibels", "db"},
    "traffic": {"passengers", "visitors", "visits", "traffic", "customers", "guests"},
}
_OF_PROPERTIES = {"busiest": "traffic", "richest": "wealth"}
"""What is measured where anything has such a property; else how many there are of something."""
_AGED = ("oldest", "youngest")
_LASTING = re.compile(
    r"\b(?:been|serv\w+|liv\w+|work\w*|stay\w*|stood|held|around|office|employed|member\w*|standing|"
    r"running|open)\b"
)
"""What lasts the longest since the earliest day: "has been in office the longest"."""
_BORN = {"born", "birth", "dob", "birthday", "birthdate", "age"}


def hinted(binder: Binder, frame: Frame, place: int, best: Best) -> Iterator[Step]:
    """Order by what an adjective measures: a price, a length, a day."""
    word, hint, down = best.word, best.hint, best.down
    if hint == "size":
        for members, changed in by_members(binder, frame, place, (down, best.limit)):
            yield {**best.many, **members}, changed
    hint = hint or _OF_PROPERTIES.get(word, "size" if word in EXTREMES else "")
    for own in binder.properties(frame.tree, FIGURES) if hint else ():
        names = {*plain_words(own.name).split()}
        aged = bool(names & {"age", "ages"})
        dated = binder.is_dated(frame.tree, own)
        fits = (
            (dated or (aged and word in _AGED))
            if hint == "date"
            else bool(names & _ALSO.get(hint, {hint})) or (word == "shortest" and "height" in names)
        )
        if not fits or says_no_age(word, plain_words(own.name)):
            continue
        if hint == "size" and _is_worth(binder, frame, own):
            continue
        if word in _AGED:
            down = (word == "oldest") if aged else (word == "youngest")
        item = frame.tree.waiting[place].item
        features = {
            **best.many,
            "best:hint": 1.0,
            "best:hint_root": float(own.owner == Owner(0)),
            "best:hint_link": float(own.owner.is_link),
            "best:hint_itself": float(hint in names),
            f"best:hint_{hint}": 1.0,
            "best:aged": float(aged),
            "best:born": float(word in _AGED and bool(names & _BORN)),
            "best:grouped": float(frame.grouped),
            "best:hint_number": float(hint == "date" and own.kind in NUMERIC and not aged),
            "best:hint_words": binder.said_near(own.name, item.start - 4, item.end + 4),
            "best:of_several": binder.alike(frame.tree, own),
            **(since(own, "best") if dated else {}),
        }
        yield features, ordered_by(frame, own, down, best.limit, place)


def _is_worth(binder: Binder, frame: Frame, own: PropertyOf) -> bool:
    """Say whether a property is money of what has a size: the largest flat is no dear one."""
    if not LARGE_SUMS & {*plain_words(own.name).split()}:
        return False
    others = (p for p in binder.properties(frame.tree, NUMERIC) if p.owner == own.owner)
    return any({*SIZES} & {*plain_words(p.name).split()} for p in others)


def long_text(binder: Binder, frame: Frame, place: int, best: Best) -> Iterator[Step]:
    """Order by the letters of a text: "the longest name"."""
    if best.word not in ("longest", "shortest"):
        return
    for features, own, other, grown in binder.beside(frame, place, ("text",)):
        if "by:behind" in features and own.owner == Owner(frame.each):
            letters = own._replace(kind="length")
            ordered = ordered_by(frame, letters, best.down, best.limit, place, other)
            yield {**features, **best.many, "best:letters": 1.0}, ordered | {"tree": grown}


def lasting(binder: Binder, frame: Frame, place: int, best: Best) -> Iterator[Step]:
    """Order by since when: who has been there the longest began first."""
    if best.word not in ("longest", "shortest") or not _LASTING.search(binder.text):
        return
    item = frame.tree.waiting[place].item
    for own in binder.properties(frame.tree, FIGURES):
        begins = bool({*plain_words(own.name).split()} & STARTS)
        if begins and binder.is_dated(frame.tree, own):
            lasting = {
                **best.many,
                "best:lasting": 1.0,
                "best:hint_root": float(own.owner == Owner(0)),
                "best:hint_link": float(own.owner.is_link),
                "best:hint_words": binder.said_near(own.name, item.start - 4, item.end + 4),
                "best:of_several": binder.alike(frame.tree, own),
            }
            yield lasting, ordered_by(frame, own, best.word == "shortest", best.limit, place)
