"""Counts, sums, averages, and what there is a row for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steiner.algebra import Measure, Owner
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.query.composing.frames.binder import FIGURES, NUMERIC, Binder, side
from steiner.query.composing.frames.frame import Frame, by_value
from steiner.query.composing.trees.tree import Step
from steiner.query.composing.words.word_items import is_plural
from steiner.query.english.cues import Cue
from steiner.query.english.degrees import DIMENSIONS
from steiner.query.naming.schema_words import is_key
from steiner.text import STOP_WORDS, plain_words

_BESIDE = re.compile(r"\b(?:along\s+with|together\s+with|with|and)\W+(?:the\W+)?$")
_EACH_LABEL = re.compile(r"\W*(?:of\W+)?(?:the\W+|those\W+|these\W+|different\W+)?")
_EACH_ONE = re.compile(r"\W*(?:(?:one|of\W+(?:them|these|those|which))\b(?:\W+\w+)?)?\W*$")
"""Behind "each": nothing more, or what was said before."""
_SHARE = re.compile(r"percent(?:age)?s?|shares?|proportions?|fractions?")
_VERBS = frozenset({"is", "are", "was", "were", "has", "have", "had", "do", "does", "did"})
_TELLING = STOP_WORDS - _VERBS
"""Words behind a noun that tell which of it is meant."""
_HOW = re.compile(r"\W*how\W+(\w+)")
_EVERY = re.compile(r"\b(?:each|every|all)\b")
_OFTEN = re.compile(r"\W+times\b")
_YEAR = re.compile(r"\W+(?:\w+\W+)?(?P<unit>years?)\b")


def measure(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Average or add up the number that stands beside."""
    if frame.measure is not None and not frame.measure.having:
        return
    kind = "avg" if cue.kind == "average" else "sum"
    if kind == "avg":
        yield from _across(binder, frame, place)
    numbers = frame.measure.having if frame.measure else ()
    for features, own, other, grown in binder.beside(frame, place, NUMERIC):
        yield (
            {**features, f"{kind}:said": 1.0, f"measure:{side(features)}": 1.0},
            {
                "measure": Measure(kind, own, numbers),
                "single": _is_of_all(frame),
                "used": frame.using(place, other),
                "tree": grown,
            },
        )
    how = _HOW.match(binder.text)
    hints = {*DIMENSIONS.get(how[1], ())} if how else set()
    for own in binder.properties(frame.tree, NUMERIC):
        features = {
            f"{kind}:implied": 1.0,
            "measure:hint": float(bool(hints & {*plain_words(own.name).split()})),
            "measure:words": binder.said_near(own.name, 0, len(binder.lattice.words)),
            "measure:of_several": binder.alike(frame.tree, own),
            "measure:implied_link": float(own.owner.is_link),
            "measure:money": binder.is_money(own),
            "measure:link_behind": float(
                own.owner.is_link and _is_behind(frame, place, own.owner.number)
            ),
        }
        yield (
            features,
            {
                "measure": Measure(kind, own),
                "single": _is_of_all(frame),
                "used": frame.using(place),
            },
        )
    if kind == "sum":
        for features, variable in binder.nouns_behind(frame, place):
            yield (
                {**features, "sum:count": 1.0, "count:is_root": float(not variable)},
                {
                    "measure": Measure("count", Owner(variable)),
                    "single": not frame.grouped and (not variable or frame.tree.is_named(0)),
                    "used": frame.using(place),
                },
            )


def _across(binder: Binder, frame: Frame, place: int) -> Iterator[Step]:
    """Average how many each has: "how many pots does each kiln fire on average"."""
    tree = frame.tree
    for other, waiting in enumerate(tree.waiting):
        cue = waiting.item.cue
        if cue is None or cue.kind != "count" or other in frame.used:
            continue
        for features, counted in binder.nouns_behind(frame, other):
            for each in [frame.each] if frame.grouped else range(len(tree.labels)):
                if each != counted and tree.said[each] >= 0:
                    yield (
                        {**features, "avg:across": 1.0, "avg:across_each": float(frame.grouped)},
                        {
                            "measure": Measure("count", Owner(counted)),
                            "each": each,
                            "across": "avg",
                            "single": True,
                            "used": frame.using(place, other),
                        },
                    )


def _is_of_all(frame: Frame) -> bool:
    """Say whether a measure is one number: neither of each thing nor what they are ranked by."""
    return not frame.grouped and frame.order is None


def count(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Count what stands behind: all of it, or for each of what is asked for."""
    if frame.measure is not None and not frame.measure.having:
        return
    numbers = frame.measure.having if frame.measure else ()
    for features, variable in binder.nouns_behind(frame, place):
        whole = {**features, "count:thing": 1.0, "count:is_root": float(not variable)}
        whole["count:describes"] = _counts_values(binder, frame, place, variable)
        if numbers:
            if variable == 0:
                yield (
                    {**whole, "count:after_having": 1.0},
                    {"single": True, "used": frame.using(place)},
                )
            continue
        yield from _of_noun(binder, frame, (place, cue), (whole, variable))
    yield from _links(binder, frame, place, cue)
    yield from _amounts(binder, frame, place)
    yield from _flags(binder, frame, place)
    yield from _values(binder, frame, place)


def _links(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Count links whose word stands behind: "how many visits", "how many times was it cited"."""
    times = bool(_OFTEN.match(binder.text[cue.end :]))
    for number, link in enumerate(frame.tree.links):
        if link.said and (times or _is_behind(frame, place, number)):
            counted = Measure("count", Owner(number, True))
            yield (
                {"count:link": 1.0, "count:times": float(times)},
                {"measure": counted, "single": not frame.grouped, "used": frame.using(place)},
            )


def _flags(binder: Binder, frame: Frame, place: int) -> Iterator[Step]:
    """Count those that a yes or no is so of: "how many smokers are there"."""
    for features, own, _, grown in binder.beside(frame, place, ("yes or no",)):
        if "by:behind" in features and not own.owner.is_link:
            counted = {"measure": Measure("count", own.owner), "single": not frame.grouped}
            used = {"used": frame.using(place), "tree": grown}
            yield {**features, "count:flag": 1.0}, {**counted, **used}


def _values(binder: Binder, frame: Frame, place: int) -> Iterator[Step]:
    """Count the values of a property; of a list each has all that it holds."""
    for features, own, other, grown in binder.beside(frame, place, ("text", "list", *FIGURES)):
        if "by:behind" in features:
            items = own.kind == "list" and frame.grouped and own.owner == Owner(frame.each)
            counted = Measure("sum" if items else "count", own)
            used = {"used": frame.using(place, other), "tree": grown}
            yield (
                {**features, "count:values": 1.0, f"count:values_{own.kind}": 1.0},
                {"measure": counted, "single": not frame.grouped, **used},
            )


def _is_behind(frame: Frame, place: int, number: int) -> bool:
    """Say whether a link's word stands right behind a cue: "the number of visits"."""
    return 0 <= frame.tree.links[number].at - frame.tree.waiting[place].item.end <= 1


def _of_noun(
    binder: Binder, frame: Frame, said: tuple[int, Cue], noun: tuple[dict[str, float], int]
) -> Iterator[Step]:
    """Count a thing that is said behind a cue: in all, for each, or beside what is asked for."""
    (place, cue), (whole, variable) = said, noun
    if variable == 0 or frame.grouped:
        yield (
            {**whole, "count:grouped": float(frame.grouped)},
            {
                "measure": Measure("count", Owner(variable)),
                "single": not frame.grouped,
                "used": frame.using(place),
            },
        )
    if frame.grouped and variable != frame.each and frame.group is None:
        zeros = bool(_EVERY.search(binder.text))
        kept = {"count:zeros": 1.0, f"count:zeros:{'each' if zeros else 'per'}": 1.0}
        kept["count:zeros:again"] = whole["count:again"]  # Of "such films" each has some.
        yield (
            {**whole, **kept},
            {"beside": variable, "used": frame.using(place)},
        )
    if variable and not frame.each and _asks_first(frame, place):
        before = binder.text[: cue.start][-30:]
        said_with = bool(_BESIDE.search(before))
        yield (
            {**whole, "count:beside": 1.0, "count:beside_with": float(said_with)},
            {"beside": variable, "used": frame.using(place)},
        )
    if variable:
        fixed = frame.tree.is_named(0)
        yield (
            {**whole, "count:per_root": 1.0, "count:per_fixed": float(fixed)},
            {
                "measure": Measure("count", Owner(variable)),
                "single": fixed,
                "used": frame.using(place),
            },
        )
        yield (
            {**whole, "count:rerooted": 1.0, "count:per_fixed": float(fixed)},
            {
                "measure": Measure("count", Owner(variable)),
                "each": variable,
                "single": True,
                "used": frame.using(place),
            },
        )


def _asks_first(frame: Frame, place: int) -> bool:
    """Say whether rows are asked for before a count: "the directors, and how many films each"."""
    tree, item = frame.tree, frame.tree.waiting[place].item
    behind = [v for v, said in enumerate(tree.said) if said >= item.end]
    before = any(0 <= said < item.start for said in tree.said)
    return before and len(tree.links) > 1 and bool(behind)


def _amounts(binder: Binder, frame: Frame, place: int) -> Iterator[Step]:
    """Add up an amount that is said as if it were counted: "how many units of Plum"."""
    item = frame.tree.waiting[place].item
    units = binder.says_units(item)
    for features, own, other, grown in binder.beside(frame, place, NUMERIC):
        if "by:behind" in features:
            yield (
                {**features, "amount:said": 1.0, "amount:units": float(units)},
                {
                    "measure": Measure("sum", own),
                    "single": frame.tree.is_named(0) or own.owner != Owner(0),
                    "used": frame.using(place, other),
                    "tree": grown,
                },
            )
            if frame.grouped and own.owner == Owner(frame.each):  # "How many beds has each ward".
                shown = {"shown": (*frame.shown, own), "used": frame.using(place, other)}
                yield {**features, "amount:own": 1.0}, {**shown, "tree": grown}
    named = any(c.at == item.end for c in frame.tree.conditions)  # "How many Sencha were sold".
    for own in binder.amounts(frame.tree) if units or named else ():
        yield (
            {"amount:link": float(units), "amount:named": float(named)},
            {"measure": Measure("sum", own), "single": True, "used": frame.using(place)},
        )


def share(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Compute which part meets what the verb says: "what share of the masts is remote"."""
    word = binder.text[cue.start : cue.end].strip()
    kind = "percentage" if word.startswith("percent") else "share"
    if not _SHARE.fullmatch(word) or not re.match(r"\s+of\b", binder.text[cue.end :]):
        return
    verb = _verb_behind(binder, frame.tree.said[0] + 1)
    for features, variable in binder.nouns_behind(frame, place):
        if variable == 0 and frame.measure is None and verb:
            yield {**features, "share": 1.0}, {"share": (kind, verb), "used": frame.using(place)}


def _verb_behind(binder: Binder, place: int) -> int:
    """Return where the verb of a noun stands that ends at a place, 0 for none.

    That is the next word, "employees earn", unless it tells which: "halls in the South have".
    """
    words = [word.text.casefold() for word in binder.lattice.words]
    if place < len(words) and words[place] not in _TELLING:
        return place
    return next((i for i in range(place, len(words)) if words[i] in _VERBS), 0)


def each(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Have a row for each of the thing, value or year that stands behind."""
    tree, item = frame.tree, frame.tree.waiting[place].item
    last = bool(_EACH_ONE.match(binder.behind(item)))
    for variable, said in tree.mentions():
        behind_each = said >= item.end and _EACH_LABEL.fullmatch(
            binder.lattice.between(item.end, said)
        )
        if behind_each and not _describes(binder, said, tree.labels[variable]):
            yield (
                {"each:noun": 1.0, "each:root": float(not variable), f"each:{cue.kind}": 1.0},
                {"each": variable, "grouped": True, "single": False, "used": frame.using(place)},
            )
        elif 0 <= said < item.start and last:
            yield (
                {"each:before": 1.0},
                {"each": variable, "grouped": True, "single": False, "used": frame.using(place)},
            )
    for features, own, other, grown in binder.beside(frame, place, ("text", "yes or no", *FIGURES)):
        if "by:behind" in features:
            yield (
                {
                    **features,
                    "each:property": 1.0,
                    f"each:{cue.kind}_property": 1.0,
                    "group:key": float(is_key(own.name)),
                },
                {
                    **by_value(own),
                    "used": frame.using(place, other),
                    "tree": grown,
                },
            )
    if _YEAR.match(binder.text[cue.end :]):
        yield from _each_year(binder, frame, place)


def _counts_values(binder: Binder, frame: Frame, place: int, variable: int) -> float:
    """Return 1 where a noun only tells whose values are counted: "how many aircraft models"."""
    words, end = binder.lattice.words, frame.tree.waiting[place].item.end
    said = next(at for own, at in frame.tree.mentions() if own == variable and at >= end)
    values = said + 1 < len(words) and is_plural(words[said + 1])
    return float(values and _describes(binder, said, frame.tree.labels[variable]))


def _describes(binder: Binder, noun: int, label: str) -> bool:
    """Say whether a noun only tells whose property follows it: "per buyer region"."""
    behind = binder.lattice.begun_at(noun + 1)
    elements = [i.element for i in behind if i.kind == "property" and i.score >= 1.0]
    return any(e is not None and e.of == label and not e.on_type for e in elements)


def _each_year(binder: Binder, frame: Frame, place: int) -> Iterator[Step]:
    """Have a row for each year of a day, or for each number that is a year."""
    tree, item = frame.tree, frame.tree.waiting[place].item
    for own in binder.properties(tree, FIGURES):
        if not binder.is_dated(tree, own):
            continue
        group = own._replace(kind="year") if own.kind in TEMPORAL else own
        features = {
            "each:year": 1.0,
            "bound:of_several": binder.alike(tree, own),
            "bound:implied_root": float(own.owner == Owner(0)),
            "bound:implied_words": binder.said_near(own.name, item.start - 4, item.end + 3),
        }
        if not own.owner.is_link:
            yield (
                features,
                {**by_value(group), "used": frame.using(place)},
            )
