"""Questions with their forms, made of a graph's own schema: they show a model how one is filled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from steiner.algebra import Bound, Measure, Ordering, Owner, PropertyOf, Query, QueryLink
from steiner.algebra.schema.graph_schema import GraphSchema, PropertySchema
from steiner.query.naming.schema_words import is_key
from steiner.text import plain_words


class WorkedQuestion(NamedTuple):
    """A question, and the query that it means."""

    text: str
    query: Query


def worked_questions(schema: GraphSchema) -> list[WorkedQuestion]:
    """Return up to three: by a link from what is named, the most of one, a number over all."""
    made = (_linked(schema), _most(schema), _number(schema))
    return [question for question in made if question]


def _steps(schema: GraphSchema) -> Iterator[tuple[str, str, str]]:
    """Yield types with their ends, those between two labels first."""
    steps = [(t, *pair) for t, pairs in schema.ends.items() for pair in pairs]
    yield from sorted(steps, key=lambda step: step[1] == step[2])


def _name(schema: GraphSchema, label: str) -> PropertySchema | None:
    own = schema.labels[label].get(schema.names.get(label, ""))
    return own if own and _text(own) else None


def _text(own: PropertySchema) -> str:
    return next(iter((*own.examples, *own.texts)), "")


def _words(identifier: str) -> str:
    return plain_words(identifier).casefold()


def _plural(identifier: str) -> str:
    words = _words(identifier)
    return f"{words[:-1]}ies" if re.search(r"[^aeiou]y$", words) else f"{words}s"


def _linked(schema: GraphSchema) -> WorkedQuestion | None:
    for type, source, target in _steps(schema):
        if name := _name(schema, source):
            called = schema.names.get(target)
            more = [p for p in schema.labels[target] if p != called and not is_key(p)][:1]
            query = Query(
                (target, source),
                (QueryLink((type,), 1, 0, mutual=type in schema.notes.either_way),),
                (Bound(PropertyOf(Owner(1), name.name), "=", _text(name)),),
                shown=tuple(PropertyOf(Owner(0), own) for own in more),
            )
            asked = f"Which {_words(target)} has the {_words(source)} {_text(name)!r}"
            also = f", with its {_words(more[0])}" if more else ""
            return WorkedQuestion(f"{asked} by {_words(type)}{also}?", query)
    return None


def _most(schema: GraphSchema) -> WorkedQuestion | None:
    steps = list(_steps(schema))
    if not steps:
        return None
    type, source, target = steps[len(steps) // 2]
    query = Query(
        (source, target),
        (QueryLink((type,), 0, 1, mutual=type in schema.notes.either_way),),
        measure=Measure("count", Owner(1)),
        order=Ordering(None, True),
        limit=3,
    )
    text = f"The 3 {_plural(source)} with the most {_plural(target)} by {_words(type)}"
    return WorkedQuestion(text, query)


def _number(schema: GraphSchema) -> WorkedQuestion | None:
    """Return a number over all: of a label that has numbers, with a condition where it can be."""
    sorts = [(label, *_sorted_out(own)) for label, own in schema.labels.items()]
    for label, numbers, texts in sorted(sorts, key=lambda s: -bool(s[1]) - bool(s[1] and s[2])):
        bounds = tuple(
            Bound(PropertyOf(Owner(0), own.name), "=", own.texts[0]) for own in texts[:1]
        )
        over = [PropertyOf(Owner(0), own.name, own.kind) for own in numbers[-1:]]
        measure = Measure("avg", over[0]) if over else Measure("count", Owner(0))
        what = f"What is the average {_words(over[0].name)} of" if over else "How many"
        whose = "".join(f" whose {_words(b.property.name)} is {b.value}" for b in bounds)
        query = Query((label,), bounds=bounds, measure=measure, single=True)
        return WorkedQuestion(f"{what} {_plural(label)}{whose}?", query)
    return None


def _sorted_out(
    own: Mapping[str, PropertySchema],
) -> tuple[list[PropertySchema], list[PropertySchema]]:
    """Return the properties that are numbers, and those of few texts, no keys among them."""
    shown = [p for p in own.values() if not is_key(p.name)]
    numbers = [p for p in shown if p.kind.startswith("number")]
    return numbers, [p for p in shown if p.kind == "text" and p.texts]
