"""The part of a schema that a question needs: what its words are linked to, and what joins that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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


def schema_slice(looked: Lattice, near: Sequence[str], tokens: int) -> GraphSchema:
    """Return the part of a schema for a question whose text has at most about so many tokens.

    Labels that the question's words are linked to come first, then those on the ways between them,
    then `near`, labels by their likeness to the question. A small schema is shown whole.
    """
    schema, linked = looked.schema, _linked(looked)
    sure = [label for label, score in linked.items() if score >= _LINKED]
    order = dict.fromkeys([*sure, *_between(schema, sure), *linked, *near])
    kept: list[str] = []
    said, passed = _said(looked), 0
    whole = _narrowed(schema, [], said)
    for label in (label for label in order if label in schema.labels):
        wider = _narrowed(schema, [*kept, label], said)
        if kept and quarter_characters(schema_text(wider)) > tokens:
            passed += 1
            if passed == _PASSED:
                break
            continue
        kept, whole = [*kept, label], wider
    return whole


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


def _narrowed(schema: GraphSchema, labels: Sequence[str], said: set[str]) -> GraphSchema:
    kept = {*labels}
    ends = {
        type: own
        for type, pairs in schema.ends.items()
        if (own := [pair for pair in pairs if {*pair} <= kept])
    }
    return replace(
        schema,
        labels={label: _first(schema.labels[label], said, schema.names) for label in labels},
        types={type: _first(schema.types.get(type, {}), said, {}) for type in ends},
        ends=ends,
    )


def _first(
    own: Mapping[str, PropertySchema], said: set[str], names: Mapping[str, str]
) -> dict[str, PropertySchema]:
    """Return the first properties: those that are said, and names, before all others."""
    called = {*names.values()}
    order = sorted(own, key=lambda name: (name not in said, name not in called))
    chosen = {*order[:_PROPERTIES]}
    return {name: each for name, each in own.items() if name in chosen}
