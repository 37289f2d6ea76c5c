"""Questions with gold Cypher or answers, a JSONL line each: a graph is learnt from them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.jobs import read_questions

_EXAMPLE = '{"question": "Who runs Acme?", "answers": ["Ann"]} or, with "cypher", a statement'


@dataclass(frozen=True, slots=True)
class TaughtQuestion:
    """A question with its gold statement, or with its answers where `cypher` is empty."""

    text: str
    cypher: str = ""
    answers: tuple[Any, ...] = ()


def taught_questions(path: Path) -> list[TaughtQuestion]:
    """Read a JSONL with `question` and `cypher` or `answers` a line.

    Raises InvalidInput for a file that cannot be read, and with the number of a line that has
    neither.
    """
    rows = read_questions(path)
    return [_question(path, number, row) for number, row in enumerate(rows, 1)]


def _question(path: Path, number: int, row: dict[str, Any]) -> TaughtQuestion:
    cypher, answers = row.get("cypher", ""), row.get("answers", [])
    known = isinstance(cypher, str) and isinstance(answers, list) and (cypher.strip() or answers)
    if not known:
        raise InvalidInput(
            f'{path}, question {number}: expected a text "cypher" or a list "answers" that is not '
            f"empty, got {_shown(row)}. A line is {_EXAMPLE}."
        )
    return TaughtQuestion(row["question"], cypher.strip(), tuple(answers))


def _shown(row: dict[str, Any]) -> str:
    return f"{ ({k: row[k] for k in ('cypher', 'answers') if k in row})!r:.80}"
