"""A query whose two ways from the root meet in one thing, also where it was read without that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from steiner.algebra import Owner, Query, QueryLink
from steiner.algebra.graph_schema import GraphSchema
from steiner.query.widening.joined_labels import with_way


def closed(query: Query, schema: GraphSchema) -> Query | None:
    """Return a query with one link that closes a circle, None where it is not clear which.

    One that it has; one that two things of a label make, once they are the same: "hosts a show and
    produces a show"; or one that the schema alone knows, between the ends of the query's ways, or
    from an only end to the root.
    """
    closing = [*query.closing()]
    if closing:
        return query if len(closing) == 1 else None
    merged = [own for own in _merged_ones(query) if own]
    return merged[0] if len(merged) == 1 else None if merged else _joined(query, schema)


def _merged_ones(query: Query) -> Iterator[Query | None]:
    for one, other in combinations(range(1, len(query.labels)), 2):
        if query.labels[one] == query.labels[other]:
            yield _merged(query, one, other)


def _merged(query: Query, one: int, other: int) -> Query | None:
    """Return a query with one variable for two, where the second one is the end of a way."""
    ways = [query.way(Owner(variable)) for variable in (one, other)]
    last = query.links[ways[1][-1]]
    same = last.types == query.links[ways[0][-1]].types
    asked = {own.owner for own in query.properties()} | {query.measure.over if query.measure else 0}
    beyond = any(other in (k.source, k.target) for k in query.links if k != last)
    if same or beyond or Owner(other) in asked or ways[0] == ways[1][: len(ways[0])]:
        return None
    ends = [one if end == other else end for end in (last.source, last.target)]
    links = [replace(last, source=ends[0], target=ends[1]) if k == last else k for k in query.links]
    return without_last(query, links) if other == len(query.labels) - 1 else None


def without_last(query: Query, links: list[QueryLink]) -> Query:
    """Return a query with other links, which lead no more to its last variable."""
    return replace(query, labels=query.labels[:-1], links=tuple(links))


def _joined(query: Query, schema: GraphSchema) -> Query | None:
    """Return a query in which the ends of its ways are joined, an only one with the root."""
    near = {min(link.source, link.target) for link in query.links}
    ends = [variable for variable in range(len(query.labels)) if variable not in near]
    start, end = (0, *ends) if len(ends) == 1 else ends if len(ends) == 2 else (0, 0)
    ways = schema.routes(query.labels[start]).get(query.labels[end], ()) if end else ()
    far = len({*query.way(Owner(start)), *query.way(Owner(end))}) > 1
    return with_way(query, start, ways[0], schema, end) if len(ways) == 1 and far else None
