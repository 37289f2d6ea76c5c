"""Loads the statements of cypher/ and quotes identifiers into them.

Values always travel as parameters. A placeholder `{{name}}` in a statement stands for an
identifier (or several, joined) and is filled through `quote` only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")


def quote(identifier: str) -> str:
    """Quote a label, type, property or index name for Cypher; any Unicode text is allowed."""
    return "`" + identifier.replace("\\u0060", "`").replace("`", "``") + "`"


@cache
def _folder() -> Path:
    packaged = Path(__file__).parents[1] / "cypher"
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / "cypher"


@cache
def _source(name: str) -> str:
    return (_folder() / f"{name}.cypher").read_text(encoding="utf-8")


def statement(name: str, **identifiers: str | Sequence[str]) -> str:
    """Return the text of cypher/`name`.cypher with its placeholders quoted.

    A sequence becomes alternatives joined by `|`, as labels and types are written.
    """

    def fill(found: re.Match[str]) -> str:
        given = identifiers[found.group(1)]
        return quote(given) if isinstance(given, str) else "|".join(map(quote, given))

    return _PLACEHOLDER.sub(fill, _source(name))
