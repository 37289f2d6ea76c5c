"""Neo4j's text2cypher questions with gold Cypher and the tables that it returns (CC0).

A file GRAPH.jsonl, or a folder that holds it, the graph being the split. A line: `id`,
`question`, `golds` and `more`, each with `cypher`, `columns`, `rows`, `ops`, `judge` (exact, tie
with `must` and `pool`, pool with `pool` and `limit`). The graph is on the server that is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from steiner.evaluate.datasets.gold import Dataset, GoldQuestion
from steiner.evaluate.datasets.gold_tables import GoldTable, gold_table, judgeable
from steiner.evaluate.datasets.lines import json_questions, listed


def load(location: Path, split: str, broken: list[str] | None) -> Dataset:
    """Read the questions with a gold table that can be judged; others are left out.

    `kind` is "computing" or "look-up". Raises InvalidInput as every data set.
    """
    path = location / f"{split}.jsonl" if location.is_dir() else location
    questions = json_questions(path, _question, broken)
    kept = tuple(question for question in questions if question.tables)
    return Dataset(path.stem, split, kept, "CC0 (neo4j-labs/text2cypher)")


def _question(row: Any) -> GoldQuestion:
    golds = [*listed(row["golds"]), *listed(row.get("more", []))]
    tables = judgeable([gold_table(value) for value in golds])
    looks_up = bool(tables) and "lookup" in tables[0]["ops"]
    return GoldQuestion(
        id=str(row["id"]),
        text=str(row["question"]),
        answers=_answers(tables) if tables else ("left out",),
        kind="look-up" if looks_up else "computing",
        tables=tuple(tables),
    )


def _answers(tables: Sequence[GoldTable]) -> tuple[str, ...]:
    """Return the first column of the first table that is no number, as text; or its numbers."""
    rows = tables[0]["rows"]
    columns = [[_text(cell) for cell in column] for column in zip(*rows, strict=True)]
    named = [c for c in columns if any(not v.replace(".", "").lstrip("-").isdigit() for v in c)]
    chosen = (named or columns or [["nothing"]])[0]
    return tuple(dict.fromkeys(filter(None, chosen))) or ("nothing",)


def _text(cell: Any) -> str:
    if isinstance(cell, dict):
        return str(cell.get("key") or "")
    return "" if cell is None else str(cell)
