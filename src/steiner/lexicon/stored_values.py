"""Words that people have for stored values: "shipped" for Order.status = 3."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from steiner.algebra.schema.graph_schema import GraphSchema


class ValueWord(NamedTuple):
    """A word for a stored value of a property of a label, or `on_type`."""

    word: str
    owner: str
    property: str
    stored: str | float | bool
    on_type: bool


def value_words(schema: GraphSchema) -> Iterator[ValueWord]:
    """Yield the words for stored values that a schema's notes have."""
    for on_type, members in ((False, schema.labels), (True, schema.types)):
        for owner, properties in members.items():
            for own in properties.values():
                for value, words in schema.notes.property(owner, own.name).values.items():
                    stored = stored_value(value, own.kind)
                    yield from (ValueWord(w, owner, own.name, stored, on_type) for w in words)


def stored_value(text: str, kind: str) -> str | float | bool:
    """Return a value, written as text, as a property of this kind stores it.

    Raises ValueError where no value of the kind is written so; days have no words.
    """
    if kind == "yes or no":
        return {"true": True, "false": False}[text] if text in ("true", "false") else _none(text)
    if kind == "number":
        number = float(text)
        return int(number) if number.is_integer() else number
    return text if kind != "date" else _none(text)


def _none(text: str) -> str:
    raise ValueError(f"{text!r} is no such value")
