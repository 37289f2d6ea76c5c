"""Examples from a live graph: a JSONL of questions and answers, and what is retrieved for each."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, TypeVar

from steiner.errors import InvalidInput, MissingExtra
from steiner.filters import EVERYTHING, Filter
from steiner.jobs import Row, ask_many, given_seeds, read_questions
from steiner.progress import Report, silent
from steiner.retrieve.pipeline import StagedRetriever
from steiner.settings import Options
from steiner.textual_graph import Example, TextGraph, graph_json, read_examples
from steiner.textualise.table import text_graph

_HELD_OUT = 0.1

E = TypeVar("E")
Halves = tuple[Sequence[E], Sequence[E]]
"""Examples to train on and examples to validate on."""


class Lessons(Protocol[E]):
    """What a system learns from: the `field` that its lines have beside question and answers."""

    field: str

    def collect(self, retriever: StagedRetriever, row: Row | None, where: Filter) -> Row:
        """Return the fields of a line; for None those of a question that cannot be used."""

    def read(self, file: Path) -> list[E]:
        """Return the examples of a file of such lines."""


def examples_of(
    lessons: Lessons[E],
    retriever: StagedRetriever,
    asked: str,
    questions: Path,
    file: Path,
    report: Report = silent,
    where: Filter = EVERYTHING,
) -> list[E]:
    """Collect what is learnt of each question; `file` keeps it, and a stopped run goes on there.

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
        ask_many(lambda row: lessons.collect(retriever, row, where), asked, questions, file, report)
    return lessons.read(file)


class Graphs:
    """Lessons of a language model: the graph that is retrieved for a question, as text."""

    field = "graph"

    def collect(self, retriever: StagedRetriever, row: Row | None, where: Filter) -> Row:
        """Return the graph; an empty one for None."""
        if row is None:
            return {"graph": graph_json(TextGraph())}
        evidence = retriever.retrieve(row["question"], Options(given_seeds(row), where))
        return {"graph": graph_json(text_graph(evidence))}

    def read(self, file: Path) -> list[Example]:
        """Return the examples. Raises InvalidInput with the number of a line that is none."""
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


def is_collected(questions: Path, field: str) -> bool:
    """Say whether every line brings what is learnt from, so that no server need be asked."""
    rows = read_questions(questions)
    return bool(rows) and all(field in row for row in rows)


def split(examples: Sequence[E], seed: int) -> tuple[list[E], list[E]]:
    """Return nine tenths to train on and, drawn by `seed`, one tenth to validate on."""
    drawn = list(examples)
    random.Random(seed).shuffle(drawn)
    held = max(1, round(_HELD_OUT * len(drawn)))
    if len(drawn) < 2:
        raise InvalidInput(
            f"Training needs at least two questions, one of them to validate on; got {len(drawn)}."
        )
    return drawn[held:], drawn[:held]
