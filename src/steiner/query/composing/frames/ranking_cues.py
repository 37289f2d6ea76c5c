"""Superlatives, orders and limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from steiner.algebra import Measure, Ordering, Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.lexicon.common_words import AMOUNTS_OF_MONEY, PRICES, STARTS, TIME_TAKEN
from steiner.query.composing.frames.binder import FIGURES, NUMERIC, Binder, NearProperty, side
from steiner.query.composing.frames.comparing import since
from steiner.query.composing.frames.frame import Frame
from steiner.query.composing.trees.tree import ReadingTree, Step
from steiner.query.composing.words.word_items import is_plural
from steiner.query.english.cues import Cue
from steiner.query.english.degrees import (
    DEATHS,
    FAR,
    MEANT,
    SUPERLATIVES,
    WEALTH,
    orders_by_time,
    says_no_age,
)
from steiner.query.english.number_words import place_in_order
from steiner.query.naming.schema_words import is_key
from steiner.text import plain_words

_ALSO = {
    "price": PRICES,
    "size": {
        *("size", "area", "capacity", "population", "height", "elevation", *AMOUNTS_OF_MONEY),
        *(
            "employees",
            "headcount",
            "members",
            "inhabitants",
            "beds",
            "seats",
            "visitors",
            "passengers",
        ),
    },
    "length": {"length", "pages", "distance", "km", *TIME_TAKEN},
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
_MOST = "|".join(sorted({word for word, most in SUPERLATIVES.items() if most} - {"youngest"}))
_LEAST = "|".join(sorted({word for word, most in SUPERLATIVES.items() if not most}))
_DOWN = re.compile(
    rf"\bdesc|\b(?:{_MOST})\s+(?:\w+\s+)?(?:to|first)\b|newest|most\s+recent|decreasing|"
    r"reverse|high\s+to\s+low"
)
_UPWARDS = re.compile(rf"\basc|\b(?:{_LEAST})\s+(?:\w+\s+)?(?:to|first)\b")


class _Best(NamedTuple):
    """A superlative: its cue, how many rows it asks for, and the features of that number."""

    cue: Cue
    limit: int | None
    many: dict[str, float]

    @property
    def word(self) -> str:
        """The superlative itself: highest."""
        return _word(self.cue)

    @property
    def hint(self) -> str:
        """What it measures, "" where its word does not tell: a price, a length, a date."""
        return str(self.cue.value) if self.cue.kind == "adjective" else MEANT.get(self.word, "")

    @property
    def down(self) -> bool:
        """Whether the highest comes first."""
        return bool(self.cue.operator)


def _word(cue: Cue) -> str:
    return str(cue.value).split()[0] if cue.value else ""


def superlative(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Order by what a superlative measures or counts, or return the highest value itself."""
    for limit, many in _limits(binder, frame, place):
        best = _Best(cue, limit, many)
        yield from _said(binder, frame, place, best)
        yield from _hinted(binder, frame, place, best)
        yield from _lasting(binder, frame, place, best)
        yield from _counted(binder, frame, place, best)
        yield from _most_common(binder, frame, place, best)
    yield from _value_itself(binder, frame, place, cue)


def _said(binder: Binder, frame: Frame, place: int, best: _Best) -> Iterator[Step]:
    """Order by a property that is said beside the superlative."""
    for features, own, other, grown in _figures(binder, frame, place, best.word):
        said = {**features, **best.many, "best:said": 1.0, f"best:{side(features)}": 1.0}
        said["best:grouped"] = float(frame.grouped)
        said["best:over_measure"] = float(_measure_behind(frame, place))
        yield said, _by(frame, own, best.down, best.limit, place, other) | {"tree": grown}


def _figures(binder: Binder, frame: Frame, place: int, word: str) -> Iterator[NearProperty]:
    """Yield the figures said beside a superlative: "latest cost" is ordered by a day, no cost."""
    for near in binder.beside(frame, place, FIGURES):
        dated = binder.is_dated(near.tree, near.own)
        if dated or not orders_by_time(word, plain_words(near.own.name)):
            yield near


def _counted(binder: Binder, frame: Frame, place: int, best: _Best) -> Iterator[Step]:
    """Order by how many there are of a noun, or of links, or by a measure that stands behind."""
    tree, down, limit = frame.tree, best.down, best.limit
    for features, variable in binder.nouns_behind(frame, place):
        over = variable or (1 if len(tree.labels) > 1 else 0)
        if over and (not best.hint or "number" in str(best.cue.value)):
            counted = {**features, **best.many, "best:count": 1.0}
            counted["best:count_root"] = float(not variable)
            yield counted, most(frame, Owner(over), down, limit, place)
    if tree.links and not best.hint:
        last = Owner(len(tree.links) - 1, True)
        often = {**best.many, "best:link": 1.0, f"best:link_{best.cue.kind}": 1.0}
        yield often, most(frame, last, down, limit, place)
    if _measure_behind(frame, place):
        yield (
            {**best.many, "best:of_measure": 1.0},
            {
                "order": Ordering(None, down),
                "single": False,
                "limit": limit,
                "used": frame.using(place),
            },
        )


def _value_itself(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Return the highest or lowest value: "what is the highest salary"."""
    if binder.text.lstrip().startswith("who"):
        return
    for features, own, other, grown in _figures(binder, frame, place, _word(cue)):
        yield (
            {**features, "best:value": 1.0, "best:value_grouped": float(frame.grouped)},
            {
                "measure": Measure("max" if cue.operator else "min", own),
                "single": not frame.grouped,
                "tree": grown,
                "used": frame.using(place, other),
            },
        )


_FIRST = re.compile(rf"\W*(?:ones?\W+)?(?:first\b|to\W+(?:the\W+)?(?:{_MOST}|{_LEAST})\b)")
"""Behind a superlative: "lowest first", "lowest to highest", not "longest to cook"."""


def _says_rows(binder: Binder, frame: Frame, place: int) -> bool:
    """Say whether a superlative only says in which order rows come: "from lowest to highest"."""
    end = binder.lattice.words[frame.tree.waiting[place].item.end - 1].end
    sorts = any(w.item.cue is not None and w.item.cue.kind == "order" for w in frame.tree.waiting)
    return sorts or bool(_FIRST.match(binder.text[end:]))


def _limits(
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


def _hinted(binder: Binder, frame: Frame, place: int, best: _Best) -> Iterator[Step]:
    """Order by what an adjective measures: a price, a length, a day."""
    word, hint, down = best.word, best.hint, best.down
    hint = hint or _OF_PROPERTIES.get(word, "size" if word in ("highest", "lowest") else "")
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
        if word in _AGED:
            down = (word == "oldest") if aged else (word == "youngest")
        item = frame.tree.waiting[place].item
        features = {
            **best.many,
            "best:hint": 1.0,
            "best:hint_root": float(own.owner == Owner(0)),
            "best:hint_link": float(own.owner.is_link),
            f"best:hint_{hint}": 1.0,
            "best:aged": float(aged),
            "best:born": float(word in _AGED and bool(names & _BORN)),
            "best:grouped": float(frame.grouped),
            "best:hint_number": float(hint == "date" and own.kind in NUMERIC and not aged),
            "best:hint_words": binder.said_near(own.name, item.start - 4, item.end + 4),
            "best:of_several": binder.alike(frame.tree, own),
            **since(own, "best"),
        }
        yield features, _by(frame, own, down, best.limit, place)


def _lasting(binder: Binder, frame: Frame, place: int, best: _Best) -> Iterator[Step]:
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
            yield lasting, _by(frame, own, best.word == "shortest", best.limit, place)


def _most_common(binder: Binder, frame: Frame, place: int, best: _Best) -> Iterator[Step]:
    """Count the values of a property: "the most common road surface"."""
    cue, limit, many = best
    for features, own, other, grown in binder.beside(frame, place, ("text", "yes or no", *NUMERIC)):
        if not own.owner.is_link and frame.measure is None:
            common = {**features, **many, "common": 1.0, f"common:{cue.kind}": 1.0}
            common["group:key"] = float(is_key(own.name))
            yield (
                common,
                {
                    "group": own,
                    "each": own.owner.number,
                    "grouped": True,
                    "tree": grown,
                    "measure": Measure("count", own.owner),
                    "order": Ordering(None, best.down),
                    "limit": limit,
                    "used": frame.using(place, other),
                },
            )


def _measure_behind(frame: Frame, place: int) -> bool:
    end = frame.tree.waiting[place].item.end
    return any(
        w.item.cue is not None
        and w.item.cue.kind in ("average", "sum", "count")
        and 0 <= w.item.start - end <= 1
        for w in frame.tree.waiting
    )


def _by(
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


def nth(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Leave out the rows before the second, third, … best."""
    word = re.sub(r"\W+$", "", binder.text[cue.start : cue.end])
    number = place_in_order(word)
    if number < 2 or not word[-1:].isalpha() or frame.limit is not None:
        return
    nth = {"skip": number - 1, "limit": 1, "used": frame.using(place)}
    yield {"nth": 1.0}, nth
    if not _says_order(frame.tree):  # "Who joined second": the earliest day but one.
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
    if cue.kind == "top" and not _says_order(tree):
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


def _says_order(tree: ReadingTree) -> bool:
    kinds = ("superlative", "adjective", "often", "order", "based", "average", "sum")
    return any(w.item.cue is not None and w.item.cue.kind in kinds for w in tree.waiting)


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
    if frame.measure is not None and frame.order is None and _measure_behind(frame, place):
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
