"""Conditions that compare with what another query gives: run first, and compared with its value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from steiner.algebra.exact_query import Query
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.algebra.terms import Bound, Measure, Overall, Owner, PropertyOf, QueryLink


def settled(query: Query, column: Callable[[Query], list[Any]]) -> Query:
    """Return a query with values where it had an `Overall` or another query.

    `column` computes the first column of a query; stores settle a query before they run it.
    """
    query = _placed(query, column)
    bounds = tuple(_settled(query, bound, column) for bound in query.bounds)
    either = tuple(settled(branch, column) for branch in query.either)
    beside = tuple(settled(branch, column) for branch in query.beside)
    against = query.against
    if against and isinstance(against.other, Query):
        against = against._replace(other=column(against.other)[0])
    return replace(query, bounds=bounds, either=either, beside=beside, against=against)


def _placed(query: Query, column: Callable[[Query], list[Any]]) -> Query:
    """Return a query with points where distances lead to what another query gives."""

    def placed(own: Any) -> Any:
        operand = own.operand if isinstance(own, PropertyOf) else None
        if operand is None or not isinstance(operand.value, Query):
            return own
        values = column(operand.value)
        # Of several of one name it is not clear where that is.
        return own._replace(operand=operand._replace(value=values[0] if len(values) == 1 else None))

    measure, order, grouping = query.measure, query.order, query.grouping
    return replace(
        query,
        bounds=tuple(replace(b, property=placed(b.property)) for b in query.bounds),
        shown=tuple(map(placed, query.shown)),
        listed=tuple(map(placed, query.listed)),
        measure=replace(measure, over=placed(measure.over)) if measure else None,
        order=replace(order, by=placed(order.by)) if order else None,
        grouping=grouping and grouping.changed(placed),
    )


def _settled(query: Query, bound: Bound, column: Callable[[Query], list[Any]]) -> Bound:
    kind = bound.property.kind
    if isinstance(bound.value, Overall):
        return replace(bound, value=_as_day(column(_overall(query, bound))[0], kind))
    if not isinstance(bound.value, Query):
        return bound
    values = column(bound.value)
    if bound.operator == "in":
        return replace(bound, value=values)
    # Of several of one name it is not clear whose it is: nothing is more than that.
    value = _as_day(values[0] if len(values) == 1 else None, kind)
    return replace(bound, value=float(value) if value and kind == "number as text" else value)


def _as_day(value: Any, kind: str) -> Any:
    """Return a moment as its day, by which properties of its kind are compared."""
    return str(value)[:10] if value is not None and kind in TEMPORAL else value


def _overall(query: Query, bound: Bound) -> Query:
    """Return the query of one number over all that have the property of a bound."""
    own, owner = bound.property, bound.property.owner
    over = own._replace(owner=Owner(0, owner.is_link))
    measure = Measure(bound.value.kind, over)
    if not owner.is_link:
        return Query((query.labels[owner.number],), measure=measure, single=True)
    link = query.links[owner.number]
    ends = (query.labels[link.source], query.labels[link.target])
    return Query(ends, (QueryLink(link.types, 0, 1),), measure=measure, single=True)
