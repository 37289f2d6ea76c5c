"""Other readings of a question whose rows differ from those of the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from steiner.errors import SteinerError
from steiner.graph import Alternative, Node, Table
from steiner.query.query_reading import Reading

_SHOWN = 2
"""Readings that are offered: more is no help."""


def alternatives(others: Sequence[Reading], best: Table, store: Any) -> tuple[Alternative, ...]:
    """Return the readings whose rows are neither none nor those of the best or of each other."""
    met, offered = [best], []
    for reading in others[:_SHOWN]:
        try:
            table = store.run(reading.query, 0.0)
        except SteinerError:  # What takes too long is nothing to offer.
            continue
        if table.rows and not any(_says_the_same(table, other) for other in met):
            met.append(table)
            offered.append(Alternative(table, reading.confidence))
    return tuple(offered)


def answering_otherwise(
    others: Sequence[Alternative], answers: Sequence[str]
) -> tuple[Alternative, ...]:
    """Return the readings whose rows are more than the nodes that are the answers already."""
    return tuple(other for other in others if _nodes_named(other.table) != {*answers})


def _nodes_named(table: Table) -> set[str]:
    """Return the names of the nodes that a table answers with; none where it has numbers, too."""
    alone = all(isinstance(cell, Node | str) for row in table.rows for cell in row)
    cells = (row[table.answers_in] for row in table.rows) if alone else ()
    return {cell.name for cell in cells if isinstance(cell, Node)}


def _says_the_same(one: Table, other: Table) -> bool:
    """Say whether a table has the rows of another, with a column more or less beside."""
    shared = [name for name in one.columns if name in other.columns]
    whole = len(shared) == min(len(one.columns), len(other.columns))
    return whole and _content(one, shared) == _content(other, shared)


def _content(table: Table, columns: Sequence[str]) -> frozenset[str]:
    places = [table.columns.index(name) for name in columns]
    return frozenset(
        repr([cell.id if isinstance(cell, Node) else cell for cell in (row[k] for k in places)])
        for row in table.rows
    )
