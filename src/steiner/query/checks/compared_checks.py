"""Do conditions compare what a question asks: what is over, years with years, pieces, no things?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from steiner.algebra import Bound, Owner, Query, QueryLink
from steiner.algebra.schema.graph_schema import GraphSchema, PropertySchema
from steiner.query.composing.words.lattice import Lattice
from steiner.query.english.over_words import is_called_over, says_over
from steiner.text import plain_words

_PIECES = frozenset({"quantity", "qty", "stock", "pieces", "units"})
"""Words of properties that say how many pieces of a thing there are."""
_YEARS = (1000, 2200)


def compared_as_asked(
    looked: Lattice, query: Query, bounds: Sequence[Bound], links: Sequence[QueryLink]
) -> dict[str, float]:
    """Return, by name, what the conditions of a query do not ask as a question does."""
    over = says_over(looked.folded)
    return {
        "over lost": float(over and _is_of_any_time(looked, bounds, links)),
        "no year": float(any(_is_no_year(b, query, looked.schema) for b in bounds)),
        "pieces lost": float(_counts_one_kind(query, looked.schema)),
    }


def _is_of_any_time(looked: Lattice, bounds: Sequence[Bound], links: Sequence[QueryLink]) -> bool:
    """Say whether nothing is asked of what is found but to be called so: no end, no flag."""
    names = {*looked.schema.names.values()}
    over = any(is_called_over(type) for link in links for type in link.types)
    return not over and all(
        not b.property.owner.is_link and b.property.name in names for b in bounds
    )


def _is_no_year(bound: Bound, query: Query, schema: GraphSchema) -> bool:
    """Say whether years are compared with what is none: a member "for more than 20 years"."""
    own, value = bound.property, bound.value
    ordered = bound.operator in ("<", ">", "<=", ">=")  # A year may be divisible by 10.
    if own.kind != "number" or not ordered or not isinstance(value, int | float):
        return False
    known = _members(own.owner, query, schema).get(own.name)
    years = known is not None and known.tells_time
    return years and not _YEARS[0] <= value <= _YEARS[1]


def _counts_one_kind(query: Query, schema: GraphSchema) -> bool:
    """Say whether things of one text are counted of which there are pieces: oil filters in stock.

    Nodes of a kind are one or few, whatever `qty_on_hand` they or the links to them have.
    """
    measure = query.measure
    counts = measure is not None and measure.kind == "count" and measure.over == Owner(0)
    named = any(
        b.property.owner == Owner(0) and b.operator in ("=", "in") and b.property.kind == "text"
        for b in query.bounds
    )
    if not (counts and named and query.single):
        return False
    owners = [Owner(0), *(Owner(number, True) for number in range(len(query.links)))]
    members = (_members(owner, query, schema) for owner in owners)
    return any(_PIECES & {*plain_words(name).split()} for own in members for name in own)


def _members(owner: Owner, query: Query, schema: GraphSchema) -> Mapping[str, PropertySchema]:
    """Return the properties that a variable or link of a query has by the schema."""
    if not owner.is_link:
        return schema.labels.get(query.labels[owner.number], {})
    types = query.links[owner.number].types
    return schema.types.get(types[0], {}) if len(types) == 1 else {}
