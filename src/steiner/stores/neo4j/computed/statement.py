"""A statement that computes: Cypher, parameters, columns, and which rows are as asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from steiner.algebra import MOST_ROWS, Owner, PropertyOf
from steiner.errors import InvalidInput
from steiner.graph import Node

LIMIT = "LIMIT $limit"
FIRST = "LIMIT 1"
Rows = list[list[Any]]


class Column(NamedTuple):
    """A column of the rows: its name, its Cypher, and whether it is the id of a node.

    Of a node and of `every`, its cells are lists of ids.

    `of`: the variable or property that it holds, the number of a measure `beside` the rows, None
    for another result of computing; `every`: all its values in a list.
    """

    name: str
    text: str
    is_node: bool
    of: Owner | PropertyOf | int | None = None
    every: bool = False

    def ids(self, cell: Any) -> list[int]:
        """Return the nodes that a cell has: none of a value."""
        if not self.is_node or cell is None:
            return []
        return [*cell] if self.every else [cell]

    def shown(self, cells: Iterable[Any], known: Mapping[int, Node]) -> Iterable[Any]:
        """Return cells with nodes for ids, in a tuple where a cell has several."""
        if not self.is_node:
            return cells
        if self.every:
            return (tuple(map(known.__getitem__, cell)) for cell in cells)
        return map(known.get, cells)


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

    def column(self, rows: Rows) -> list[Any]:
        """Return the first column of rows, those within the limit alone.

        Raises InvalidInput for more than are compared with: what is left out would be silent.
        """
        kept, _ = self.cut(rows)
        if len(kept) == MOST_ROWS < len(rows):
            raise InvalidInput(
                f"The question compares with more than {MOST_ROWS:,} values. Ask of fewer: name a "
                "label, a value or a limit."
            )
        return [row[0] for row in kept]


def distinct(columns: list[Column]) -> tuple[Column, ...]:
    """Return the columns with names that differ."""
    names = [column.name for column in columns]
    return tuple(
        column._replace(name=f"{column.name} {i}") if column.name in names[:i] else column
        for i, column in enumerate(columns)
    )
