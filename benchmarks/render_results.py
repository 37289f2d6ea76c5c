"""Writes docs/results.md and a page for each topic in docs/results from benchmarks/results.

    python benchmarks/render_results.py

result_tables.py says what a file of figures has. The front page has one row a topic, from
results/front.json:

    topic, page     the `part` of its files, and the name of its page
    says            one sentence; each {} is filled with a figure of the topic's files, so that it
                    cannot differ from them
    figures         of each: the file, the first cells of the row, the column, and of a list of
                    numbers which one
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from data import PROCEDURES  # noqa: F401 - Lets import the site's addresses of headings.
from result_tables import cell, read, section
from site_hooks import anchor

RESULTS = Path(__file__).parent / "results"
DOCS = Path(__file__).parents[1] / "docs"
HEAD = """\
# Results

Every table is rendered from a file in [benchmarks/results](../benchmarks/results) by
`python benchmarks/render_results.py`: change the file, not these pages.

How to read them: unless a table says otherwise, the questions are development questions, looked at
while building; the encoder is all-MiniLM-L6-v2; tokens are characters / 4; a share is the mean
share of a question's gold answers in the context. Everything was measured on two processor cores
without AVX-512 that other jobs share: compare shares, not milliseconds. A commit is the one that
records the figure. Commands run from a checkout with `../shared/data` beside it.

| topic | one figure of it | tables |
|---|---|---|
"""
TOPIC_HEAD = """\
# {topic}

[How to read it, and the other topics](../results.md). Rendered from files in
[benchmarks/results](../../benchmarks/results) by `python benchmarks/render_results.py`.

"""


def pages(folder: Path = RESULTS) -> dict[str, str]:
    """Return the front page and the page of each topic, by their names within docs/.

    Raises ValueError where a file's topic has no row in front.json, or a row no file.
    """
    files = {path.stem: read(path) for path in sorted(folder.glob("[0-9]*.json"))}
    rows = json.loads((folder / "front.json").read_text(encoding="utf-8"))
    _check_topics(rows, files)
    written = {"results.md": HEAD + "".join(front_row(row, files) for row in rows)}
    for row in rows:
        written[f"results/{row['page']}.md"] = topic_page(row["topic"], _of(row, files))
    return written


def _check_topics(
    rows: Sequence[Mapping[str, Any]], files: Mapping[str, Mapping[str, Any]]
) -> None:
    topics, parts = {row["topic"] for row in rows}, {file["part"] for file in files.values()}
    if topics != parts:
        raise ValueError(
            f"front.json: expected a row for each part of the files and no other, got "
            f"{sorted(topics - parts)} without a file and {sorted(parts - topics)} without a row."
        )


def _of(
    row: Mapping[str, Any], files: Mapping[str, Mapping[str, Any]]
) -> Sequence[Mapping[str, Any]]:
    return [file for file in files.values() if file["part"] == row["topic"]]


def front_row(row: Mapping[str, Any], files: Mapping[str, Mapping[str, Any]]) -> str:
    """Write one row of the front page."""
    says = row["says"].format(*(figure(*where, files=files) for where in row["figures"]))
    return f"| [{row['topic']}](results/{row['page']}.md) | {says} | {len(_of(row, files))} |\n"


def figure(
    name: str,
    first: Sequence[str],
    column: str,
    place: int | None = None,
    *,
    files: Mapping[str, Mapping[str, Any]],
) -> str:
    """Write one cell as its table has it. Raises ValueError unless exactly one row begins so."""
    file = files[name]
    rows = [row for row in file["rows"] if row[: len(first)] == first]
    if len(rows) != 1:
        raise ValueError(f"front.json: expected one row {first} in {name}.json, got {len(rows)}.")
    value = rows[0][file["columns"].index(column)]
    return cell(value if place is None else value[place], file.get("digits", {}).get(column, 2))


def topic_page(topic: str, results: Sequence[Mapping[str, Any]]) -> str:
    """Return the page of one topic: its tables by name, then each."""
    return TOPIC_HEAD.format(topic=topic) + "\n".join(_lines(results))


def _lines(results: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for result in results:
        yield f"- [{result['title']}](#{anchor(result['title'])})"
    yield ""
    for result in results:
        yield from section(result)


def main() -> None:
    """Write the pages, and delete those of topics that are gone."""
    written = pages()
    (DOCS / "results").mkdir(exist_ok=True)
    for path in (DOCS / "results").glob("*.md"):
        if f"results/{path.name}" not in written:
            path.unlink()
    for name, text in written.items():
        (DOCS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
