"""A cell of a computed table in words."""

from __future__ import annotations

from typing import Any

from steiner.graph import Node
from steiner.text import readable

_DECIMALS = 6
"""Decimals of a computed number that are written; the table has all."""


def cell_text(value: Any) -> str:
    """Write a cell for people: a node by its name, or by its key."""
    if not isinstance(value, Node):
        return readable(round(value, _DECIMALS) if isinstance(value, float) else value)
    return value.name or (readable(value.key[1]) if value.key else value.element_id)
