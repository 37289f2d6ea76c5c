"""A query as one read-only Cypher statement: values are parameters, names are quoted.

The way to what is measured or shown is matched; every other branch is `EXISTS`, so that counts
never multiply. Nothing of the question's words reaches the statement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from steiner.algebra import Bound, Measure, Owner, PropertyOf, Query, QueryLink

MOST_ROWS = 1_000
"""Rows of an answer, at most."""
_WITHIN = {"": "{}", "year": "toInteger(substring({}, 0, 4))"}

Allowed = Callable[[str, bool], str]
"""The condition of a filter on a variable (of a relationship where true), "true" without one."""
Quote = Callable[[str], str]


class Statement(NamedTuple):
    """Cypher, its parameters, the names of the columns, and which of them are node ids."""

    text: str
    parameters: dict[str, Any]
    columns: tuple[str, ...]
    nodes: tuple[bool, ...]


def compiled(query: Query, quote: Quote, allowed: Allowed) -> Statement:
    """Return the statement of a query."""
    return _Compiler(query, quote, allowed).statement()


@dataclass
class _Compiler:
    query: Query
    quote: Quote
    allowed: Allowed
    parameters: dict[str, Any] = field(default_factory=dict)

    def statement(self) -> Statement:
        matched = self._matched()
        lines = [f"MATCH {self._node(0)}"]
        lines += [f"MATCH {self._step(link)}" for link in matched]
        bound = [0, *(self._far(link) for link in matched)]
        conditions = [c for v in bound for c in self._of_variable(v, set(matched))]
        conditions += [c for link in matched for c in self._of_link(link)]
        if conditions:
            lines.append("WHERE " + "\n  AND ".join(conditions))
        returned = self._single() if self.query.single else self._rows(matched)
        lines += returned.text.split("\n")
        return returned._replace(text="\n".join(lines), parameters=self.parameters)

    # --- what is matched ----------------------------------------------------------------------
    def _matched(self) -> list[int]:
        query = self.query
        wanted: list[Owner] = []
        if query.measure:
            over = query.measure.over
            wanted.append(over.owner if isinstance(over, PropertyOf) else over)
        if query.order and query.order.by:
            wanted.append(query.order.by.owner)
        if not query.measure:
            wanted += [p.owner for p in query.shown]
            if self._is_chain():
                wanted += [Owner(i, True) for i, k in enumerate(query.links) if not k.negated]
        ways = [link for owner in wanted for link in self._way(owner)]
        return sorted(dict.fromkeys(ways))

    def _is_chain(self) -> bool:
        tree = [min(k.source, k.target) for k in self._tree() if not k.negated]
        return len(set(tree)) == len(tree)

    def _tree(self) -> list[QueryLink]:
        closing = set(self.query.closing())
        return [link for i, link in enumerate(self.query.links) if i not in closing]

    def _way(self, owner: Owner) -> list[int]:
        if owner.is_link:
            return self.query.behind(self._far(owner.number))[0]
        return self.query.behind(owner.number)[0]

    def _far(self, link: int) -> int:
        return max(self.query.links[link].source, self.query.links[link].target)

    # --- patterns -----------------------------------------------------------------------------
    def _node(self, variable: int) -> str:
        label = self.query.labels[variable]
        return f"(v{variable}:{self.quote(label)})" if label else f"(v{variable})"

    def _step(self, number: int) -> str:
        link = self.query.links[number]
        types = "|".join(map(self.quote, link.types))
        far = self._far(number)
        ends = {
            end: self._node(end) if end == far else f"(v{end})"
            for end in (link.source, link.target)
        }
        return f"{ends[link.source]}-[r{number}:{types}]->{ends[link.target]}"

    def _of_variable(self, variable: int, matched: set[int]) -> Iterator[str]:
        if (own := self.allowed(f"v{variable}", False)) != "true":
            yield own
        for bound in self.query.bounds:
            if bound.property.owner == Owner(variable):
                yield self._bound(bound)
        closing = set(self.query.closing())
        for number, link in enumerate(self.query.links):
            if number in closing and self._far(number) == variable:
                yield self._closing(number)
            elif number not in matched | closing and min(link.source, link.target) == variable:
                yield self._branch(number)

    def _closing(self, number: int) -> str:
        link = self.query.links[number]
        types = "|".join(map(self.quote, link.types))
        where = " AND ".join(self._of_link(number))
        step = f"(v{link.source})-[r{number}:{types}]->(v{link.target})"
        no = "NOT " if link.negated else ""
        return f"{no}EXISTS {{ MATCH {step}{' WHERE ' + where if where else ''} }}"

    def _branch(self, number: int) -> str:
        link = self.query.links[number]
        inner = [*self._of_variable(self._far(number), set()), *self._of_link(number)]
        where = f" WHERE {' AND '.join(inner)}" if inner else ""
        return f"{'NOT ' if link.negated else ''}EXISTS {{ MATCH {self._step(number)}{where} }}"

    def _of_link(self, number: int) -> Iterator[str]:
        if (own := self.allowed(f"r{number}", True)) != "true":
            yield own
        for bound in self.query.bounds:
            if bound.property.owner == Owner(number, True):
                yield self._bound(bound)

    # --- conditions ---------------------------------------------------------------------------
    def _value(self, value: Any) -> str:
        name = f"p{len(self.parameters)}"
        self.parameters[name] = value
        return f"${name}"

    def _raw(self, own: PropertyOf) -> str:
        return f"{'r' if own.owner.is_link else 'v'}{own.owner.number}.{self.quote(own.name)}"

    def _comparable(self, own: PropertyOf) -> str:
        raw = self._raw(own)
        if own.kind == "number as text":
            return f"toFloat({raw})"
        if own.kind == "list":
            return f"size({raw})"
        return f"toString({raw})" if own.kind in ("date", "date as text") else raw

    def _bound(self, bound: Bound) -> str:
        raw, own = self._raw(bound.property), self._comparable(bound.property)
        if bound.operator in ("present", "missing"):
            return f"{raw} IS {'NOT ' if bound.operator == 'present' else ''}NULL"
        text = self._compared(bound, raw, own)
        return f"NOT coalesce({text}, false)" if bound.negated else text

    def _compared(self, bound: Bound, raw: str, own: str) -> str:
        value, operator = self._value(bound.value), bound.operator
        words = {"starts": "STARTS WITH", "ends": "ENDS WITH", "contains": "CONTAINS"}
        if operator in words:
            if bound.property.kind == "list":
                exact = f"x {words[operator]} {value}"
                return f"any(x IN {raw} WHERE {exact})"
            return f"toString({raw}) {words[operator]} {value}"
        if operator == "in":
            return f"{raw} IN {value}"
        if operator == "month":
            return f"toInteger(substring({own}, 5, 2)) = {value}"
        if operator.startswith("year"):
            return f"toInteger(substring({own}, 0, 4)) {operator[4:]} {value}"
        if bound.property.kind in ("date", "date as text"):
            return f"substring({own}, 0, 10) {operator} {value}"
        if isinstance(bound.value, str) or bound.property.kind == "text":
            return f"{raw} {operator} {value}"
        return f"{own} {operator} {value}"

    # --- rows ---------------------------------------------------------------------------------
    def _aggregate(self, measure: Measure) -> str:
        if isinstance(measure.over, PropertyOf):
            if measure.kind == "count":
                return f"count(DISTINCT {self._raw(measure.over)})"
            return f"{measure.kind}({self._comparable(measure.over)})"
        name = "r" if measure.over.is_link else "v"
        return f"count(DISTINCT {name}{measure.over.number})"

    def _single(self) -> Statement:
        measure = self.query.measure
        assert measure is not None
        name = _named(measure)
        if measure.having:
            return self._how_many_have(measure)
        lines = []
        if isinstance(measure.over, PropertyOf):
            owner = measure.over.owner
            lines.append(f"WITH DISTINCT {'r' if owner.is_link else 'v'}{owner.number}")
        lines.append(f"RETURN {self._aggregate(measure)} AS {self.quote(name)}")
        return Statement("\n".join(lines), {}, (name,), (False,))

    def _how_many_have(self, measure: Measure) -> Statement:
        """Return the number of roots whose measure is as it has to be."""
        having = " AND ".join(f"measure {op} {self._value(value)}" for op, value in measure.having)
        text = f"WITH v0, {self._aggregate(measure)} AS measure\nWHERE {having}\n"
        return Statement(f"{text}RETURN count(v0) AS count", {}, ("count",), (False,))

    def _rows(self, matched: list[int]) -> Statement:
        query = self.query
        limit = f"LIMIT {self._value(min(query.limit or MOST_ROWS, MOST_ROWS))}"
        if query.measure:
            return self._measured(query.measure, limit)
        shown = [(query.labels[0] or "entity", "id(v0)", True)]
        one_each = self._one_each(matched)
        if query.limit is None or one_each:
            shown += [
                (query.labels[far] or f"entity {far}", f"id(v{far})", True)
                for far in (self._far(link) for link in matched)
            ]
        extra = [*query.shown, *(b.property for b in query.bounds if b.property.owner.is_link)]
        extra += [query.order.by] if query.order and query.order.by else []
        links = {Owner(link, True) for link in matched} | {Owner(0)}
        links |= {Owner(self._far(link)) for link in matched}
        for own in dict.fromkeys(extra):
            if own.owner in links:
                shown.append((own.name, self._raw(own), False))
        returned = self._returned(shown, self._order_of_rows(), limit)
        return returned._replace(text=f"{one_each}{returned.text}")

    def _one_each(self, matched: list[int]) -> str:
        """Return what keeps one example of every other variable, where roots are limited."""
        query = self.query
        if (
            query.limit is None
            or not matched
            or (query.order and query.order.by and query.order.by.owner != Owner(0))
        ):
            return ""
        names = [*(f"v{self._far(link)}" for link in matched), *(f"r{link}" for link in matched)]
        firsts = ", ".join(f"head(collect({name})) AS {name}" for name in names)
        return f"WITH v0, {firsts}\n"

    def _order_of_rows(self) -> str:
        order = self.query.order
        if order is None or order.by is None:
            return "ORDER BY c0"
        way = "DESC" if order.descending else "ASC"
        return (
            f"WITH *, {self._comparable(order.by)} AS key WHERE key IS NOT NULL\nORDER BY key {way}"
        )

    def _returned(self, shown: list[tuple[str, str, bool]], order: str, limit: str) -> Statement:
        names = _distinct([name for name, _, _ in shown])
        columns = ", ".join(f"{text} AS c{i}" for i, (_, text, _) in enumerate(shown))
        if order.startswith("WITH"):
            first, _, by = order.partition("\n")
            text = f"{first}\nWITH DISTINCT {columns}, key\n{by}, c0\n"
            text += "RETURN " + ", ".join(f"c{i}" for i in range(len(shown))) + f" {limit}"
        else:
            text = f"RETURN DISTINCT {columns}\n{order}\n{limit}"
        return Statement(text, {}, tuple(names), tuple(node for _, _, node in shown))

    def _measured(self, measure: Measure, limit: str) -> Statement:
        query = self.query
        key = self._raw(query.group) if query.group else "v0"
        lines = []
        if isinstance(measure.over, PropertyOf) and not query.group:
            name = f"{'r' if measure.over.owner.is_link else 'v'}{measure.over.owner.number}"
            lines.append("WITH DISTINCT " + ", ".join(dict.fromkeys(["v0", name])))
        lines.append(f"WITH {key} AS key, {self._aggregate(measure)} AS measure")
        having = [f"measure {op} {self._value(value)}" for op, value in measure.having]
        lines.append("WHERE " + " AND ".join(["key IS NOT NULL AND measure IS NOT NULL", *having]))
        first = "key" if query.group else "id(key)"
        way = "DESC" if query.order is None or query.order.descending else "ASC"
        if query.order and query.order.by and query.order.by.owner == Owner(0) and not query.group:
            own = f"key.{self.quote(query.order.by.name)}"
            by = f"{own} {'DESC' if query.order.descending else 'ASC'}, c0"
        else:
            by = f"c1 {way}, c0"
        lines.append(f"RETURN {first} AS c0, measure AS c1 ORDER BY {by} {limit}")
        named = query.group.name if query.group else query.labels[0] or "entity"
        names = _distinct([named, _named(measure)])
        return Statement("\n".join(lines), {}, tuple(names), (query.group is None, False))


def _named(measure: Measure) -> str:
    over = measure.over
    return f"{measure.kind} of {over.name}" if isinstance(over, PropertyOf) else "count"


def _distinct(names: list[str]) -> list[str]:
    return [f"{name} {i}" if name in names[:i] else name for i, name in enumerate(names)]
