"""Values of a form's conditions: of the kind that the property has."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from steiner.algebra import COMPARISONS, DAY_PARTS, PRESENCE, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.algebra.schema.written_days import iso_day
from steiner.errors import InvalidInput

_YEARS = ("year=", "year<", "year<=", "year>", "year>=")
OPERATORS = (*COMPARISONS, *_YEARS, *PRESENCE)
TEXT_OPERATORS = ("contains", "starts", "ends")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def checked_value(own: PropertyOf, operator: str, value: Any) -> Any:
    """Return a value as a condition with this operator compares it.

    Raises InvalidInput where the property's kind cannot be compared with it: a price with 'abc'.
    """
    if operator.startswith(("year", "month")) and own.kind not in TEMPORAL:
        raise InvalidInput(
            f"{own.name} holds no days but: {own.kind}. Compare what is stored, with = or contains."
        )
    if operator == "in":
        return [_member(own, each) for each in (value if isinstance(value, list) else [value])]
    return _single(own, operator, value)


def _single(own: PropertyOf, operator: str, value: Any) -> Any:
    if value is None or isinstance(value, list | dict):
        raise InvalidInput(
            f"{own.name} {operator} needs a number, a text, true or false, got {value!r}."
        )
    if operator in TEXT_OPERATORS:
        return _text(own, value)
    if operator.startswith(("year", "month", "divisible")):
        return _number(own, value)
    checks: Mapping[str, Callable[[PropertyOf, Any], Any]] = {
        "number": _number,
        "number as text": _number,
        "yes or no": _yes_or_no,
        "date": _day,
        "date as text": _day,
        "list": _item,
        **dict.fromkeys((*DAY_PARTS, "length"), _number),
    }
    check: Callable[[PropertyOf, Any], Any] = checks.get(own.kind, _text)
    return check(own, value)


def _number(own: PropertyOf, value: Any) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        number = float(value)
        return int(number) if number.is_integer() else number
    raise _refused(own, "a number", value)


def _yes_or_no(own: PropertyOf, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _refused(own, "true or false", value)
    return value


def _day(own: PropertyOf, value: Any) -> str:
    day = (iso_day(value, own.written) or str(value))[:10]
    if not _DAY.fullmatch(day):
        raise _refused(own, "a day written 2024-01-31 (the operator year takes a year)", value)
    return day


def _item(_: PropertyOf, value: Any) -> Any:
    """Take an item of a list, or how many it has."""
    return value


def _member(own: PropertyOf, value: Any) -> Any:
    """Return one of the values of "in", which are compared as they are stored."""
    if own.kind == "date":
        raise InvalidInput(f"Days of {own.name} are compared one by one: by = in `either`.")
    checked = _single(own, "=", value)
    return _text(own, value) if own.kind == "number as text" else checked


def _text(own: PropertyOf, value: Any) -> str:
    if isinstance(value, bool):
        raise _refused(own, "a text", value)
    return value if isinstance(value, str) else str(value)


def _refused(own: PropertyOf, wanted: str, value: Any) -> InvalidInput:
    return InvalidInput(
        f"The values of {own.name} are: {own.kind}. It is compared with {wanted}, got {value!r}."
    )
