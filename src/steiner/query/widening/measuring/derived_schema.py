"""A schema with numbers that are computed of stored properties, read as if they were stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from steiner.algebra import Operand, Ordering, PropertyOf, Query
from steiner.algebra.changing.changed_properties import with_properties
from steiner.algebra.schema.graph_schema import GraphSchema, PropertySchema
from steiner.query.widening.plainer import Plainer

Members = Mapping[str, Mapping[str, PropertySchema]]


class Derived(NamedTuple):
    """A number of a label's nodes, or a type's relationships: `stored` computed by an `operand`.

    The age of a Person is `born`, in years to today. `least` and `most`: what it may be.
    """

    of: str
    on_type: bool
    name: str
    stored: str
    operand: Operand
    least: float = 0.0
    most: float = 0.0


@lru_cache(maxsize=8)
def derived_schema(schema: GraphSchema, derived: Sequence[Derived]) -> GraphSchema:
    """Return a schema that has these numbers, too. It is kept: what follows of a schema is."""

    def more(members: Members, on_type: bool) -> dict[str, Mapping[str, PropertySchema]]:
        every = dict(members)
        for own in derived:
            if own.on_type == on_type:
                number = PropertySchema(own.name, "number", own.least, own.most)
                every[own.of] = {**every[own.of], own.name: number}
        return every

    return replace(
        schema, labels=more(schema.labels, on_type=False), types=more(schema.types, on_type=True)
    )


def over_derived(
    given: Plainer, text: str, derived: tuple[Derived, ...], most: float = 1.0, needed: bool = False
) -> Plainer:
    """Return a question that is read over a schema with derived numbers, perhaps in other words.

    Where they are `needed` a query without any is none of the question.
    """

    def widened(query: Query) -> Query | None:
        wide = _with_stored(query, derived)
        return None if needed and wide == query else wide

    said = given.said(text, widened, most=most)
    return replace(said, schema=derived_schema(given.schema, derived))


def _with_stored(query: Query, derived: Sequence[Derived]) -> Query:
    """Return a query that computes its derived numbers of what is stored."""

    def stored(own: PropertyOf, of: Query) -> PropertyOf:
        derivation = _of(own, of, derived)
        if derivation is None:
            return own
        return own._replace(name=derivation.stored, kind="number", operand=derivation.operand)

    return with_properties(_by_day(query, derived), stored)


def _of(own: PropertyOf, query: Query, derived: Sequence[Derived]) -> Derived | None:
    number, on_type = own.owner
    names = query.links[number].types if on_type else query.labels[number : number + 1]
    return next(
        (d for d in derived if d.on_type == on_type and d.name == own.name and d.of in names), None
    )


def _by_day(query: Query, derived: Sequence[Derived]) -> Query:
    """Order by the day itself, not by years since then: of two of 80 one is the older."""
    by = query.order.by if query.order else None
    own = _of(by, query, derived) if by else None
    if query.order is None or by is None or own is None or own.operand.value is None:
        return query
    if own.operand.operator != "years":
        return query
    day = by._replace(name=own.stored, kind="date as text")
    return replace(query, order=Ordering(day, not query.order.descending))
