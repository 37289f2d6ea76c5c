"""Writes notes as the TOML that they are read from, and a draft of them for a schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from steiner.algebra.schema.graph_schema import GraphSchema, PropertySchema
from steiner.algebra.schema.schema_notes import Note, Notes

_BARE = re.compile(r"[A-Za-z0-9_-]+")
NO_NOTE, NO_NOTES = Note(), Notes()
_HEAD = """\
# What people know of this graph and its schema does not say: take the # away where you fill in.
# Keep it with: steiner notes FILE
"""


def notes_text(notes: Notes) -> str:
    """Write notes as TOML, which `read_notes` reads back; empty without any."""
    each = (_tables(kind, table) for kind, table in notes.tables().items())
    return "\n".join(chain.from_iterable(each))


def draft_text(schema: GraphSchema, known: Notes = NO_NOTES) -> str:
    """Write TOML with all that may be noted on a schema; filled in is what is `known`.

    Types whose ends have the same label ask whether they hold either way; properties of few values
    list these.
    """
    lines = [_HEAD]
    for label in schema.labels:
        note = known.labels.get(label, NO_NOTE)
        lines += [f"[labels.{_key(label)}]", _line("synonyms", note.synonyms)]
        lines += [_line("description", note.description), ""]
    for type, pairs in schema.ends.items():
        note = known.types.get(type, NO_NOTE)
        lines += [f"[types.{_key(type)}]  # {_ends(pairs)}", _line("synonyms", note.synonyms)]
        if note.either_way or any(a == b for a, b in pairs):
            lines += [f"{'' if note.either_way else '# '}either_way = true"]
        lines += [""]
    for owner, properties in chain(schema.labels.items(), schema.types.items()):
        for own in properties.values():
            lines += [*_drafted(owner, own, known.property(owner, own.name)), ""]
    return "\n".join(lines)


def _drafted(owner: str, own: PropertySchema, note: Note) -> Iterator[str]:
    yield f"[properties.{_key(f'{owner}.{own.name}')}]  # {own.kind}"
    yield _line("synonyms", note.synonyms)
    if note.unit or "number" in own.kind:
        yield _line("unit", note.unit)
    if len(own.written) > 1:
        first, second = own.written
        yield f'# days = "{first}"  # or "{second}": none of the days is past the 12th'
    values = {**dict.fromkeys(own.texts, ()), **note.values}
    if values:
        yield f"{'' if note.values else '# '}values = {_value(values)}"


def _line(key: str, value: Sequence[str]) -> str:
    """Write what is noted, or a comment to be filled in: a list, or a text."""
    return f"{'' if value else '# '}{key} = {_value(value)}"


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
