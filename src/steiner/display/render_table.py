"""Shows a computed table: as JSON, and for people with the Cypher that made it."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from steiner.display.cells import cell_text
from steiner.display.json_values import json_value
from steiner.evidence import Table
from steiner.graph import Node, Point

_ROWS = 20
"""Rows that are printed."""


def table_json(table: Table) -> dict[str, Any]:
    """Return a computed table, its Cypher and its reading as JSON-safe fields."""
    return {
        "columns": list(table.columns),
        "rows": [[_cell(value) for value in row] for row in table.rows],
        "tied": [[_cell(value) for value in row] for row in table.tied],
        "total": table.total,
        "cypher": table.cypher,
        "parameters": {name: _cell(value) for name, value in table.parameters.items()},
        "reading": table.reading,
        "emptied_by": list(table.emptied_by),
    }


def _cell(value: Any) -> Any:
    """Write a cell as JSON: a node with its properties, values as json_value does."""
    if isinstance(value, Node):
        properties = {name: _cell(own) for name, own in value.properties.items()}
        own = {"id": value.element_id, "labels": list(value.labels), "name": value.name}
        return {**own, "properties": properties}
    if isinstance(value, list | tuple) and not isinstance(value, Point):
        return [_cell(part) for part in value]
    return json_value(value)


def table_grid(table: Table) -> Group:
    """Return the first rows, how many more there are or tie, and what was run."""
    grid = Grid(*table.columns, box=None, header_style="bold")
    for row in table.rows[:_ROWS]:
        grid.add_row(*map(cell_text, row))
    more = table.total - min(len(table.rows), _ROWS)
    left = [f"{more} more rows"] if more > 0 else []
    left += [f"{len(table.tied)} of them as good as the last"] if table.tied else []
    left += [] if table.rows else ["no rows"]
    left += [f"empty because of {' or '.join(table.emptied_by)}"] if table.emptied_by else []
    said = [Text(", ".join(left), style="dim")] if left else []
    return Group(grid, *said, Text(), table_source(table), Text())


def table_source(table: Table) -> Text:
    """Return the reading in words, the Cypher that was run and its parameters."""
    values = ", ".join(f"${name} = {value!r}" for name, value in table.parameters.items())
    lines = [f"computed: {table.reading}", table.cypher, values]
    return Text("\n".join(line for line in lines if line), style="dim")
