"""What people know of a graph and its schema does not say: words, sides, values, hidden parts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any


@dataclass(frozen=True, slots=True)
class Note:
    """A note on a label, a relationship type or a property.

    `synonyms`: what people call it, of several words, too. `either_way`: of a type, it holds in
    both directions, whichever is stored. `unit`: of a property, what its numbers are measured in.
    `values`: of a property, what people call a stored value, by that value as text. `days`: of a
    property, how the texts write days that are: one of WRITTEN.
    """

    synonyms: tuple[str, ...] = ()
    description: str = ""
    either_way: bool = False
    unit: str = ""
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    days: str = ""


@dataclass(frozen=True, slots=True)
class Hidden:
    """Parts of a schema that no question is read as; a property is written `Label.property`."""

    labels: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()


@dataclass(frozen=True)
class Notes:
    """All notes on a graph. Properties are called `Label.property` or `TYPE.property`.

    `names`: the properties that together name the nodes of a label, in the order of speech.
    """

    labels: Mapping[str, Note] = field(default_factory=dict)
    types: Mapping[str, Note] = field(default_factory=dict)
    properties: Mapping[str, Note] = field(default_factory=dict)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    hidden: Hidden = field(default_factory=Hidden)

    @cached_property
    def either_way(self) -> frozenset[str]:
        """The types that hold in both directions."""
        return frozenset(type for type, note in self.types.items() if note.either_way)

    def synonyms(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the labels and types that have synonyms, with these."""
        for name, note in chain(self.labels.items(), self.types.items()):
            if note.synonyms:
                yield name, note.synonyms

    def property(self, owner: str, name: str) -> Note:
        """Return the note on a property of a label or type, an empty one where there is none."""
        return self.properties.get(f"{owner}.{name}", Note())

    def hides(self, owner: str, name: str) -> bool:
        """Say whether a property of a label or type is hidden."""
        return f"{owner}.{name}" in self.hidden.properties

    def tables(self) -> dict[str, Any]:
        """Return the notes as nested tables of plain values, without what is not noted."""
        tables: dict[str, Any] = _noted(asdict(self))
        return tables

    def to_json(self) -> str:
        """Write as JSON with sorted keys."""
        return json.dumps(self.tables(), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Notes:
        """Read what `to_json` wrote; an empty text is no notes."""
        return cls.from_tables(json.loads(text or "{}"))

    @classmethod
    def from_tables(cls, tables: Mapping[str, Any]) -> Notes:
        """Return the notes of tables as `tables` returns them."""
        labels, types, properties = (
            {name: _note(own) for name, own in tables.get(kind, {}).items()}
            for kind in ("labels", "types", "properties")
        )
        names = {label: tuple(own) for label, own in tables.get("names", {}).items()}
        hidden = {kind: tuple(own) for kind, own in tables.get("hidden", {}).items()}
        return cls(labels, types, properties, names, Hidden(**hidden))


def _note(given: Mapping[str, Any]) -> Note:
    values = {value: tuple(words) for value, words in given.get("values", {}).items()}
    return Note(**{**given, "synonyms": tuple(given.get("synonyms", ())), "values": values})


def _noted(given: Any) -> Any:
    """Return nested tables without what is empty."""
    if not isinstance(given, dict):
        return list(given) if isinstance(given, tuple) else given
    plain = {name: _noted(own) for name, own in given.items()}
    return {name: own for name, own in plain.items() if own not in ("", [], False, {})}
