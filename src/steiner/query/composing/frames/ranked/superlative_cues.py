"""Superlatives: what they order by, count, or return themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from steiner.algebra import Measure, Ordering, Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.lexicon.common_words import LARGE_SUMS, PRICES, STARTS, TIME_TAKEN
from steiner.query.composing.frames.binder import (
    FIGURES,
    NUMERIC,
    Binder,
    NearProperty,
    along,
    cue_behind,
    side,
)
from steiner.query.composing.frames.compared.comparing import since
from steiner.query.composing.frames.frame import Frame, by_value
from steiner.query.composing.frames.ranked.sized_by_members import by_members
from steiner.query.composing.trees.tree import Step
from steiner.query.composing.words.word_items import is_plural
from steiner.query.english.cues import Cue
from steiner.query.english.degrees import (
    COUNTED,
    DEATHS,
    FAR,
    MEANT,
    SIZES,
    SUPERLATIVES,
    WEALTH,
    orders_by_time,
    says_no_age,
)
from steiner.query.naming.schema_words import is_key
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
_MANY = ("most", "fewest", "least")
_AGED = ("oldest", "youngest")
_LASTING = re.compile(
    r"\b(?:been|serv\w+|liv\w+|work\w*|stay\w*|stood|held|around|office|employed|member\w*|standing|"
    r"running|open)\b"
)
"""What lasts the longest since the earliest day: "has been in office the longest"."""
_BORN = {"born", "birth", "dob", "birthday", "birthdate", "age"}
MOST = "|".join(sorted({word for word, most in SUPERLATIVES.items() if most} - {"youngest"}))
LEAST = "|".join(sorted({word for word, most in SUPERLATIVES.items() if not most}))


_WHICH_YEAR = re.compile(r"\b(?:which|what)\W+years?\b")


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
        if cue.kind != "often":  # No figure says how often something was done.
            yield from _said(binder, frame, place, best)
        yield from _hinted(binder, frame, place, best)
        yield from _long_text(binder, frame, place, best)
        yield from _lasting(binder, frame, place, best)
        yield from _counted(binder, frame, place, best)
        yield from _most_common(binder, frame, place, best)
        yield from _year_with_most(binder, frame, place, best)
        yield from _most_values(binder, frame, place, best)
    yield from _value_itself(binder, frame, place, cue)


def _said(binder: Binder, frame: Frame, place: int, best: _Best) -> Iterator[Step]:
    """Order by a property that is said beside the superlative."""
    for features, own, other, grown in _figures(binder, frame, place, best.word):
        said = {**features, **best.many, "best:said": 1.0, f"best:{side(features)}": 1.0}
        said["best:grouped"] = float(frame.grouped)
        said["best:over_measure"] = float(measure_behind(frame, place))
        yield said, _by(frame, own, best.down, best.limit, place, other) | {"tree": grown}
        if best.word in _MANY and own.kind in NUMERIC and own.owner != Owner(frame.each):
            # "Who bought the most units": all that is bought together.
            total = _ranked(Measure("sum", own), best)
            used = {"used": frame.using(place, other), "tree": grown}
            yield {**said, "best:summed": 1.0}, {**total, **used}


def _figures(binder: Binder, frame: Frame, place: int, word: str) -> Iterator[NearProperty]:
    """Yield the figures said beside a superlative: "latest cost" is ordered by a day, no cost.

    And of "in which year were the most boats launched" no year is the most.
    """
    for near in binder.beside(frame, place, FIGURES):
        dated = binder.is_dated(near.tree, near.own)
        if word not in _MANY if dated else not orders_by_time(word, plain_words(near.own.name)):
            yield near


def _counted(binder: Binder, frame: Frame, place: int, best: _Best) -> Iterator[Step]:
    """Order by how many there are of a noun, or of links, or by a measure that stands behind."""
    tree, down, limit = frame.tree, best.down, best.limit
    many = not best.hint and best.word not in ("highest", "lowest")  # The highest offer is one.
    for features, variable in binder.nouns_behind(frame, place):
        over = variable or (1 if len(tree.labels) > 1 else 0)
        if over and (many or "number" in str(best.cue.value)):
            counted = {**features, **best.many, "best:count": 1.0}
            counted["best:count_root"] = float(not variable)
            yield counted, most(frame, Owner(over), down, limit, place)
    if best.word in _MANY and binder.says_units(tree.waiting[place].item):
        for own in binder.amounts(tree):
            summed = _ranked(Measure("sum", own), best)
            yield {**best.many, "best:units": 1.0}, {**summed, "used": frame.using(place)}
    elif best.word in _MANY:
        for own in binder.amounts(tree):  # "Which crop was held the most", of which quantities are.
            summed = _ranked(Measure("sum", own), best)
            yield {**best.many, "best:amounts": 1.0}, {**summed, "used": frame.using(place)}
    if tree.links and many:
        last = Owner(len(tree.links) - 1, True)
        often = {**best.many, "best:link": 1.0, f"best:link_{best.cue.kind}": 1.0}
        yield often, most(frame, last, down, limit, place)
        end = tree.waiting[place].item.end
        for number, link in enumerate(tree.links[:-1]):
            if link.said and 0 <= link.at - end <= 1:  # "Most frequently ordered in March".
                behind = {**best.many, "best:link": 1.0, "best:link_behind": 1.0}
                yield behind, most(frame, Owner(number, True), down, limit, place)
    if not tree.links and best.cue.kind == "often":
        for hop in binder.schema.hops.get(tree.labels[0], ())[:4]:
            rarity = binder.schema.rarity(tree.labels[0], hop.type, hop.label)
            grown = {**best.many, "best:link_grown": 1.0, "best:link_rarer": rarity}
            way = along(tree, 0, [hop])
            yield grown, {**most(frame, Owner(0, True), down, limit, place), "tree": way}
    if measure_behind(frame, place):
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
    if binder.text.lstrip().startswith("who") or cue.kind == "often":
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


_FIRST = re.compile(rf"\W*(?:ones?\W+)?(?:first\b|to\W+(?:the\W+)?(?:{MOST}|{LEAST})\b)")
"""Behind a superlative: "lowest first", "lowest to highest", not "longest to cook"."""


def _says_rows(binder: Binder, frame: Frame, place: int) -> bool:
    """Say whether a superlative only says in which order rows come: "from lowest to highest"."""
    return frame.tree.has_cue("order") or bool(
        _FIRST.match(binder.behind(frame.tree.waiting[place].item))
    )


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
    if hint == "size":
        for members, changed in by_members(binder, frame, place, (down, best.limit)):
            yield {**best.many, **members}, changed
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
        yield features, _by(frame, own, down, best.limit, place)


def _is_worth(binder: Binder, frame: Frame, own: PropertyOf) -> bool:
    """Say whether a property is money of what has a size: the largest flat is no dear one."""
    if not LARGE_SUMS & {*plain_words(own.name).split()}:
        return False
    others = (p for p in binder.properties(frame.tree, NUMERIC) if p.owner == own.owner)
    return any({*SIZES} & {*plain_words(p.name).split()} for p in others)


def _long_text(binder: Binder, frame: Frame, place: int, best: _Best) -> Iterator[Step]:
    """Order by the letters of a text: "the longest name"."""
    if best.word not in ("longest", "shortest"):
        return
    for features, own, other, grown in binder.beside(frame, place, ("text",)):
        if "by:behind" in features and own.owner == Owner(frame.each):
            letters = own._replace(kind="length")
            ordered = _by(frame, letters, best.down, best.limit, place, other)
            yield {**features, **best.many, "best:letters": 1.0}, ordered | {"tree": grown}


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
    cue, _, many = best
    kinds = ("text", "list", "yes or no", *NUMERIC)
    for features, own, other, grown in binder.beside(frame, place, kinds):
        if frame.measure is None:
            common = {**features, **many, "common": 1.0, f"common:{cue.kind}": 1.0}
            common["group:key"] = float(is_key(own.name))
            common["common:link"] = float(own.owner.is_link)
            said = binder.lattice.words[frame.tree.waiting[other].item.end - 1]
            common["common:one"] = float(best.limit == 1 and is_plural(said))
            yield (
                common,
                {
                    **by_value(own),
                    **_ranked(Measure("count", own.owner), best),
                    "tree": grown,
                    "used": frame.using(place, other),
                },
            )


def _year_with_most(binder: Binder, frame: Frame, place: int, best: _Best) -> Iterator[Step]:
    """Count what there is in each year: "in which year were the most boats launched"."""
    if best.hint or frame.measure is not None or not _WHICH_YEAR.search(binder.text):
        return
    for features, own, other, grown in binder.beside(frame, place, FIGURES):
        if not own.owner.is_link and binder.is_dated(grown, own):
            said = {**features, **best.many, "best:year": 1.0, "best:year_said": 1.0}
            used = {"tree": grown, "used": frame.using(place, other)}
            yield said, {**_in_each_year(own, best), **used}
    for own in binder.properties(frame.tree, FIGURES):
        if not own.owner.is_link and binder.is_dated(frame.tree, own):
            alike = {"bound:of_several": binder.alike(frame.tree, own)}
            used = {"used": frame.using(place)}
            yield {**best.many, "best:year": 1.0, **alike}, {**_in_each_year(own, best), **used}


def _in_each_year(own: PropertyOf, best: _Best) -> dict[str, Any]:
    year = own._replace(kind="year") if own.kind in TEMPORAL else own
    return {**by_value(year), **_ranked(Measure("count", own.owner), best)}


def _ranked(measure: Measure, best: _Best) -> dict[str, Any]:
    """Return the changes by which a frame is ordered by a measure as a superlative says."""
    return {"measure": measure, "order": Ordering(None, best.down), "limit": best.limit}


def _most_values(binder: Binder, frame: Frame, place: int, best: _Best) -> Iterator[Step]:
    """Rank by how many values there are: "the most languages" of a list, "the most diverse"."""
    if frame.measure is not None or (best.hint and best.cue.kind == "adjective"):
        return
    kinds = ("list", "text", *FIGURES) if frame.tree.has_cue("distinct") else ("list",)
    for features, own, other, grown in binder.beside(frame, place, kinds):
        if own.kind != "list" and own.owner == Owner(0):
            continue  # Each has one.
        said = {"best:values": 1.0, "best:values_list": float(own.kind == "list")}
        ranked = _ranked(Measure("count", own), best)
        used = {"used": frame.using(place, other), "tree": grown}
        yield {**features, **best.many, **said}, {**ranked, **used}


def measure_behind(frame: Frame, place: int) -> bool:
    """Say whether a measure stands right behind what waits at a place: "the highest average"."""
    return cue_behind(frame, place, ("average", "sum", "count"))


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
