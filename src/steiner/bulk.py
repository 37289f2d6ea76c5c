"""Retrieves the evidence for many questions: JSONL in, JSONL out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.graph import Evidence
from steiner.index.progress import Report, silent
from steiner.render import evidence_json
from steiner.retrieve.retriever import Retriever

_WRITTEN = ("context", "tokens", "nodes", "relationships", "seeds", "ranking", "milliseconds")


def read_questions(path: Path) -> list[dict[str, Any]]:
    """Read a JSONL of questions. Raises InvalidInput with the number of a line that is none."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.") from error
    return [_line(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]


def _line(path: Path, number: int, text: str) -> dict[str, Any]:
    found: Any = None
    with suppress(json.JSONDecodeError):
        found = json.loads(text)
    if not isinstance(found, dict) or not isinstance(found.get("question"), str):
        raise InvalidInput(
            f'{path}, line {number}: expected a JSON object with a text "question", '
            f"got {text[:80]!r}."
        )
    if not isinstance(found.get("seeds", []), list):
        raise InvalidInput(f'{path}, line {number}: "seeds" must be a list of names or keys.')
    return found


def retrieve_many(
    retriever: Retriever, asked: str, questions: Path, output: Path, report: Report = silent
) -> int:
    """Write one line of evidence a question to `output`; return how many could not be answered.

    `asked` names the settings. Lines go to `output`.part first: a run that was stopped goes on
    after its last whole line if the settings and questions are the same. A question that
    cannot be used gets a line with the field `error`; a lost connection stops the run.
    """
    rows = read_questions(questions)
    part = output.with_name(output.name + ".part")
    head = json.dumps({"asked": asked, "questions": [row["question"] for row in rows]})
    done = _whole_lines(part, head)
    part.write_text("".join(f"{line}\n" for line in [head, *done]), encoding="utf-8")
    failed = sum('"error":' in line for line in done)
    with part.open("a", encoding="utf-8") as file:
        for place, row in enumerate(rows[len(done) :], len(done)):
            report("questions", place, len(rows))
            line = _answered(retriever, row)
            failed += "error" in line
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
    report("questions", len(rows), len(rows))
    output.write_text("".join(_body(part)), encoding="utf-8")
    part.unlink()
    return failed


def _whole_lines(part: Path, head: str) -> Sequence[str]:
    if not part.is_file():
        return []
    lines = part.read_text(encoding="utf-8").split("\n")[:-1]
    return lines[1:] if lines and lines[0] == head else []


def _body(part: Path) -> Iterator[str]:
    with part.open(encoding="utf-8") as file:
        next(file)
        yield from file


def _answered(retriever: Retriever, row: dict[str, Any]) -> dict[str, Any]:
    try:
        evidence = retriever.retrieve(row["question"], [str(s) for s in row.get("seeds", [])])
    except InvalidInput as error:
        return {**row, "context": "", "error": str(error)}
    return {**row, **_fields(evidence)}


def _fields(evidence: Evidence) -> dict[str, Any]:
    found = evidence_json(evidence)
    return {name: found[name] for name in _WRITTEN}
