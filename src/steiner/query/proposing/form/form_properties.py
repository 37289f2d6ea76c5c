"""What a form computes with a property: a part of a day, a length, a number with another one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import date
from typing import Any

from steiner.algebra import (
    ARITHMETIC,
    DAY_PARTS,
    DISTANCE,
    DURATIONS,
    ITEM,
    LOWER,
    Between,
    Operand,
    PropertyOf,
    Query,
)
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.errors import InvalidInput
from steiner.query.proposing.form.form_parts import figures, known, table

PROPERTY = ("of", "property", "as", "with")
PARTS = (*DAY_PARTS, "length", LOWER)
_OF = {"length": ("text", "list"), ITEM: ("list",), LOWER: ("text",)}
"""Kinds of the properties that a part is of, where it is none of a day."""
_NUMBERS = ("number", "number as text")
_COMPUTED_OF = {**dict.fromkeys(ARITHMETIC, _NUMBERS), DISTANCE: ("point",)}
"""Kinds of the properties that an operator computes with, where it is none of days."""


def computed_property(
    own: PropertyOf,
    given: Mapping[str, Any],
    named: Callable[[Any], PropertyOf],
    queried: Callable[[Any], Query],
    parts: Collection[str] = PARTS,
) -> PropertyOf:
    """Return a property with the part, one of `parts`, or the operand that a form has of it.

    `named` reads another property of the same node by name, `queried` another form. Raises
    InvalidInput where one cannot be computed of what the properties hold: a month of a price, a
    text minus a number.
    """
    part, operand = given.get("as"), given.get("with")
    if part is not None and operand is not None:
        raise InvalidInput("A property has `as`, or is computed `with` another, not both.")
    if part is not None:
        return _part(own, known(part, parts, "as"))
    return own if operand is None else _computed(own, operand, named, queried)


def _part(own: PropertyOf, part: str) -> PropertyOf:
    wanted = _OF.get(part, TEMPORAL)
    if own.kind not in wanted:
        raise InvalidInput(
            f"{own.name} has no {part}: its values are: {own.kind}, wanted {' or '.join(wanted)}."
            " Leave as out, or name another property."
        )
    return own._replace(kind=part)


def _computed(
    own: PropertyOf,
    given: Any,
    named: Callable[[Any], PropertyOf],
    queried: Callable[[Any], Query],
) -> PropertyOf:
    operand = table(given, ("is", "property", "value"), "with")
    operator = known(operand.get("is"), (*ARITHMETIC, *DURATIONS, DISTANCE), "operator of with")
    wanted = _COMPUTED_OF.get(operator, TEMPORAL)
    property, value = operand.get("property"), operand.get("value")
    if (property is None) == (value is None):
        raise InvalidInput(f"with needs a property or a value, one of them, got {dict(operand)}.")
    other = None if property is None else named(property)
    for one in (own, other) if other else (own,):
        if one.kind not in wanted:
            raise InvalidInput(
                f"{operator!r} needs properties of kind {' or '.join(wanted)}, {one.name} is:"
                f" {one.kind}. Name another property."
            )
    if other is None and operator == DISTANCE:
        value = _place(value, queried)
    elif other is None:
        _check_value(operator, value)
    computed = Operand(operator, other.name if other else "", value)
    return own._replace(kind="number", operand=computed)


def _place(value: Any, queried: Callable[[Any], Query]) -> Query:
    """Return the query of the point that a distance leads to: that of one named thing."""
    form = table(value, ("from",), "value of a distance").get("from")
    query = queried(form)
    if (
        not query.group
        or query.group.kind != "point"
        or any(b.operator != "=" for b in query.bounds)
    ):
        raise InvalidInput(
            'A distance leads to a property, or to {"from": form} with values_of a point there and'
            " conditions by = alone."
        )
    return query


def _check_value(operator: str, value: Any) -> None:
    if operator in ARITHMETIC:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InvalidInput(f"{operator!r} computes with a number, got {value!r}.")
    elif not _is_day(value):
        raise InvalidInput(f"{operator} lead to a day written 2024-01-31, got {value!r}.")


def _is_day(value: Any) -> bool:
    try:
        return len(value) == len("2024-01-31") and bool(date.fromisoformat(value))
    except (TypeError, ValueError):  # No text; 2024-02-30.
        return False


def read_between(given: Any) -> Between | None:
    """Return what a form computes of the first two measures beside each node, None without it."""
    if given is None:
        return None
    own = table(given, ("is", "having"), "between")
    operator = known(own.get("is"), ARITHMETIC, "operator of between")
    return Between(operator, figures(own, "having"))
