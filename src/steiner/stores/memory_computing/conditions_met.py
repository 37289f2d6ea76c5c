"""Whether what is matched meets the conditions of a query, as the compiled Cypher decides it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steiner.algebra import (
    DAY_PARTS,
    DURATIONS,
    LOWER,
    PRESENCE,
    Bound,
    OfGroup,
    Owner,
    PropertyOf,
)
from steiner.algebra.schema.graph_schema import IN_TEXT, TEMPORAL
from steiner.algebra.schema.written_days import iso_day
from steiner.graph import Node, Relationship
from steiner.stores.memory_computing.computed_values import (
    computed,
    day_part,
    day_text,
    days_between,
    iso_text,
)
from steiner.stores.memory_computing.cypher_values import (
    as_integer,
    as_number,
    as_text,
    compared,
    order_key,
    part,
    text_meets,
)

Match = Mapping[Owner, Node | Relationship]
"""The node of each variable and the relationship of each link that is matched so far."""
_TEXT = ("starts", "ends", "contains")


def stored(own: PropertyOf, match: Match) -> Any:
    """Return a property as it is stored, a part of a day, or what is computed with it; or None."""
    properties = match[own.owner].properties
    value = properties.get(own.name)
    if own.operand:
        operator, name, other, written = own.operand
        if operator in DURATIONS:
            last = iso_text(properties.get(name), written) if name else other
            return days_between(iso_text(value, own.written), last, operator)
        return computed(value, operator, properties.get(name) if name else other)
    if own.kind == LOWER:
        text = as_text(value)
        return None if text is None else text.lower()
    return day_part(iso_text(value, own.written), own.kind) if own.kind in DAY_PARTS else value


def comparable(own: PropertyOf, match: Match) -> Any:
    """Return a property as it is compared and added up: numbers in text as numbers.

    None for a text that is no number, or no day, where the others are.
    """
    value = stored(own, match)
    if own.kind == "number as text":
        return as_number(value)
    if own.kind == "date as text":
        return day_text(value, own.written)
    if own.kind in ("list", "length"):
        return len(value) if isinstance(value, str | list | tuple) else None
    return iso_text(value, own.written) if own.kind in TEMPORAL else value


def meets(bound: Bound, match: Match) -> bool:
    """Say whether a condition is met; one that is null is not met, its negation is."""
    if bound.operator in PRESENCE:
        there = comparable if bound.property.kind in IN_TEXT else stored
        missing = there(bound.property, match) is None
        return missing == (bound.operator == "missing")
    return bool(_met(bound, match)) != bound.negated


def _met(bound: Bound, match: Match) -> bool | None:
    own, sign, wanted = bound.property, bound.operator, bound.value
    raw, value = stored(own, match), comparable(own, match)
    if isinstance(wanted, OfGroup):
        return compared(value, sign, _of_group(wanted, match))
    if isinstance(wanted, PropertyOf):
        return compared(value, sign, comparable(wanted, match))
    if sign in _TEXT:
        return _text(raw, own.kind, sign, wanted)
    if sign == "divisible":
        number = as_integer(raw)
        return None if number is None else number % wanted == 0
    if sign == "in":
        members = raw if own.kind == "list" and isinstance(raw, list | tuple) else [raw]
        return any(compared(member, "=", one) for one in wanted for member in members)
    if sign == "month":
        return compared(as_integer(part(value, 5, 2)), "=", wanted)
    if sign.startswith("year"):
        return compared(as_integer(part(value, 0, 4)), sign[4:], wanted)
    if own.kind in TEMPORAL:
        return compared(part(value, 0, 10), sign, iso_day(wanted, own.written) or wanted)
    as_is = isinstance(wanted, str) or own.kind == "text"
    return compared(raw if as_is else value, sign, wanted)


def _of_group(wanted: OfGroup, match: Match) -> Any:
    """Return what the group comes to that a match belongs to, None without one."""
    of = wanted.of
    key = stored(of, match) if isinstance(of, PropertyOf) else match[of].id
    return (wanted.values or {}).get(order_key(key))


def _text(raw: Any, kind: str, sign: str, wanted: Any) -> bool | None:
    if kind != "list":
        return text_meets(as_text(raw), sign, wanted)
    items = raw if isinstance(raw, list | tuple) else [raw]
    return any(text_meets(item, sign, wanted) for item in items)
