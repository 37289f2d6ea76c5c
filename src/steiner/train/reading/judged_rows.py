"""Says of a query whether it is right: by the rows of a gold statement, or by answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any, Protocol

from steiner.algebra import Query
from steiner.errors import SteinerError
from steiner.evidence import Table
from steiner.graph import Node
from steiner.lexicon.taught_questions import TaughtQuestion

Judge = Callable[[Query], bool]
_COLUMNS = 6
"""Columns of the widest rows that are compared in every order."""


class QueryStore(Protocol):
    """A store that runs queries."""

    def run(self, query: Query, patience: float = ...) -> Table:
        """Return the rows of a query. Raises SteinerError where it cannot be run."""


class RowJudge:
    """Compares a query's rows with what a question's gold gives; each query is run once.

    Of a gold statement all rows count, each once, whatever the order of rows and columns, and
    columns that a query shows beside count for nothing. Answers are the values of one column, each
    once; a node is its name. A query that cannot be run is wrong.
    """

    def __init__(self, store: QueryStore, gold: TaughtQuestion, rows: Sequence[Sequence[Any]] = ()):
        self._store, self._answers = store, _texts(gold.answers) if not gold.cypher else None
        self._gold = [tuple(map(_cell, row)) for row in rows]
        self._known: dict[str, bool] = {}

    def __call__(self, query: Query) -> bool:
        """Say whether the rows of a query are those of the gold."""
        key = repr(query)
        if key not in self._known:
            self._known[key] = self._is_right(query)
        return self._known[key]

    def _is_right(self, query: Query) -> bool:
        try:
            table = self._store.run(query, 0.0)
        except SteinerError:
            return False
        if table.total > len(table.rows):
            return False  # What was cut off is not compared.
        rows = [tuple(map(_cell, row)) for row in table.rows]
        tied = [tuple(map(_cell, row)) for row in table.tied]
        return self._are_right(rows) or (bool(tied) and self._are_right([*rows, *tied]))

    def _are_right(self, rows: Sequence[tuple[str, ...]]) -> bool:
        if self._answers is not None:
            return any({*column} == self._answers for column in zip(*rows, strict=True))
        if not self._gold or not rows:
            return False  # No rows are right by chance: most wrong queries have none.
        wanted, width = len(self._gold[0]), min(len(rows[0]), _COLUMNS)
        gold = {*self._gold}
        return any(
            {tuple(row[i] for i in order) for row in rows} == gold
            for order in permutations(range(width), wanted)
        )


def _cell(value: Any) -> str:
    """Write a cell: of a node its name."""
    return _text_of(value.name if isinstance(value, Node) else value)


def _texts(values: Sequence[Any]) -> frozenset[str]:
    """Return values as texts that equal ones share, however they are written: 3 and 3.0."""
    return frozenset(_text_of(value) for value in values)


def _text_of(value: Any) -> str:
    """Write a value so that equal ones are written alike."""
    if isinstance(value, bool):
        return str(value).casefold()
    if isinstance(value, int | float):
        return f"{float(value):.10g}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_text_of, value))}]"
    return " ".join(str(value).casefold().split())
