"""Questions of the user's own, over a live graph: JSONL with `question` and `answers` a line.

Of text2cypher data sets (Neo4j text2cypher, CC0) `answers` are what the gold Cypher returned.
`id`, `kind` and `topics` (names of the entities asked about) may be there too; `graph`, as `steiner
train` reads it, is the question's own, and `labels` are the answers of a classification.
"""

from __future__ import annotations

from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from steiner.evaluate.datasets.gold import Dataset, GoldQuestion
from steiner.evaluate.datasets.lines import json_questions, texts
from steiner.textual_graph import to_example


def load(location: Path, split: str, broken: list[str] | None) -> Dataset:
    """Read the file `location`, or `<split>.jsonl` of the folder."""
    path = location / f"{split}.jsonl" if location.is_dir() else location
    labels: dict[str, None] = {}
    questions = json_questions(path, partial(_question, count(1), labels), broken)
    return Dataset(path.stem, split, questions, "the user's own", tuple(labels))


def _question(numbers: count[int], labels: dict[str, None], row: Any) -> GoldQuestion:
    number = next(numbers)
    labels.update(dict.fromkeys(texts(row.get("labels", []))))
    return GoldQuestion(
        id=str(row.get("id", number)),
        text=str(row["question"]),
        answers=texts(row["answers"]),
        kind=str(row.get("kind", "")),
        topics=texts(row.get("topics", [])),
        graph=to_example(row, f"question {number}").graph if "graph" in row else None,
    )
