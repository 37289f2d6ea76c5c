"""Examples from a live graph: a JSONL of questions and answers, and what is retrieved for each."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, TypeVar

from steiner.errors import InvalidInput, MissingExtra
from steiner.jobs import Job, Row, digest, read_questions
from steiner.progress import Report, silent
from steiner.settings import Options
from steiner.whole_files import write_whole

_VALIDATION = 0.1

E = TypeVar("E")


class ExampleSource(Protocol[E]):
    """What a system learns from: the `field` that its lines have beside question and answers."""

    field: str

    def collect(self, retriever: Any, row: Row, options: Options) -> Row:
        """Return the fields of a line. Raises InvalidInput for a question that cannot be used."""

    def empty(self) -> Row:
        """Return the fields of a question that cannot be used."""

    def read(self, file: Path) -> list[E]:
        """Return the examples of a file of such lines."""


def collect(
    source: ExampleSource[Any],
    retriever: Any,
    questions: Path,
    output: Path,
    options: Options,
    made_of: Mapping[str, str],
    report: Report = silent,
) -> None:
    """Write what is learnt of each question to `output`; a stopped run goes on there.

    `made_of` says in words what the lines are made of beside the questions, and is kept beside
    them: Raises InvalidInput where `output` was made of something else, and, with its number, for
    a question without answers.
    """
    rows = read_questions(questions)
    _check_answers(rows, questions)
    described = {**made_of, "questions": digest(rows)}
    record = output.with_suffix(".made.json")
    if output.is_file():
        _check_same(output, record, described)
        return
    output.parent.mkdir(parents=True, exist_ok=True)
    job = Job(output, described, lambda row: source.collect(retriever, row, options), source.empty)
    # First: lines that nobody says the making of would have to be collected anew.
    write_whole(record, json.dumps(described, indent=1) + "\n")
    job.run(rows, report)


def _check_answers(rows: Sequence[Row], questions: Path) -> None:
    for number, row in enumerate(rows, 1):
        if not isinstance(row.get("answers"), list) or not row["answers"]:
            raise InvalidInput(
                f'{questions}, question {number}: expected a list "answers" to learn from, '
                f"got {row.get('answers')!r}."
            )


def _check_same(output: Path, record: Path, described: Mapping[str, str]) -> None:
    try:
        before = json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        before = {}
    other = sorted(k for k in {*before, *described} if before.get(k) != described.get(k))
    if other:
        raise InvalidInput(
            f"{output} was collected with another {', '.join(other)}. Name another --output, or "
            f"remove that file to collect anew. To train on it as it is, give it as --questions."
        )


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
    count = max(1, round(_VALIDATION * len(drawn)))
    if len(drawn) < 2:
        raise InvalidInput(
            f"Training needs at least two questions, one of them to validate on; got {len(drawn)}."
        )
    return drawn[count:], drawn[:count]
