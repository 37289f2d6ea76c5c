"""The parts of a query: variables and links, properties, conditions, a measure, an order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

COMPARISONS = (
    *("=", "<>", "<", "<=", ">", ">=", "divisible"),
    *("in", "contains", "starts", "ends", "year", "month"),
)
PRESENCE = ("present", "missing")
MEASURES = ("count", "sum", "avg", "min", "max", "median", "stdev")
PERCENTILE = "percentile"
"""The measure that has a `percent`: between the two nearest values, as a median is."""
COLLECT = "collect"
"""The measure of a table that is a list: the different values, in their order."""
ITEM = "item"
"""The kind of a key of a table that is each item of a list."""
LOWER = "lower case"
"""The kind of a text in lower case: compared and grouped so, Oslo and OSLO are one."""
DAY_PARTS = ("year", "quarter", "month", "day", "weekday", "hour")
"""Kinds of a property that are a part of a day, as a number; Monday is weekday 1."""
ARITHMETIC = ("+", "-", "*", "/")
DISTANCE = "distance"
"""The operator of two points: metres of longitudes and latitudes, else in what coordinates are."""
DURATIONS = ("days", "months", "years")
MOST_STEPS = 10
"""Relationships that a link over several steps may stand for."""
SHARES = {"share": 1.0, "percentage": 100.0}
"""Measures of which part of the roots meets conditions, and what a whole is."""


class Owner(NamedTuple):
    """A variable (`is_link` false) or a link of a query, by its number."""

    number: int
    is_link: bool = False


class Operand(NamedTuple):
    """What a property is computed with: another one of the same owner by `name`, or a `value`.

    `operator` is one of ARITHMETIC, with a number; or one of DURATIONS, from the property's day to
    the other's, or to a day "2024-01-31": whole days, months or years, below 0 where it is earlier;
    or DISTANCE, to another point, or to that of the one thing that a query gives. `written`: how
    the other property's days are written, as in `PropertyOf`.
    """

    operator: str
    name: str = ""
    value: Any = None
    written: str = ""


class PropertyOf(NamedTuple):
    """A property of a variable or of a link's relationship; `kind`: see `PropertySchema`.

    Of a kind among DAY_PARTS it is that part of a day, of kind "length" how long a text or list is.
    With an `operand` it is a number that is computed, of kind "number". `written`: one of WRITTEN
    where its days are texts written so; a store says it of a query before it runs it.
    """

    owner: Owner
    name: str
    kind: str = "text"
    operand: Operand | None = None
    written: str = ""

    @property
    def said(self) -> str:
        """What it is called: "price", "price - cost", "days from ordered to shipped"."""
        if self.operand is None:
            return self.name
        operator, name, value, _ = self.operand
        other = name or _other_said(value)
        if operator in (*DURATIONS, DISTANCE):
            return f"{operator} from {self.name} to {other}"
        return f"{self.name} {operator} {other}"


def _other_said(value: Any) -> str:
    """Say what a property is computed with; of a query what it names."""
    if bounds := getattr(value, "bounds", ()):
        return str(bounds[0].value)
    coordinates = getattr(value, "coordinates", None)
    if coordinates:
        return f"({', '.join(f'{c:g}' for c in coordinates)})"
    return f"{value:g}" if isinstance(value, int | float) else str(value)


class Overall(NamedTuple):
    """What a condition compares its property with: an aggregate of all that there are of it.

    `kind` is one of MEASURES: the average over every node of the label, or relationship of the
    types, whatever else the query asks of them.
    """

    kind: str


class OfGroup(NamedTuple):
    """What a condition compares its property with: an aggregate of it over its own group.

    `kind` is one of MEASURES; `of`: the variable that a link joins to the property's, or a property
    beside it. "More than the average of their department": over all of the property's label that
    are linked so to the same node, or have the same value, whatever else the query asks of them.
    `values`: in memory the aggregates by the keys of groups, once they are computed.
    """

    kind: str
    of: Owner | PropertyOf
    values: Mapping[Any, Any] | None = None


@dataclass(frozen=True, slots=True)
class QueryLink:
    """A relationship of one of `types` from variable `source` to `target`, as the graph stores it.

    Of no `types` it may be of any. `negated`: there is none, with all that hangs behind it. `count`
    compares how many different nodes it leads to from the nearer end: (operator, number). Both are
    conditions, never matched. `mutual`: it holds both ways, whichever of them is stored. `steps`:
    the most relationships of its types that it may stand for, one behind the other: "who reports,
    directly or indirectly, to Ann" goes up to MOST_STEPS of them, and meets each other node once,
    whatever circles there are.
    """

    types: tuple[str, ...]
    source: int
    target: int
    negated: bool = False
    count: tuple[tuple[str, float], ...] = ()
    mutual: bool = False
    steps: int = 1

    @property
    def is_condition(self) -> bool:
        """Whether it is only asked that there is none, or that there are so many."""
        return self.negated or bool(self.count)


@dataclass(frozen=True, slots=True)
class Bound:
    """A condition on a property: one of COMPARISONS with a value, or one of PRESENCE.

    The value may be another property, of the same variable or link or of another one ("hired before
    their boss"), an `Overall`, an `OfGroup`, or a query, of which it is the value (of "in" all
    values) in the first column.
    """

    property: PropertyOf
    operator: str
    value: Any = None
    negated: bool = False

    def of(self) -> tuple[Owner, ...]:
        """Return the variables and links that it compares: its property's, and the other's."""
        other = self.value.of if isinstance(self.value, OfGroup) else self.value
        other = other.owner if isinstance(other, PropertyOf) else other
        return (self.property.owner, other) if isinstance(other, Owner) else (self.property.owner,)


def is_one(owner: Owner, name: str | None, bounds: Iterable[Bound]) -> bool:
    """Say whether conditions let a variable stand for one thing: by its `name` it is one."""
    own = (b for b in bounds if b.property.owner == owner and not b.negated)
    return any(b.operator == "=" and b.property.name == name for b in own)


@dataclass(frozen=True, slots=True)
class Measure:
    """An aggregate over what belongs to each root: one of MEASURES, PERCENTILE, or of SHARES.

    `over`: the variable or link that is counted, or the property that is added up. `having`
    compares the result: (operator, number). Of a share, `part` are the root's conditions that the
    part of the roots meets. Of a percentile, `percent` is which one, from 0 to 100.
    """

    kind: str
    over: Owner | PropertyOf
    having: tuple[tuple[str, float], ...] = ()
    part: tuple[Bound, ...] = ()
    percent: float = 0.0


@dataclass(frozen=True, slots=True)
class Ordering:
    """Rows by the measure (`by` None) or by a property of the root or a link."""

    by: PropertyOf | None
    descending: bool


class FirstOfEach(NamedTuple):
    """How many rows are asked for of each variable, or value of a property, in their order.

    What ties with the last of them is asked for, too: "the highest paid employee of each
    department", of which there may be two.
    """

    of: Owner | PropertyOf
    most: int = 1


class Between(NamedTuple):
    """A number of the first two measures beside each root: `operator` is one of ARITHMETIC.

    `having` compares it: "the customers with more orders than reviews" is "-" and (">", 0).
    """

    operator: str
    having: tuple[tuple[str, float], ...] = ()


class Against(NamedTuple):
    """What one number is computed with by one of ARITHMETIC: that of another query, once settled.

    "How much more do engineers earn on average than clerks", "which part of all sales is theirs".
    """

    operator: str
    other: Any
