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
    met, offered = {_content(best)}, []
    for reading in others[:_SHOWN]:
        try:
            table = store.run(reading.query, 0.0)
        except SteinerError:  # What takes too long is nothing to offer.
            continue
        if table.rows and (content := _content(table)) not in met:
            met.add(content)
            offered.append(Alternative(table, reading.confidence))
    return tuple(offered)


def _content(table: Table) -> frozenset[str]:
    return frozenset(
        repr([cell.id if isinstance(cell, Node) else cell for cell in row]) for row in table.rows
    )
