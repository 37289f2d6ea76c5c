"""Values as Cypher compares, orders and converts them; None is null: neither true nor false."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any

_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_TEXT: dict[str, Callable[[str, str], bool]] = {
    "starts": str.startswith,
    "ends": str.endswith,
    "contains": operator.contains,
}
_NUMBER = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*")


def order_key(value: Any) -> tuple[int, Any]:
    """Return what values are ordered by, and told apart by: 1 and 1.0 are one value, true is none.

    Ascending as Cypher orders types: lists, moments, texts, booleans, numbers, null.
    """
    if value is None:
        return 9, 0
    if isinstance(value, bool):
        return 7, value
    if isinstance(value, int | float):
        return 8, value
    if isinstance(value, str):
        return 6, value
    if isinstance(value, list | tuple):
        return 1, tuple(map(order_key, value))
    if isinstance(value, datetime):
        return (2 if value.tzinfo else 3), value
    if isinstance(value, date):
        return 4, value
    return (5, value) if isinstance(value, time) else (0, repr(value))


def compared(left: Any, sign: str, right: Any) -> bool | None:
    """Compare by =, <>, <, <=, > or >=: values of two types are not equal, and have no order."""
    if left is None or right is None:
        return None
    mine, other = order_key(left), order_key(right)
    if sign in _COMPARED:
        return _COMPARED[sign](mine[1], other[1]) if mine[0] == other[0] else None
    return (mine == other) == (sign == "=")


def text_meets(text: Any, sign: str, wanted: Any) -> bool | None:
    """Say whether a text starts, ends with or contains another; null for what is no text."""
    both = isinstance(text, str) and isinstance(wanted, str)
    return _TEXT[sign](text, wanted) if both else None


def as_text(value: Any) -> str | None:
    """Return toString(value): moments as ISO 8601."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, date | time):
        return value.isoformat().replace("+00:00", "Z")
    return str(value) if isinstance(value, int | float) else None


def as_number(value: Any) -> float | None:
    """Return toFloat(value); null for a text that is no number."""
    if isinstance(value, str):
        return float(value) if _NUMBER.fullmatch(value) else None
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if plain else None


def as_integer(value: Any) -> int | None:
    """Return toInteger(value), cut towards zero; null for what is no number."""
    number = as_number(value)
    return None if number is None or not math.isfinite(number) else int(number)


def part(value: Any, start: int, length: int) -> str | None:
    """Return substring(value, start, length)."""
    return value[start : start + length] if isinstance(value, str) else None
