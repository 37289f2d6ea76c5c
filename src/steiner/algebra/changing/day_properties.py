"""A query whose properties say how the graph at hand writes their days."""

from __future__ import annotations

from collections.abc import Mapping

from steiner.algebra.changing.changed_properties import with_properties
from steiner.algebra.exact_query import Query
from steiner.algebra.terms import DAY_PARTS, DURATIONS, Owner, PropertyOf


def with_written_days(query: Query, written: Mapping[tuple[str, str], str]) -> Query:
    """Return a query whose properties say how their days are written.

    `written` maps (label or type, property) to one of WRITTEN. Stores do so before they run it.
    """
    return with_properties(query, lambda own, of: _written(own, of, written)) if written else query


def _written(own: PropertyOf, query: Query, written: Mapping[tuple[str, str], str]) -> PropertyOf:
    def way(name: str) -> str:
        known = {written.get((member, name), "") for member in _members(query, own.owner)}
        return known.pop() if len(known) == 1 else ""

    operand = own.operand
    if operand is not None and operand.operator in DURATIONS:
        operand = operand._replace(written=way(operand.name))
    elif operand is not None or own.kind not in ("date as text", *DAY_PARTS):
        return own
    return own._replace(written=way(own.name), operand=operand)


def _members(query: Query, owner: Owner) -> tuple[str, ...]:
    """Return the label of a variable, the types of a link."""
    return query.links[owner.number].types if owner.is_link else (query.labels[owner.number],)
