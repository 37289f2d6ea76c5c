"""The strict judge of tables that ../shared/data/cypherbench_au asks for.

Every gold column stands in a column of its own; a node stands for its name alone; further columns
are free; rows without the asked value may be left out; a difference may have either sign.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, permutations
from typing import Any

_DIFFERENCE = re.compile(r"[\w)]\s*-\s*[\w(]|\bdiff", re.I)
_MOST = 50_000


def strictly_right(columns: Sequence[Sequence[Any]], gold: dict[str, Any], canon: Any) -> bool:
    """Say whether columns hold the rows of a gold table; `canon` writes equal cells alike."""
    wanted = [list(column) for column in zip(*gold["rows"], strict=True)]
    if not gold["rows"]:
        return not any(columns)
    signs = [bool(_DIFFERENCE.search(name)) for name in gold["columns"]]
    choices = islice(permutations(range(len(columns)), len(wanted)), _MOST)
    return any(_equal([columns[i] for i in chosen], wanted, signs, canon) for chosen in choices)


def _equal(
    own: list[Sequence[Any]], wanted: list[list[Any]], signs: Sequence[bool], canon: Any
) -> bool:
    rows, golds = (_rows(table, signs, canon) for table in (own, wanted))
    full = {row for row in golds if None not in row}
    if not full:
        return rows == golds
    return {row for row in rows if None not in row} == full and rows <= golds


def _rows(table: list[Any], signs: Sequence[bool], canon: Any) -> set[tuple[Any, ...]]:
    columns = [
        [canon(_plain(cell, unsigned)) for cell in column]
        for column, unsigned in zip(table, signs, strict=True)
    ]
    return set(zip(*columns, strict=True))


def _plain(cell: Any, unsigned: bool) -> Any:
    """Take a node as its name, and of a difference the size."""
    if isinstance(cell, dict) and "properties" in cell:
        return cell["name"]
    is_number = isinstance(cell, int | float) and not isinstance(cell, bool)
    return abs(cell) if unsigned and is_number else cell
