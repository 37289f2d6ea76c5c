"""Properties and conditions of a query in Cypher: values are parameters, names are quoted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from steiner.algebra import (
    ARITHMETIC,
    COMPARISONS,
    DISTANCE,
    LOWER,
    PRESENCE,
    Bound,
    OfGroup,
    Owner,
    PropertyOf,
    Query,
)
from steiner.algebra.schema.graph_schema import IN_TEXT, TEMPORAL
from steiner.algebra.schema.written_days import iso_day
from steiner.errors import InvalidInput
from steiner.filters import storable
from steiner.graph import Point
from steiner.stores.neo4j.computed.matched.stored_days import (
    BETWEEN,
    DAY,
    DAY_PART,
    day_text,
    iso_text,
)

Allowed = Callable[[str, bool], str]
"""The condition of a filter on a variable (of a relationship where true), "true" without one."""
Quote = Callable[[str], str]
_TEXT = {"starts": "STARTS WITH", "ends": "ENDS WITH", "contains": "CONTAINS"}
_ORDERS = ("=", "<>", "<", "<=", ">", ">=")
_OPERATORS = (*COMPARISONS, *PRESENCE, *(f"year{order}" for order in _ORDERS))


def known(word: str, words: Collection[str]) -> str:
    """Return a word of the algebra as it stands in a statement. Raises InvalidInput for another."""
    if word not in words:
        raise InvalidInput(f"A query has one of {', '.join(words)} here, got {word!r}.")
    return word


def arithmetic(operator: str, left: str, right: str) -> str:
    """Return one of ARITHMETIC of two expressions: null by one that is no number, or by 0."""
    left, right = f"toFloatOrNull({left})", f"toFloatOrNull({right})"
    if operator == "/":
        return f"CASE WHEN {right} <> 0 THEN {left} / {right} END"
    return f"({left} {known(operator, ARITHMETIC)} {right})"


def _parameter(value: Any) -> Any:
    """Return a value, or a list of them, as Neo4j has it: _parameter([10**20]) is [1e20]."""
    if isinstance(value, list | tuple):
        return [_parameter(each) for each in value]
    return storable(value) if type(value) is int else value


def _map_of(value: Point | None) -> dict[str, float] | None:
    """Return a point as the map that Cypher's point() takes, null of none."""
    if value is None:
        return None
    return {**dict(zip("xyz", value.coordinates, strict=False)), "srid": value.srid}


@dataclass
class Expressions:
    """What a query says of single things; `parameters` are filled while its parts are written.

    `ending` ends all names but the root's: "_1" in the first branch of a query. `root` is that.
    `on_way`: a list of ids; the way of the query's path leads over these nodes alone.
    `groups`: what the aggregates of groups are called that are computed already.
    """

    query: Query
    quote: Quote
    allowed: Allowed
    parameters: dict[str, Any] = field(default_factory=dict)
    ending: str = ""
    root: str = "v0"
    on_way: str = ""
    groups: dict[Bound, str] = field(default_factory=dict)

    def variable(self, owner: Owner) -> str:
        """Return what a variable or link is called."""
        if owner == Owner(0):
            return self.root
        return f"{'r' if owner.is_link else 'v'}{owner.number}{self.ending}"

    def value(self, value: Any) -> str:
        """Return a new parameter that holds a value."""
        name = f"p{len(self.parameters)}"
        self.parameters[name] = _parameter(value)
        return f"${name}"

    def raw(self, own: PropertyOf, of: str = "") -> str:
        """Return a property as it is stored, a part of a day, or what is computed with it.

        It is that `of` another name than the variable's where one is given.
        """
        stored = f"{of or self.variable(own.owner)}.{self.quote(own.name)}"
        if own.operand:
            return self._computed(own, stored, of)
        if own.kind == LOWER:
            return f"toLower(toString({stored}))"
        if own.kind in DAY_PART:
            return DAY_PART[own.kind].format(iso_text(stored, own.written))
        return stored

    def _computed(self, own: PropertyOf, stored: str, of: str) -> str:
        """Return what is computed of two properties, or of one and a value; null by null or 0."""
        assert own.operand is not None
        operator, name, value, written = own.operand
        if operator == DISTANCE and not name:
            return f"point.distance({stored}, point({self.value(_map_of(value))}))"
        other = self.raw(PropertyOf(own.owner, name), of) if name else self.value(value)
        if operator == DISTANCE:
            return f"point.distance({stored}, {other})"
        if operator not in ARITHMETIC:
            first = DAY.format(iso_text(stored, own.written))
            last = DAY.format(iso_text(other, written)) if name else f"date({other})"
            return BETWEEN[known(operator, BETWEEN)].format(first, last)
        return arithmetic(operator, stored, other)

    def comparable(self, own: PropertyOf, of: str = "") -> str:
        """Return a property as it is compared and added up: numbers in text as numbers.

        Null for a text that is no number, or no day, where the others are.
        """
        raw = self.raw(own, of)
        if own.kind == "number as text":
            return f"toFloat({raw})"
        if own.kind == "date as text":
            return day_text(raw, own.written)
        if own.kind in ("list", "length"):
            return f"size({raw})"
        return iso_text(raw, own.written) if own.kind in TEMPORAL else raw

    def meets(self, number: str, having: Iterable[tuple[str, float]]) -> list[str]:
        """Return the conditions that a number is asked to meet."""
        return [f"{number} {known(order, _ORDERS)} {self.value(n)}" for order, n in having]

    def condition(self, bound: Bound) -> str:
        """Return a condition on a property."""
        raw, own = self.raw(bound.property), self.comparable(bound.property)
        if bound.operator in PRESENCE:
            there = own if bound.property.kind in IN_TEXT else raw
            return f"{there} IS {'NOT ' if bound.operator == 'present' else ''}NULL"
        text = self._compared(bound, raw, own)
        return f"NOT coalesce({text}, false)" if bound.negated else text

    def group_value(self, bound: Bound) -> str:
        """Return the aggregate of its own group that a property is compared with."""
        raise NotImplementedError  # Whoever knows patterns knows how.

    def _compared(self, bound: Bound, raw: str, own: str) -> str:
        operator, kind = known(bound.operator, _OPERATORS), bound.property.kind
        if isinstance(bound.value, PropertyOf):
            return f"{own} {operator} {self.comparable(bound.value)}"
        if isinstance(bound.value, OfGroup):
            group = self.groups.get(bound) or self.group_value(bound)
            return f"{own} {operator} {group}"
        value = self.value(iso_day(bound.value, bound.property.written) or bound.value)
        if operator in _TEXT:
            of = f"toString({raw}) {_TEXT[operator]} {value}"
            return f"any(x IN {raw} WHERE x {_TEXT[operator]} {value})" if kind == "list" else of
        if operator == "divisible":
            return f"toInteger({raw}) % {value} = 0"
        if operator == "in":
            each = f"any(x IN {raw} WHERE x IN {value})"
            return each if kind == "list" else f"{raw} IN {value}"
        if operator == "month":
            return f"toInteger(substring({own}, 5, 2)) = {value}"
        if operator.startswith("year"):
            return f"toInteger(substring({own}, 0, 4)) {operator[4:]} {value}"
        if kind in TEMPORAL:
            return f"substring({own}, 0, 10) {operator} {value}"
        as_stored = isinstance(bound.value, str) or kind == "text"
        return f"{raw if as_stored else own} {operator} {value}"
