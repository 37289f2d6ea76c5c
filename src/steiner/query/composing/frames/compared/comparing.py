"""Numbers, days and texts that something is compared with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from steiner.algebra import Bound, Measure, Ordering, Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL, PropertySchema
from steiner.lexicon.common_words import ENDS, STARTS
from steiner.lexicon.measured_units import LEAST_OF_MILLIONS, MILLIONS, factor, scaled, unit_of
from steiner.query.composing.frames.binder import FIGURES, NUMERIC, Binder, cue_behind, side
from steiner.query.composing.frames.frame import Frame, by_value
from steiner.query.composing.trees.tree import ReadingTree, Step
from steiner.query.composing.words.word_items import is_plural
from steiner.query.english.cues import Cue
from steiner.query.english.degrees import DIMENSIONS, NEWER, OLDER
from steiner.query.naming.schema_words import unit_behind
from steiner.text import plain_words

_TIMELY = frozenset({"year", "date", "day", "when", "on", "at", "time"})
"""Words of properties that only say that they are a time: the `year` of a concert."""
_METRES = frozenset({"m", "metre", "metres", "meter", "meters"})
_OF_METRES = re.compile(r"\dm\W*$")
_AMOUNT = re.compile(r"\W*(?:above|over|exceed\w*|below|under|more|less|fewer|higher|lower)\b")
"""Before a number that is no year: "above 2000"."""
_TIMES = re.compile(r"\W*(?:different\W+)?times\b")


def bound(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Compare a property with a number, day or text."""
    yield from _bound_beside(binder, frame, place, cue)
    if cue.kind == "bound" and isinstance(cue.value, int | float):
        yield from _counted(binder, frame, place, cue)
    yield from _bound_implied(binder, frame, place, cue)


def _kinds(binder: Binder, cue: Cue) -> tuple[bool, tuple[str, ...]]:
    """Return whether a cue may be a time, and the kinds of properties that it may compare."""
    said = binder.text[cue.start : cue.end]
    time = _is_time(cue) and not _unit(binder, cue) and not _AMOUNT.match(said)
    kinds = {"text": ("text", "list"), "month": TEMPORAL}
    return time, kinds.get(cue.kind, FIGURES if time else NUMERIC)


def _bound_beside(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Compare a property that is said beside the cue."""
    time, kinds = _kinds(binder, cue)
    unit, denied = _unit(binder, cue), binder.is_denied(frame.tree.waiting[place].item)
    if cue.kind == "bound" and isinstance(cue.value, int):
        kinds = (*kinds, "list")  # "More than three languages" of a list are its items.
    for features, own, other, grown in binder.beside(frame, place, kinds):
        asked = _in_metres(binder, cue, own)
        known, plain = binder.known(grown, own), asked.kind != "bound" and own.kind in NUMERIC
        if plain and not _holds(known, asked):
            continue
        aggregate = _aggregate(frame, place, own)
        if aggregate is not None and isinstance(asked.value, int | float):
            yield (
                {**features, "bound:measure": 1.0},
                {
                    "measure": Measure(aggregate[0], own, having(asked)),
                    "tree": grown,
                    "used": frame.using(place, other, aggregate[1]),
                },
            )
        given, measured = _in_unit(own, asked, unit)
        untimely = time and plain and not known.tells_time
        yield (
            {**features, f"bound:{side(features)}": 1.0, "bound:untimely": float(untimely)}
            | measured,
            {
                "tree": grown,
                "bounds": (*frame.bounds, *compared(own, given, denied)),
                "used": frame.using(place, other),
            },
        )


def _bound_implied(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Compare a property of what is there that no word beside the cue says."""
    tree, item = frame.tree, frame.tree.waiting[place].item
    time, kinds = _kinds(binder, cue)
    unit, denied = _unit(binder, cue), binder.is_denied(item)
    hints = DIMENSIONS.get(binder.first_word(cue), ())
    for own in binder.properties(tree, kinds):
        known, asked = binder.known(tree, own), _in_metres(binder, cue, own)
        if own.kind in NUMERIC and not _holds(known, asked):
            continue
        if time and own.kind in NUMERIC and not hints and not known.tells_time:
            continue
        hinted = bool({*hints} & {*plain_words(own.name).split()})
        shape = "time" if own.kind in TEMPORAL else own.kind
        given, measured = _in_unit(own, asked, unit)
        features = {
            **measured,
            "bound:implied": 1.0,
            f"bound:implied_{shape}": 1.0,
            "bound:implied_root": float(own.owner == Owner(0)),
            "bound:implied_link": float(own.owner.is_link),
            "bound:implied_unsaid": float(_is_unsaid(tree, own.owner)),
            "bound:hint": float(hinted),
            "bound:implied_focus": float(own.owner == Owner(tree.waiting[place].focus)),
            "bound:implied_words": binder.said_near(own.name, item.start - 3, item.end + 2),
            "bound:of_several": binder.alike(tree, own),
            "bound:a_time": float(time and bool(_TIMELY & {*plain_words(own.name).split()})),
            **(since(own, "bound") if own.kind in TEMPORAL or known.tells_time else {}),
        }
        yield (
            features,
            {
                "bounds": (*frame.bounds, *compared(own, _turned(binder, given, own), denied)),
                "used": frame.using(place),
            },
        )


def _is_unsaid(tree: ReadingTree, owner: Owner) -> bool:
    """Say whether only a verb tells that there is something: whoever asked, of "were asked"."""
    if owner.is_link or not owner.number or tree.is_named(owner.number):
        return False
    said = tree.said[owner.number]
    return said < 0 or any(link.at == said for link in tree.links)


def _unit(binder: Binder, cue: Cue) -> str:
    """Return the unit right behind a number, "" for none."""
    start, end = unit_behind(binder.text, cue.end)
    return binder.text[start:end].strip()


def _in_metres(binder: Binder, cue: Cue, own: PropertyOf) -> Cue:
    """Return "80m" as 80, of what is measured in metres, not as millions."""
    metres = plain_words(own.name).split()[-1] in _METRES
    if not metres or not _OF_METRES.search(binder.text[cue.start : cue.end]):
        return cue
    last = cue.last / 1e6 if isinstance(cue.last, int | float) else cue.last
    return replace(cue, value=cue.value / 1e6, last=last)


def _in_unit(own: PropertyOf, cue: Cue, unit: str) -> tuple[Cue, dict[str, float]]:
    """Return a comparison in the unit of a property, and whether it is measured in what is said.

    "Between 3 and 4 minutes" of length_sec is between 180 and 240.
    """
    last = unit_of(plain_words(own.name))
    if not isinstance(cue.value, int | float):
        return cue, {"unit:other": 1.0} if unit else {}
    millions = last in MILLIONS and cue.value >= LEAST_OF_MILLIONS
    by = 1e-6 if millions else factor(unit, last) if unit else None
    if by is None:
        return cue, {"unit:other": 1.0} if unit else {}
    end = scaled(cue.last, by) if isinstance(cue.last, int | float) else cue.last
    return replace(cue, value=scaled(cue.value, by), last=end), {"unit:same": 1.0}


def since(own: PropertyOf, of: str) -> dict[str, float]:
    """Say whether a day or a year tells when something began, or when it was over."""
    parts = {*plain_words(own.name).split()}
    return {f"{of}:starts": float(bool(parts & STARTS)), f"{of}:ends": float(bool(parts & ENDS))}


def _turned(binder: Binder, cue: Cue, own: PropertyOf) -> Cue:
    """Turn "older than 1995" around where the property is a day or year: before."""
    word = binder.first_word(cue)
    years = isinstance(cue.value, int | float) and cue.value > 1000
    if word in OLDER | NEWER and (own.kind in TEMPORAL or years):
        return replace(cue, operator="<" if word in OLDER else ">")
    return cue


def _counted(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Compare how many there are: "more than 3 films", "reviewed at least twice"."""
    tree, numbers = frame.tree, having(cue)
    if (
        _TIMES.match(binder.text[cue.end :])
        or re.search(r"\b(?:once|twice)\b", binder.text[cue.start : cue.end])
    ) and tree.links:
        measure = Measure("count", Owner(len(tree.links) - 1, True), numbers)
        yield {"bound:times": 1.0}, {"measure": measure, "used": frame.using(place)}
    for features, variable in binder.nouns_behind(frame, place):
        if variable == 0:
            yield from _counted_by(binder, frame, place, numbers)
            continue
        links = [i for i, k in enumerate(tree.links) if variable in (k.source, k.target)]
        at_root = [i for i in links if 0 in (tree.links[i].source, tree.links[i].target)]
        few = bool(at_root) and all(operator in ("<", "<=") for operator, _ in numbers)
        if few and frame.measure is None:
            # A measure leaves out those that have none.
            yield {**features, "bound:count": 1.0}, _apart(frame, place, at_root[0], numbers)
        elif frame.measure is None:
            counted = Measure("count", Owner(variable), numbers)
            bound = {**features, "bound:count": 1.0, "bound:count_far": float(not at_root)}
            yield bound, {"measure": counted, "used": frame.using(place)}
            if frame.limit is not None and frame.order is None and frame.tree.has_cue("top"):
                # "The top 5 with more than one": those with the most.
                most = {"order": Ordering(None, True), "used": frame.using(place)}
                yield {**bound, "bound:count_top": 1.0}, {"measure": counted, **most}
        if links and (not at_root or frame.measure is not None):
            apart = _apart(frame, place, links[0], numbers)
            yield {**features, "bound:count_apart": 1.0}, apart


def _counted_by(
    binder: Binder, frame: Frame, place: int, numbers: tuple[tuple[str, Any], ...]
) -> Iterator[Step]:
    """Compare how many share a value: "countries with at least 5 customers"."""
    for features, own, other, grown in binder.beside(frame, place, ("text",)):
        if "by:before" in features and frame.measure is None and not own.owner.is_link:
            yield (
                {**features, "bound:count_by": 1.0},
                {
                    "measure": Measure("count", own.owner, numbers),
                    **by_value(own),
                    "used": frame.using(place, other),
                    "tree": grown,
                },
            )


def _apart(
    frame: Frame, place: int, link: int, numbers: Sequence[tuple[str, Any]]
) -> dict[str, Any]:
    """Return the changes by which a link must lead to so many things; to none counts, too."""
    counts = tuple((link, operator, number) for operator, number in numbers)
    return {"counts": (*frame.counts, *counts), "used": frame.using(place)}


def _aggregate(frame: Frame, place: int, own: PropertyOf) -> tuple[str, int] | None:
    """Return the measure whose result is compared: "with an average price over 20"."""
    item = frame.tree.waiting[place].item
    for other, waiting in enumerate(frame.tree.waiting):
        cue = waiting.item.cue
        near = cue is not None and 0 <= item.start - waiting.item.end <= _NEAR
        if cue is not None and near and cue.kind in ("average", "sum") and own.kind in NUMERIC:
            return ("avg" if cue.kind == "average" else "sum"), other
    return None


_NEAR = 5


def number(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Bind a bare number: a limit, or a value of the property beside it."""
    item = frame.tree.waiting[place].item
    if isinstance(cue.value, int) and 0 < cue.value <= 1000 and frame.limit is None:
        best = cue_behind(frame, place, ("superlative", "adjective", "often"))
        for features, variable in binder.nouns_behind(frame, place):
            yield (
                {
                    "limit:number": 1.0,
                    "limit:root": float(not variable),
                    "limit:gap": features["count:gap"],
                    "limit:best": float(best),
                },
                {"limit": cue.value, "used": frame.using(place)},
            )
        if best:
            yield {"limit:before_best": 1.0}, {"limit": cue.value, "used": frame.using(place)}
        if _property_behind(binder, frame, place):
            yield {"limit:values": 1.0}, {"limit": cue.value, "used": frame.using(place)}
    for features, own, other, grown in binder.beside(frame, place, NUMERIC):
        equal = Bound(own, "=", cue.value, binder.is_denied(item))
        yield (
            {**features, "number:equals": 1.0, f"number:{side(features)}": 1.0},
            {"tree": grown, "bounds": (*frame.bounds, equal), "used": frame.using(place, other)},
        )


def _property_behind(binder: Binder, frame: Frame, place: int) -> bool:
    """Say whether a property in the plural stands right behind a number: "which 2 cities"."""
    end = frame.tree.waiting[place].item.end
    behind = (w.item for w in frame.tree.waiting if w.item.start == end)
    words = binder.lattice.words
    return any(i.kind == "property" and is_plural(words[i.end - 1]) for i in behind)


def _is_time(cue: Cue) -> bool:
    if cue.kind in ("year", "month", "decade"):
        return True
    text = isinstance(cue.value, str)
    return text or (isinstance(cue.value, int) and 1500 <= cue.value <= 2100)


def _holds(known: PropertySchema, cue: Cue) -> bool:
    ends = [end for end in (cue.value, cue.last) if isinstance(end, int | float)]
    one = known.most == known.least
    return isinstance(cue.value, int | float) and (one or any(map(known.holds, ends)))


def having(cue: Cue) -> tuple[tuple[str, Any], ...]:
    """Return the comparisons of a cue: of "between 2 and 5" two."""
    if cue.last is not None:
        return ((">=", cue.value), ("<=", cue.last))
    return ((cue.operator, cue.value),)


def compared(own: PropertyOf, cue: Cue, denied: bool) -> list[Bound]:
    """Return the conditions of a cue on a property; of days whole years are compared as years."""
    temporal = own.kind in TEMPORAL
    if cue.kind == "text" or cue.operator == "divisible":
        return [Bound(own, cue.operator, cue.value, denied)]
    if cue.kind == "decade":
        year = "year" if temporal else ""
        return [Bound(own, f"{year}>=", cue.value), Bound(own, f"{year}<=", int(cue.value) + 9)]
    if cue.kind == "month":
        years = [Bound(own, "year=", int(cue.value))] if cue.value is not None else []
        return [Bound(own, "month", cue.last), *years]
    if cue.kind == "year":
        return [Bound(own, "year=" if temporal else "=", int(cue.value), denied)]
    prefix = "year" if temporal and isinstance(cue.value, int) else ""
    return [
        Bound(own, f"{prefix}{operator}", value, denied and cue.last is None)
        for operator, value in having(cue)
    ]
