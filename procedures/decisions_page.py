"""The index of the decisions, one line for each entry of the pages in docs/decisions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from site_hooks import anchor

FOLDER = Path(__file__).parents[1] / "docs" / "decisions"
_DATE = re.compile(r"\((\d{4}-\d\d-\d\d)")

INTRODUCTION = """# Decisions

What was decided and what was measured for it, a page for each room of the code. What was tried and
did not help stands there, too. Shares are mean shares of the gold answers in the context on
development questions; "512" is a budget in tokens; milliseconds are of two shared cores. Figures by
topic: [results](results.md).

An entry begins with its date: **Context** (2026-11-30): what was asked for or went wrong.
**Choice**: what is done now. **Measured** or **Consequence**: what it brought, with its command.
It goes to the end of its room's page; `make reference` (`python procedures/render_reference.py`)
writes this index."""


def decisions_page(folder: Path = FOLDER) -> str:
    """Return the index as Markdown. Raises ValueError where an entry has no date."""
    rooms = (_room(path) for path in sorted(folder.glob("*.md")))
    return "\n\n".join([INTRODUCTION, *rooms]) + "\n"


def _room(path: Path) -> str:
    head, *entries = path.read_text(encoding="utf-8").split("\n## ")
    title, says = head.split("\n\n")[:2]
    room = title.partition(": ")[2]
    heading = f"## {room[0].upper()}{room[1:]}\n\n{says} [The page](decisions/{path.name})."
    return f"{heading}\n\n" + "\n".join(_lines(path.name, entries))


def _lines(name: str, entries: list[str]) -> Iterator[str]:
    for entry in entries:
        title, _, text = entry.partition("\n")
        date = _DATE.search(text)
        if date is None:
            raise ValueError(
                f"docs/decisions/{name}: expected a date such as **Context** (2026-11-30) in "
                f"{title!r}, got none; write it there."
            )
        yield f"- {date[1]} [{title}](decisions/{name}#{anchor(title)})"
