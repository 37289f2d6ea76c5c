"""What Cypher computes of stored values: parts of days, arithmetic, time between two days."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

from steiner.algebra import ARITHMETIC, DISTANCE
from steiner.stores.memory_computing.cypher_values import as_integer, as_number, as_text, part
from steiner.stores.memory_computing.distances import distance

_PLACES = {"year": (0, 4), "quarter": (5, 2), "month": (5, 2), "day": (8, 2), "hour": (11, 2)}
"""Where a part begins in an ISO 8601 text, and its length."""
_ISO_DAY = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}.*")


def day_part(value: Any, kind: str) -> int | None:
    """Return one of DAY_PARTS of a stored day or moment, null for what is none."""
    if kind == "weekday":
        day = as_day(value)
        return None if day is None else day.isoweekday()
    number = as_integer(part(as_text(value), *_PLACES[kind]))
    return (number + 2) // 3 if kind == "quarter" and number is not None else number


def as_day(value: Any) -> date | None:
    """Return the day of a stored one or of an ISO 8601 text, null for what is none."""
    text = as_text(value)
    if text is None or not _ISO_DAY.fullmatch(text) or text.startswith("0000"):
        return None
    # The 30th of February is the 2nd of March, or the 1st.
    return date(int(text[:4]), int(text[5:7]), 1) + timedelta(int(text[8:10]) - 1)


def computed(left: Any, operator: str, right: Any) -> float | None:
    """Return what an operand makes of two values: of 5 "/" 2 it is 2.5; null by null or 0."""
    if operator == DISTANCE:
        return distance(left, right)
    if operator not in ARITHMETIC:
        return _between(as_day(left), as_day(right), operator)
    mine, other = as_number(left), as_number(right)
    if mine is None or other is None:
        return None
    if operator == "/":
        return mine / other if other else None
    return {"+": mine + other, "-": mine - other, "*": mine * other}[operator]


def _between(first: date | None, last: date | None, unit: str) -> int | None:
    if first is None or last is None:
        return None
    if unit == "days":
        return (last - first).days
    months = (last.year - first.year) * 12 + last.month - first.month
    if months > 0 and last.day < first.day:
        months -= 1
    elif months < 0 and last.day > first.day:
        months += 1
    # Towards zero, as whole months are.
    return months if unit == "months" else int(months / 12)
