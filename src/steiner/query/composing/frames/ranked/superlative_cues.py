"""Superlatives: what they order by, count, or return themselves."""

from __future__ import annotations

from collections.abc import Iterator

from steiner.algebra import Measure, Ordering, Owner
from steiner.query.composing.frames.binder import NUMERIC, Binder, side
from steiner.query.composing.frames.frame import Frame
from steiner.query.composing.frames.ranked.best import (
    MANY,
    Best,
    figures,
    limits,
    measure_behind,
    most,
    ordered_by,
    ranked,
    word_of,
)
from steiner.query.composing.frames.ranked.counted_values import (
    most_common,
    most_values,
    year_with_most,
)
from steiner.query.composing.frames.ranked.hinted_properties import hinted, lasting, long_text
from steiner.query.composing.trees.tree import Step
from steiner.query.english.cues import Cue
from steiner.query.english.degrees import EXTREMES


def superlative(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Order by what a superlative measures or counts, or return the highest value itself."""
    for limit, many in limits(binder, frame, place):
        best = Best(cue, limit, many)
        if cue.kind != "often":  # No figure says how often something was done.
            yield from _said(binder, frame, place, best)
        yield from hinted(binder, frame, place, best)
        yield from long_text(binder, frame, place, best)
        yield from lasting(binder, frame, place, best)
        yield from _counted(binder, frame, place, best)
        yield from most_common(binder, frame, place, best)
        yield from year_with_most(binder, frame, place, best)
        yield from most_values(binder, frame, place, best)
    yield from _value_itself(binder, frame, place, cue)


def _said(binder: Binder, frame: Frame, place: int, best: Best) -> Iterator[Step]:
    """Order by a property that is said beside the superlative."""
    for features, own, other, grown in figures(binder, frame, place, best.word):
        said = {**features, **best.many, "best:said": 1.0, f"best:{side(features)}": 1.0}
        said["best:grouped"] = float(frame.grouped)
        said["best:over_measure"] = float(measure_behind(frame, place))
        yield said, ordered_by(frame, own, best.down, best.limit, place, other) | {"tree": grown}
        if best.word in MANY and own.kind in NUMERIC and own.owner != Owner(frame.each):
            # "Who bought the most units": all that is bought together.
            total = ranked(Measure("sum", own), best)
            used = {"used": frame.using(place, other), "tree": grown}
            yield {**said, "best:summed": 1.0}, {**total, **used}


def _counted(binder: Binder, frame: Frame, place: int, best: Best) -> Iterator[Step]:
    """Order by how many there are of a noun, or of links, or by a measure that stands behind."""
    tree, down, limit = frame.tree, best.down, best.limit
    many = not best.hint and best.word not in EXTREMES
    for features, variable in binder.nouns_behind(frame, place):
        over = variable or (1 if len(tree.labels) > 1 else 0)
        if over and (many or "number" in str(best.cue.value)):
            counted = {**features, **best.many, "best:count": 1.0}
            counted["best:count_root"] = float(not variable)
            yield counted, most(frame, Owner(over), down, limit, place)
    units = binder.says_units(tree.waiting[place].item)
    for own in binder.amounts(tree) if best.word in MANY else ():
        # "Which crop was held the most", of which there are quantities.
        summed = {**ranked(Measure("sum", own), best), "used": frame.using(place)}
        yield {**best.many, "best:units" if units else "best:amounts": 1.0}, summed
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
            way = tree.led_along(0, [hop])
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
    for features, own, other, grown in figures(binder, frame, place, word_of(cue)):
        yield (
            {**features, "best:value": 1.0, "best:value_grouped": float(frame.grouped)},
            {
                "measure": Measure("max" if cue.operator else "min", own),
                "single": not frame.grouped,
                "tree": grown,
                "used": frame.using(place, other),
            },
        )
