"""What the rows of a list return: things, what they lead to, properties; values, each once."""

from __future__ import annotations

from dataclasses import dataclass

from steiner.algebra import MOST_LISTED, Owner, PropertyOf, Query
from steiner.stores.neo4j.computed.patterns import Patterns
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
        query = self.query
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
        return Statement(text, {}, distinct(columns), ordered, one_each=bool(one_each))

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
