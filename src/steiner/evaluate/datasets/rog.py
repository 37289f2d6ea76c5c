"""WebQSP and CWQ as RoG publishes them: a graph of two or four Freebase hops with each question.

Luo et al. 2024; questions CC BY 4.0. `SPLIT.jsonl` holds id, question, answer, q_entity,
a_entity and graph (a list of head, relation, tail) a line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from steiner.evaluate.datasets.gold import Dataset, GoldQuestion
from steiner.evaluate.datasets.lines import json_questions, texts
from steiner.textual_graph import TextGraph


def load(location: Path, split: str, broken: list[str] | None) -> Dataset:
    """Read the file `location`, or `<split>.jsonl` of the folder."""
    path = location / f"{split}.jsonl" if location.is_dir() else location
    questions = json_questions(path, _question, broken)
    return Dataset(f"rog-{location.stem}", split, questions, "questions CC BY 4.0")


def _question(row: Any) -> GoldQuestion:
    triples = [texts(triple) for triple in row["graph"]]
    return GoldQuestion(
        id=str(row["id"]),
        text=str(row["question"]),
        answers=texts(row["answer"]),
        topics=texts(row["q_entity"]),
        graph=TextGraph.from_triples((head, relation, tail) for head, relation, tail in triples),
    )
