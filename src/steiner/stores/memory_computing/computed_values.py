"""What Cypher computes of stored values: parts of days, arithmetic, time between two days."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

from steiner.algebra import DISTANCE
from steiner.algebra.schema.written_days import iso_day
from steiner.stores.memory_computing.cypher_values import as_integer, as_number, as_text, part
from steiner.stores.memory_computing.distances import distance

_PLACES = {"year": (0, 4), "quarter": (5, 2), "month": (5, 2), "day": (8, 2), "hour": (11, 2)}
"""Where a part begins in an ISO 8601 text, and its length."""
_YEAR_FIRST = re.compile(r"[0-9]{4}")
_ISO_DAY = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}.*")


def iso_text(value: Any, written: str) -> str | None:
    """Return a stored day or moment in ISO 8601, of a text that is `written` otherwise, too."""
    return iso_day(value, written) if written else as_text(value)


def day_text(value: Any, written: str) -> str | None:
    """Return a text that holds a day as `iso_text`, null for one that is none, such as "NULL"."""
    text = iso_text(value, written)
    return text if text is not None and _YEAR_FIRST.match(text) else None


def day_part(text: str | None, kind: str) -> int | None:
    """Return one of DAY_PARTS of a text in ISO 8601, null for what is none."""
    if kind == "weekday":
        day = _day(text)
        return None if day is None else day.isoweekday()
    number = as_integer(part(text, *_PLACES[kind]))
    return (number + 2) // 3 if kind == "quarter" and number is not None else number


def _day(text: str | None) -> date | None:
    """Return the day of an ISO 8601 text, null for what is none."""
    if text is None or not _ISO_DAY.fullmatch(text) or text.startswith("0000"):
        return None
    # The 30th of February is the 2nd of March, or the 1st.
    return date(int(text[:4]), int(text[5:7]), 1) + timedelta(int(text[8:10]) - 1)


def computed(left: Any, operator: str, right: Any) -> float | None:
    """Return what an operand makes of two values: of 5 "/" 2 it is 2.5; null by null or 0."""
    if operator == DISTANCE:
        return distance(left, right)
    mine, other = as_number(left), as_number(right)
    if mine is None or other is None:
        return None
    if operator == "/":
        return mine / other if other else None
    return {"+": mine + other, "-": mine - other, "*": mine * other}[operator]


def days_between(left: str | None, right: str | None, unit: str) -> int | None:
    """Return the whole days, months or years from one day in ISO 8601 to another; null by none."""
    first, last = _day(left), _day(right)
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
