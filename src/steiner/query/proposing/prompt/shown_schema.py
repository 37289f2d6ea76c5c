"""A schema as a language model reads it: labels, types with their ends, values, notes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from steiner.algebra.schema.graph_schema import GraphSchema, PropertySchema
from steiner.lexicon.noted_lines import noted_lines

_VALUES, _WIDE = 12, 280
"""Values of a property that are shown, and their characters together."""
_SPELT = 3
"""Values that show how names are spelt: those that a question names are shown beside it."""
_PAIRS = 8
"""Pairs of ends of a type that are shown."""


def schema_text(schema: GraphSchema) -> str:
    """Write a line for each label and type, with properties, kinds and values, then the notes."""
    lines = [_label(schema, label) for label in schema.labels]
    lines += [_type(schema, type, pairs) for type, pairs in schema.ends.items()]
    members = {*schema.labels, *schema.ends}
    return "\n".join([*lines, *noted_lines(schema.notes, members)])


def _label(schema: GraphSchema, label: str) -> str:
    name = schema.names.get(label)
    called = f", called by its {name}" if name in schema.labels[label] else ""
    return f"{label}{_properties(schema.labels[label], name)}{called}"


def _type(schema: GraphSchema, type: str, pairs: Sequence[tuple[str, str]]) -> str:
    leads = ", ".join(f"({source})->({target})" for source, target in pairs[:_PAIRS])
    return f"{type}{_properties(schema.types.get(type, {}))} {leads}"


def _properties(own: Mapping[str, PropertySchema], name: str | None = None) -> str:
    shown = (f"{p.name}: {p.kind}{''.join(_values(p, p.name == name))}" for p in own.values())
    return f" {{{', '.join(shown)}}}" if own else ""


def _values(own: PropertySchema, is_name: bool) -> Iterator[str]:
    """Yield what the values are: all of few, the range of numbers, examples of names and others."""
    if own.kind.startswith("number"):
        yield f" {own.least:g} to {own.most:g}"
    elif own.texts:
        spelt = is_name or len(own.texts) > _VALUES
        shown = _first(own.texts)[: _SPELT if spelt else _VALUES]
        yield f" {'|'.join(shown)}{'|…' * (len(shown) < len(own.texts))}"
    elif own.examples:
        yield f" like {'|'.join(_first(own.examples))}"
    if own.days:
        yield f" (written {own.days}, compared as 2024-01-31)"


def _first(texts: Sequence[str]) -> list[str]:
    """Return the first texts in quotation marks, as many as a line has room for."""
    shown, width = [], 0
    for text in texts[:_VALUES]:
        width += len(text)
        if width <= _WIDE:
            shown.append(json.dumps(text, ensure_ascii=False))
    return shown
