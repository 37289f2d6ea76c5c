"""Runs the query of a question on a graph in memory: rows, ties, true total and proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from steiner.algebra import MOST_ROWS, Owner, Query, in_words, proofs_of, settled, without_one
from steiner.evidence import Table
from steiner.graph import Node, Relationship, Subgraph
from steiner.stores.memory_computing.conditions_met import Match, stored
from steiner.stores.memory_computing.cypher_values import order_key
from steiner.stores.memory_computing.matching import Matching
from steiner.stores.memory_computing.memory_groups import keys_of
from steiner.stores.memory_computing.memory_own_groups import with_groups
from steiner.stores.memory_computing.memory_paths import path_row
from steiner.stores.memory_computing.memory_rows import Row, rows_of
from steiner.stores.neo4j.computed.compiling import EACH, WHOLE, WINNERS, compiled
from steiner.stores.neo4j.computed.statement import Statement
from steiner.stores.neo4j.statements import quote

Hydrate = Callable[[Sequence[int], Sequence[int]], Subgraph]


@dataclass
class MemoryComputation:
    """One query over the nodes and relationships that may be seen.

    `made` is the statement that a server would be asked: its columns are those of the rows.
    """

    query: Query
    nodes: Mapping[int, Node]
    relationships: Mapping[int, Relationship]
    made: Statement = field(init=False)
    reading: str = field(init=False)

    def __post_init__(self) -> None:
        """Compile the query and look for what it may match."""
        self.reading = in_words(self.query)
        self.query = settled(self.query, self._column)
        self.made = compiled(self.query, quote, lambda *_: "true")
        seen = with_groups(self.query, self.nodes, self.relationships)
        self._matching = Matching(seen, self.nodes, self.relationships)

    def _column(self, query: Query) -> list[Any]:
        """Return the first column of a query's rows, up to its limit."""
        inner = replace(self, query=query)
        return inner.made.column(inner._rows()[inner.query.skip :])

    def table(self, hydrate: Hydrate, looks: bool = True, proved: bool = True) -> Table:
        """Return the rows; where there are none, it `looks` for the reason.

        Without a proof where they are not to be `proved`. Raises InvalidInput where too much would
        be looked at.
        """
        rows = self._rows()
        first = self.query.skip
        kept, tied = self.made.cut(rows[first : first + MOST_ROWS + 1])
        columns = self.made.columns
        cells = (zip(columns, row, strict=True) for row in (*kept, *tied))
        rowed = {id for row in cells for column, cell in row for id in column.ids(cell)}
        nodes, links = self._proof(kept) if proved else ([], [])
        proof = hydrate(sorted(rowed.union(nodes)), links)
        known = {node.id: node for node in proof.nodes}

        def shown(some: Sequence[Row]) -> tuple[tuple[Any, ...], ...]:
            parts = zip(zip(*some, strict=True), columns, strict=bool(some))
            return tuple(zip(*(c.shown(part, known) for part, c in parts), strict=True))

        return Table(
            tuple(column.name for column in columns),
            shown(kept),
            len(rows),
            self.made.text,
            self.made.parameters,
            self.reading,
            shown(tied),
            proof,
            self._emptied_by(rows) if looks else (),
        )

    def _rows(self) -> list[Row]:
        return rows_of(self._matching, self.made)

    def _whole(self) -> Iterator[Match]:
        """Yield the matches of every branch that must be there."""
        return self._matching.matches(self.query.required())

    def _proof(self, rows: Sequence[Row]) -> tuple[list[int], list[int]]:
        """Return ids of the nodes and relationships from which the first rows were computed."""
        query = self.query
        if not rows or (query.single and query.measure and query.measure.having):
            return [], []
        proofs = proofs_of(query)
        parts = [self if p is query else replace(self, query=p) for p in proofs]
        if query.is_one_row():
            return _members(match for part in parts for match in islice(part._whole(), WHOLE))
        keys = [order_key(query.row_key(row)) for row in rows[:WINNERS]]
        return _members(match for part in parts for match in part._of_winners(keys))

    def _of_winners(self, winners: Sequence[Any]) -> Iterator[Match]:
        """Yield the first matches of each winner."""
        met = dict.fromkeys(winners, 0)
        for match in self._whole():
            wins = [own for own in self._keys(match) if met.get(own, EACH) < EACH]
            met.update((own, met[own] + 1) for own in wins)
            if wins:
                yield match

    def _keys(self, match: Match) -> Iterator[Any]:
        """Yield what tells the rows apart that a match belongs to."""
        query = self.query
        if query.grouping:
            yield from map(order_key, keys_of(query.grouping, match))
        elif query.path is not None:
            yield order_key(query.row_key(path_row(query, query.path, match)))
        else:
            yield order_key(stored(query.group, match) if query.group else match[Owner(0)].id)

    def _emptied_by(self, rows: Sequence[Row]) -> tuple[str, ...]:
        """Return the conditions, in words, without one of which there would be rows."""
        if any(cell for row in rows for cell in row):
            return ()
        return tuple(
            condition
            for condition, wider in without_one(self.query)
            if replace(self, query=wider)._has_rows()
        )

    def _has_rows(self) -> bool:
        if self.query.may_leave_out():
            return any(map(any, self._rows()))
        return next(self._whole(), None) is not None


def _members(matches: Iterator[Match]) -> tuple[list[int], list[int]]:
    members = [(owner.is_link, one.id) for match in matches for owner, one in match.items()]
    known = dict.fromkeys(members)
    return [id for is_link, id in known if not is_link], [id for is_link, id in known if is_link]
