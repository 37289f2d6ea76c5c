"""The group that things are compared with, computed once for all before they are matched."""

from __future__ import annotations

from steiner.algebra import Bound, Measure, OfGroup, Owner, PropertyOf, Query
from steiner.stores.neo4j.computed.matched.aggregates import aggregate_of
from steiner.stores.neo4j.computed.matched.patterns import Patterns

_NAME = "of_group"


def group_once(patterns: Patterns) -> list[str]:
    """Return the lines that compute what all things of a query are compared with, each group once.

    `patterns` compare with it from then on. Nothing where one name or value is asked for: then few
    things are compared, each with its own group, and to compute all groups would take longer.
    """
    query = patterns.query
    bound = _compared(query)
    if bound is None:
        return []
    of, name = bound.value.of, patterns.variable(bound.property.owner)
    if isinstance(of, Owner):
        group = patterns.variable(of)
        aggregate = patterns.group_value(bound)
        lines = [*_all_of(of.number, patterns), f"WITH {group}, {aggregate} AS {_NAME}"]
    else:
        measure = Measure(bound.value.kind, bound.property)
        members = f"collect({name}) AS members, {aggregate_of(measure, patterns)} AS {_NAME}"
        lines = [
            *_all_of(bound.property.owner.number, patterns),
            f"WITH {patterns.raw(of)} AS of_value, {members}",
            f"WITH members, {_NAME} WHERE of_value IS NOT NULL",
            f"UNWIND members AS {name}",
            f"WITH {name}, {_NAME}",
        ]
    patterns.groups[bound] = _NAME
    return lines


def _all_of(variable: int, patterns: Patterns) -> list[str]:
    allowed = patterns.allowed(patterns.variable(Owner(variable)), False)
    where = [f"WHERE {allowed}"] if allowed != "true" else []
    return [f"MATCH {patterns.node(variable)}", *where]


def matched_for_groups(query: Query) -> list[int]:
    """Return the links that are matched of a query: where its root is counted, those to a group.

    Each root counts once, however many groups it has.
    """
    matched, measure = query.matched(), query.measure
    if not measure or (measure.kind, measure.over) != ("count", Owner(0)) or not query.single:
        return matched
    ways, required = [_ways(query, bound) for bound in query.bounds], {*query.required()}
    return sorted({*matched, *(link for way in ways if way <= required for link in way)})


def _ways(query: Query, bound: Bound) -> set[int]:
    """Return the links to what a condition compares with its group, and to the group."""
    if not isinstance(bound.value, OfGroup):
        return set()
    of = bound.value.of
    owners = (bound.property.owner, of.owner if isinstance(of, PropertyOf) else of)
    return {link for owner in owners for link in query.way(owner)}


def _compared(query: Query) -> Bound | None:
    """Return the one condition of a group that all of the query's things are compared with."""
    groups = [b for b in query.bounds if isinstance(b.value, OfGroup)]
    names = any(b.operator in ("=", "in") and b not in groups for b in query.bounds)
    if len(groups) != 1 or names or query.either or groups[0].negated:
        return None
    return groups[0] if _ways(query, groups[0]) <= {*matched_for_groups(query)} else None
