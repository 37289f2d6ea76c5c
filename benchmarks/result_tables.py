"""A file of figures of benchmarks/results as a section of a page.

A file NN_subject.json is one table; the tables of a topic follow one another by their numbers:

    part, title     the topic whose page it stands on (results/front.json), and its heading
    says            sentences before the table: what it shows (may be empty)
    columns, rows   a cell is a text, a number, a list of numbers, or null: not measured
    digits          decimals of the numbers of a column; 2 where it is left out
    questions       how many questions the figures are of
    command         what measured them
    leaves_out      what the figures do not show
    date, commit    when they were measured, and the commit that records them
    picture         a drawing in docs/, and what it shows (may be left out)

Links and pictures are written as seen from docs/results/.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

FIELDS = (
    *("part", "title", "says", "columns", "rows", "questions"),
    *("command", "leaves_out", "date", "commit"),
)


def read(path: Path) -> dict[str, Any]:
    """Read a file of figures. Raises ValueError where a field or a cell is missing."""
    result: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    missing = [field for field in FIELDS if field not in result]
    if missing:
        raise ValueError(f"{path.name}: expected the fields {', '.join(missing)}; add them.")
    for row in result["rows"]:
        if len(row) != len(result["columns"]):
            raise ValueError(
                f"{path.name}: expected {len(result['columns'])} cells, got {len(row)} in the row "
                f"{row[0]!r}."
            )
    return result


def section(result: Mapping[str, Any]) -> Iterator[str]:
    """Yield heading, sentences, table, picture and origin of one file."""
    yield from (f"## {result['title']}", "")
    for sentence in result["says"]:
        yield from (sentence, "")
    yield from table(result)
    yield ""
    if "picture" in result:
        yield from (f"![{result['picture']['shows']}]({result['picture']['file']})", "")
    yield from (origin(result), "")


def table(result: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the Markdown table."""
    digits = result.get("digits", {})
    yield f"| {' | '.join(result['columns'])} |"
    yield "|" + "---|" * len(result["columns"])
    for row in result["rows"]:
        pairs = zip(result["columns"], row, strict=True)
        yield f"| {' | '.join(cell(value, digits.get(name, 2)) for name, value in pairs)} |"


def cell(value: Any, digits: int) -> str:
    """Write a cell: [0.5, 1] as .50 / 1.00, null as a dash, a text as it is."""
    if value is None:
        return "-"
    if isinstance(value, list):
        return " / ".join(cell(part, digits) for part in value)
    if isinstance(value, (int, float)):
        text = f"{value:,.{digits}f}"
        return text.replace("0.", ".", 1) if abs(value) < 1 and digits else text
    return str(value)


def origin(result: Mapping[str, Any]) -> str:
    """Write where the figures come from, on one line."""
    lines = [f"Questions: {result['questions']}." if result["questions"] else ""]
    lines.append(f"`{result['command']}`, {result['date']}, {result['commit']}.")
    lines.append(f"Left out: {result['leaves_out']}" if result["leaves_out"] else "")
    return "*" + " ".join(filter(None, lines)) + "*"
