"""What rows may be by: a variable of a query for a label, joined to it, or a property."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from steiner.algebra import Owner, PropertyOf, Query, QueryLink
from steiner.algebra.schema.graph_schema import TEMPORAL, GraphSchema, SchemaHop
from steiner.query.naming.schema_words import Element, schema_of

Keyed = tuple[Query, Owner | PropertyOf]
"""A query, perhaps with one more link, and what its rows may be by."""


def with_key(query: Query, elements: Sequence[Element], schema: GraphSchema) -> Keyed | None:
    """Return a query with what one of some elements stands for, None where that is not clear.

    A label, or a property of what is asked for, of a link that is matched, or else of the one label
    that has it and can be joined.
    """
    own = [e for e in elements if e.kind == "label"]
    own = own or [e for e in elements if not e.on_type and e.of == query.labels[0]] or [*elements]
    keyed = [key for element in own if (key := _keyed(query, element, schema))]
    return keyed[0] if len(keyed) == 1 else None


def _keyed(query: Query, element: Element, schema: GraphSchema) -> Keyed | None:
    if element.kind == "label":
        return _with_label(query, element.name, schema)
    kind = schema_of(schema, element).kind
    if element.on_type:
        on = (k for k in query.required() if element.of in query.links[k].types)
        links = [PropertyOf(Owner(link, True), element.name, kind) for link in on]
        return (query, links[0]) if len(links) == 1 else None
    joined = _with_label(query, element.of, schema)
    return joined and (joined[0], PropertyOf(joined[1], element.name, kind))


def _with_label(query: Query, label: str, schema: GraphSchema) -> tuple[Query, Owner] | None:
    """Return a query with a variable of a label that is matched.

    One that is there already, or else joined to the root by the one shortest way of the schema;
    None where there are several ways, or none.
    """
    for variable in _matched(query):
        if query.labels[variable] == label:
            return query, Owner(variable)
    ways = schema.routes(query.labels[0]).get(label, ())
    if len(ways) != 1:
        return None
    wide = with_way(query, 0, ways[0], schema)
    return wide, Owner(len(wide.labels) - 1)


def with_way(
    query: Query, at: int, way: Sequence[SchemaHop], schema: GraphSchema, end: int | None = None
) -> Query:
    """Return a query with a way from a variable to a new one, or to an `end` that it has."""
    labels, links = [*query.labels], [*query.links]
    for place, hop in enumerate(way, 1):
        if end is None or place < len(way):
            labels.append(hop.label)
            far = len(labels) - 1
        else:
            far = end
        ends = (at, far) if hop.outgoing else (far, at)
        links.append(QueryLink((hop.type,), *ends, mutual=hop.type in schema.notes.either_way))
        at = far
    return replace(query, labels=tuple(labels), links=tuple(links))


def _matched(query: Query) -> list[int]:
    return sorted({0, *(query.far(link) for link in query.required())})


def part_of_day(query: Query, part: str, schema: GraphSchema) -> PropertyOf | None:
    """Return a part of the one day of what is measured, of the root, or else of all that there is.

    None where there are several, or none.
    """
    over = query.measure.over if query.measure else Owner(0)
    measured = over.owner if isinstance(over, PropertyOf) else over
    days = [day._replace(kind=part) for day in _days(query, schema)]
    for owner in (measured, Owner(0)):
        own = [day for day in days if day.owner == owner]
        if own:
            return own[0] if len(own) == 1 else None
    return days[0] if len(days) == 1 else None


def _days(query: Query, schema: GraphSchema) -> Iterator[PropertyOf]:
    owners = [Owner(variable) for variable in _matched(query)]
    owners += [Owner(link, True) for link in query.required()]
    for owner in owners:
        of = query.links[owner.number].types if owner.is_link else (query.labels[owner.number],)
        members = schema.types if owner.is_link else schema.labels
        for own in (p for name in of for p in members.get(name, {}).values()):
            if own.kind in TEMPORAL:
                yield PropertyOf(owner, own.name, own.kind)
