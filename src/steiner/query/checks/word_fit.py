"""How well words fit what a query takes them for, and what else they may be."""

from __future__ import annotations

from collections.abc import Iterator

from steiner.algebra import Query
from steiner.query.composing.words.lattice import Lattice
from steiner.query.composing.words.word_items import Item


def fit(looked: Lattice, query: Query) -> dict[str, float]:
    """Return how well words fit a query, and how many fit another part of the schema as well."""
    return {"rivals": float(len(list(_rivals(looked, query)))), **_fit(looked, query)}


def _fit(looked: Lattice, query: Query) -> dict[str, float]:
    """Return how badly the worst word fits what it is taken for, and how much better another would.

    "Paid" taken for `hired`, near in meaning by .5, where `salary` fits by .75: .5 and .25.
    """
    have = spoken_of(query)
    weak = outdone = 0.0
    for place in range(len(looked.words)):
        items = [i for i in looked.items[place] if i.element is not None]
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


def _rivals(looked: Lattice, query: Query) -> Iterator[str]:
    """Yield words that stand for one part of the schema as well as for another of its kind.

    "Year" of a movement with a start and an end; "works", sculptures and paintings alike.
    """
    have = spoken_of(query)
    for place in range(len(looked.words)):
        spans: dict[tuple[int, str], list[Item]] = {}
        for item in looked.items[place]:
            if item.element is not None and item.score < 0.99:
                spans.setdefault((item.end, item.kind), []).append(item)
        for items in spans.values():
            used = [i for i in items if (i.kind, i.element.name if i.element else "") in have]
            names = {i.element.name for i in used if i.element}
            if not used:
                continue
            best = max(i.score for i in used)
            others = [
                i
                for i in items
                if i.element
                and i.element.name not in names
                and i.score >= 0.93 * best
                and (
                    i.kind != "property"
                    or i.element.of in {u.element.of for u in used if u.element}
                )
            ]
            if others:
                yield looked.words[place].text


def named(query: Query) -> set[str]:
    """Return the names of all properties that a query speaks of."""
    conditions = (b.property for part in query.parts() for b in part.bounds)
    return {own.name for own in (*conditions, *query.properties())}
