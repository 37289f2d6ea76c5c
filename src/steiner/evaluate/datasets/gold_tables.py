"""The tables that gold Cypher returns, as text2cypher's lines bring them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steiner.evaluate.datasets.lines import listed

GoldTable = Mapping[str, Any]
_ROWS = ("rows", "must", "pool", "keys")
"""Fields of a gold table that are lists of lists."""


def gold_table(value: Any) -> GoldTable:
    """Return a gold table. Raises KeyError or ValueError for what cannot be one."""
    if not isinstance(value, dict):
        raise ValueError(f"expected a gold table as a JSON object, got {value!r:.80}.")
    if "rows" not in value and "error" not in value:
        raise KeyError("rows")
    for name in _ROWS:
        if any(not isinstance(row, list) or not row for row in listed(value.get(name) or [])):
            raise ValueError(f'expected lists with values in "{name}", got {value[name]!r:.80}.')
    return value


def judgeable(golds: Sequence[GoldTable]) -> list[GoldTable]:
    """Return the gold tables that an answer can be compared with: run, not empty, of known kind."""
    return [
        gold
        for gold in golds
        if not ("error" in gold or gold.get("empty") or gold.get("false_schema"))
        and gold["judge"] in ("exact", "tie", "pool")
        and not any(key[0] is None for key in gold.get("keys") or ())
    ]
