"""A table of groups in memory: its keys and measures, a row for each combination of keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from steiner.algebra import (
    COLLECT,
    MOST_LISTED,
    Grouping,
    Measure,
    Owner,
    PropertyOf,
    Query,
    is_item,
)
from steiner.stores.memory_computing.conditions_met import Match, stored
from steiner.stores.memory_computing.cypher_values import order_key
from steiner.stores.memory_computing.memory_measures import aggregate, has, once

Row = list[Any]


def grouped(query: Query, grouping: Grouping, matches: Iterable[Match]) -> list[Row]:
    """Return the rows of a table in their order: keys, then measures."""
    groups: dict[Any, tuple[Row, list[Match]]] = {} if grouping.by else {order_key([]): ([], [])}
    for match in matches:
        for keys in keys_of(grouping, match):
            groups.setdefault(order_key(keys), (keys, []))[1].append(match)
    rows = [
        [*keys, *numbers]
        for keys, own in groups.values()
        if (numbers := _measured(grouping, own)) is not None
    ]
    return _ordered(query, grouping, rows)


def keys_of(grouping: Grouping, match: Match) -> Iterator[Row]:
    """Yield the keys of the groups that a match belongs to, of several items each; never a null."""
    cells = [_cells(own, match) for own in grouping.by]
    for keys in product(*cells):
        if None not in keys:
            yield [*sorted(keys[:2]), *keys[2:]] if grouping.pairs else [*keys]


def _cells(own: Owner | PropertyOf, match: Match) -> Sequence[Any]:
    """Return the values of a key: each item of a list, or the one that there is."""
    if isinstance(own, Owner):
        return [match[own].id]
    value = stored(own, match)
    return value if is_item(own) and isinstance(value, list | tuple) else [value]


def _measured(grouping: Grouping, matches: Sequence[Match]) -> Row | None:
    """Return the measures of a group, None where one is not as asked."""
    numbers: Row = []
    for measure in grouping.measures:
        numbers.append(_measure(measure, [*once(measure, matches, rooted=False)]))
        if not has(measure.having, numbers[-1]):
            return None
    return numbers


def _measure(measure: Measure, matches: Sequence[Match]) -> Any:
    over = measure.over
    if measure.kind != COLLECT or not isinstance(over, PropertyOf):
        return aggregate(measure, matches)
    values = (stored(over, match) for match in matches)
    every = {order_key(value): value for value in values if value is not None}
    return [every[key] for key in sorted(every)][:MOST_LISTED]


def _ordered(query: Query, grouping: Grouping, rows: list[Row]) -> list[Row]:
    """Return rows by what is asked for, equals by their cells."""
    order = query.order
    place = grouping.by.index(order.by) if order and order.by else len(grouping.by)
    rows = [row for row in rows if order is None or row[place] is not None]
    rows.sort(key=order_key)
    if order:
        rows.sort(key=lambda row: order_key(row[place]), reverse=order.descending)
    return rows
