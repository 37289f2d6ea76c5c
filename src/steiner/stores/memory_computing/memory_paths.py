"""Paths in memory: a shortest way from each root to each other end, and what lies on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from steiner.algebra import Owner, Query
from steiner.algebra.terms import MOST_STEPS
from steiner.stores.memory_computing.conditions_met import Match
from steiner.stores.memory_computing.matching import first_between
from steiner.stores.neo4j.computed.returned.path_statement import LENGTH

Row = list[Any]


def path_rows(query: Query, number: int, matches: Iterable[Match]) -> list[Row]:
    """Return the rows of a path, the shortest first: its ends, what is between, its length."""
    rows = sorted((path_row(query, number, match) for match in matches), key=lambda row: row[:2])
    down = bool(query.order and query.order.descending)
    return sorted(rows, key=lambda row: row[LENGTH], reverse=down)


def path_row(query: Query, number: int, match: Match) -> Row:
    """Return the row of a match; from node 1 over 4 and 2 to 3 it is [1, 3, [4, 2], 3]."""
    first = first_between(number)
    between = map(Owner, range(first, first - MOST_STEPS, -1))
    ids = [match[own].id for own in between if own in match]
    ends = match[Owner(0)].id, match[Owner(query.far(number))].id
    return [*ends, ids, len(ids) + 1]
