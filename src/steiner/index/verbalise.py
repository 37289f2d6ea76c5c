"""Turns nodes and relationships into text for the encoder and keys for exact lookup."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from steiner.index.guess import last_word
from steiner.index.profile import LabelProfile, Profile
from steiner.index.values import is_url, key_texts, worth_reading
from steiner.settings import IndexSettings
from steiner.stores.protocol import Row
from steiner.text import has_letters, normalise, plain_words, readable

_MOST_KEYS = 64
_ID_WORDS = frozenset({"id", "uuid", "guid", "key", "hash"})

Key = tuple[str, str]
"""A normalised name or value, and the property that it stood in."""


@dataclass(frozen=True, slots=True)
class Verbalised:
    """What is indexed of a node or relationship: text for the encoder, name, lookup keys."""

    text: str
    name: str
    keys: tuple[Key, ...]

    def hash(self) -> str:
        """Return the content hash: the entry is made again only when it changes."""
        content = json.dumps([self.text, self.name, self.keys], ensure_ascii=False)
        return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:32]


class NodeVerbaliser:
    """Writes a node: its labels in plain words, its name, then its properties."""

    def __init__(self, profile: Profile, settings: IndexSettings) -> None:
        self._profile, self._settings = profile, settings

    def __call__(self, row: Row) -> Verbalised | None:
        """Return what to index of a node, None for one without labels and properties."""
        values = _readable_values(row.properties, self._settings.longest_value)
        if not values and not row.labels:
            return None
        profile = self._profile.of(row.labels, values)
        telling = self._profile.telling(row.labels)
        kind = ", ".join(_words(label) for label in telling if label not in self._profile.common)
        named, keyed = _name(profile, values), _keyed_name(kind, profile, values)
        head = ": ".join(filter(None, (kind, named))) if named else keyed or kind
        text = _sentences(head, _embedded(values, profile))
        return Verbalised(text, named or keyed or kind, self._keys(named or keyed, profile, values))

    def _keys(self, name: str, profile: LabelProfile, values: Mapping[str, Any]) -> tuple[Key, ...]:
        first = profile.name[0] if profile.name else profile.key or ""
        aliases = [(text, p) for p in profile.aliases for text in key_texts(values.get(p, ()))]
        chosen = {p: v for p, v in values.items() if _is_chosen(p, profile)}
        short = _short_texts(chosen, self._settings.longest_key)
        return _distinct_keys([(name, first), *aliases, *short])


class RelationshipVerbaliser:
    """Writes a relationship that has text of its own: its type in plain words, its properties."""

    def __init__(self, settings: IndexSettings) -> None:
        self._settings = settings

    def __call__(self, row: Row) -> Verbalised | None:
        """Return what to index of a relationship, None for one without words of its own."""
        values = _readable_values(row.properties, self._settings.longest_value)
        if not any(map(has_letters, values.values())):
            return None
        kind = type_words(row.labels[0])
        text = _sentences(kind, _embedded(values, LabelProfile()))
        return Verbalised(
            text, kind, _distinct_keys(_short_texts(values, self._settings.longest_key))
        )


def type_words(type: str) -> str:
    """Write a relationship type in plain words; one without any words stands as it is."""
    return plain_words(type) or type


def _words(label: str) -> str:
    words = plain_words(label) or label
    return words[:1].upper() + words[1:]


def _readable_values(properties: Mapping[str, Any], longest: int) -> dict[str, Any]:
    # Sorted: a store may give the properties of equal nodes in any order.
    return {
        property: value
        for property, value in sorted(properties.items())
        if not property.startswith("steiner_") and worth_reading(value, longest)
    }


def _name(profile: LabelProfile, values: Mapping[str, Any]) -> str:
    return " ".join(readable(values[p]) for p in profile.name if p in values)


def _keyed_name(kind: str, profile: LabelProfile, values: Mapping[str, Any]) -> str:
    if profile.key is None or profile.key not in values:
        return ""
    return f"{kind} {readable(values[profile.key])}".strip()


def _is_chosen(property: str, profile: LabelProfile) -> bool:
    return profile.properties is None or property in profile.properties


def _embedded(values: Mapping[str, Any], profile: LabelProfile) -> list[tuple[str, str]]:
    return [
        (property, readable(value))
        for property, value in values.items()
        if property not in profile.name
        and _is_chosen(property, profile)
        and not _means_nothing_to_an_encoder(property, value)
    ]


def _means_nothing_to_an_encoder(property: str, value: Any) -> bool:
    if isinstance(value, str) and is_url(value):
        return True
    return last_word(property) in _ID_WORDS and not has_letters(value)


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
