"""Guesses, per label, which property names a node, which are aliases and which is its key."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from steiner.errors import InvalidInput
from steiner.index.properties.codes import coded_properties
from steiner.index.properties.differing import DifferingShares
from steiner.index.properties.guess import (
    TELLING,
    guess_aliases,
    guess_key,
    guess_name,
    name_without_label,
)
from steiner.settings import IndexSettings, LabelChoice
from steiner.stores.protocol import IndexStore, LabelSchema, Schema


@dataclass(frozen=True, slots=True)
class LabelProfile:
    """How to read nodes of one label.

    `name`: properties that make the name together (first and last name), usually one, empty if
    there is none; `key`: the user's key property; `properties`: the ones to read, aliases among
    them, None for all. What is not to be read is neither alias nor key. `codes`: properties whose
    values are looked up and not embedded, with the form of these values.
    """

    name: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    key: str | None = None
    properties: tuple[str, ...] | None = None
    codes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Profile:
    """How to read the nodes of each label; labels that are `common` to all nodes say nothing.

    `types`: the properties of each relationship type that hold codes, with their form.
    """

    labels: Mapping[str, LabelProfile] = field(default_factory=dict)
    common: frozenset[str] = frozenset()
    types: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def of(self, labels: Iterable[str], properties: Mapping[str, object]) -> LabelProfile:
        """Return the profile of a node: its first label whose name property the node has.

        The properties to read are those chosen for any of its labels. A node without labels has
        a name, too, where one of its properties is called so.
        """
        known = [self.labels[label] for label in self.telling(labels) if label in self.labels]
        named = (p for p in known if any(name in properties for name in p.name))
        chosen = [name for p in known if p.properties is not None for name in p.properties]
        limited = any(p.properties is not None for p in known)
        unknown = known[0] if known else LabelProfile(name_without_label(properties))
        nearest = next(named, unknown)
        codes = {name: form for p in known for name, form in p.codes.items()}
        read = tuple(dict.fromkeys(chosen)) if limited else None
        return replace(nearest, properties=read, codes=codes)

    def telling(self, labels: Iterable[str]) -> list[str]:
        """Return a node's labels, those that say what it is first."""
        return sorted(labels, key=lambda label: label in self.common)

    def reads(self, label: str, property: str) -> bool:
        """Say whether this property of nodes of this label is read."""
        chosen = self.labels[label].properties if label in self.labels else None
        return chosen is None or property in chosen

    def names(self) -> dict[str, str]:
        """Map each label to its name property."""
        return {label: p.name[0] for label, p in self.labels.items() if p.name}

    def aliases(self) -> dict[str, tuple[str, ...]]:
        """Map each label to the properties that hold other names."""
        return {label: p.aliases for label, p in self.labels.items() if p.aliases}

    def keys(self) -> dict[str, str]:
        """Map each label to the user's key property."""
        return {label: p.key for label, p in self.labels.items() if p.key}

    def codes(self) -> dict[str, dict[str, str]]:
        """Map labels and relationship types to their properties of codes, with the values' form."""
        own = {label: p.codes for label, p in self.labels.items()}
        named = {*own, *self.types}
        codes = {name: {**self.types.get(name, {}), **own.get(name, {})} for name in sorted(named)}
        return {name: codes[name] for name in codes if codes[name]}


def read_profile(store: IndexStore, schema: Schema, settings: IndexSettings) -> Profile:
    """Guess the profile of every label of `schema`, overridden by `settings.choices`.

    Raises InvalidInput for a label or property in the settings that the graph does not have.
    """
    for label in (*settings.labels, *settings.choices):
        _require(label, schema.labels, "label")
    for label, choice in settings.choices.items():
        _require_properties(store, label, schema.labels[label], choice)
    shares, unsure = DifferingShares(store, schema, settings.sample), True
    while unsure:
        labels = {
            label: _profile(label, own, settings.choices.get(label, LabelChoice()), shares)
            for label, own in schema.labels.items()
        }
        unsure = shares.look()
    return Profile(
        labels,
        _common(schema, store.count_nodes()),
        {type: coded_properties(own.samples) for type, own in schema.types.items()},
    )


def _common(schema: Schema, nodes: int) -> frozenset[str]:
    """Return the labels of all nodes, where these have others, by the counts of each label."""
    counts = {label: own.count for label, own in schema.labels.items()}
    common = frozenset(label for label, count in counts.items() if count == nodes)
    others = [count for label, count in counts.items() if label not in common]
    return common if len(others) >= 3 and sum(others) >= nodes else frozenset()


def _profile(
    label: str, schema: LabelSchema, choice: LabelChoice, shares: DifferingShares
) -> LabelProfile:
    differing = shares.of(label)
    guessed = () if choice.name else guess_name(label, schema, choice.properties, differing)
    name = (choice.name,) if choice.name else guessed
    # Without a name even a key that a few nodes share says which node is meant.
    key = guess_key(label, schema, differing, 1.0 if name else TELLING)
    codes = coded_properties(schema.samples)
    if choice.properties is None:
        aliases = guess_aliases(schema) if choice.aliases is None else choice.aliases
        return LabelProfile(name, aliases, key, codes=codes)
    aliases = choice.aliases or tuple(a for a in guess_aliases(schema) if a in choice.properties)
    read = (*choice.properties, *aliases)
    codes = {property: form for property, form in codes.items() if property in (*name, *read)}
    return LabelProfile(name, aliases, key if key in (*name, *read) else None, read, codes)


def _require_properties(
    store: IndexStore, label: str, schema: LabelSchema, choice: LabelChoice
) -> None:
    asked = [choice.name] if choice.name else []
    for property in (*asked, *(choice.aliases or ()), *(choice.properties or ())):
        # The sample may not hold a rare property.
        if property not in schema.samples and not store.has_property(label, property):
            _require(property, list(schema.samples), f"property of label {label!r}")


def _require(asked: str, known: Iterable[str], what: str) -> None:
    names = sorted(known)
    if asked not in names:
        raise InvalidInput(
            f"The graph has no {what} called {asked!r}. {closest(asked, names)} "
            f"Names are case-sensitive."
        )


def closest(asked: str, names: Sequence[str]) -> str:
    """Name those of `names` that are nearest to what was asked, or the first twenty."""
    folded = {name.casefold(): name for name in names}
    close = difflib.get_close_matches(asked.casefold(), list(folded), n=3, cutoff=0.6)
    if close:
        return f"Did you mean {' or '.join(repr(folded[name]) for name in close)}?"
    return f"There is: {', '.join(names[:20]) or 'none'}{', …' if len(names) > 20 else ''}."
