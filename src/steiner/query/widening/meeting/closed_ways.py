"""A query whose two ways from the root meet in one thing, also where it was read without that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from steiner.algebra import Owner, Query
from steiner.algebra.schema.graph_schema import GraphSchema
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
    for one, other in combinations(range(len(query.labels)), 2):
        if query.labels[one] == query.labels[other]:
            yield _merged(query, one, other)


def _merged(query: Query, one: int, other: int) -> Query | None:
    """Return a query with one variable for two, where the second one is the end of a way."""
    way, other_way = (query.way(Owner(variable)) for variable in (one, other))
    last, before = other_way[-1], (way or other_way)[-1 if way else 0]
    same = query.links[last].types == query.links[before].types
    asked = {own.owner for own in query.properties()} | {query.measure.over if query.measure else 0}
    beyond = any(other in (k.source, k.target) for i, k in enumerate(query.links) if i != last)
    along = bool(way) and way == other_way[: len(way)]
    if same or along or beyond or Owner(other) in asked or other < len(query.labels) - 1:
        return None
    links = [*query.links]
    ends = (one if end == other else end for end in (links[last].source, links[last].target))
    links[last] = replace(links[last], source=next(ends), target=next(ends))
    return replace(query, labels=query.labels[:-1], links=tuple(links))


def _joined(query: Query, schema: GraphSchema) -> Query | None:
    """Return a query in which the ends of its ways are joined, an only one with the root."""
    near = {min(link.source, link.target) for link in query.links}
    ends = [variable for variable in range(len(query.labels)) if variable not in near]
    start, end = (0, *ends) if len(ends) == 1 else ends if len(ends) == 2 else (0, 0)
    every = schema.routes(query.labels[start]).get(query.labels[end], ()) if end else ()
    # What leads over labels that are there is how the query joins both already.
    ways = [way for way in every if way and not {h.label for h in way[:-1]} & {*query.labels}]
    far = len({*query.way(Owner(start)), *query.way(Owner(end))}) > 1
    return with_way(query, start, ways[0], schema, end) if len(ways) == 1 and far else None
