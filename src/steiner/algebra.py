"""The algebra of exact questions: what is asked for, linked variables, conditions, a measure.

"the five suppliers with the most products" is root Supplier, a link SUPPLIES to Product, a count of
it, most first, 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

COMPARISONS = (
    *("=", "<>", "<", "<=", ">", ">=", "divisible"),
    *("in", "contains", "starts", "ends", "year", "month"),
)
PRESENCE = ("present", "missing")
MEASURES = ("count", "sum", "avg", "min", "max")
SHARES = {"share": 1.0, "percentage": 100.0}
"""Measures of which part of the roots meets conditions, and what a whole is."""
MOST_LISTED = 100
"""Values in a cell that lists them."""
MOST_ROWS = 1_000
"""Rows of a table; its `total` tells how many there are."""


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
    """

    types: tuple[str, ...]
    source: int
    target: int
    negated: bool = False
    count: tuple[tuple[str, float], ...] = ()

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


@dataclass(frozen=True, slots=True)
class Query:
    """What a question computes.

    `labels` of the variables ("" where any), the root first; variable i + 1 is reached by the
    links. `group`: rows are the values of a property of the root, not the root itself. `single`:
    one row, the measure over everything, or, where `across` names one of MEASURES, that over the
    measures of all roots: the average number of orders that a customer has. `shown`: properties
    beside the root; `listed`: those of which all values stand in one cell, where rows are limited:
    "the 3 oldest directors and their films". `ties`: what is as good as the last row within `limit`
    is asked for, too: all who acted in the newest film. `skip`: rows before the first that is
    asked for: 1 for "the second highest".
    """

    labels: tuple[str, ...]
    links: tuple[QueryLink, ...] = ()
    bounds: tuple[Bound, ...] = ()
    measure: Measure | None = None
    group: PropertyOf | None = None
    single: bool = False
    order: Ordering | None = None
    limit: int | None = None
    shown: tuple[PropertyOf, ...] = ()
    ties: bool = False
    listed: tuple[PropertyOf, ...] = ()
    across: str = ""
    skip: int = 0

    def way(self, owner: Owner) -> list[int]:
        """Return the links from the root to a variable, or to a link and over it."""
        variable = self.far(owner.number) if owner.is_link else owner.number
        way: list[int] = []
        while variable:
            number = self.entering(variable)
            way.append(number)
            variable = min(self.links[number].source, self.links[number].target)
        return way[::-1]

    def far(self, link: int) -> int:
        """Return the end of a link that is further from the root."""
        return max(self.links[link].source, self.links[link].target)

    def tree(self) -> list[int]:
        """Return the links that are no closing ones."""
        closing = set(self.closing())
        return [number for number in range(len(self.links)) if number not in closing]

    def is_condition(self, link: int) -> bool:
        """Say whether a link, or one on the way to it, is never matched."""
        return any(self.links[number].is_condition for number in self.way(Owner(link, True)))

    def is_chain(self) -> bool:
        """Say whether no two links that are matched leave the same variable."""
        matched = (self.links[k] for k in self.tree() if not self.is_condition(k))
        nearer = [min(link.source, link.target) for link in matched]
        return len(set(nearer)) == len(nearer)

    def entering(self, variable: int) -> int:
        """Return the link by which the tree reaches a variable: its first one."""
        ends = ((i, link) for i, link in enumerate(self.links))
        return next(i for i, k in ends if max(k.source, k.target) == variable)

    def closing(self) -> Iterator[int]:
        """Yield the links that join two variables which the tree has reached already."""
        reached: set[int] = set()
        for number, link in enumerate(self.links):
            far = max(link.source, link.target)
            if far in reached:
                yield number
            reached.add(far)


def settled(query: Query, column: Callable[[Query], list[Any]]) -> Query:
    """Return a query that compares values where it compared an `Overall` or another query's.

    `column` computes the first column of a query; stores settle a query before they run it.
    """
    bounds = tuple(_settled(query, bound, column) for bound in query.bounds)
    return query if bounds == query.bounds else replace(query, bounds=bounds)


def _settled(query: Query, bound: Bound, column: Callable[[Query], list[Any]]) -> Bound:
    if isinstance(bound.value, Overall):
        return replace(bound, value=column(_overall(query, bound))[0])
    if not isinstance(bound.value, Query):
        return bound
    values, kind = column(bound.value), bound.property.kind
    if bound.operator == "in":
        return replace(bound, value=values)
    # Of several of one name it is not clear whose it is: nothing is more than that.
    value = values[0] if len(values) == 1 else None
    if value is not None and kind in ("date", "date as text"):
        value = str(value)[:10]
    return replace(bound, value=float(value) if value and kind == "number as text" else value)


def _overall(query: Query, bound: Bound) -> Query:
    """Return the query of one number over all that have the property of a bound."""
    own, owner = bound.property, bound.property.owner
    over = own._replace(owner=Owner(0, owner.is_link))
    measure = Measure(bound.value.kind, over)
    if not owner.is_link:
        return Query((query.labels[owner.number],), measure=measure, single=True)
    link = query.links[owner.number]
    ends = (query.labels[link.source], query.labels[link.target])
    return Query(ends, (QueryLink(link.types, 0, 1),), measure=measure, single=True)


def in_words(query: Query) -> str:
    """Say a query in one line: "Supplier - SUPPLIES - Product: count, most first, 5"."""
    root = query.labels[0] or "anything"
    parts = [f"{'without ' if k.negated else ''}{_step(query, k)}" for k in query.links]
    bounds = [condition_in_words(query, bound) for bound in query.bounds]
    across = [f"{_SAID[query.across]} of each {root}'s"] if query.across else []
    asked = [" ".join([*across, _measured(query.measure)])] if query.measure else []
    asked += [condition_in_words(query, b) for b in query.measure.part] if query.measure else []
    if query.group:
        year = "year of " if query.group.kind == "year" else ""
        asked.append(f"for each {year}{query.group.name}")
    if query.order:
        by = query.order.by.name if query.order.by else ""
        way = "most first" if query.order.descending else "least first"
        asked.append(f"{by} {way}".strip())
    asked += [f"all {own.name} of {query.labels[own.owner.number]}" for own in query.listed]
    if query.skip:
        asked.append(f"from number {query.skip + 1} on")
    asked += [f"{query.limit}{' and ties' if query.ties else ''}"] if query.limit else []
    said = "; ".join([root, *parts, *bounds])
    return f"{said}: {', '.join(asked)}" if asked else said


def _step(query: Query, link: QueryLink) -> str:
    ends = [query.labels[link.source] or "anything", query.labels[link.target] or "anything"]
    many = " and ".join(f"{operator} {value:g}" for operator, value in link.count)
    said = f"{ends[0]} {' or '.join(link.types)} {ends[1]}"
    return f"{said} ({many} each)" if many else said


def condition_in_words(query: Query, bound: Bound) -> str:
    """Say a condition: "Product.unitPrice > 20"."""
    owner = bound.property.owner
    of = query.links[owner.number].types[0] if owner.is_link else query.labels[owner.number]
    value = "" if bound.value is None else f" {bound.value!r}"
    value = f" {bound.value.name}" if isinstance(bound.value, PropertyOf) else value
    value = f" {_SAID[bound.value.kind]} of all" if isinstance(bound.value, Overall) else value
    if isinstance(bound.value, Query):
        value = f" that of {bound.value.bounds[0].value!r}"
    return f"{'not ' if bound.negated else ''}{of}.{bound.property.name} {bound.operator}{value}"


_SAID = {"count": "number of", "sum": "total", "avg": "average", "min": "lowest", "max": "highest"}
_WHEN = {"min": "earliest", "max": "latest"}


def measured_in_words(measure: Measure) -> str:
    """Name a measure, and the column that holds it: "count", "average price", "latest sentOn"."""
    over = measure.over
    if not isinstance(over, PropertyOf):
        return measure.kind
    said = _SAID | _WHEN if over.kind in ("date", "date as text") else _SAID
    return f"{said[measure.kind]} {over.name}"


def said_of(kind: str) -> str:
    """Name one of MEASURES: "average" for avg."""
    return _SAID[kind]


def _measured(measure: Measure) -> str:
    said = measured_in_words(measure)
    return " ".join([said, *(f"{operator} {value:g}" for operator, value in measure.having)])
