"""A query as one read-only Cypher statement, and one that fetches what proves its rows.

Nothing of the question's words reaches a statement.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from steiner.algebra import (
    MOST_LISTED,
    MOST_ROWS,
    SHARES,
    Measure,
    Owner,
    PropertyOf,
    Query,
    measured_in_words,
    said_of,
)
from steiner.stores.neo4j.computed.patterns import Allowed, Patterns, Quote

LIMIT = "LIMIT $limit"
FIRST = "LIMIT 1"
Rows = list[list[Any]]
WINNERS, EACH, WHOLE = 25, 12, 100
"""First rows that are proved, matches of each that are read, and matches of one number."""


class Column(NamedTuple):
    """A column of the rows: its name, its Cypher, and whether it is the id of a node.

    `of`: the variable or property that it holds, None for a result of computing; `every`: all its
    values in a list.
    """

    name: str
    text: str
    is_node: bool
    of: Owner | PropertyOf | None = None
    every: bool = False


class Statement(NamedTuple):
    """Cypher that ends in LIMIT where it has several rows, its parameters, its columns.

    `ordered`: the column that the rows are ordered by, None where by none that is shown.
    `matched`: the links that rows are made of. `one_each`: a row for each root, whatever else it
    holds is one example. `ties`: rows as good as the last are asked for.
    """

    text: str
    parameters: dict[str, Any]
    columns: tuple[Column, ...]
    ordered: int | None = None
    matched: tuple[int, ...] = ()
    one_each: bool = False
    ties: bool = False

    def cut(self, rows: Rows) -> tuple[Rows, Rows]:
        """Return the rows up to the query's limit, and those behind it as good as the last.

        Of counts 9, 7, 7, 4 and limit 2 it is 9, 7 and the other 7; with `ties` all three and none.
        """
        limit, by = self.parameters.get("limit", 1), self.ordered
        kept, rest = rows[:limit], rows[limit:MOST_ROWS]
        if by is None or not rest:
            return kept, []
        tied = [row for row in rest if row[by] == kept[-1][by]]
        return ([*kept, *tied], []) if self.ties else (kept, tied)


def compiled(query: Query, quote: Quote, allowed: Allowed) -> Statement:
    """Return the statement of a query, "limit" among its parameters."""
    return _Rows(query, Patterns(query, quote, allowed)).statement()


def proving(query: Query, quote: Quote, allowed: Allowed) -> Statement:
    """Return the statement of what is matched for each of $winners, at most $each of them.

    Winners are ids of roots, or values of the grouping property; of a number ($winners is
    [null]) whatever matches. A row has two columns: ids of nodes, ids of relationships.
    """
    patterns = Patterns(query, quote, allowed)
    links = [i for i in query.tree() if not query.is_condition(i)]
    of = patterns.raw(query.group) if query.group else "id(v0)"
    inner = patterns.matched(links, "" if query.single else f"{of} = winner")
    nodes = ", ".join(f"id(v{variable})" for variable in (0, *map(query.far, links)))
    edges = ", ".join(f"id(r{link})" for link in links)
    text = f"""UNWIND $winners AS winner
CALL (winner) {{
{inner}
RETURN [{nodes}] AS nodes, [{edges}] AS edges
LIMIT $each
}}
RETURN nodes, edges"""
    return Statement(text, patterns.parameters, ())


def probing(query: Query, quote: Quote, allowed: Allowed) -> Statement:
    """Return the statement of one row where anything is matched at all, of none otherwise."""
    patterns = Patterns(query, quote, allowed)
    links = [i for i in query.tree() if not query.is_condition(i)]
    text = f"{patterns.matched(links)}\nRETURN true AS matched {FIRST}"
    return Statement(text, patterns.parameters, ())


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
class _Rows:
    query: Query
    patterns: Patterns

    def statement(self) -> Statement:
        matched = self._matched()
        text = self.patterns.matched(matched)
        made = self._single() if self.query.single else self._rows(matched)
        parameters = {**self.patterns.parameters}
        if made.text.endswith(LIMIT):
            parameters["limit"] = min(self.query.limit or MOST_ROWS, MOST_ROWS)
        if self.query.skip:
            parameters["skip"] = self.query.skip
            made = made._replace(text=f"{made.text.removesuffix(LIMIT)}SKIP $skip\n{LIMIT}")
        return made._replace(
            text=f"{text}\n{made.text}",
            parameters=parameters,
            matched=tuple(matched),
            ties=self.query.ties,
        )

    def _matched(self) -> list[int]:
        """Return the links on the way to what is measured, ordered by or shown."""
        query = self.query
        wanted: list[Owner] = []
        if query.measure:
            over = query.measure.over
            wanted.append(over.owner if isinstance(over, PropertyOf) else over)
        if query.order and query.order.by:
            wanted.append(query.order.by.owner)
        if not query.measure:
            wanted += [p.owner for p in (*query.shown, *query.listed)]
            if query.is_chain():
                numbers = range(len(query.links))
                wanted += [Owner(i, True) for i in numbers if not query.is_condition(i)]
        return sorted({link for owner in wanted for link in query.way(owner)})

    def _aggregate(self, measure: Measure) -> str:
        over = measure.over
        if measure.kind in SHARES:
            part = " AND ".join(map(self.patterns.condition, measure.part))
            return f"avg(CASE WHEN {part} THEN {SHARES[measure.kind]} ELSE 0.0 END)"
        if not isinstance(over, PropertyOf):
            return f"count(DISTINCT {self.patterns.variable(over)})"
        if measure.kind == "count":
            return f"count(DISTINCT {self.patterns.raw(over)})"
        return f"{measure.kind}({self.patterns.comparable(over)})"

    def _having(self, measure: Measure) -> list[str]:
        return [f"measure {op} {self.patterns.value(value)}" for op, value in measure.having]

    def _once(self, measure: Measure, *more: str) -> str:
        """Return what keeps a node from being added up once for each way that leads to it."""
        if not isinstance(measure.over, PropertyOf):
            return ""
        own = self.patterns.variable(measure.over.owner)
        return f"WITH DISTINCT {', '.join(dict.fromkeys([*more, own]))}\n"

    def _single(self) -> Statement:
        measure = self.query.measure
        assert measure is not None
        aggregate, having = self._aggregate(measure), self._having(measure)
        across = self.query.across
        if having or across:
            compared = f"WHERE {' AND '.join(having)}\n" if having else ""
            once = self._once(measure, "v0") if across else ""
            text = f"{once}WITH v0, {aggregate} AS measure\n{compared}"
            whole = f"{across}(measure)" if across else "count(v0)"
            name = f"{said_of(across)} {measured_in_words(measure)}" if across else "count"
            return Statement(f"{text}RETURN {whole} AS c0", {}, (Column(name, "", False),))
        column = Column(measured_in_words(measure), aggregate, False)
        return Statement(f"{self._once(measure)}RETURN {aggregate} AS c0", {}, (column,))

    def _rows(self, matched: list[int]) -> Statement:
        query = self.query
        if query.measure:
            return self._measured(query.measure)
        if query.group:
            return self._values(query.group)
        one_each = self._one_each(matched)
        columns = [Column(query.labels[0] or "entity", "id(v0)", True, Owner(0))]
        listed = query.listed if one_each else ()
        if query.limit is None or one_each:
            columns += [
                Column(query.labels[far] or f"entity {far}", f"id(v{far})", True, Owner(far))
                for far in map(query.far, matched)
                if Owner(far) not in {own.owner for own in listed}
            ]
        columns += [
            Column(f"{query.labels[own.owner.number]} {own.name}", f"all{i}", False, own, True)
            for i, own in enumerate(listed)
        ]
        by = query.order.by if query.order else None
        extra = [*query.shown, *(b.property for b in query.bounds if b.property.owner.is_link)]
        extra += [by] if by else []
        present = {Owner(0), *(Owner(i, True) for i in matched)}
        present |= {Owner(query.far(i)) for i in matched}
        extra = [own for own in dict.fromkeys(extra) if own.owner in present and own not in listed]
        ordered = len(columns) + extra.index(by) if by in extra else None
        columns += [Column(own.name, self.patterns.raw(own), False, own) for own in extra]
        text = f"{one_each}{self._returned(columns, by)}"
        return Statement(text, {}, _distinct(columns), ordered, one_each=bool(one_each))

    def _values(self, own: PropertyOf) -> Statement:
        """Return the values of a property, each once."""
        value = self.patterns.raw(own)
        text = f"WITH DISTINCT {value} AS c0\nWHERE c0 IS NOT NULL\nRETURN c0\nORDER BY c0\n{LIMIT}"
        return Statement(text, {}, (Column(own.name, value, False),), 0)

    def _one_each(self, matched: list[int]) -> str:
        """Return what keeps one example of every other variable, where roots are limited.

        Of what is `listed` all values are kept beside it.
        """
        query = self.query
        by = query.order.by if query.order else None
        if query.limit is None or not matched or (by and by.owner != Owner(0)):
            return ""
        names = [*(f"v{query.far(link)}" for link in matched), *(f"r{link}" for link in matched)]
        kept = [f"head(collect({name})) AS {name}" for name in names]
        values = [self.patterns.raw(own) for own in query.listed]
        kept += [
            f"collect(DISTINCT {value})[..{MOST_LISTED}] AS all{i}"
            for i, value in enumerate(values)
        ]
        ordered = f"WITH * ORDER BY {', '.join(values)}\n" if values else ""
        return f"{ordered}WITH v0, {', '.join(kept)}\n"

    def _returned(self, columns: list[Column], by: PropertyOf | None) -> str:
        named = ", ".join(f"{column.text} AS c{i}" for i, column in enumerate(columns))
        # By all columns, so that a limit always leaves the same rows.
        numbers = ", ".join(f"c{i}" for i in range(len(columns)))
        if by is None or self.query.order is None:
            return f"RETURN DISTINCT {named}\nORDER BY {numbers}\n{LIMIT}"
        way = "DESC" if self.query.order.descending else "ASC"
        return (
            f"WITH *, {self.patterns.comparable(by)} AS key WHERE key IS NOT NULL\n"
            f"WITH DISTINCT {named}, key\nORDER BY key {way}, {numbers}\nRETURN {numbers} {LIMIT}"
        )

    def _measured(self, measure: Measure) -> Statement:
        query, order = self.query, self.query.order
        key = self.patterns.raw(query.group) if query.group else "v0"
        best = None if query.group else extreme_of(query)
        once = "" if query.group else self._once(measure, "v0")
        if best:
            once = self._first(measure, best)
        first_of = f", head(collect(v{best})) AS best" if best else ""
        lines = [f"{once}WITH {key} AS key, {self._aggregate(measure)} AS measure{first_of}"]
        kept = ["key IS NOT NULL AND measure IS NOT NULL", *self._having(measure)]
        lines.append("WHERE " + " AND ".join(kept))
        by_root = order is not None and order.by is not None and not query.group
        by = f"key.{self.patterns.quote(order.by.name)}" if by_root else "c1"  # type: ignore[union-attr]
        way = "DESC" if order is None or order.descending else "ASC"
        first = "key" if query.group else "id(key)"
        also = ", id(best) AS c2" if best else ""
        lines.append(f"RETURN {first} AS c0, measure AS c1{also} ORDER BY {by} {way}, c0\n{LIMIT}")
        root = query.group.name if query.group else query.labels[0] or "entity"
        columns = [Column(root, first, query.group is None)]
        columns.append(Column(measured_in_words(measure), "", False))
        if best:
            name = query.labels[best] or f"entity {best}"
            columns.append(Column(name, "id(best)", True, Owner(best)))
        return Statement("\n".join(lines), {}, _distinct(columns), None if by_root else 1)

    def _first(self, measure: Measure, best: int) -> str:
        """Return what puts the nodes in the order in which the first has the highest or lowest."""
        assert isinstance(measure.over, PropertyOf)
        way = "DESC" if measure.kind == "max" else "ASC"
        once = self._once(measure, "v0", f"v{best}")
        value = self.patterns.comparable(measure.over)
        return (
            f"{once}WITH * WHERE {value} IS NOT NULL\nWITH * ORDER BY {value} {way}, id(v{best})\n"
        )


def _distinct(columns: list[Column]) -> tuple[Column, ...]:
    """Return the columns with names that differ."""
    names = [column.name for column in columns]
    return tuple(
        column._replace(name=f"{column.name} {i}") if column.name in names[:i] else column
        for i, column in enumerate(columns)
    )
