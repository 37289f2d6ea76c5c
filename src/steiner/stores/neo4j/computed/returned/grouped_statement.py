"""What a table of groups returns: its keys and measures, a row for each combination of keys."""

from __future__ import annotations

from dataclasses import dataclass

from steiner.algebra import (
    COLLECT,
    Grouping,
    Measure,
    Owner,
    PropertyOf,
    Query,
    grouped_in_words,
    is_item,
)
from steiner.stores.neo4j.computed.matched.aggregates import aggregate_of
from steiner.stores.neo4j.computed.matched.patterns import Patterns
from steiner.stores.neo4j.computed.statement import LIMIT, Column, Statement, distinct


@dataclass
class GroupedStatement:
    """Makes what a query with a grouping returns of what is matched.

    Keys are k0, k1, …, measures m0, m1, …. Nodes and relationships are measured once in each
    group, by however many ways they belong to it.
    """

    query: Query
    grouping: Grouping
    patterns: Patterns

    def rows(self) -> Statement:
        """Return the statement of the groups, those of which nothing is null that they are by."""
        grouping, order = self.grouping, self.query.order
        ordered = self._ordered()
        lines = [*self._prepared(), *(self._apart() if self._is_apart() else self._together())]
        kept = [f"k{i} IS NOT NULL" for i in range(len(grouping.by))]
        kept += [
            condition
            for i, own in enumerate(grouping.measures)
            for condition in self.patterns.meets(f"m{i}", own.having)
        ]
        kept += [f"m{ordered - len(grouping.by)} IS NOT NULL"] * (ordered >= len(grouping.by))
        lines += [f"WITH * WHERE {' AND '.join(kept)}"] if kept else []
        columns = self._columns()
        named = ", ".join(f"{column.text} AS c{i}" for i, column in enumerate(columns))
        first = f"c{ordered}{' DESC' * bool(order and order.descending)}"
        rest = [f"c{i}" for i in range(len(columns)) if i != ordered]
        lines.append(f"RETURN {named}\nORDER BY {', '.join([first, *rest])}\n{LIMIT}")
        return Statement("\n".join(lines), {}, distinct(columns), ordered if order else None)

    def _ordered(self) -> int:
        """Return the column that rows are ordered by: a key, or the first measure."""
        order, by = self.query.order, self.grouping.by
        if order is None:
            return 0
        return by.index(order.by) if order.by else len(by)

    def _prepared(self) -> list[str]:
        """Return what makes two nodes a pair, and each item of a list a row."""
        lines = []
        if apart := self.grouping.apart:
            first, second = map(self.patterns.variable, apart)
            lines.append(
                f"WITH *, CASE WHEN id({first}) < id({second})"
                f" THEN [{first}, {second}] ELSE [{second}, {first}] END AS pair"
            )
        for i, own in enumerate(self.grouping.by):
            if isinstance(own, PropertyOf) and is_item(own):
                lines.append(f"UNWIND {self.patterns.raw(own)} AS item{i}")
        return lines

    def _keys(self) -> list[str]:
        return [f"{self._key(i, own)} AS k{i}" for i, own in enumerate(self.grouping.by)]

    def _key(self, place: int, own: Owner | PropertyOf) -> str:
        if isinstance(own, PropertyOf):
            return f"item{place}" if is_item(own) else self.patterns.raw(own)
        is_paired = self.grouping.pairs and place < 2
        return f"pair[{place}]" if is_paired else self.patterns.variable(own)

    def _is_apart(self) -> bool:
        """Say whether measures need groups of their own: of several things, or lists in order."""
        return len(self.grouping.measured()) > 1 or self.grouping.is_listing()

    def _together(self) -> list[str]:
        """Return all measures, of one variable or link, in one step."""
        own = [self.patterns.variable(owner) for owner in self.grouping.measured()]
        keys = [f"k{i}" for i in range(len(self.grouping.by))]
        measures = [
            f"{aggregate_of(measure, self.patterns)} AS m{i}"
            for i, measure in enumerate(self.grouping.measures)
        ]
        lines = [f"WITH DISTINCT {', '.join([*self._keys(), *own])}"]
        return [*lines, f"WITH {', '.join([*keys, *measures])}"] if measures else lines

    def _apart(self) -> list[str]:
        """Return each measure over the things of its group."""
        measured = self.grouping.measured()
        groups = [
            f"collect(DISTINCT {self.patterns.variable(owner)}) AS n{i}"
            for i, owner in enumerate(measured)
        ]
        lines = [f"WITH {', '.join([*self._keys(), *groups])}"]
        for i, measure in enumerate(self.grouping.measures):
            over = measure.over
            owner = over.owner if isinstance(over, PropertyOf) else over
            things, name = f"n{measured.index(owner)}", self.patterns.variable(owner)
            sorting = self._sorted(measure)
            aggregate = aggregate_of(measure, self.patterns)
            inner = f"UNWIND {things} AS {name}{sorting} RETURN {aggregate} AS m{i}"
            lines.append(f"CALL ({things}) {{ {inner} }}")
        return lines

    def _sorted(self, measure: Measure) -> str:
        if measure.kind != COLLECT or not isinstance(measure.over, PropertyOf):
            return ""
        return f" WITH * ORDER BY {self.patterns.raw(measure.over)}"

    def _columns(self) -> list[Column]:
        names = grouped_in_words(self.query)
        texts = [
            (f"k{i}", False, own) if isinstance(own, PropertyOf) else (f"id(k{i})", True, own)
            for i, own in enumerate(self.grouping.by)
        ]
        columns = [Column(name, *cell) for name, cell in zip(names, texts, strict=False)]
        left = names[len(columns) :]
        return columns + [Column(name, f"m{i}", False, i) for i, name in enumerate(left)]


def winning(query: Query, patterns: Patterns) -> str:
    """Return the condition that a match belongs to the row of `winner`."""
    grouping = query.grouping
    if query.path is not None:
        return f"id(v0) = winner[0] AND id(v{query.far(query.path)}) = winner[1]"
    if grouping is None:
        of = patterns.raw(query.group) if query.group else "id(v0)"
        return f"{of} = winner"
    parts = [_is_key(i, own, grouping, patterns) for i, own in enumerate(grouping.by)]
    return " AND ".join(parts)


def _is_key(place: int, own: Owner | PropertyOf, grouping: Grouping, patterns: Patterns) -> str:
    if isinstance(own, PropertyOf):
        raw = patterns.raw(own)
        return f"winner[{place}] {'IN' if is_item(own) else '='} {raw}"
    name = f"id({patterns.variable(own)})"
    is_paired = grouping.pairs and place < 2
    return f"{name} IN [winner[0], winner[1]]" if is_paired else f"{name} = winner[{place}]"
