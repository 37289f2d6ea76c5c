"""Superlatives that count values: the most common, the year with the most, the most of a list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from steiner.algebra import Measure, Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.query.composing.frames.binder import FIGURES, NUMERIC, Binder
from steiner.query.composing.frames.frame import Frame, by_value
from steiner.query.composing.frames.ranked.best import Best, ranked
from steiner.query.composing.trees.tree import Step
from steiner.query.composing.words.word_items import is_plural
from steiner.query.naming.schema_words import is_key

_WHICH_YEAR = re.compile(r"\b(?:which|what)\W+years?\b")


def most_common(binder: Binder, frame: Frame, place: int, best: Best) -> Iterator[Step]:
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
                    **ranked(Measure("count", own.owner), best),
                    "tree": grown,
                    "used": frame.using(place, other),
                },
            )


def year_with_most(binder: Binder, frame: Frame, place: int, best: Best) -> Iterator[Step]:
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


def _in_each_year(own: PropertyOf, best: Best) -> dict[str, Any]:
    year = own._replace(kind="year") if own.kind in TEMPORAL else own
    return {**by_value(year), **ranked(Measure("count", own.owner), best)}


def most_values(binder: Binder, frame: Frame, place: int, best: Best) -> Iterator[Step]:
    """Rank by how many values there are: "the most languages" of a list, "the most diverse"."""
    if frame.measure is not None or (best.hint and best.cue.kind == "adjective"):
        return
    kinds = ("list", "text", *FIGURES) if frame.tree.has_cue("distinct") else ("list",)
    for features, own, other, grown in binder.beside(frame, place, kinds):
        if own.kind != "list" and own.owner == Owner(0):
            continue  # Each has one.
        said = {"best:values": 1.0, "best:values_list": float(own.kind == "list")}
        changed = {"used": frame.using(place, other), "tree": grown}
        changed |= ranked(Measure("count", own), best)
        yield {**features, **best.many, **said}, changed
