"""Shows the rows of a study: a table on the screen, JSON in a folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table


def show(rows: list[dict[str, Any]], path: Path) -> None:
    """Print the rows as a table and write them to `path` as JSON."""
    table = Table(*rows[0])
    for row in rows:
        table.add_row(*map(str, row.values()))
    Console().print(table)
    path.write_text(json.dumps(rows, indent=1), encoding="utf-8")
