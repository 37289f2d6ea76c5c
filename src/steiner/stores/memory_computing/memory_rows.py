"""The rows of a query from its matches: distinct, measured, grouped, ordered as in Cypher."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from steiner.algebra import MOST_LISTED, FirstOfEach, Measure, Owner, PropertyOf, Query
from steiner.stores.memory_computing.computed_values import computed
from steiner.stores.memory_computing.conditions_met import Match, comparable, stored
from steiner.stores.memory_computing.cypher_values import order_key
from steiner.stores.memory_computing.matching import Matching
from steiner.stores.memory_computing.memory_groups import grouped
from steiner.stores.memory_computing.memory_measures import (
    aggregate,
    aggregated,
    has,
    numbers_beside,
    once,
)
from steiner.stores.memory_computing.memory_paths import path_rows
from steiner.stores.neo4j.computed.returned.measured_statement import extreme_of
from steiner.stores.neo4j.computed.statement import Column, Statement

Row = list[Any]
"""Ids of nodes, and values."""


def rows_of(matching: Matching, made: Statement) -> list[Row]:
    """Return all rows in their order, without any limit; `made` has the columns."""
    query, matches = matching.query, matching.matches(made.matched)
    if query.grouping:
        return grouped(query, query.grouping, matches)
    if query.path is not None:
        return path_rows(query, query.path, matches)
    if query.across and query.measure:
        return _across(query.across, query.measure, matches)
    if query.single and query.measure:
        return _single(query, query.measure, matches)
    if query.measure and query.each:
        return _measured_of_each(query, query.measure, query.each, matches)
    if query.measure:
        return _measured(query, query.measure, matches)
    if query.group:
        values = {order_key(v): v for m in matches if (v := stored(query.group, m)) is not None}
        return [[values[key]] for key in sorted(values)]
    return _listed(matching, made, matches)


def _listed(matching: Matching, made: Statement, matches: Iterable[Match]) -> list[Row]:
    """Return a row for each distinct match; of a limited list one for each root."""
    query = matching.query
    groups: dict[Any, list[Match]] = defaultdict(list)
    for place, match in enumerate(matches):
        groups[match[Owner(0)].id if made.one_each else place].append(match)
    by = query.order.by if query.order else None
    rows: dict[Any, tuple[Any, Row]] = {}
    parts: dict[Any, Any] = {}
    for group in groups.values():
        numbers = numbers_beside(matching, group[0][Owner(0)].id)
        if numbers is None:
            continue
        row = [_cell(column, group, numbers) for column in made.columns]
        by_number = numbers[-1 if query.between else 0] if query.order and numbers else 0
        key = comparable(by, group[0]) if by else by_number
        part = _part(query.each, group[0]) if query.each else None
        if key is not None and (part is not None or not query.each):
            rows[order_key([key, *row])] = key, row
            parts[order_key([key, *row])] = order_key(part)
    down = query.order is not None and query.order.descending
    if query.each:
        return first_of_each(query.each, [(parts[k], *own) for k, own in rows.items()], down)
    return _ordered(list(rows.values()), down)


def _cell(column: Column, group: Sequence[Match], beside: Sequence[Any]) -> Any:
    """Return what the first match holds, or all values of the group's; or a number beside it."""
    of, first = column.of, group[0]
    if isinstance(of, int):
        return beside[of]
    if not isinstance(of, PropertyOf):
        return first[of].id if of else None
    if not column.every:
        return stored(of, first)
    values = (stored(of, match) for match in group)
    every = {order_key(value): value for value in values if value is not None}
    return [every[key] for key in sorted(every)][:MOST_LISTED]


def _ordered(keyed: list[tuple[Any, Row]], down: bool) -> list[Row]:
    """Return rows by their keys, equals by their cells: 9 b, 7 a, 7 c."""
    keyed.sort(key=lambda pair: order_key(pair[1]))
    keyed.sort(key=lambda pair: order_key(pair[0]), reverse=down)
    return [row for _, row in keyed]


def first_of_each(each: FirstOfEach, rows: Iterable[tuple[Any, Any, Row]], down: bool) -> list[Row]:
    """Return the first rows of each part, and those that tie with the last; rows are with keys."""
    parts: dict[Any, list[tuple[Any, Row]]] = defaultdict(list)
    for part, key, row in rows:
        parts[part].append((key, row))
    kept = []
    for own in parts.values():
        keys = sorted((order_key(key) for key, _ in own), reverse=down)
        last = keys[: each.most][-1]
        first = (order_key(key) >= last if down else order_key(key) <= last for key, _ in own)
        kept += [one for one, is_first in zip(own, first, strict=True) if is_first]
    return _ordered(kept, down)


def _part(each: FirstOfEach, match: Match) -> Any:
    """Return of what a row is one of the first: the id of a node, or a value."""
    return stored(each.of, match) if isinstance(each.of, PropertyOf) else match[each.of].id


def _measured_of_each(
    query: Query, measure: Measure, each: FirstOfEach, matches: Iterable[Match]
) -> list[Row]:
    owner = each.of.owner if isinstance(each.of, PropertyOf) else each.of
    groups: dict[Any, list[Match]] = defaultdict(list)
    for match in matches if query.group else once(measure, matches, True, owner):
        groups[order_key([_key(query, match), _part(each, match)])].append(match)
    rows = []
    for own in groups.values():
        key, part, value = _key(query, own[0]), _part(each, own[0]), aggregate(measure, own)
        if None not in (key, part, value) and has(measure.having, value):
            rows.append((order_key(part), value, [key, value, part]))
    return first_of_each(each, rows, query.order is None or query.order.descending)


def _single(query: Query, measure: Measure, matches: Iterable[Match]) -> list[Row]:
    if not measure.having:
        number = aggregate(measure, once(measure, matches, rooted=False))
        against = query.against
        return [[computed(number, against.operator, against.other) if against else number]]
    return [[sum(has(measure.having, aggregate(measure, own)) for own in _of_roots(matches))]]


def _across(kind: str, measure: Measure, matches: Iterable[Match]) -> list[Row]:
    """Return one aggregate of the measures of all roots."""
    values = [aggregate(measure, own) for own in _of_roots(once(measure, matches, rooted=True))]
    kept = [value for value in values if value is not None and has(measure.having, value)]
    return [[len(kept) if kind == "count" else aggregated(kind, kept)]]


def _of_roots(matches: Iterable[Match]) -> Collection[list[Match]]:
    """Return the matches of each root."""
    each: dict[Any, list[Match]] = defaultdict(list)
    for match in matches:
        each[match[Owner(0)].id].append(match)
    return each.values()


def _measured(query: Query, measure: Measure, matches: Iterable[Match]) -> list[Row]:
    asked = query.order.by if query.order and not query.group else None
    by = asked._replace(owner=Owner(0)) if asked else None
    groups: dict[Any, list[Match]] = defaultdict(list)
    for match in matches if query.group else once(measure, matches, rooted=True):
        groups[order_key(_key(query, match))].append(match)
    keyed = []
    for own in groups.values():
        key, value = _key(query, own[0]), aggregate(measure, own)
        if key is not None and value is not None and has(measure.having, value):
            row = [key, value, *_extreme(query, measure, value, own)]
            keyed.append((stored(by, own[0]) if by else value, row))
    return _ordered(keyed, query.order is None or query.order.descending)


def _extreme(query: Query, measure: Measure, value: Any, own: Sequence[Match]) -> Row:
    """Return the node that has the highest or lowest value, the first of several, where shown."""
    best = None if query.group else extreme_of(query)
    if best is None or not isinstance(measure.over, PropertyOf):
        return []
    having = (match for match in own if comparable(measure.over, match) == value)
    return [min(match[Owner(best)].id for match in having)]


def _key(query: Query, match: Match) -> Any:
    return stored(query.group, match) if query.group else match[Owner(0)].id
