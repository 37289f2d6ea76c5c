"""The parts of a query in words, its variables by names that tell those of one label apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from steiner.algebra.exact_query import Query
from steiner.algebra.grouped_rows import Grouping
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.algebra.terms import (
    COLLECT,
    DAY_PARTS,
    ITEM,
    LOWER,
    PERCENTILE,
    Between,
    Bound,
    Measure,
    OfGroup,
    Ordering,
    Overall,
    Owner,
    PropertyOf,
    QueryLink,
)

_SAID = {
    **{"count": "number of", "sum": "total", "avg": "average", "min": "lowest", "max": "highest"},
    **{"median": "median", "stdev": "standard deviation", COLLECT: "all"},
}
_WHEN = {"min": "earliest", "max": "latest"}


def measured_in_words(measure: Measure) -> str:
    """Name a measure, and the column that holds it: "count", "average price", "latest sentOn"."""
    over = measure.over
    if not isinstance(over, PropertyOf):
        return measure.kind
    if measure.kind == PERCENTILE:
        return f"percentile {measure.percent:g} of {property_in_words(over)}"
    said = _SAID | _WHEN if over.kind in TEMPORAL else _SAID
    of = "of " * (measure.kind == "stdev")
    return f"{said[measure.kind]} {of}{property_in_words(over)}"


def property_in_words(own: PropertyOf) -> str:
    """Name a property as it is computed: "price - cost", "month of orderDate", "length of name"."""
    part = f"{own.kind} of " * (own.kind in (*DAY_PARTS, "length", ITEM, LOWER))
    return f"{part}{own.said}"


def said_of(kind: str) -> str:
    """Name one of MEASURES: "average" for avg."""
    return _SAID[kind]


@dataclass(frozen=True, slots=True)
class SaidQuery:
    """Says the parts of a query; `names` are those of its variables: "Employee", "Employee 2"."""

    query: Query
    names: tuple[str, ...]

    @classmethod
    def of(cls, query: Query, root: str = "", taken: Collection[str] = ()) -> SaidQuery:
        """Name the variables; the root of a branch has a name, and others are `taken`."""
        names = [root or query.labels[0] or "anything"]
        for label in query.labels[1:]:
            names.append(_free(label or "anything", {*names, *taken}))
        return cls(query, tuple(names))

    def conditions(self) -> Iterator[str]:
        """Yield what rows meet: "without Ship VISITED Harbour", "Ship.price > 20"."""
        yield from (f"{'without ' * k.negated}{self._step(k)}" for k in self.query.links)
        yield from map(self.condition, self.query.bounds)
        if self.query.either:
            yield self.either()

    def condition(self, bound: Bound) -> str:
        """Say a condition: "Product.unitPrice > 20"."""
        value = "" if bound.value is None else f" {bound.value!r}"
        if isinstance(bound.value, PropertyOf):
            near = bound.value.owner == bound.property.owner
            value = f" {bound.value.said if near else self._compared(bound.value)}"
        value = f" {_SAID[bound.value.kind]} of all" if isinstance(bound.value, Overall) else value
        if isinstance(bound.value, OfGroup):
            of = bound.value.of
            own = self._name(of) if isinstance(of, Owner) else property_in_words(of)
            value = f" {_SAID[bound.value.kind]} of all of the same {own}"
        if isinstance(bound.value, Query):
            named = bound.value.bounds[:1]
            value = f" that of {named[0].value!r}" if named else f" the {_values_said(bound.value)}"
        compared = self._compared(bound.property)
        return f"{'not ' * bound.negated}{compared} {bound.operator}{value}"

    def _compared(self, own: PropertyOf) -> str:
        """Name what is compared: "Product.price", "(price - cost of Product)"."""
        said, owner = property_in_words(own), self._name(own.owner)
        return f"{owner}.{said}" if said == own.name else f"({said} of {owner})"

    def either(self) -> str:
        """Say the branches: "either Person FOUNDED Firm, Person.name = 'Ann' or Firm.staff > 9"."""
        branches = [*map(self._branch, self.query.either)]
        return f"{'either ' * (len(branches) > 1)}{' or '.join(branches)}"

    def asked(self) -> Iterator[str]:
        """Yield what is asked of the rows: "count > 2", "most first", "3 and ties"."""
        query, measure = self.query, self.query.measure
        if measure:
            across = [f"{_SAID[query.across]} of each {self.names[0]}'s"] if query.across else []
            yield " ".join([*across, f"{self._measured(measure)}{_having(measure.having)}"])
            yield from map(self.condition, measure.part)
        if query.against:
            yield f"{query.against.operator} {_other_said(query.against.other)}"
        if query.grouping:
            yield from self._grouped(query.grouping)
        if query.path is not None:
            ends = query.links[query.path]
            near, far = sorted((ends.source, ends.target))
            yield f"a shortest way from {self.names[near]} to {self.names[far]}"
        if query.group:
            yield f"for each {self._property(query.group)}"
        yield from map(self._said_beside, query.beside)
        if query.between:
            yield f"{self.between(query.between)}{_having(query.between.having)}"
        if query.order:
            yield self._ordered(query.order)
        if query.each:
            of = query.each.of
            said = self._property(of) if isinstance(of, PropertyOf) else self._name(of)
            yield f"the first {query.each.most} of each {said} and ties"
        yield from (
            f"all {property_in_words(own)} of {self._name(own.owner)}" for own in query.listed
        )
        if query.skip:
            yield f"from number {query.skip + 1} on"
        if query.limit:
            is_any = query.order is None and query.path is None
            yield f"{'any ' * is_any}{query.limit}{' and ties' * query.ties}"

    def columns(self) -> Iterator[str]:
        """Name the columns of a table: its keys, then what is measured."""
        grouping = self.query.grouping or Grouping((Owner(0),))
        for own in grouping.by:
            yield property_in_words(own) if isinstance(own, PropertyOf) else self._name(own)
        for measure in grouping.measures:
            counts = isinstance(measure.over, Owner) and measure.kind == "count"
            named = f"number of {self._name(_owner(measure))}"
            yield named if counts else measured_in_words(measure)

    def _grouped(self, grouping: Grouping) -> Iterator[str]:
        """Say measures and keys: "count of Order > 2", "for each country and year of date"."""
        for measure in grouping.measures:
            yield f"{self._measured(measure)}{_having(measure.having)}"
            yield from map(self.condition, measure.part)
        by = [
            self._property(own) if isinstance(own, PropertyOf) else self._name(own)
            for own in grouping.by
        ]
        if grouping.pairs:
            by[:2] = [f"pair of {by[0]} and {by[1]}"]
        if by:
            yield f"for each {' and '.join(by)}"

    def beside(self, branch: Query) -> str:
        """Name a measure beside the rows: "number of Film", "average rating"."""
        said, measure = self._within(branch), branch.measure
        assert measure is not None  # By what a query requires.
        counts = measure.kind == "count" and isinstance(measure.over, Owner)
        return f"number of {said._name(_owner(measure))}" if counts else measured_in_words(measure)

    def between(self, between: Between) -> str:
        """Name what is computed of two measures: "number of Film / number of Award"."""
        return f" {between.operator} ".join(map(self.beside, self.query.beside[:2]))

    def _said_beside(self, branch: Query) -> str:
        """Say a measure beside the rows: "for each the number of Film, 0 too (…)"."""
        said, measure = self._within(branch), branch.measure
        assert measure is not None
        counts = measure.kind == "count" and isinstance(measure.over, Owner)
        of = self.beside(branch) if counts else said._measured(measure)
        having = _having(measure.having)
        zero = ", 0 too" * (measure.kind == "count" and not measure.having)
        ways = ", ".join(said.conditions())
        return f"for each the {of}{having}{zero}{f' ({ways})' * bool(ways)}"

    def _ordered(self, order: Ordering) -> str:
        by = self._property(order.by) if order.by else ""
        if not order.by and self.query.beside:
            between = self.query.between
            by = self.between(between) if between else self.beside(self.query.beside[0])
        return f"{by} {'most' if order.descending else 'least'} first".strip()

    def _branch(self, branch: Query) -> str:
        said, label = self._within(branch), branch.labels[0]
        own = [] if label in ("", self.query.labels[0]) else [f"a {label}"]
        parts = ", ".join([*own, *said.conditions()]) or "anything"
        return f"({parts})" if branch.either else parts

    def _within(self, branch: Query) -> SaidQuery:
        same = branch.labels[0] in ("", self.query.labels[0])
        return SaidQuery.of(branch, self.names[0] if same else "", self.names)

    def _measured(self, measure: Measure) -> str:
        """Say a measure, and of what where that is not clear.

        It is in "Captain; Captain COMMANDED Ship: count", the number of ships for each captain.
        """
        query, owner = self.query, _owner(measure)
        other = isinstance(measure.over, Owner) and owner != Owner(0) and not query.single
        clear = other and not query.grouping and len(query.links) == 1 and len({*query.labels}) == 2
        of = f" of {self._name(owner)}" * bool(query.links and not clear)
        return f"{measured_in_words(measure)}{of}"

    def _property(self, own: PropertyOf) -> str:
        said = property_in_words(own)
        return f"{said} of {self._name(own.owner)}" if self.query.links else said

    def _step(self, link: QueryLink) -> str:
        ends = self.names[link.source], self.names[link.target]
        many = " and ".join(f"{operator} {value:g}" for operator, value in link.count)
        verb = " or ".join(link.types) or "linked to"
        said = f"{ends[0]} {verb} {ends[1]}{', either way' * link.mutual}"
        said += f", in up to {link.steps} steps" * (link.steps > 1)
        return f"{said} ({many} each)" if many else said

    def _name(self, owner: Owner) -> str:
        """Name a variable; or a link by its type, of several of one type by what it links."""
        if not owner.is_link:
            return self.names[owner.number]
        link = self.query.links[owner.number]
        alone = [k.types[:1] for k in self.query.links].count(link.types[:1]) == 1
        return link.types[0] if alone and link.types else f"({self._step(link)})"


def _values_said(query: Query) -> str:
    """Say the values of a query that asks for those of a property, or for one number."""
    said = SaidQuery.of(query)
    return "; ".join([said.names[0], *said.conditions(), *said.asked()])


def _other_said(other: object) -> str:
    return f"({_values_said(other)})" if isinstance(other, Query) else str(other)


def _owner(measure: Measure) -> Owner:
    return measure.over.owner if isinstance(measure.over, PropertyOf) else measure.over


def _having(having: Iterable[tuple[str, float]]) -> str:
    return "".join(f" {operator} {value:g}" for operator, value in having)


def _free(name: str, taken: Collection[str]) -> str:
    """Return a name that is not taken: "Person", "Person 2", "Person 3"."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} {number}"
    return free
