"""Turns nodes and relationships into text for the encoder and keys for exact lookup."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from steiner.index.properties.codes import form_of, is_unmistakable
from steiner.index.properties.guess import last_word
from steiner.index.properties.profile import LabelProfile, Profile
from steiner.index.properties.values import is_encoded, key_texts, worth_reading
from steiner.settings import IndexSettings
from steiner.stores.protocol import Row
from steiner.text import has_letters, normalise, plain_words, readable

_MOST_KEYS = 64
_ID_WORDS = frozenset({"id", "uuid", "guid", "key", "hash"})

Key = tuple[str, str]
"""A normalised name or value, and the property that it stood in."""


@dataclass(frozen=True, slots=True)
class Verbalised:
    """What is indexed of a node or relationship: text for the encoder, name, lookup keys.

    `text` is empty where there is nothing to embed: no word but those of its labels or type.
    """

    text: str
    name: str
    keys: tuple[Key, ...]

    def hash(self) -> str:
        """Return the content hash: the entry is made again only when it changes."""
        content = json.dumps([self.text, self.name, self.keys], ensure_ascii=False)
        return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:32]


class NodeVerbaliser:
    """Writes a node: its labels in plain words, its name, then its properties; each thing once."""

    def __init__(self, profile: Profile, settings: IndexSettings) -> None:
        self._profile, self._settings = profile, settings

    def __call__(self, row: Row) -> Verbalised | None:
        """Return what to index of a node, None for one without labels and properties."""
        values = _read(row.properties, self._settings)
        if not values and not row.labels:
            return None
        profile = self._profile.of(row.labels, values)
        telling = self._profile.telling(row.labels)
        kind = ", ".join(_words(label) for label in telling if label not in self._profile.common)
        name = _name(profile, values) or _keyed_name(kind, profile, values)
        text = _node_text(kind, profile, values)
        return Verbalised(text, name or kind, self._keys(name, profile, values))

    def _keys(self, name: str, profile: LabelProfile, values: Mapping[str, Any]) -> tuple[Key, ...]:
        first = profile.name[0] if profile.name else profile.key or ""
        aliases = [(text, p) for p in profile.aliases for text in key_texts(values.get(p, ()))]
        chosen = {p: v for p, v in values.items() if _is_chosen(p, profile)}
        short = _short_texts(chosen, self._settings.longest_key)
        return _distinct_keys([(name, first), *aliases, *short])


class RelationshipVerbaliser:
    """Writes a relationship that has text of its own: its type in plain words, its properties."""

    def __init__(self, profile: Profile, settings: IndexSettings) -> None:
        self._profile, self._settings = profile, settings

    def __call__(self, row: Row) -> Verbalised | None:
        """Return what to index of a relationship, None for one without texts of its own."""
        values = _read(row.properties, self._settings)
        if not any(map(has_letters, values.values())):
            return None
        kind = type_words(row.labels[0])
        codes = self._profile.types.get(row.labels[0], {})
        own = _embedded(values, LabelProfile(codes=codes))
        has_words = any(has_letters(text) for _, text in own)
        keys = _distinct_keys(_short_texts(values, self._settings.longest_key))
        return Verbalised(_sentences(kind, own) if has_words else "", kind, keys)


def type_words(type: str) -> str:
    """Write a relationship type in plain words; one without any words stands as it is."""
    return plain_words(type) or type


def _words(label: str) -> str:
    words = plain_words(label) or label
    return words[:1].upper() + words[1:]


def _read(properties: Mapping[str, Any], settings: IndexSettings) -> dict[str, Any]:
    # Sorted: a store may give the properties of equal nodes in any order.
    return {
        property: value
        for property, value in sorted(properties.items())
        if not property.startswith("steiner_")
        if worth_reading(value, settings.longest_value) or _is_short_code(value, settings)
    }


def _is_short_code(value: Any, settings: IndexSettings) -> bool:
    """Say whether encoded data is short enough to be looked up whole."""
    return isinstance(value, str) and len(value) <= settings.longest_key and is_encoded(value)


def _name(profile: LabelProfile, values: Mapping[str, Any]) -> str:
    return " ".join(readable(values[p]) for p in profile.name if p in values)


def _keyed_name(kind: str, profile: LabelProfile, values: Mapping[str, Any]) -> str:
    if profile.key is None or profile.key not in values:
        return ""
    return f"{kind} {readable(values[profile.key])}".strip()


def _node_text(kind: str, profile: LabelProfile, values: Mapping[str, Any]) -> str:
    """Write what an encoder is to read of a node, "" where that is no more than its kind."""
    is_named = any(property in values for property in profile.name)
    naming = profile.name if is_named else (profile.key,) if profile.key else ()
    # A website among names is a name like others.
    is_code = _is_one_of_codes if is_named else _is_code
    named = " ".join(
        readable(values[p]) for p in naming if p in values and not is_code(p, values[p], profile)
    )
    others = {p: v for p, v in values.items() if p not in naming and _is_chosen(p, profile)}
    own = [(p, text) for p, text in _embedded(others, profile) if text != named]
    if not named and not own:
        return ""
    return _sentences((": " if is_named else " ").join(filter(None, (kind, named))), own)


def _is_chosen(property: str, profile: LabelProfile) -> bool:
    return profile.properties is None or property in profile.properties


def _embedded(values: Mapping[str, Any], profile: LabelProfile) -> list[tuple[str, str]]:
    return [
        (property, readable(value))
        for property, value in values.items()
        if not _is_code(property, value, profile)
        if has_letters(value) or last_word(property) not in _ID_WORDS
    ]


def _is_code(property: str, value: Any, profile: LabelProfile) -> bool:
    """Say whether a value means nothing to an encoder, by its form and by what its property holds.

    Of a property of codes, a value with words in it is read all the same.
    """
    encoded = isinstance(value, str) and is_encoded(value)
    return encoded or is_unmistakable(form_of(value)) or _is_one_of_codes(property, value, profile)


def _is_one_of_codes(property: str, value: Any, profile: LabelProfile) -> bool:
    return property in profile.codes and (bool(form_of(value)) or not has_letters(value))


def _sentences(head: str, values: Iterable[tuple[str, str]]) -> str:
    # Encoders cut at their window: what is short comes first, long prose last.
    ordered = sorted(values, key=lambda item: len(item[1]) > 100)
    parts = [head, *(f"{plain_words(property)}: {text}" for property, text in ordered)]
    return ". ".join(part.rstrip(". ") for part in parts if part)


def _short_texts(values: Mapping[str, Any], longest: int) -> Iterator[Key]:
    for property, value in values.items():
        for text in key_texts(value):
            if len(text) <= longest:
                yield text, property


def _distinct_keys(texts: Iterable[Key]) -> tuple[Key, ...]:
    keys = dict.fromkeys((normalise(text), property) for text, property in texts)
    return tuple(key for key in keys if key[0])[:_MOST_KEYS]
