"""The parts of a query in words, its variables by names that tell those of one label apart."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from steiner.algebra.exact_query import Query
from steiner.algebra.graph_schema import TEMPORAL
from steiner.algebra.terms import Bound, Measure, Ordering, Overall, Owner, PropertyOf, QueryLink

_SAID = {"count": "number of", "sum": "total", "avg": "average", "min": "lowest", "max": "highest"}
_WHEN = {"min": "earliest", "max": "latest"}


def measured_in_words(measure: Measure) -> str:
    """Name a measure, and the column that holds it: "count", "average price", "latest sentOn"."""
    over = measure.over
    if not isinstance(over, PropertyOf):
        return measure.kind
    said = _SAID | _WHEN if over.kind in TEMPORAL else _SAID
    return f"{said[measure.kind]} {over.name}"


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
        value = f" {bound.value.name}" if isinstance(bound.value, PropertyOf) else value
        value = f" {_SAID[bound.value.kind]} of all" if isinstance(bound.value, Overall) else value
        if isinstance(bound.value, Query):
            named = bound.value.bounds[:1]
            value = f" that of {named[0].value!r}" if named else f" the {_values_said(bound.value)}"
        own = f"{self._name(bound.property.owner)}.{bound.property.name}"
        return f"{'not ' * bound.negated}{own} {bound.operator}{value}"

    def either(self) -> str:
        """Say the branches: "either Person FOUNDED Firm, Person.name = 'Ann' or Firm.staff > 9"."""
        branches = [*map(self._branch, self.query.either)]
        return f"{'either ' * (len(branches) > 1)}{' or '.join(branches)}"

    def asked(self) -> Iterator[str]:
        """Yield what is asked of the rows: "count > 2", "most first", "3 and ties"."""
        query, measure = self.query, self.query.measure
        if measure:
            across = [f"{_SAID[query.across]} of each {self.names[0]}'s"] if query.across else []
            yield " ".join([*across, f"{self._measured(measure)}{_having(measure)}"])
            yield from map(self.condition, measure.part)
        if query.group:
            year = "year of " * (query.group.kind == "year")
            yield f"for each {year}{self._property(query.group)}"
        yield from map(self._said_beside, query.beside)
        if query.order:
            yield self._ordered(query.order)
        yield from (f"all {own.name} of {self._name(own.owner)}" for own in query.listed)
        if query.skip:
            yield f"from number {query.skip + 1} on"
        if query.limit:
            yield f"{query.limit}{' and ties' * query.ties}"

    def beside(self, branch: Query) -> str:
        """Name a measure beside the rows: "number of Film", "average rating"."""
        said, measure = self._within(branch), branch.measure
        assert measure is not None  # By what a query requires.
        counts = measure.kind == "count" and isinstance(measure.over, Owner)
        return f"number of {said._name(_owner(measure))}" if counts else measured_in_words(measure)

    def _said_beside(self, branch: Query) -> str:
        """Say a measure beside the rows: "for each the number of Film, 0 too (…)"."""
        said, measure = self._within(branch), branch.measure
        assert measure is not None
        counts = measure.kind == "count" and isinstance(measure.over, Owner)
        of = self.beside(branch) if counts else said._measured(measure)
        zero = ", 0 too" * (measure.kind == "count" and not measure.having)
        ways = ", ".join(said.conditions())
        return f"for each the {of}{_having(measure)}{zero}{f' ({ways})' * bool(ways)}"

    def _ordered(self, order: Ordering) -> str:
        by = self._property(order.by) if order.by else ""
        if not order.by and self.query.beside:
            by = self.beside(self.query.beside[0])
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
        clear = other and len(query.links) == 1 and len({*query.labels}) == 2
        of = f" of {self._name(owner)}" * bool(query.links and not clear)
        return f"{measured_in_words(measure)}{of}"

    def _property(self, own: PropertyOf) -> str:
        return f"{own.name} of {self._name(own.owner)}" if self.query.links else own.name

    def _step(self, link: QueryLink) -> str:
        ends = self.names[link.source], self.names[link.target]
        many = " and ".join(f"{operator} {value:g}" for operator, value in link.count)
        said = f"{ends[0]} {' or '.join(link.types)} {ends[1]}{', either way' * link.mutual}"
        return f"{said} ({many} each)" if many else said

    def _name(self, owner: Owner) -> str:
        """Name a variable; or a link by its type, of several of one type by what it links."""
        if not owner.is_link:
            return self.names[owner.number]
        link = self.query.links[owner.number]
        alone = [k.types[0] for k in self.query.links].count(link.types[0]) == 1
        return link.types[0] if alone else f"({self._step(link)})"


def _values_said(query: Query) -> str:
    """Say the values of a query that asks for those of a property, or for one number."""
    said = SaidQuery.of(query)
    return "; ".join([said.names[0], *said.conditions(), *said.asked()])


def _owner(measure: Measure) -> Owner:
    return measure.over.owner if isinstance(measure.over, PropertyOf) else measure.over


def _having(measure: Measure) -> str:
    return "".join(f" {operator} {value:g}" for operator, value in measure.having)


def _free(name: str, taken: Collection[str]) -> str:
    """Return a name that is not taken: "Person", "Person 2", "Person 3"."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} {number}"
    return free
