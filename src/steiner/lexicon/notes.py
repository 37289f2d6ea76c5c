"""Reads notes on a schema from a TOML file, and checks them against a graph."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.algebra.schema.schema_notes import Notes
from steiner.algebra.schema.written_days import WRITTEN
from steiner.errors import InvalidInput
from steiner.lexicon.stored_values import stored_value

_DAYS = f"text, one of {', '.join(WRITTEN)}"
_EVERY = {"synonyms": "list of texts", "description": "text"}
_KEYS: Mapping[str, Mapping[str, str]] = {
    "labels": _EVERY,
    "types": {**_EVERY, "either_way": "true or false"},
    "properties": {**_EVERY, "unit": "text", "values": "table of lists of texts", "days": _DAYS},
}
"""What may be noted of a label, type or property, and the kind of value that says it."""
_HIDDEN = ("labels", "types", "properties")


def read_notes(path: str | Path) -> Notes:
    """Read the notes of a TOML file (docs/notes.md has the form).

    Raises InvalidInput where there is no such file, it is not TOML, or a key or value is none that
    notes have.
    """
    try:
        given = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidInput(f"The notes {path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"The notes {path} are no TOML: {error}") from error
    return notes_from(given)


def notes_from(given: Mapping[str, Any]) -> Notes:
    """Return the notes of TOML's tables; raises InvalidInput for a key or value they cannot have.

    A property is `"Label.property"` in quotation marks, or `Label.property` as TOML nests it.
    """
    _check_keys(given, (*_KEYS, "names", "hidden"), "notes")
    tables = {name: _table(given.get(name, {}), name) for name in given}
    tables["properties"] = _named_in_full(tables.get("properties", {}))
    for kind, keys in _KEYS.items():
        for name, own in tables.get(kind, {}).items():
            where = f"{kind}.{name}"
            _check_keys(_table(own, where), keys, where)
            for key, value in own.items():
                _check_value(value, keys[key], f"{where}.{key}")
    _check_keys(tables.get("hidden", {}), _HIDDEN, "hidden")
    for name in ("names", "hidden"):
        for key, value in tables.get(name, {}).items():
            _check_value(value, "list of texts", f"{name}.{key}")
    return Notes.from_tables(tables)


def check_notes(notes: Notes, schema: GraphSchema) -> None:
    """Raise InvalidInput, with the nearest names, where notes name what a schema has not.

    `schema` is that of the whole graph, without notes.
    """
    properties = _properties(schema)
    for name in (*notes.labels, *notes.hidden.labels, *notes.names):
        _check_known(name, schema.labels, "label")
    for name in (*notes.types, *notes.hidden.types):
        _check_known(name, schema.types, "relationship type")
    for name in (*notes.properties, *notes.hidden.properties):
        _check_known(name, properties, "property")
    for label, own in notes.names.items():
        for name in own:
            _check_known(name, schema.labels[label], f"property of {label}")
    for name, note in notes.properties.items():
        for value in note.values:
            _check_stored(value, properties[name], name)
        if note.days and properties[name] not in ("text", "date as text"):
            raise InvalidInput(
                f"The notes say how texts of {name} write days, but its values are: "
                f"{properties[name]}. Leave days out."
            )


def _properties(schema: GraphSchema) -> dict[str, str]:
    """Return the kind of each property by its name in full: "Person.age"."""
    members = chain(schema.labels.items(), schema.types.items())
    return {f"{member}.{name}": p.kind for member, own in members for name, p in own.items()}


def _named_in_full(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Name properties in full that TOML has nested: [properties.Person.age]."""

    def each() -> Iterator[tuple[str, Any]]:
        for name, own in tables.items():
            if "." in name:
                yield name, own
            else:
                table = _table(own, f"properties.{name}")
                yield from ((f"{name}.{last}", inner) for last, inner in table.items())

    return dict(each())


def _table(given: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        form = '[properties."Label.property"]' if where.startswith("properties") else f"[{where}]"
        raise InvalidInput(f"In the notes {where} must be a table, written {form}, got {given!r}.")
    return given


def _check_keys(given: Iterable[str], known: Collection[str], where: str) -> None:
    for key in given:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            mend = f"Is {near[0]!r} meant?" if near else f"There may be: {', '.join(known)}."
            raise InvalidInput(f"The {where} have no key {key!r}. {mend}")


def _check_value(given: Any, kind: str, where: str) -> None:
    fits = {
        "text": lambda: isinstance(given, str),
        "true or false": lambda: isinstance(given, bool),
        _DAYS: lambda: given in WRITTEN,
        "list of texts": lambda: _are_texts(given),
        "table of lists of texts": lambda: (
            isinstance(given, Mapping) and all(map(_are_texts, given.values()))
        ),
    }
    if not fits[kind]():
        raise InvalidInput(f"In the notes {where} must be a {kind}, got {given!r}.")


def _are_texts(given: Any) -> bool:
    return isinstance(given, list) and all(isinstance(one, str) and one.strip() for one in given)


def _check_known(name: str, known: Collection[str], kind: str) -> None:
    if name in known:
        return
    fold = {each.casefold(): each for each in known}
    near = [fold[n] for n in difflib.get_close_matches(name.casefold(), fold, n=3, cutoff=0.5)]
    mend = f"Nearest: {', '.join(near)}" if near else f"It has: {', '.join(sorted(known)[:20])}"
    raise InvalidInput(f"The notes name {name!r}, but the graph has no such {kind}. {mend}.")


def _check_stored(value: str, kind: str, name: str) -> None:
    """Require that a value's text can be one of a property's kind."""
    try:
        stored_value(value, kind)
    except ValueError as error:
        raise InvalidInput(
            f"The notes have a word for the value {value!r} of {name}, whose values are: {kind}."
        ) from error
