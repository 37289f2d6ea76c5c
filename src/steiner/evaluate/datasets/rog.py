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


def load(place: Path, split: str, broken: list[str] | None) -> Dataset:
    """Read the file `place`, or `<split>.jsonl` of the folder."""
    path = place / f"{split}.jsonl" if place.is_dir() else place
    found = json_questions(path, _question, broken)
    return Dataset(f"rog-{place.stem}", split, found, "questions CC BY 4.0")


def _question(row: Any) -> GoldQuestion:
    triples = [texts(triple) for triple in row["graph"]]
    return GoldQuestion(
        id=str(row["id"]),
        text=str(row["question"]),
        answers=texts(row["answer"]),
        topics=texts(row["q_entity"]),
        graph=TextGraph.from_triples((head, relation, tail) for head, relation, tail in triples),
    )
