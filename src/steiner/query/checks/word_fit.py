"""How well words fit what a query takes them for, and what else they may be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from steiner.algebra import Query
from steiner.query.composing.words.lattice import Lattice
from steiner.query.composing.words.word_items import Item


def fit(looked: Lattice, query: Query) -> dict[str, float]:
    """Return how well words fit a query, and how many fit another part of the schema as well."""
    have = spoken_of(query)
    rivals = sum(_has_rival(items, have) for items in _alternatives(looked))
    return {"rivals": float(rivals), **_fit(looked, have)}


def _fit(looked: Lattice, have: set[tuple[str, str]]) -> dict[str, float]:
    """Return how badly the worst word fits what it is taken for, and how much better another would.

    "Paid" taken for `hired`, near in meaning by .5, where `salary` fits by .75: .5 and .25.
    """
    weak = outdone = 0.0
    for place, begun in enumerate(looked.items):
        items = [i for i in begun if i.element is not None]
        used = [i.score for i in items if i.element and (i.kind, i.element.name) in have]
        if used and place not in looked.light:
            weak = max(weak, 1.0 - max(used))
            outdone = max(outdone, max(i.score for i in items) - max(used))
    return {"weak": weak, "outdone": outdone}


def spoken_of(query: Query) -> set[tuple[str, str]]:
    """Return the labels, types and properties of a query by the kinds of items that name them."""
    have = {("noun", label) for part in query.parts() for label in part.labels}
    have |= {("verb", t) for part in query.parts() for k in part.links for t in k.types}
    return have | {("property", p) for p in named(query)}


@lru_cache(maxsize=8)
def _alternatives(looked: Lattice) -> list[list[Item]]:
    """Return the items of one kind that the same words may be, where there are several."""
    spans: dict[tuple[int, int, str], list[Item]] = {}
    for item in (item for begun in looked.items for item in begun):
        if item.element is not None and item.score < 0.99:
            spans.setdefault((item.start, item.end, item.kind), []).append(item)
    return [items for items in spans.values() if len(items) > 1]


def _has_rival(items: Sequence[Item], have: set[tuple[str, str]]) -> bool:
    """Say whether words stand for one part of the schema as well as for another of its kind.

    "Year" of a movement with a start and an end; "works", sculptures and paintings alike.
    """
    used = [i for i in items if i.element and (i.kind, i.element.name) in have]
    names = {i.element.name for i in used if i.element}
    owners = {i.element.of for i in used if i.element}
    best = max((i.score for i in used), default=0.0)
    return bool(used) and any(
        i.element
        and i.element.name not in names
        and i.score >= 0.93 * best
        and (i.kind != "property" or i.element.of in owners)
        for i in items
    )


def named(query: Query) -> set[str]:
    """Return the names of all properties that a query speaks of."""
    conditions = (b.property for part in query.parts() for b in part.bounds)
    return {own.name for own in (*conditions, *query.properties())}
