"""The parts of a query: variables and links, properties, conditions, a measure, an order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

COMPARISONS = (
    *("=", "<>", "<", "<=", ">", ">=", "divisible"),
    *("in", "contains", "starts", "ends", "year", "month"),
)
PRESENCE = ("present", "missing")
MEASURES = ("count", "sum", "avg", "min", "max")
MOST_STEPS = 10
"""Relationships that a link over several steps may stand for."""
SHARES = {"share": 1.0, "percentage": 100.0}
"""Measures of which part of the roots meets conditions, and what a whole is."""


class Owner(NamedTuple):
    """A variable (`is_link` false) or a link of a query, by its number."""

    number: int
    is_link: bool = False


class PropertyOf(NamedTuple):
    """A property of a variable or of a link's relationship; `kind`: see `PropertySchema`.

    Of kind "year" it is the year of a day.
    """

    owner: Owner
    name: str
    kind: str = "text"


class Overall(NamedTuple):
    """What a condition compares its property with: an aggregate of all that there are of it.

    `kind` is one of MEASURES: the average over every node of the label, or relationship of the
    types, whatever else the query asks of them.
    """

    kind: str


@dataclass(frozen=True, slots=True)
class QueryLink:
    """A relationship of one of `types` from variable `source` to `target`, as the graph stores it.

    `negated`: there is none, with all that hangs behind it. `count` compares how many different
    nodes it leads to from the nearer end: (operator, number). Both are conditions, never matched.
    `mutual`: it holds both ways, whichever of them is stored. `steps`: the most relationships of
    its types that it may stand for, one behind the other: "who reports, directly or indirectly, to
    Ann" goes up to MOST_STEPS of them, and meets each other node once, whatever circles there are.
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

    The value may be another property of the same variable or link, an `Overall`, or a query, of
    which it is the value (of "in" all values) in the first column.
    """

    property: PropertyOf
    operator: str
    value: Any = None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Measure:
    """An aggregate over what belongs to each root: `kind` is one of MEASURES, or of SHARES.

    `over`: the variable or link that is counted, or the property that is added up. `having`
    compares the result: (operator, number). Of a share, `part` are the root's conditions that the
    part of the roots meets.
    """

    kind: str
    over: Owner | PropertyOf
    having: tuple[tuple[str, float], ...] = ()
    part: tuple[Bound, ...] = ()


@dataclass(frozen=True, slots=True)
class Ordering:
    """Rows by the measure (`by` None) or by a property of the root or a link."""

    by: PropertyOf | None
    descending: bool
