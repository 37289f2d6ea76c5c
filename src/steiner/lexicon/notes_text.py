"""Writes notes as the TOML that they are read from, and a draft of them for a schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from steiner.algebra.graph_schema import GraphSchema, PropertySchema
from steiner.algebra.schema_notes import Notes

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_HEAD = """\
# What people know of this graph and its schema does not say: take the # away where you fill in.
# Keep it with: steiner notes FILE
"""


def notes_text(notes: Notes) -> str:
    """Write notes as TOML, which `read_notes` reads back; empty without any."""
    each = (_tables(kind, table) for kind, table in notes.tables().items())
    return "\n".join(chain.from_iterable(each))


def draft_text(schema: GraphSchema) -> str:
    """Write TOML with all that may be noted on a schema, nothing filled in.

    Types whose ends have the same label ask whether they hold either way; properties of few values
    list these.
    """
    lines = [_HEAD]
    for label in schema.labels:
        lines += [f"[labels.{_key(label)}]", "# synonyms = []", '# description = ""', ""]
    for type, pairs in schema.ends.items():
        lines += [f"[types.{_key(type)}]  # {_ends(pairs)}", "# synonyms = []"]
        lines += ["# either_way = true"] if any(a == b for a, b in pairs) else []
        lines += [""]
    for owner, properties in chain(schema.labels.items(), schema.types.items()):
        for own in properties.values():
            lines += [*_drafted(owner, own), ""]
    return "\n".join(lines)


def _drafted(owner: str, own: PropertySchema) -> Iterator[str]:
    yield f"[properties.{_key(f'{owner}.{own.name}')}]  # {own.kind}"
    yield "# synonyms = []"
    if "number" in own.kind:
        yield '# unit = ""'
    if len(own.written) > 1:
        first, second = own.written
        yield f'# days = "{first}"  # or "{second}": none of the days is past the 12th'
    if own.texts:
        yield f"# values = {{ {', '.join(f'{_key(text)} = []' for text in own.texts)} }}"


def _ends(pairs: Any) -> str:
    shown = ", ".join(f"{source} to {target}" for source, target in pairs[:3])
    return f"{shown}, …" if len(pairs) > 3 else shown


def _tables(kind: str, table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of one kind of notes: a table for each that has some, or one for all."""
    nested = {name: own for name, own in table.items() if isinstance(own, Mapping)}
    if not nested:
        yield from (f"[{kind}]", *_entries(table), "")
    for name, own in nested.items():
        yield from (f"[{kind}.{_key(name)}]", *_entries(own), "")


def _entries(table: Mapping[str, Any]) -> Iterator[str]:
    return (f"{_key(key)} = {_value(value)}" for key, value in table.items())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_entries(value))} }}"
    return _text(value)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _text(value: Any) -> str:
    """Write as JSON, which is TOML but for one character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
