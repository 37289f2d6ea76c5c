"""Loads the statements of cypher/ and quotes identifiers into them.

Values always travel as parameters. A placeholder `{{name}}` in a statement stands for an
identifier (or several, joined) and is filled through `quote` only; `<<name>>` stands for a part
that itself comes from cypher/.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
_PART = re.compile(r"<<(\w+)>>")


_ESCAPED = str.maketrans({"`": "``", "\\": "\\u005C", "{": "\\u007B", "<": "\\u003C"})
"""A backslash begins an escape in a name, too: `DOM\\user` as it stands ends the statement, and
`a\\u0041b` is read as aAb. Escaped, `{` and `<` are no placeholder of a statement."""


def quote(identifier: str) -> str:
    """Quote a label, type, property or index name for Cypher; any Unicode text is allowed."""
    return f"`{identifier.translate(_ESCAPED)}`"


@cache
def _folder() -> Path:
    packaged = Path(__file__).parents[2] / "cypher"
    return packaged if packaged.is_dir() else Path(__file__).parents[4] / "cypher"


@cache
def _source(name: str) -> str:
    return (_folder() / f"{name}.cypher").read_text(encoding="utf-8")


def compose(name: str, parts: Mapping[str, str]) -> str:
    """Return the text of cypher/`name`.cypher with its parts put in."""
    return _PART.sub(lambda match: parts[match.group(1)], _source(name).rstrip("\n"))


def fill(text: str, identifiers: Mapping[str, str | Sequence[str]]) -> str:
    """Return a statement's text with its placeholders quoted.

    A sequence becomes alternatives joined by `|`, as labels and types are written.
    """

    def quoted(match: re.Match[str]) -> str:
        given = identifiers[match.group(1)]
        return quote(given) if isinstance(given, str) else "|".join(map(quote, given))

    return _PLACEHOLDER.sub(quoted, text)


def statement(name: str, **identifiers: str | Sequence[str]) -> str:
    """Return the text of cypher/`name`.cypher with its placeholders quoted."""
    return fill(_source(name), identifiers)
