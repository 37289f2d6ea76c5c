"""A cell of a computed table in words."""

from __future__ import annotations

from typing import Any

from steiner.graph import Node
from steiner.text import readable

_DECIMALS = 6
"""Decimals of a computed number that are written; the table has all."""


def cell_text(value: Any) -> str:
    """Write a cell for people: a node by its name, or by its key."""
    if isinstance(value, tuple) and value and all(isinstance(part, Node) for part in value):
        return ", ".join(map(cell_text, value))
    if not isinstance(value, Node):
        return readable(round(value, _DECIMALS) if isinstance(value, float) else value)
    return value.name or (readable(value.key[1]) if value.key else value.element_id)


def ranked_text(node: Node) -> str:
    """Return what a ranking calls a node: its name, or the key alone that its name is made of.

    "Order 10692" is ranked as "10692", as a program compares it.
    """
    if node.key is None or node.name in map(str, node.properties.values()):
        return node.name
    key = readable(node.key[1])
    return key if key and node.name.endswith(f" {key}") else node.name
