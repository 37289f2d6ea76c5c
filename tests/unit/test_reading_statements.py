"""What a question asks of the server only reads: every statement of the rooms that ask."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CYPHER = Path(__file__).parents[2] / "cypher"
ASKING = [
    path
    for room in ("retrieve", "expand", "where", "evaluate")
    for path in sorted((CYPHER / room).rglob("*.cypher"))
]
WRITES = re.compile(
    r"\b(CREATE|MERGE|SET|DELETE|REMOVE|DROP|FOREACH|LOAD|ALTER|GRANT|DENY|REVOKE)\b"
    r"|\bIN\s+(\d+ )?(CONCURRENT )?TRANSACTIONS|\bapoc\.|\bdbms\.|\bdb\.create"
)
"""As the statements are written, in capitals: `set` is a variable."""
NO_CODE = re.compile(r"'[^']*'|//[^\n]*")


@pytest.mark.parametrize("path", ASKING, ids=lambda path: path.stem)
def test_a_statement_of_a_question_writes_nothing(path: Path) -> None:
    text = NO_CODE.sub("", path.read_text(encoding="utf-8"))
    assert not WRITES.search(text)


def test_the_words_that_write_are_known() -> None:
    writing = [
        path for path in (CYPHER / "index").glob("*.cypher") if path.stem.startswith("write")
    ]
    assert len(writing) > 5
    assert all(WRITES.search(path.read_text(encoding="utf-8")) for path in writing)
