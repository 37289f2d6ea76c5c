"""Prints a table: the paper's figures beside ours, as means over seeds with their deviation."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from rich.console import Console
from rich.table import Table

from papers.layout import Column, PaperTable, Study

_CONSOLE = Console(width=160)


def print_table(table: PaperTable, lines: Sequence[Mapping[str, Any]], scale: str) -> None:
    """Print the rows of a table; `lines` are its runs."""
    shown = Table("row", title=f"{table.title} ({scale})")
    for column in table.columns:
        shown.add_column(f"{column.name}\npaper")
        shown.add_column("\nours")
    for row in table.rows:
        cells = []
        for column, printed in zip(table.columns, row.printed, strict=True):
            cells += [printed, ours(lines, row.name, column) if row.plan else "not run"]
        shown.add_row(row.name, *cells)
    _CONSOLE.print(shown)
    for row in table.rows:
        if row.plan is None:
            _CONSOLE.print(f"{row.name}: {row.why}", markup=False)
    for line in lines:
        if "error" in line:
            _CONSOLE.print(f"{line['row']}, {line['dataset']}: {line['error']}", markup=False)
    if table.deviations:
        _CONSOLE.print(f"Not the paper's: {table.deviations}", markup=False)


def ours(lines: Sequence[Mapping[str, Any]], row: str, column: Column) -> str:
    """Return mean and standard deviation over the seeds of one cell; "-" where nothing is known.

    A row that differs by its language model alone is run at the full scale.
    """
    own = [
        line["figures"].get(column.measure)
        for line in lines
        if line["row"] == row and line["dataset"] == column.dataset and "figures" in line
    ]
    values = [value for value in own if value is not None]
    if not values:
        return "-" if any(line["row"] == row for line in lines) else "as above"
    spread = f" ± {stdev(values):.3f}" if len(values) > 1 else ""
    return f"{fmean(values):.3f}{spread}"


def print_study(study: Study, result: Path) -> None:
    """Print what a script measured, and what the paper says."""
    text = result.read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()] if result.suffix == ".jsonl" else None
    found = rows if rows is not None else json.loads(text)
    _CONSOLE.print(study.title, markup=False)
    for row in found["rows"] if isinstance(found, dict) else found:
        plain = {k: v for k, v in row.items() if k != "answers"}
        _CONSOLE.print(json.dumps(plain, ensure_ascii=False), markup=False)
    _CONSOLE.print(f"Paper: {study.printed}. Not the paper's: {study.deviations}", markup=False)
