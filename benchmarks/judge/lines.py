"""The line of a question that was asked: what was read, what came, whether it is right."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Line:
    """A question of a set, asked and judged.

    `part` of the set; `exact`: the answer is called exact; `confidence`: that of the answer, what a
    user sees; `probability`: that of the reading, the answer's where it is exact; `reading` in
    words; `milliseconds` that reading took, the encoder apart; `expects_none`: the graph cannot
    answer it, so that to be right is to decline; `offered`: another reading was offered; `more`:
    what a set says beside.
    """

    part: str
    id: str
    question: str
    right: bool
    exact: bool
    confidence: float
    probability: float
    reading: str
    gold: list[str]
    milliseconds: float
    rows: list[Any] = field(default_factory=list)
    gold_rows: list[Any] = field(default_factory=list)
    expects_none: bool = False
    offered: bool = False
    more: dict[str, Any] = field(default_factory=dict)


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Read a file of JSON lines."""
    # Not splitlines(): texts may hold other ends of lines than JSON's.
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def write_lines(path: Path, lines: Iterable[Line]) -> None:
    """Write lines as JSON, one a question."""
    with path.open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(asdict(line), ensure_ascii=False, default=str) + "\n")


def read_lines(path: Path) -> list[Line]:
    """Read the lines of a set; none where the file is absent."""
    return [Line(**line) for line in rows_of(path)] if path.exists() else []
