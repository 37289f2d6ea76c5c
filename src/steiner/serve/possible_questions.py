"""Questions that a graph of a schema may answer, by kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.naming.schema_words import is_key
from steiner.text import plain_words

Names = Mapping[str, Sequence[str]]
"""Some names of nodes by label, the most frequent label first."""


def possible_questions(schema: GraphSchema, names: Names) -> Iterator[Iterator[str]]:
    """Yield the questions of each kind, those before that ask along what is most frequent."""
    for kind in (_linked, _most, _highest, _each, _connected, _counted):
        yield kind(schema, names)


def _steps(schema: GraphSchema) -> Iterator[tuple[str, str, str]]:
    """Yield types with their ends, the most frequent first, those between two labels before all."""
    steps = [(type, *pairs[0]) for type, pairs in schema.ends.items() if pairs]
    yield from sorted(steps, key=lambda s: (s[1] == s[2], -schema.times.get(s[0], 0), s[0]))


def _linked(schema: GraphSchema, names: Names) -> Iterator[str]:
    """Ask along a type whose words are a verb as they stand: "supplies", "wrote", "caused by"."""
    for type, source, target in _steps(schema):
        words = plain_words(type).casefold()
        verb = f"is {words}" if words.endswith(" by") else words
        is_verb = " by" in verb or re.fullmatch(r"\w+(s|ed)|wrote", words)
        if not is_verb or words.startswith(_words(source)):  # "Which order orders Chai?"
            continue
        for name in names.get(target, ()):
            yield f"Which {_words(source)} {verb} {name}?"


def _most(schema: GraphSchema, _names: Names) -> Iterator[str]:
    for _, source, target in _steps(schema):
        yield f"Which {_words(source)} has the most {_plural(target)}?"
        yield f"Which {_words(target)} has the most {_plural(source)}?"


def _each(schema: GraphSchema, _names: Names) -> Iterator[str]:
    for _, source, target in _steps(schema):
        yield f"How many {_plural(source)} does each {_words(target)} have?"


def _highest(schema: GraphSchema, _names: Names) -> Iterator[str]:
    for label, own in schema.labels.items():
        for name, each in own.items():
            is_measure = each.kind == "number" and not is_key(name) and not each.tells_time
            if is_measure and each.least < each.most:
                yield f"Which {_words(label)} has the highest {_words(name)}?"


def _connected(schema: GraphSchema, names: Names) -> Iterator[str]:
    for _, source, target in _steps(schema):
        for one, other in zip(names.get(source, ()), names.get(target, ()), strict=False):
            yield f"How are {one} and {other} connected?"


def _counted(_: GraphSchema, names: Names) -> Iterator[str]:
    return (f"How many {_plural(label)} are there?" for label in names)


def _words(identifier: str) -> str:
    return plain_words(identifier).casefold()


def _plural(identifier: str) -> str:
    words = _words(identifier)
    if words == "person":
        return "people"
    return f"{words[:-1]}ies" if re.search(r"[^aeiou]y$", words) else f"{words.rstrip('s')}s"
