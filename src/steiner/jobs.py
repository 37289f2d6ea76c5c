"""One resumable run over many rows: a line of JSON each, written as it comes, in their order."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.progress import Report, silent
from steiner.textual_graph import parsed, read_lines
from steiner.whole_files import append, write_whole

Row = dict[str, Any]


def digest(rows: Sequence[Any]) -> str:
    """Tell rows (JSON types) from others."""
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Job:
    """What becomes of each row: its line in `output` gets the fields that `work` returns for it.

    `described` (JSON types) says what the lines are made of. They go to `output`.part first: a run
    that was stopped goes on after its last whole line if `described` and the rows are the same,
    and starts anew otherwise. A row for which `work` raises InvalidInput gets the field `error`
    and what `empty` returns; any other error stops the run.
    """

    output: Path
    described: Mapping[str, Any]
    work: Callable[[Row], Row]
    empty: Callable[[], Row] = dict
    stage: str = "questions"

    def run(self, rows: Sequence[Row], report: Report = silent) -> int:
        """Work on all rows and return how many got an error."""
        part = self.output.with_name(self.output.name + ".part")
        head = json.dumps({"made_of": self.described, "rows": digest(rows)})
        done = _whole_lines(part, head)
        write_whole(part, "".join(f"{line}\n" for line in [head, *done]))
        failed = sum("error" in json.loads(line) for line in done)
        for number, row in enumerate(rows[len(done) :], len(done)):
            report(self.stage, number, len(rows))
            line = self._line(row)
            failed += "error" in line
            append(part, json.dumps(line, ensure_ascii=False) + "\n")
        report(self.stage, len(rows), len(rows))
        write_whole(self.output, "".join(_body(part)))
        part.unlink()
        return failed

    def _line(self, row: Row) -> Row:
        # The field is ours: one that an earlier run left says nothing about this one.
        kept = {name: value for name, value in row.items() if name != "error"}
        try:
            return {**kept, **self.work(row)}
        except InvalidInput as error:
            return {**kept, **self.empty(), "error": str(error)}


def read_questions(path: Path) -> list[Row]:
    """Read a JSONL of questions. Raises InvalidInput with the number of a line that is none."""
    lines = read_lines(path)
    return [_question(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]


def given_seeds(row: Row) -> list[str]:
    """Return the names or keys that a line of questions brings."""
    return [str(seed) for seed in row.get("seeds", [])]


def _question(path: Path, number: int, text: str) -> Row:
    row = parsed(text)
    if not isinstance(row, dict) or not isinstance(row.get("question"), str):
        raise InvalidInput(
            f'{path}, line {number}: expected a JSON object with a text "question", '
            f"got {text[:80]!r}."
        )
    if not isinstance(row.get("seeds", []), list):
        raise InvalidInput(f'{path}, line {number}: "seeds" must be a list of names or keys.')
    return row


def _whole_lines(part: Path, head: str) -> Sequence[str]:
    if not part.is_file():
        return []
    lines = part.read_text(encoding="utf-8").split("\n")[:-1]
    return lines[1:] if lines and lines[0] == head else []


def _body(part: Path) -> Iterator[str]:
    with part.open(encoding="utf-8") as file:
        next(file)
        yield from file
