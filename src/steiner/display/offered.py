"""Readings of a doubtful question in words, each behind the number that chooses it."""

from __future__ import annotations

from collections.abc import Sequence

from steiner.display.cells import cell_text
from steiner.display.sentences import sentences_for
from steiner.evidence import Evidence, Table

_FEW = 3
"""Rows of a reading that a line shows."""


def numbered(tables: Sequence[Table], question: str) -> list[str]:
    """Write a line for each reading: "2. Person who DIRECTED Film: Ann; Bob"."""
    return [f"{number}. {_said(table, question)}" for number, table in enumerate(tables, 1)]


def offered_lines(evidence: Evidence) -> list[str]:
    """Return which readings may be meant, the question first where it is asked which."""
    return evidence.asks_back.splitlines() or numbered(evidence.offered, evidence.question)


def _said(table: Table, question: str) -> str:
    rows = list(dict.fromkeys(": ".join(map(cell_text, row)) for row in table.rows))
    more = ["…"] if len(rows) > _FEW else []
    shown = "; ".join([*rows[:_FEW], *more]) or sentences_for(question).no_rows
    return f"{table.reading}: {shown}"
