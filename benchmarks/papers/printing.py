"""Prints a table: the paper's figures beside ours, as means over seeds with their deviation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from rich.console import Console
from rich.table import Table

from papers.layout import Column, PaperTable, Study
from papers.measures.seed_test import t_test

_WIDTH = 160
_CONSOLE = Console(width=_WIDTH)


def print_table(table: PaperTable, lines: Sequence[Mapping[str, Any]], scale: str) -> None:
    """Print the rows of a table; `lines` are its runs."""
    shown = Table(title=f"{table.title} ({scale})")
    shown.add_column("row", min_width=max(len(row.name) for row in table.rows))
    for column in table.columns:
        shown.add_column(f"{column.name}\npaper")
        shown.add_column("\nours")
    for row in table.rows:
        cells = []
        for column, printed in zip(table.columns, row.printed, strict=True):
            cells += [printed, ours(lines, row.name, column) if row.plan else "not run"]
        shown.add_row(row.name, *cells)
    Console(width=max(_WIDTH, 24 + 26 * len(table.columns))).print(shown)
    for row in table.rows:
        if row.plan is None:
            _CONSOLE.print(f"{row.name}: {row.why}", markup=False)
    for line in lines:
        if "error" in line:
            _CONSOLE.print(f"{line['row']}, {line['dataset']}: {line['error']}", markup=False)
    for said in compared(table, lines):
        _CONSOLE.print(said, markup=False)
    if asked := of_what(lines):
        _CONSOLE.print(asked, markup=False)
    if table.deviations:
        _CONSOLE.print(f"Not the paper's: {table.deviations}", markup=False)


def of_what(lines: Sequence[Mapping[str, Any]]) -> str:
    """Say of how many questions and seeds figures are, and how long they took; "" of none."""
    known = [line for line in lines if "figures" in line]
    asked = {line["dataset"]: line["figures"].get("questions") for line in known}
    counts = ", ".join(f"{count:,} of {name}" for name, count in asked.items() if count)
    if not counts:
        return ""
    seeds = len({line["seed"] for line in known})
    seconds = sum(line["figures"].get("seconds", 0) for line in known)
    return (
        f"Ours: {counts} asked, {seeds} {'seed' if seeds == 1 else 'seeds'}, {seconds:,} s for all "
        f"rows. Shares are of 1: 0.705 stands beside a paper's 70.5."
    )


def ours(lines: Sequence[Mapping[str, Any]], row: str, column: Column) -> str:
    """Return mean and standard deviation over the seeds of one cell; "-" where nothing is known.

    A row that differs by its language model alone is run at the full scale.
    """
    measured = _values(lines, row, column)
    if not measured:
        return "-" if any(line["row"] == row for line in lines) else "as above"
    spread = f" ± {stdev(measured):.3f}" if len(measured) > 1 else ""
    return f"{fmean(measured):.3f}{spread}"


def compared(table: PaperTable, lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield, for each column, how the tested row differs from the best of the others.

    Of rows with two seeds or more: none at the tiny scale.
    """
    for column in table.columns if table.tested else ():
        known = {row.name: _values(lines, row.name, column) for row in table.rows}
        own = known.pop(table.tested)
        others = {name: values for name, values in known.items() if len(values) > 1}
        if len(own) > 1 and others:
            best = max(others, key=lambda name: fmean(others[name]))
            found = t_test(own, others[best])
            yield (
                f"{table.tested} against {best}, {column.name}: {found.mean:+.3f} "
                f"(p = {found.p:.3f}, two-sided t-test over {len(own)} seeds)"
            )


def _values(lines: Sequence[Mapping[str, Any]], row: str, column: Column) -> list[float]:
    """Return the figures of one cell, a seed each."""
    own = [
        line["figures"].get(column.measure)
        for line in lines
        if line["row"] == row and line["dataset"] == column.dataset and "figures" in line
    ]
    return [value for value in own if value is not None]


def print_study(study: Study, result: Path) -> None:
    """Print what a script measured, and what the paper says."""
    text = result.read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()] if result.suffix == ".jsonl" else None
    found = rows if rows is not None else json.loads(text)
    _CONSOLE.print(study.title, markup=False)
    for row in found["rows"] if isinstance(found, dict) else found:
        plain = {k: v for k, v in row.items() if k not in ("answers", "model")}
        _CONSOLE.print(json.dumps(plain, ensure_ascii=False), markup=False)
    _CONSOLE.print(f"Paper: {study.printed}. Not the paper's: {study.deviations}", markup=False)
