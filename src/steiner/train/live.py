"""Examples from a live graph: a JSONL of questions and answers, and what is retrieved for each."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from steiner.bulk import read_questions, retrieve_many
from steiner.errors import InvalidInput, MissingExtra
from steiner.examples import Example, graph_json, read_examples
from steiner.graph import Evidence
from steiner.index.progress import Report, silent
from steiner.retrieve.retriever import Retriever
from steiner.textualise.table import text_graph
from steiner.where import EVERYTHING, Where

_HELD_OUT = 0.1


def examples_of(
    retriever: Retriever,
    asked: str,
    questions: Path,
    file: Path,
    report: Report = silent,
    where: Where = EVERYTHING,
) -> list[Example]:
    """Retrieve the graph of each question; `file` keeps them, and a stopped run goes on there.

    `asked` names the retriever's settings. Raises InvalidInput, with its number, for a line
    without answers.
    """
    for number, row in enumerate(read_questions(questions), 1):
        if not isinstance(row.get("answers"), list) or not row["answers"]:
            raise InvalidInput(
                f'{questions}, question {number}: expected a list "answers" to learn from, '
                f"got {row.get('answers')!r}."
            )
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.is_file():
        retrieve_many(retriever, asked, questions, file, report, where, _fields)
    return read_examples(file)


@contextmanager
def main_first() -> Iterator[None]:
    """Let one process of several go first, so that only it retrieves and writes."""
    if find_spec("accelerate") is None:
        raise MissingExtra.named("accelerate", "train")
    import torch
    from accelerate import PartialState

    with PartialState(cpu=not torch.cuda.is_available()).main_process_first():
        yield


def has_graphs(questions: Path) -> bool:
    """Say whether every line brings its graph, so that no server need be asked."""
    rows = read_questions(questions)
    return bool(rows) and all("graph" in row for row in rows)


def split(examples: Sequence[Example], seed: int) -> tuple[list[Example], list[Example]]:
    """Return nine tenths to train on and, drawn by `seed`, one tenth to validate on."""
    drawn = list(examples)
    random.Random(seed).shuffle(drawn)
    held = max(1, round(_HELD_OUT * len(drawn)))
    if len(drawn) < 2:
        raise InvalidInput(
            f"Training needs at least two questions, one of them to validate on; got {len(drawn)}."
        )
    return drawn[held:], drawn[:held]


def _fields(evidence: Evidence) -> dict[str, Any]:
    return {"graph": graph_json(text_graph(evidence))}
