"""Conditions in memory that compare a thing with its own group: its groups are computed first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from steiner.algebra import Bound, Grouping, OfGroup, Owner, PropertyOf, Query, group_of
from steiner.graph import Node, Relationship
from steiner.stores.memory_computing.cypher_values import order_key
from steiner.stores.memory_computing.matching import Matching
from steiner.stores.memory_computing.memory_groups import grouped


def with_groups(
    query: Query, nodes: Mapping[int, Node], relationships: Mapping[int, Relationship]
) -> Query:
    """Return a query that has the values of groups where it, or a branch, compares with them."""

    def settled(bound: Bound) -> Bound:
        if not isinstance(bound.value, OfGroup):
            return bound
        inner, measure = group_of(query, bound)
        of = bound.value.of
        key = of._replace(owner=Owner(0)) if isinstance(of, PropertyOf) else Owner(0)
        grouping = Grouping((key,), (measure,))
        matches = Matching(inner, nodes, relationships).matches(range(len(inner.links)))
        values = {order_key(row[0]): row[1] for row in grouped(inner, grouping, matches)}
        return replace(bound, value=bound.value._replace(values=values))

    return replace(
        query,
        bounds=tuple(map(settled, query.bounds)),
        either=tuple(with_groups(branch, nodes, relationships) for branch in query.either),
        beside=tuple(with_groups(branch, nodes, relationships) for branch in query.beside),
    )
