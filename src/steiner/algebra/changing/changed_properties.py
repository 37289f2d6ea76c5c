"""A query in which each property is another one: of other words, or computed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from steiner.algebra.exact_query import Query
from steiner.algebra.terms import Bound, Measure, OfGroup, PropertyOf

Change = Callable[[PropertyOf, Query], PropertyOf]
"""Returns what stands for a property of a query."""


def with_properties(query: Query, change: Change) -> Query:
    """Return a query with each of its properties changed, those of its branches, too."""

    def own(given: Any) -> Any:
        if isinstance(given, PropertyOf):
            return change(given, query)
        if isinstance(given, OfGroup):
            return given._replace(of=own(given.of))
        return with_properties(given, change) if isinstance(given, Query) else given

    def bound(given: Bound) -> Bound:
        return replace(given, property=own(given.property), value=own(given.value))

    def measure(given: Measure) -> Measure:
        return replace(given, over=own(given.over), part=tuple(map(bound, given.part)))

    return replace(
        query,
        bounds=tuple(map(bound, query.bounds)),
        measure=query.measure and measure(query.measure),
        group=query.group and own(query.group),
        order=query.order and replace(query.order, by=own(query.order.by)),
        shown=tuple(map(own, query.shown)),
        listed=tuple(map(own, query.listed)),
        either=tuple(map(own, query.either)),
        beside=tuple(map(own, query.beside)),
        each=query.each and query.each._replace(of=own(query.each.of)),
        grouping=query.grouping and query.grouping.changed(own),
        against=query.against and query.against._replace(other=own(query.against.other)),
    )
