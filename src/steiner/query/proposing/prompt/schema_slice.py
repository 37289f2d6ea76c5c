"""The part of a schema that a question needs: what its words are linked to, and what joins that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from steiner.algebra.schema.graph_schema import GraphSchema, PropertySchema
from steiner.query.composing.words.lattice import Lattice
from steiner.query.composing.words.word_items import Item
from steiner.query.proposing.prompt.shown_schema import schema_text
from steiner.text import quarter_characters

_LINKED = 0.5
"""Score from which on a word is taken for a part of the schema."""
_PASSED = 20
"""Labels for which no room is left, after which no smaller one is looked for."""
_PROPERTIES = 30
"""Properties of a label or type that are shown."""
_IN_FULL = 0.6
"""Part of the room for labels with all their properties; in the rest others are only named."""


def schema_slice(looked: Lattice, near: Sequence[str], tokens: int) -> GraphSchema:
    """Return the part of a schema for a question whose text has at most about so many tokens.

    Labels that the question's words are linked to come first, then those on the ways between them,
    then `near`, labels by their likeness to the question. Those that find no room with all their
    properties are there with what they are called by and what the question says, and with their
    types: a model can still ask for them. A small schema is shown whole.
    """
    schema, linked = looked.schema, _linked(looked)
    sure = [label for label, score in linked.items() if score >= _LINKED]
    order = dict.fromkeys([*sure, *_between(schema, sure), *linked, *near])
    said = _said(looked)
    known = [label for label in order if label in schema.labels]
    if len(known) <= _PASSED and _fits(whole := _narrowed(schema, known, (), said), tokens):
        return whole
    room = _IN_FULL * tokens
    full = _with_room(
        known, lambda own: not own[1:] or _fits(_narrowed(schema, own, (), said), room)
    )
    rest = [label for label in known if label not in full]
    named = _with_room(rest, lambda own: _fits(_narrowed(schema, full, own, said), tokens))
    return _narrowed(schema, full, named, said)


def _with_room(labels: Sequence[str], fits: Callable[[list[str]], bool]) -> list[str]:
    """Return the labels that find room together, the first ones first; one that does not is passed.

    Of many labels no smaller one is looked for after some that found none.
    """
    kept: list[str] = []
    passed = 0
    for label in labels:
        if fits([*kept, label]):
            kept.append(label)
        elif (passed := passed + 1) == _PASSED:
            break
    return kept


def _fits(schema: GraphSchema, tokens: float) -> bool:
    return quarter_characters(schema_text(schema)) <= tokens


def _linked(looked: Lattice) -> dict[str, float]:
    """Return the labels that a question's words may mean, each with the best score."""
    scores: dict[str, float] = {}
    for label, score in _meant(looked):
        scores[label] = max(score, scores.get(label, 0.0))
    return dict(sorted(scores.items(), key=lambda pair: -pair[1]))


def _meant(looked: Lattice) -> Iterator[tuple[str, float]]:
    ends = looked.schema.ends
    for item in _items(looked):
        for member in _members(item):
            if member in looked.schema.labels:
                yield member, item.score
            for pair in ends.get(member, ())[:2]:
                yield from ((label, 0.8 * item.score) for label in pair)


def _items(looked: Lattice) -> Iterator[Item]:
    return (item for begun in looked.items for item in begun)


def _members(item: Item) -> Iterator[str]:
    """Yield the labels and types that an item is, or is of."""
    if item.element:
        yield item.element.of or item.element.name
    if item.meaning:
        yield item.meaning.label


def _between(schema: GraphSchema, labels: Sequence[str]) -> Iterator[str]:
    """Yield the labels on the shortest ways between labels."""
    for one, other in combinations(labels[:6], 2):
        for way in schema.routes(one).get(other, ())[:2]:
            yield from (hop.label for hop in way)


def _said(looked: Lattice) -> set[str]:
    """Return the properties that a question's words may mean."""
    items = list(_items(looked))
    said = {i.element.name for i in items if i.element and i.kind == "property"}
    return said | {i.meaning.property for i in items if i.meaning}


def _narrowed(
    schema: GraphSchema, full: Sequence[str], named: Sequence[str], said: set[str]
) -> GraphSchema:
    """Return a schema of some labels in `full` and of others by their names, with their types."""
    kept = {*full, *named}
    ends = {
        type: own
        for type, pairs in schema.ends.items()
        if (own := [pair for pair in pairs if {*pair} <= kept])
    }
    labels = {label: _first(schema.labels[label], said, schema.names) for label in full}
    labels |= {label: _called(schema, label, said) for label in named}
    types = {type: _first(schema.types.get(type, {}), said, {}) for type in ends}
    return replace(schema, labels=labels, types=types, ends=ends)


def _called(schema: GraphSchema, label: str, said: set[str]) -> dict[str, PropertySchema]:
    """Return the properties of a label that is only named: its name, and those that are said."""
    called = schema.names.get(label)
    own = schema.labels[label].items()
    return {name: each for name, each in own if name == called or name in said}


def _first(
    own: Mapping[str, PropertySchema], said: set[str], names: Mapping[str, str]
) -> dict[str, PropertySchema]:
    """Return the first properties: those that are said, and names, before all others."""
    called = {*names.values()}
    order = sorted(own, key=lambda name: (name not in said, name not in called))
    chosen = {*order[:_PROPERTIES]}
    return {name: each for name, each in own.items() if name in chosen}
