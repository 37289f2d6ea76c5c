"""Two properties of what is there that a question compares, the first also where unsaid."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steiner.algebra import Bound, Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.query.composing.frames.binder import NUMERIC, Binder
from steiner.query.composing.frames.compared.compared_with import direction
from steiner.query.composing.frames.frame import Frame
from steiner.query.composing.trees.tree import Step
from steiner.query.naming.schema_words import is_key

_BEFORE_A_PROPERTY = re.compile(
    r"\b(?:above|below|over|under|after|before|than|exceed(?:s|ing|ed)?|ahead\s+of)\W+"
    r"(?:(?:the|their|its|his|her)\W+)?$"
)
_EQUAL = re.compile(
    r"\b(?:equals?|(?:is|are|was|were)\W+(?:equal\W+to|the\W+same\W+as)|"
    r"on\W+the\W+(?:very\W+)?same\W+(?:day|date)\W+as)\b"
)


def than_another(binder: Binder, frame: Frame, place: int, own: PropertyOf) -> Iterator[Step]:
    """Compare a property with one said behind it: "shipped after their required date"."""
    item = frame.tree.waiting[place].item
    kinds = TEMPORAL if own.kind in TEMPORAL else NUMERIC
    for features, another, other, grown in binder.beside(frame, place, kinds):
        near = frame.tree.waiting[other].item
        operator = _operator(binder, item.start, item.end, near.start)
        if operator and "by:behind" in features and other not in frame.used and another != own:
            same = float(own.owner == another.owner)
            yield (
                {**features, "than:another": 1.0, "than:another_owner": same},
                {
                    "bounds": (*frame.bounds, Bound(own, operator, another)),
                    "used": frame.using(place, other),
                    "tree": grown,
                },
            )


def _operator(binder: Binder, first: int, end: int, second: int) -> str:
    """Return how the words between two properties compare them, "" for none.

    "More rebounds than points" says it before the first.
    """
    between = binder.lattice.between(end, second).casefold()
    if operator := direction(between):
        return operator
    if re.search(r"\bthan\b", between):
        return direction(binder.lattice.between(max(0, first - 1), first).casefold())
    return "=" if _EQUAL.search(between) else ""


def than_implied(binder: Binder, frame: Frame, place: int, own: PropertyOf) -> Iterator[Step]:
    """Compare what no word says with a property: "offers above the asking price"."""
    item = frame.tree.waiting[place].item
    said = _BEFORE_A_PROPERTY.search(binder.text[: binder.lattice.words[item.start].start])
    operator = direction(said.group()) if said else ""
    kinds = TEMPORAL if own.kind in TEMPORAL else NUMERIC
    for first in binder.properties(frame.tree, kinds) if operator else ():
        if first != own and first.owner in (Owner(0), own.owner):
            features = {
                "than:implied": 1.0,
                "than:implied_owner": float(first.owner == own.owner),
                "than:implied_key": float(is_key(first.name)),
                "bound:of_several": binder.alike(frame.tree, first),
            }
            changed = {"bounds": (*frame.bounds, Bound(first, operator, own))}
            yield features, {**changed, "used": frame.using(place), "tree": frame.tree}
