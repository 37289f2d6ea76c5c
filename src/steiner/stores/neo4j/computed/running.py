"""Runs the query of a question: planned first, bounded, with ties, true total and proof."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from steiner.algebra import MOST_ROWS, Query, proofs_of, settled, without_one
from steiner.errors import InvalidInput, QueryTimedOut
from steiner.filters import Filter
from steiner.stores.neo4j.computed.compiling import EACH, WHOLE, WINNERS, compiled, probing, proving
from steiner.stores.neo4j.computed.matched.anchors import beginnings_of
from steiner.stores.neo4j.computed.matched.expressions import Allowed, Quote
from steiner.stores.neo4j.computed.matched.patterns import Patterns
from steiner.stores.neo4j.computed.statement import FIRST, LIMIT, Statement
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.driver_values import native
from steiner.stores.neo4j.filtering import link_allowed, node_allowed, parameters
from steiner.stores.neo4j.statements import quote
from steiner.stores.protocol import Met

_MOST_ESTIMATED = 1e8
"""Rows that the planner may expect of any step: beyond, a count takes minutes on a busy server."""
_MOST_PROBED = 2e4
"""The same for a look at why nothing is matched, which answers nothing: a few milliseconds."""
_HAIR = 0.001
Row = list[Any]


def statement_of(
    query: Query, where: Filter, written: Callable[[Query, Quote, Allowed], Statement] = compiled
) -> Statement:
    """Write a query under a filter, which holds for every node and relationship in it."""

    def allowed(variable: str, is_link: bool) -> str:
        return link_allowed(where, variable) if is_link else node_allowed(where, variable)

    made = written(query, quote, allowed)
    return made._replace(parameters={**made.parameters, **parameters(where)})


@dataclass
class Computation:
    """One query under one filter; `rows` is run first."""

    connection: Neo4jConnection
    query: Query
    where: Filter
    names: Mapping[str, str] = field(default_factory=dict)
    met: Met = field(default_factory=dict)
    made: Statement = field(init=False)
    _run: Statement = field(init=False)

    def __post_init__(self) -> None:
        """Write the statement that is shown, `made`; `names` and `met` as `anchor_of` takes."""
        self.query = settled(self.query, self._column)
        self.made = self._run = statement_of(self.query, self.where)

    def _column(self, query: Query) -> list[Any]:
        """Return the first column of a query's rows, up to its limit."""
        inner = replace(self, query=query)
        return inner.made.column(inner.rows())

    def rows(self) -> list[Row]:
        """Return at most MOST_ROWS + 1 rows: ids of nodes, values, not cut at the query's limit.

        Raises InvalidInput where the planner expects too many rows, QueryTimedOut at the limit.
        """
        self._run = self._begun(self.made)
        estimated = self.connection.estimated_rows(self._run.text, self._run.parameters)
        if estimated > _MOST_ESTIMATED:
            raise InvalidInput(
                f"The question reads as {self.made.text!r}, for which the server expects"
                f" {estimated:.0e} rows at one step, more than {_MOST_ESTIMATED:.0e}. Name an"
                " entity, a value or a label, so that less is looked at."
            )
        given = {**self._run.parameters, **({"limit": MOST_ROWS + 1} if self._listed else {})}
        return self._read(self._run.text, given)

    def total(self, rows: list[Row]) -> int:
        """Return how many rows there are without any limit, those that were skipped, too."""
        skip = self.query.skip
        if len(rows) <= MOST_ROWS and (rows or not skip):
            return len(rows) + skip
        inner = self._run.text.removesuffix(LIMIT)
        text = f"CALL () {{\n{inner}\n}}\nRETURN count(*) AS total"
        return int(self._read(text, {**self._run.parameters, "skip": 0})[0][0])

    def emptied_by(self, rows: list[Row], patience: float) -> tuple[str, ...]:
        """Return the conditions, in words, without one of which there would be rows.

        Empty where there are rows, where no single condition is the cause, or where it takes
        too many rows, or more than `patience` seconds, to look; without any it is not tried.
        """
        if not patience or any(cell for row in rows for cell in row):
            return ()
        ends = time.monotonic() + patience
        try:
            return tuple(
                condition
                for condition, wider in without_one(self.query)
                if replace(self, query=wider)._has_rows(ends)
            )
        except QueryTimedOut:  # Some of the conditions would seem to be all of them.
            return ()

    def _has_rows(self, ends: float) -> bool:
        """Say whether a row is known that holds anything, without looking at many.

        Raises QueryTimedOut at the time `ends`.
        """
        whole = self.query.may_leave_out()
        made = self._begun(statement_of(self.query, self.where, compiled if whole else probing))
        # Where nothing is matched, the end of the first match comes after all of a label.
        every = made.text.removesuffix(FIRST)
        if self.connection.estimated_rows(every, made.parameters, _left(ends)) > _MOST_PROBED:
            return False
        return any(map(any, self._read(made.text, made.parameters, _left(ends))))

    def _begun(self, made: Statement) -> Statement:
        """Return the statement with the way from the nodes of names to the roots before it."""
        begins = beginnings_of(self.query, self.connection, self.names, self.met)
        ways, given = [], made.parameters
        for number, (query, anchor) in enumerate(begins):
            patterns = Patterns(query, quote, lambda *_: "true")
            ways.append(patterns.beginning(anchor.variable, f"anchor{number}"))
            given = {**given, f"anchor{number}": list(anchor.ids)}
        if not ways:
            return made
        either = "\nUNION\n".join(f"{way}\nRETURN v0" for way in ways)
        first = ways[0] if len(ways) == 1 else f"CALL () {{\n{either}\n}}"
        return made._replace(text=f"{first}\n{made.text}", parameters=given)

    def proof(self, rows: list[Row]) -> tuple[list[int], list[int]]:
        """Return ids of the nodes and relationships from which the first rows were computed."""
        query = self.query
        counts_roots = query.single and query.measure and query.measure.having
        if not rows or counts_roots:  # What was counted is not what a match is.
            return [], []
        winners = [None] if query.is_one_row() else [*map(query.row_key, rows[:WINNERS])]
        cells = [row for proof in proofs_of(query) for row in self._proved(proof, winners)]
        nodes, links = (dict.fromkeys(id for row in cells for id in row[i]) for i in range(2))
        return list(nodes), list(links)

    def _proved(self, proof: Query, winners: list[Any]) -> list[Row]:
        made = statement_of(proof, self.where, proving)
        each = WHOLE if proof.is_one_row() else EACH
        return self._read(made.text, {**made.parameters, "winners": winners, "each": each})

    @property
    def _listed(self) -> bool:
        return self.made.text.endswith(LIMIT)

    def _read(self, text: str, given: dict[str, Any], seconds: float = math.inf) -> list[Row]:
        answered = self.connection.read_text(text, given, seconds)
        return [list(native(row).values()) for row in answered]


def _left(ends: float) -> float:
    """Return the seconds until `ends`, a hair where it has passed: the server takes no 0."""
    return max(ends - time.monotonic(), _HAIR)
