"""WebQSP and CWQ over one pooled graph of gold triples.

WebQSP (Yih et al. 2016) and ComplexWebQuestions (Talmor and Berant 2018): CC BY 4.0; triples MIT.
`SPLIT.jsonl` holds id, question, answers, topic_entities and gold_triples a line; the pooled graph
`freebase_gold_union.tsv` (head, relation, tail) lies beside it or in the folder `webqsp` there.
Figures over it are not those of the papers, whose graphs hold 2 hops of Freebase a question.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from steiner.evaluate.datasets.gold import Dataset, GoldQuestion, Triple
from steiner.evaluate.datasets.lines import json_questions, read_triples, texts

_UNION = "freebase_gold_union.tsv"


def load(location: Path, split: str, broken: list[str] | None) -> Dataset:
    """Read the folder's questions and the pooled graph."""
    questions = json_questions(location / f"{split}.jsonl", _question, broken)
    licence = "questions CC BY 4.0, triples MIT"
    return Dataset(location.name, split, questions, licence, shared=_graph(location))


def _question(row: Any) -> GoldQuestion:
    return GoldQuestion(
        id=str(row["id"]),
        text=str(row["question"]),
        answers=texts(row["answers"]),
        kind=str(row.get("compositionality_type") or " ".join(row.get("hop_label", []))),
        topics=texts(row["topic_entities"]),
        triples=tuple((str(h), str(r), str(t)) for h, r, t in row["gold_triples"]),
    )


def _graph(location: Path) -> tuple[Triple, ...]:
    near = (location / _UNION, location.parent / "webqsp" / _UNION)
    return read_triples(next((path for path in near if path.is_file()), near[0]), "\t")
