"""Counts that none meets, too: "fewer than 3 sponsors" are had by what has no sponsor at all."""

from __future__ import annotations

from dataclasses import replace

from steiner.algebra import Measure, Owner, Query

_BELOW = ("<", "<=")


def with_none(query: Query) -> Query:
    """Take "which have fewer than 3" as a condition on a link, so that those with none are there.

    Not where rows are ordered by the count, or show something of what is counted.
    """
    number = _counted_link(query)
    if number is None or query.measure is None:
        return query
    links = list(query.links)
    links[number] = replace(links[number], count=query.measure.having)
    measure = Measure("count", Owner(0)) if query.single else None
    return replace(query, links=tuple(links), measure=measure)


def _counted_link(query: Query) -> int | None:
    """Return the root's own link whose far ends are counted and must be few, if there is one."""
    measure = query.measure
    if measure is None or measure.kind != "count" or not isinstance(measure.over, Owner):
        return None
    few = bool(measure.having) and all(operator in _BELOW for operator, _ in measure.having)
    over, way = measure.over, query.way(measure.over)
    apart = query.group is None and query.order is None and query.limit is None
    shown = any(own.owner != Owner(0) for own in query.shown)
    if not few or over.is_link or len(way) != 1 or not apart or shown:
        return None
    return None if query.links[way[0]].is_condition else way[0]
