"""Patterns and conditions of a query in Cypher: values are parameters, names are quoted.

Variable i is `vi`, link j is `rj`. What is matched is given; every other branch of the query is
`EXISTS`, so that counts never multiply.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from steiner.algebra import Bound, Owner, PropertyOf, Query

Allowed = Callable[[str, bool], str]
"""The condition of a filter on a variable (of a relationship where true), "true" without one."""
Quote = Callable[[str], str]
_BOOKKEEPING = "SteinerRelation|SteinerIndex|SteinerWalk|SteinerTriple"
_TEXT = {"starts": "STARTS WITH", "ends": "ENDS WITH", "contains": "CONTAINS"}


@dataclass
class Patterns:
    """What a query matches; `parameters` are filled while its parts are written."""

    query: Query
    quote: Quote
    allowed: Allowed
    parameters: dict[str, Any] = field(default_factory=dict)
    ending: str = ""
    """What ends all names but the root's: "_1" in the first branch of a query."""

    def matched(self, links: Collection[int], first: str = "") -> str:
        """Return MATCH and WHERE for the root and these links; `first` is one more condition."""
        lines = [f"MATCH {self.node(0)}"]
        lines += [f"MATCH {self._step(link, self.query.far(link))}" for link in links]
        bound = [0, *(self.query.far(link) for link in links)]
        conditions = [first] if first else []
        conditions += [c for v in bound for c in self._of_variable(v, links)]
        conditions += [c for link in links for c in self._of_link(link)]
        if conditions:
            lines.append("WHERE " + "\n  AND ".join(conditions))
        return "\n".join(lines)

    def beginning(self, variable: int) -> str:
        """Return MATCHes that leave only the roots which one of the nodes $anchor leads to.

        What is asked of them is not looked at again here: it stands in what follows.
        """
        name = self.variable(Owner(variable))
        lines = [f"MATCH ({name}) WHERE id({name}) IN $anchor"]
        way = self.query.way(Owner(variable))
        lines += [f"MATCH {self._step(link, None)}" for link in reversed(way)]
        return "\n".join([*lines, "WITH DISTINCT v0"])

    def node(self, variable: int) -> str:
        """Return the pattern of a variable."""
        label = self.query.labels[variable]
        if not label and not variable:  # What a relationship of the graph leads to is never ours.
            return f"(v0:!({_BOOKKEEPING}))"
        name = self.variable(Owner(variable))
        return f"({name}:{self.quote(label)})" if label else f"({name})"

    def variable(self, owner: Owner) -> str:
        """Return what a variable or link is called."""
        ending = "" if owner == Owner(0) else self.ending
        return f"{'r' if owner.is_link else 'v'}{owner.number}{ending}"

    def value(self, value: Any) -> str:
        """Return a new parameter that holds a value."""
        name = f"p{len(self.parameters)}"
        self.parameters[name] = value
        return f"${name}"

    def raw(self, own: PropertyOf) -> str:
        """Return a property as it is stored; of a day the year, where that is asked for."""
        stored = f"{self.variable(own.owner)}.{self.quote(own.name)}"
        year = f"toInteger(substring(toString({stored}), 0, 4))"
        return year if own.kind == "year" else stored

    def comparable(self, own: PropertyOf) -> str:
        """Return a property as it is compared and added up: numbers in text as numbers."""
        raw = self.raw(own)
        if own.kind == "number as text":
            return f"toFloat({raw})"
        if own.kind in ("list", "length"):
            return f"size({raw})"
        return f"toString({raw})" if own.kind in ("date", "date as text") else raw

    def _step(self, number: int, new: int | None) -> str:
        """Return the pattern of a link; the end that is `new` with its label."""
        link = self.query.links[number]
        types = "|".join(map(self.quote, link.types))
        source, target = (
            self.node(end) if end == new else f"({self.variable(Owner(end))})"
            for end in (link.source, link.target)
        )
        name = self.variable(Owner(number, True))
        return f"{source}-[{name}:{types}]-{'>' * (not link.mutual)}{target}"

    def _of_variable(self, variable: int, matched: Collection[int]) -> Iterator[str]:
        if (own := self.allowed(self.variable(Owner(variable)), False)) != "true":
            yield own
        yield from self._bounds_of(Owner(variable))
        if self.query.either and not variable:
            yield self._either()
        closing = set(self.query.closing())
        for number, link in enumerate(self.query.links):
            if number in closing and self.query.far(number) == variable:
                yield self._exists(number, None, ())
            elif number not in {*matched, *closing} and variable == min(link.source, link.target):
                far = self.query.far(number)
                yield self._exists(number, far, tuple(self._of_variable(far, ())))

    def _either(self) -> str:
        """Return the condition that one of the branches is met, each in names of its own."""
        met: list[str] = []
        for number, branch in enumerate(self.query.either, 1):
            label = branch.labels[0]
            own = [] if label in ("", self.query.labels[0]) else [f"v0:{self.quote(label)}"]
            own += self.branch(branch, number)._of_variable(0, ())
            met.append(f"({' AND '.join(own)})" if len(own) > 1 else "".join(own) or "true")
        either = "\n    OR ".join(met)
        return f"({either})"

    def branch(self, branch: Query, number: int) -> Patterns:
        """Return the patterns of a branch, with names of their own and the same parameters."""
        ending = f"{self.ending}_{number}"
        return Patterns(branch, self.quote, self.allowed, self.parameters, ending)

    def _exists(self, number: int, new: int | None, inner: Collection[str]) -> str:
        link, where = self.query.links[number], " AND ".join([*inner, *self._of_link(number)])
        matched = f"MATCH {self._step(number, new)}{' WHERE ' + where if where else ''}"
        if link.count:
            far = self.variable(Owner(self.query.far(number)))
            distinct = f"{{ {matched} RETURN DISTINCT {far} }}"
            counts = (f"COUNT {distinct} {op} {self.value(n)}" for op, n in link.count)
            return " AND ".join(counts)
        return f"{'NOT ' if link.negated else ''}EXISTS {{ {matched} }}"

    def _of_link(self, number: int) -> Iterator[str]:
        if (own := self.allowed(self.variable(Owner(number, True)), True)) != "true":
            yield own
        yield from self._bounds_of(Owner(number, True))

    def _bounds_of(self, owner: Owner) -> Iterator[str]:
        return (self.condition(b) for b in self.query.bounds if b.property.owner == owner)

    def condition(self, bound: Bound) -> str:
        """Return a condition on a property."""
        raw = self.raw(bound.property)
        if bound.operator in ("present", "missing"):
            return f"{raw} IS {'NOT ' if bound.operator == 'present' else ''}NULL"
        text = self._compared(bound, raw, self.comparable(bound.property))
        return f"NOT coalesce({text}, false)" if bound.negated else text

    def _compared(self, bound: Bound, raw: str, own: str) -> str:
        operator, kind = bound.operator, bound.property.kind
        if isinstance(bound.value, PropertyOf):
            return f"{own} {operator} {self.comparable(bound.value)}"
        value = self.value(bound.value)
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
        if kind in ("date", "date as text"):
            return f"substring({own}, 0, 10) {operator} {value}"
        as_stored = isinstance(bound.value, str) or kind == "text"
        return f"{raw if as_stored else own} {operator} {value}"
