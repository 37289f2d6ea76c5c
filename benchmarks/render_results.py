"""Writes docs/results.md from the figures in benchmarks/results.

    python benchmarks/render_results.py

A file NN_subject.json is one table, in the order of the numbers:

    part, title     under which heading it stands; the first file of a part opens it
    says            sentences before the table: what it shows (may be empty)
    columns, rows   a cell is a text, a number, a list of numbers, or null: not measured
    digits          decimals of the numbers of a column; 2 where it is left out
    questions       how many questions the figures are of
    command         what measured them
    leaves_out      what the figures do not show
    date, commit    when they were measured, and the commit that records them
    picture         a drawing in docs/, and what it shows (may be left out)
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
PAGE = Path(__file__).parents[1] / "docs" / "results.md"
FIELDS = (
    *("part", "title", "says", "columns", "rows", "questions"),
    *("command", "leaves_out", "date", "commit"),
)
HEAD = """\
# Results

Every table is rendered from a file in [benchmarks/results](../benchmarks/results) by
`python benchmarks/render_results.py`: change the file, not this page.

How to read it: unless a table says otherwise, the questions are development questions, looked at
while building; the encoder is all-MiniLM-L6-v2; tokens are characters / 4; a share is the mean
share of a question's gold answers in the context. Everything was measured on two processor cores
without AVX-512 that other jobs share: compare shares, not milliseconds. A commit is the one that
records the figure. Commands run from a checkout with `../shared/data` beside it.
"""


def page(folder: Path = RESULTS) -> str:
    """Return the page over all files of the folder."""
    results = [read(path) for path in sorted(folder.glob("*.json"))]
    return "\n".join([HEAD, *contents(results), *sections(results)])


def read(path: Path) -> dict[str, Any]:
    """Read a file of figures. Raises ValueError where a field or a cell is missing."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    missing = [field for field in FIELDS if field not in found]
    if missing:
        raise ValueError(f"{path.name}: expected the fields {', '.join(missing)}; add them.")
    for row in found["rows"]:
        if len(row) != len(found["columns"]):
            raise ValueError(
                f"{path.name}: expected {len(found['columns'])} cells, got {len(row)} in the row "
                f"{row[0]!r}."
            )
    return found


def contents(results: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the list of all tables by part."""
    for part in dict.fromkeys(result["part"] for result in results):
        titles = [result["title"] for result in results if result["part"] == part]
        links = ", ".join(f"[{title}](#{anchor(title)})" for title in titles)
        yield f"- **{part}**: {links}"
    yield ""


def anchor(title: str) -> str:
    """Return the address of a heading within the page."""
    kept = "".join(c for c in title.casefold() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


def sections(results: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of all parts and tables."""
    part = None
    for result in results:
        if result["part"] != part:
            part = result["part"]
            yield from (f"## {part}", "")
        yield from section(result)


def section(result: Mapping[str, Any]) -> Iterator[str]:
    """Yield heading, sentences, table, picture and origin of one file."""
    yield from (f"### {result['title']}", "")
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


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
