"""The rows of a query from its matches: distinct, measured, grouped, ordered as in Cypher."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from steiner.algebra import MOST_LISTED, SHARES, Measure, Owner, PropertyOf, Query
from steiner.errors import InvalidInput
from steiner.stores.memory_computing.conditions_met import Match, comparable, meets, stored
from steiner.stores.memory_computing.cypher_values import compared, order_key
from steiner.stores.neo4j.computed.measured_statement import extreme_of
from steiner.stores.neo4j.computed.statement import Column, Statement

Row = list[Any]
"""Ids of nodes, and values."""


def rows_of(query: Query, made: Statement, matches: Iterable[Match]) -> list[Row]:
    """Return all rows in their order, without any limit; `made` has the columns."""
    if query.across and query.measure:
        return _across(query.across, query.measure, matches)
    if query.single and query.measure:
        return _single(query.measure, matches)
    if query.measure:
        return _measured(query, query.measure, matches)
    if query.group:
        values = {order_key(v): v for m in matches if (v := stored(query.group, m)) is not None}
        return [[values[key]] for key in sorted(values)]
    return _listed(query, made, matches)


def _listed(query: Query, made: Statement, matches: Iterable[Match]) -> list[Row]:
    """Return a row for each distinct match; of a limited list one for each root."""
    groups: dict[Any, list[Match]] = defaultdict(list)
    for place, match in enumerate(matches):
        groups[match[Owner(0)].id if made.one_each else place].append(match)
    by = query.order.by if query.order else None
    rows: dict[Any, tuple[Any, Row]] = {}
    for group in groups.values():
        key = comparable(by, group[0]) if by else 0
        row = [_cell(column, group) for column in made.columns]
        if key is not None:
            rows[order_key([key, *row])] = key, row
    down = query.order is not None and by is not None and query.order.descending
    return _ordered(list(rows.values()), down)


def _cell(column: Column, group: Sequence[Match]) -> Any:
    """Return what the first match holds, or all values of the group's."""
    of, first = column.of, group[0]
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


def _single(measure: Measure, matches: Iterable[Match]) -> list[Row]:
    if not measure.having:
        return [[_aggregate(measure, _once(measure, matches, rooted=False))]]
    return [[sum(_has(measure, _aggregate(measure, own)) for own in _of_roots(matches))]]


def _across(kind: str, measure: Measure, matches: Iterable[Match]) -> list[Row]:
    """Return one aggregate of the measures of all roots."""
    values = [_aggregate(measure, own) for own in _of_roots(_once(measure, matches, rooted=True))]
    kept = [value for value in values if value is not None and _has(measure, value)]
    if kind == "sum":
        return [[sum(kept)]]
    if not kept:
        return [[None]]
    return [[{"avg": sum(kept) / len(kept), "min": min(kept), "max": max(kept)}[kind]]]


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
    for match in matches if query.group else _once(measure, matches, rooted=True):
        groups[order_key(_key(query, match))].append(match)
    keyed = []
    for own in groups.values():
        key, value = _key(query, own[0]), _aggregate(measure, own)
        if key is not None and value is not None and _has(measure, value):
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


def _once(measure: Measure, matches: Iterable[Match], rooted: bool) -> Iterator[Match]:
    """Yield matches so that what is added up is so once (for each root), by however many ways."""
    over, met = measure.over, set()
    for match in matches:
        last = match[over.owner if isinstance(over, PropertyOf) else over]
        key = (last.id, match[Owner(0)].id if rooted else 0)
        if key not in met:
            met.add(key)
            yield match


def _has(measure: Measure, value: Any) -> bool:
    return all(compared(value, sign, wanted) for sign, wanted in measure.having)


def _aggregate(measure: Measure, matches: Iterable[Match]) -> Any:
    over = measure.over
    if measure.kind in SHARES:
        met = [all(meets(bound, match) for bound in measure.part) for match in matches]
        return SHARES[measure.kind] * sum(met) / len(met) if met else None
    if not isinstance(over, PropertyOf):
        return len({match[over].id for match in matches})
    if measure.kind == "count":
        values = (stored(over, match) for match in matches)
        return len({order_key(value) for value in values if value is not None})
    present = [v for match in matches if (v := comparable(over, match)) is not None]
    if measure.kind in ("min", "max"):
        choose = min if measure.kind == "min" else max
        return choose(present, key=order_key, default=None)
    return _added(measure.kind, over, present)


def _added(kind: str, over: PropertyOf, values: Sequence[Any]) -> Any:
    odd = next((v for v in values if isinstance(v, bool) or not isinstance(v, int | float)), None)
    if odd is not None:
        raise InvalidInput(
            f"The {kind} of {over.name!r} needs numbers, got {odd!r}. Ask for the count, or for"
            " another property."
        )
    if kind == "sum":
        return sum(values)
    return sum(values) / len(values) if values else None
