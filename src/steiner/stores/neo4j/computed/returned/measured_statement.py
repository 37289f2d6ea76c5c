"""What measures and rankings return: one number, or a number for each thing or value."""

from __future__ import annotations

from dataclasses import dataclass

from steiner.algebra import (
    FirstOfEach,
    Measure,
    Owner,
    PropertyOf,
    Query,
    measured_in_words,
    said_of,
    variable_names,
)
from steiner.stores.neo4j.computed.matched.aggregates import aggregate_of, aggregated
from steiner.stores.neo4j.computed.matched.expressions import arithmetic
from steiner.stores.neo4j.computed.matched.patterns import Patterns
from steiner.stores.neo4j.computed.returned.first_of_each import each_column, each_of, first_rows
from steiner.stores.neo4j.computed.statement import LIMIT, Column, Statement, distinct


def extreme_of(query: Query) -> int | None:
    """Return the variable that has the highest or lowest which rows show: the order of a quantity.

    None where that is the root, or nothing is sought.
    """
    measure = query.measure
    if measure is None or measure.kind not in ("min", "max"):
        return None
    over = measure.over
    owner = over.owner if isinstance(over, PropertyOf) else over
    return (query.far(owner.number) if owner.is_link else owner.number) or None


@dataclass
class MeasuredStatement:
    """Makes what a query with a measure returns of what is matched."""

    query: Query
    measure: Measure
    patterns: Patterns

    def single(self) -> Statement:
        """Return the statement of one number."""
        measure, having = self.measure, self._having()
        aggregate = aggregate_of(measure, self.patterns)
        across = self.query.across
        if having or across:
            compared = f"WHERE {' AND '.join(having)}\n" if having else ""
            once = self._once("v0") if across else ""
            text = f"{once}WITH v0, {aggregate} AS measure\n{compared}"
            whole = aggregated(across, "measure") if across else "count(v0)"
            name = f"{said_of(across)} {measured_in_words(measure)}" if across else "count"
            return Statement(f"{text}RETURN {whole} AS c0", {}, (Column(name, "", False),))
        if against := self.query.against:
            aggregate = arithmetic(against.operator, aggregate, self.patterns.value(against.other))
        column = Column(measured_in_words(measure), aggregate, False)
        return Statement(f"{self._once()}RETURN {aggregate} AS c0", {}, (column,))

    def rows(self) -> Statement:
        """Return the statement of a number for each thing or value."""
        if self.query.each:
            return self._first_of_each(self.query.each)
        query, measure, order = self.query, self.measure, self.query.order
        key = self.patterns.raw(query.group) if query.group else "v0"
        best = None if query.group else extreme_of(query)
        once = "" if query.group else self._once("v0")
        if best:
            once = self._first(best)
        first_of = f", head(collect(v{best})) AS best" if best else ""
        lines = [f"{once}WITH {key} AS key, {self._aggregate()} AS measure{first_of}"]
        kept = ["key IS NOT NULL AND measure IS NOT NULL", *self._having()]
        lines.append("WHERE " + " AND ".join(kept))
        by_root = order.by if order and not query.group else None
        by = self.patterns.comparable(by_root, "key") if by_root else "c1"
        way = "DESC" if order is None or order.descending else "ASC"
        first = "key" if query.group else "id(key)"
        also = ", id(best) AS c2" if best else ""
        lines.append(f"RETURN {first} AS c0, measure AS c1{also} ORDER BY {by} {way}, c0\n{LIMIT}")
        root = query.group.said if query.group else query.labels[0] or "entity"
        columns = [Column(root, first, query.group is None)]
        columns.append(Column(measured_in_words(measure), "", False))
        if best:
            name = variable_names(query)[best] or f"entity {best}"
            columns.append(Column(name, "id(best)", True, Owner(best)))
        return Statement("\n".join(lines), {}, distinct(columns), None if by_root else 1)

    def _first_of_each(self, each: FirstOfEach) -> Statement:
        """Return the statement of the things or values of the most, or least, of each of others."""
        query, order, patterns = self.query, self.query.order, self.patterns
        group = query.group
        of = each_of(each, patterns)
        owner = each.of.owner if isinstance(each.of, PropertyOf) else each.of
        once = "" if group else self._once("v0", patterns.variable(owner))
        root = patterns.raw(group) if group else "id(v0)"
        kept = ["c0 IS NOT NULL AND c1 IS NOT NULL", *self._having("c1")]
        lines = [
            f"{once}WITH {root} AS c0, {of} AS each, {self._aggregate()} AS c1",
            f"WHERE {' AND '.join(kept)}",
            "WITH c0, c1, each AS c2, each, c1 AS key",
        ]
        way = "DESC" if order is None or order.descending else "ASC"
        name = "" if isinstance(each.of, PropertyOf) else variable_names(query)[each.of.number]
        columns = [
            Column(group.said if group else query.labels[0] or "entity", root, group is None),
            Column(measured_in_words(self.measure), "", False),
            each_column(each, name),
        ]
        text = "\n".join([*lines, first_rows(each, len(columns), way, patterns)])
        return Statement(text, {}, distinct(columns), 1)

    def _aggregate(self) -> str:
        return aggregate_of(self.measure, self.patterns)

    def _having(self, name: str = "measure") -> list[str]:
        return self.patterns.meets(name, self.measure.having)

    def beside(self, name: str) -> str:
        """Return what gives each root a number, 0 or null where nothing of it is matched."""
        matched = self.patterns.around(self.query.matched(), self.query.labels[0])
        having = self._having(name)
        kept = f"WITH * WHERE {' AND '.join(having)}\n" if having else ""
        returned = f"{self._once()}RETURN {self._aggregate()} AS {name}"
        return f"CALL (v0) {{\n{matched}\n{returned}\n}}\n{kept}"

    def _once(self, *more: str) -> str:
        """Return what keeps a node from being added up once for each way that leads to it."""
        over = self.measure.over
        if not isinstance(over, PropertyOf):
            return ""
        own = self.patterns.variable(over.owner)
        return f"WITH DISTINCT {', '.join(dict.fromkeys([*more, own]))}\n"

    def _first(self, best: int) -> str:
        """Return what puts the nodes in the order in which the first has the highest or lowest."""
        over = self.measure.over
        assert isinstance(over, PropertyOf)
        way = "DESC" if self.measure.kind == "max" else "ASC"
        once = self._once("v0", f"v{best}")
        value = self.patterns.comparable(over)
        return (
            f"{once}WITH * WHERE {value} IS NOT NULL\nWITH * ORDER BY {value} {way}, id(v{best})\n"
        )
