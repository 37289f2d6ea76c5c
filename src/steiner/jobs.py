"""Retrieves the evidence for many questions: JSONL in, JSONL out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.filters import EVERYTHING, Filter
from steiner.graph import Evidence, Subgraph
from steiner.progress import Report, silent
from steiner.render import evidence_json
from steiner.retrieve.pipeline import Retriever
from steiner.settings import Options
from steiner.textual_graph import parsed, read_lines

Row = dict[str, Any]

_WRITTEN = ("context", "tokens", "nodes", "relationships", "seeds", "ranking", "milliseconds")


def read_questions(path: Path) -> list[Row]:
    """Read a JSONL of questions. Raises InvalidInput with the number of a line that is none."""
    lines = read_lines(path)
    return [_line(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]


def _line(path: Path, number: int, text: str) -> Row:
    found = parsed(text)
    if not isinstance(found, dict) or not isinstance(found.get("question"), str):
        raise InvalidInput(
            f'{path}, line {number}: expected a JSON object with a text "question", '
            f"got {text[:80]!r}."
        )
    if not isinstance(found.get("seeds", []), list):
        raise InvalidInput(f'{path}, line {number}: "seeds" must be a list of names or keys.')
    return found


def retrieve_many(
    retriever: Retriever,
    asked: str,
    questions: Path,
    output: Path,
    report: Report = silent,
    where: Filter = EVERYTHING,
) -> int:
    """Write one line of evidence a question to `output`; return how many could not be answered.

    A line is the question's, with context, tokens and what else json.md names; the rest is as
    `ask_many` says.
    """

    def ask(row: Row | None) -> Row:
        if row is None:
            return _fields(Evidence("", Subgraph(), ""))
        return _fields(retriever.retrieve(row["question"], Options(given_seeds(row), where)))

    return ask_many(ask, asked, questions, output, report)


def given_seeds(row: Row) -> list[str]:
    """Return the names or keys that a line of questions brings."""
    return [str(seed) for seed in row.get("seeds", [])]


def ask_many(
    ask: Callable[[Row | None], Row],
    asked: str,
    questions: Path,
    output: Path,
    report: Report = silent,
) -> int:
    """Write each line of `questions` with the fields that `ask` gives for it; return the failures.

    `asked` names the settings. Lines go to `output`.part first: a run that was stopped goes on
    after its last whole line if the settings and questions are the same. A question that cannot
    be used gets the field `error` and what `ask` gives for None; a lost connection stops the run.
    """
    rows = read_questions(questions)
    part = output.with_name(output.name + ".part")
    digest = hashlib.sha256(json.dumps(rows).encode()).hexdigest()
    head = json.dumps({"asked": asked, "questions": digest})
    done = _whole_lines(part, head)
    _write(part, "".join(f"{line}\n" for line in [head, *done]))
    failed = sum("error" in json.loads(line) for line in done)
    # Half a surrogate pair is no UTF-8; as `\udxxx` it is JSON and keeps its meaning.
    with part.open("a", encoding="utf-8", errors="backslashreplace") as file:
        for place, row in enumerate(rows[len(done) :], len(done)):
            report("questions", place, len(rows))
            line = _answered(ask, row)
            failed += "error" in line
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
    report("questions", len(rows), len(rows))
    _write(output, "".join(_body(part)))
    part.unlink()
    return failed


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidInput(f"{path} cannot be written: {error.strerror}.") from error


def _whole_lines(part: Path, head: str) -> Sequence[str]:
    if not part.is_file():
        return []
    lines = part.read_text(encoding="utf-8").split("\n")[:-1]
    return lines[1:] if lines and lines[0] == head else []


def _body(part: Path) -> Iterator[str]:
    with part.open(encoding="utf-8") as file:
        next(file)
        yield from file


def _answered(ask: Callable[[Row | None], Row], row: Row) -> Row:
    # The field is ours: one that an earlier run left says nothing about this one.
    kept = {name: value for name, value in row.items() if name != "error"}
    try:
        return {**kept, **ask(row)}
    except InvalidInput as error:
        return {**kept, **ask(None), "error": str(error)}


def _fields(evidence: Evidence) -> Row:
    found = evidence_json(evidence)
    return {name: found[name] for name in _WRITTEN}
