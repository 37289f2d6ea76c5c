"""The files that weights to begin with are made of."""

from __future__ import annotations

from pathlib import Path

from steiner.errors import InvalidInput


def source_lines(file: Path, source: str) -> list[str]:
    """Return the lines of a file of `source`. Raises InvalidInput where it cannot be read."""
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InvalidInput(
            f"{file} cannot be read: expected a file of {source}. Name the folder that has "
            f"simple_questions, freebase_schema and text2cypher."
        ) from error
