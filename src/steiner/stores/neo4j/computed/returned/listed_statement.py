"""What the rows of a list return: things, what they lead to, properties; values, each once."""

from __future__ import annotations

from dataclasses import dataclass

from steiner.algebra import MOST_LISTED, Owner, PropertyOf, Query, beside_in_words, variable_names
from steiner.stores.neo4j.computed.matched.expressions import arithmetic
from steiner.stores.neo4j.computed.matched.patterns import Patterns
from steiner.stores.neo4j.computed.returned.first_of_each import each_of, first_rows
from steiner.stores.neo4j.computed.returned.measured_statement import MeasuredStatement
from steiner.stores.neo4j.computed.statement import LIMIT, Column, Statement, distinct


@dataclass
class ListedStatement:
    """Makes what a query without a measure returns of what is matched."""

    query: Query
    patterns: Patterns

    def rows(self, matched: list[int]) -> Statement:
        """Return the statement of the roots, or of the values of a property."""
        return self._values(self.query.group) if self.query.group else self._things(matched)

    def _things(self, matched: list[int]) -> Statement:
        query, names = self.query, variable_names(self.query)
        one_each = self._one_each(matched)
        columns = [Column(names[0] or "entity", "id(v0)", True, Owner(0))]
        listed = query.listed if one_each else ()
        if query.limit is None or one_each or query.each:
            columns += [
                Column(names[far] or f"entity {far}", f"id(v{far})", True, Owner(far))
                for far in map(query.far, matched)
                if Owner(far) not in {own.owner for own in listed}
            ]
        columns += [
            Column(f"{names[own.owner.number]} {own.said}", f"all{i}", False, own, True)
            for i, own in enumerate(listed)
        ]
        by = query.order.by if query.order else None
        extra = [*query.shown, *(b.property for b in query.bounds if b.property.owner.is_link)]
        extra += [by] if by else []
        extra += [query.each.of] if query.each and isinstance(query.each.of, PropertyOf) else []
        present = {Owner(0), *(Owner(i, True) for i in matched)}
        present |= {Owner(query.far(i)) for i in matched}
        extra = [own for own in dict.fromkeys(extra) if own.owner in present and own not in listed]
        ordered = len(columns) + extra.index(by) if by in extra else None
        if query.order and query.beside and not by:
            ordered = len(columns) + len(extra) + (len(query.beside) if query.between else 0)
        columns += [Column(own.said, self.patterns.raw(own), False, own) for own in extra]
        numbers = self._beside()
        columns += [
            Column(name, f"beside{i}", False, i) for i, name in enumerate(beside_in_words(query))
        ]
        text = f"{one_each}{numbers}{self._returned(columns, by)}"
        return Statement(text, {}, distinct(columns), ordered, one_each=bool(one_each))

    def _beside(self) -> str:
        """Return what gives each root the numbers that stand beside it."""
        parts = []
        for i, branch in enumerate(self.query.beside):
            assert branch.measure is not None  # By what a query requires.
            patterns = self.patterns.branch(branch, i + 1)
            parts.append(MeasuredStatement(branch, branch.measure, patterns).beside(f"beside{i}"))
        if between := self.query.between:
            name = f"beside{len(self.query.beside)}"
            computed = arithmetic(between.operator, "beside0", "beside1")
            having = " AND ".join(self.patterns.meets(name, between.having))
            parts.append(f"WITH *, {computed} AS {name}{' WHERE ' + having if having else ''}\n")
        return "".join(parts)

    def _values(self, own: PropertyOf) -> Statement:
        """Return the values of a property, each once."""
        value = self.patterns.raw(own)
        text = f"WITH DISTINCT {value} AS c0\nWHERE c0 IS NOT NULL\nRETURN c0\nORDER BY c0\n{LIMIT}"
        return Statement(text, {}, (Column(own.said, value, False),), 0)

    def _one_each(self, matched: list[int]) -> str:
        """Return what keeps one example of every other variable, where roots are limited.

        Of what is `listed` all values are kept beside it.
        """
        query = self.query
        by = query.order.by if query.order else None
        if query.limit is None or query.each or not matched or (by and by.owner != Owner(0)):
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
        order = self.query.order
        if order is None or not (by or self.query.beside):
            return f"RETURN DISTINCT {named}\nORDER BY {numbers}\n{LIMIT}"
        way = "DESC" if order.descending else "ASC"
        beside = f"beside{len(self.query.beside)}" if self.query.between else "beside0"
        key = self.patterns.comparable(by) if by else beside
        if each := self.query.each:
            of = each_of(each, self.patterns)
            rest = first_rows(each, len(columns), way, self.patterns)
            return (
                f"WITH *, {key} AS key WHERE key IS NOT NULL\n"
                f"WITH DISTINCT {named}, {of} AS each, key\n{rest}"
            )
        return (
            f"WITH *, {key} AS key WHERE key IS NOT NULL\n"
            f"WITH DISTINCT {named}, key\nORDER BY key {way}, {numbers}\nRETURN {numbers} {LIMIT}"
        )
