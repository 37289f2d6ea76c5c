"""Filters: which nodes and relationships of the graph a question may see at all."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from math import isfinite
from typing import Any

from steiner.errors import InvalidInput
from steiner.keywords import known_keywords

_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
OPERATORS = ("=", "<>", *_COMPARED, "in", "contains")
_OPERATOR = re.compile(r"<>|<=|>=|=|<|>|\bin\b|\bcontains\b")
_HALF_PAIR = re.compile("[\ud800-\udfff]")
"""What is no Unicode by itself, and so reaches no server."""
_HALF = 2**63
_KINDS = (float, bytes, bytearray, date, time, timedelta)


def storable(number: int) -> int | float:
    """Return a whole number as Neo4j compares it: a decimal one where 64 bits cannot have it."""
    return number if -_HALF <= number < _HALF else float(number)


@known_keywords
@dataclass(frozen=True, slots=True)
class Condition:
    """A property compared with a value, as Cypher compares; a missing property never meets it.

    `operator` is one of =, <>, <, <=, >, >=, "in" (`value` is a list) and "contains" (the
    property is a list that holds `value`). A node with a label of `hidden_on` and none of
    `shown_on` does not meet it: its property is hidden (steiner.stores.shown).
    """

    property: str
    operator: str
    value: Any
    hidden_on: tuple[str, ...] = ()
    shown_on: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.operator not in OPERATORS:
            raise InvalidInput(
                f"A condition compares by one of {', '.join(OPERATORS)}, got {self.operator!r}."
            )
        if isinstance(self.value, list):
            # So that a filter can be a key of what is kept.
            object.__setattr__(self, "value", tuple(self.value))
        if self.value is None or (self.operator == "in" and not isinstance(self.value, tuple)):
            wanted = "a list" if self.operator == "in" else "a value"
            raise InvalidInput(
                f"The condition on {self.property!r} needs {wanted}, got {self.value!r}."
            )
        if not _is_value(self.value):
            raise InvalidInput(
                f"The condition on {self.property!r} compares with what a property of Neo4j is,"
                f" a text, a number of 64 bits, true or false, a time, or a list of these, got "
                f"{self.value!r:.80}."
            )

    def parameter(self) -> Any:
        """Return the value as a query's parameter."""
        return list(self.value) if isinstance(self.value, tuple) else self.value

    def sees(self, labels: Sequence[str]) -> bool:
        """Say whether the property of a node with these labels may be compared."""
        own = set(labels)
        return own.isdisjoint(self.hidden_on) or not own.isdisjoint(self.shown_on)

    def met_by(self, properties: Mapping[str, Any]) -> bool:
        """Say whether the properties meet the condition."""
        own = properties.get(self.property)
        if own is None:
            return False
        if self.operator == "in":
            return any(_equal(own, value) for value in self.value)
        if self.operator == "contains":
            return isinstance(own, list) and any(_equal(self.value, item) for item in own)
        if self.operator in _COMPARED:
            return _kind(own) == _kind(self.value) and bool(
                _COMPARED[self.operator](own, self.value)
            )
        return _equal(own, self.value) == (self.operator == "=")


@known_keywords
@dataclass(frozen=True, slots=True)
class Filter:
    """What a question may see. Everything that is given must hold.

    `labels`: a node has one of these; `types`: a relationship has one of these; `nodes` and
    `relationships`: conditions on their properties. Whatever does not meet them is not
    searched, reached, counted, scored, ranked or cited.
    """

    labels: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    nodes: tuple[Condition, ...] = ()
    relationships: tuple[Condition, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.labels or self.types or self.nodes or self.relationships)

    def narrowed(self, labels: Sequence[str] = (), types: Sequence[str] = ()) -> Filter:
        """Return a filter that also asks for one of `labels` and one of `types` (empty: any).

        Raises InvalidInput where this one lets none of them be seen.
        """
        seen = (_both(self.labels, labels, "labels"), _both(self.types, types, "types"))
        return Filter(*seen, self.nodes, self.relationships)

    def accepts_node(self, labels: Sequence[str], properties: Mapping[str, Any]) -> bool:
        """Say whether a node may be seen."""
        labelled = not self.labels or not set(self.labels).isdisjoint(labels)
        return labelled and all(c.sees(labels) and c.met_by(properties) for c in self.nodes)

    def accepts_relationship(self, type: str, properties: Mapping[str, Any]) -> bool:
        """Say whether a relationship may be seen, its ends left aside."""
        typed = not self.types or type in self.types
        return typed and all(c.met_by(properties) for c in self.relationships)


EVERYTHING = Filter()


def _both(own: Sequence[str], asked: Sequence[str], kind: str) -> tuple[str, ...]:
    """Return what both lists have, each name once: a server plans for each that is written."""
    both = tuple(name for name in dict.fromkeys(asked or own) if not own or name in own)
    if asked and not both:
        raise InvalidInput(
            f"The {kind} {', '.join(asked)} may not be seen here; these may: {', '.join(own)}."
        )
    return both


def parse_condition(text: str) -> Condition:
    """Read "year >= 1999", "tenant = 'acme'", "year in 1999, 2003" or "readers contains anna".

    Numbers, true, false and ISO dates become what they look like; quoted text stays text.
    """
    written = text.strip()
    at = _OPERATOR.search(written, 1)  # A property comes first.
    value = written[at.end() :].strip() if at else ""
    if not at or not value:
        raise InvalidInput(
            f"A condition is written PROPERTY OPERATOR VALUE with one of {', '.join(OPERATORS)}, "
            f'such as "year >= 1999", got {text!r}.'
        )
    property, compared = written[: at.start()].strip(), at.group()
    if compared == "in":
        return Condition(property, compared, [_value(part) for part in value.split(",")])
    return Condition(property, compared, _value(value))


def _value(text: str) -> Any:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    if text in ("true", "false"):
        return text == "true"
    for read in (int, _finite, date.fromisoformat, datetime.fromisoformat):
        try:
            return read(text)
        except ValueError:
            continue
    return text


def _is_value(value: Any) -> bool:
    """Say whether a property of Neo4j can have a value."""
    if isinstance(value, list | tuple):
        return all(map(_is_value, value))
    if isinstance(value, int):
        return -_HALF <= value < _HALF
    if isinstance(value, str):
        return not _HALF_PAIR.search(value)
    return isinstance(value, _KINDS) or type(value).__module__.startswith("neo4j.")


def _finite(text: str) -> float:
    """Read a number; "Infinity" and "nan" are texts like others."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


def _kind(value: Any) -> Any:
    if isinstance(value, bool):
        return bool
    if isinstance(value, int | float):
        return float
    if isinstance(value, datetime | time):
        return type(value), value.tzinfo is None
    return type(value)


def _equal(left: Any, right: Any) -> bool:
    if isinstance(left, list):
        left = tuple(left)
    return bool(_kind(left) == _kind(right) and left == right)
