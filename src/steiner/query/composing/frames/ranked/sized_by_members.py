"""The largest of what has people and no size of its own: teams and parties by their members."""

from __future__ import annotations

from collections.abc import Iterator

from steiner.algebra import Measure, Ordering, Owner
from steiner.lexicon.common_words import MEMBERSHIP
from steiner.query.composing.frames.binder import NUMERIC, Binder
from steiner.query.composing.frames.frame import Frame
from steiner.query.composing.trees.tree import Step
from steiner.query.composing.words.other_words import is_personal
from steiner.query.english.degrees import COUNTED, SIZES
from steiner.text import plain_words


def by_members(
    binder: Binder, frame: Frame, place: int, ranking: tuple[bool, int | None]
) -> Iterator[Step]:
    """Yield frames ranked by how many people belong to each row: "which team is the biggest".

    `ranking`: whether the most come first, and how many rows are asked for.
    """
    tree, (down, limit) = frame.tree, ranking
    sized = (p for p in binder.properties(tree, NUMERIC) if p.owner == Owner(0))
    if frame.each or any({*SIZES, *COUNTED} & {*plain_words(p.name).split()} for p in sized):
        return
    for hop in binder.schema.hops.get(tree.labels[0], ()):
        belongs = not MEMBERSHIP.isdisjoint(plain_words(hop.type).split())
        if belongs and is_personal(binder.schema, hop.label):
            grown = tree.led_along(0, [hop])
            counted = Measure("count", Owner(len(grown.labels) - 1))
            ranked = {"measure": counted, "order": Ordering(None, down), "limit": limit}
            used = {"tree": grown, "used": frame.using(place)}
            yield {"best:members": 1.0}, {**ranked, **used}
