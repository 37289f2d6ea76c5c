"""What the notes on a schema say of a question's words: synonyms of its parts, words for values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.lexicon.stored_values import value_words
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.schema_words import (
    Element,
    SchemaMention,
    Word,
    elements,
    places,
    question_words,
)
from steiner.query.naming.values.coded_words import coded_words
from steiner.query.naming.values.linked_values import Meaning, Value

_ARTICLES = frozenset("a an the his her its their our my your".split())  # noqa: SIM905
_GAP = "…"
_WIDEST = 6
"""Words that may stand where a synonym leaves some out: "knows … number"."""
Stems = tuple[str, ...]


@lru_cache(maxsize=8)
def synonyms(schema: GraphSchema) -> Sequence[tuple[Element, str]]:
    """Return the synonyms that a schema's notes have for its parts."""
    notes = schema.notes
    known: list[tuple[Element, str]] = []
    kinds = {"label": notes.labels, "type": notes.types, "property": notes.properties}
    for element in elements(schema):
        name = f"{element.of}.{element.name}" if element.of else element.name
        if note := kinds[element.kind].get(name):
            known += [(element, said) for said in note.synonyms]
    return known


def noted_mentions(
    words: Sequence[Word], schema: GraphSchema, taken: Sequence[tuple[int, int]]
) -> Iterator[SchemaMention]:
    """Yield where a question says a synonym, in any form of its words: "lived with" is KNOWS_LW.

    What else the schema calls so is an alternative. Where a synonym leaves words out, the words
    behind them say nothing of their own. Nothing in a span that is `taken`.
    """
    said = [w for w in words if w.text.casefold() not in _ARTICLES]
    for (first, second), meant in _phrases(schema).items():
        for at in places(said, first):
            last = at + len(first)
            near = said[last : last + _WIDEST + len(second)] if second else ()
            behind = next(places(near, second), None) if second else None
            spans = [(said[at].start, said[last - 1].end)]
            if behind is not None:
                spans.append((near[behind].start, near[behind + len(second) - 1].end))
            free = not any(a < d and c < b for a, b in spans for c, d in taken)
            if free and len(spans) == 1 + bool(second):
                mentions = (SchemaMention(*span, (), 1.0) for span in spans[1:])
                yield from (SchemaMention(*spans[0], meant, 1.0), *mentions)


def with_noted_values(
    question: str, words: Sequence[Word], schema: GraphSchema, named: Sequence[Value]
) -> list[Value]:
    """Return what is `named` with the values that notes have words for, or that are codes.

    What a longer name holds is no such value; what is also a name may be either.
    """
    read = _outside_names(words, schema, named)
    names = {(v.start, v.end) for v in read if any(m.is_name for m in v.meanings)}
    # What is a name as it is written stands for no code: France for no airport FRA.
    coded = (each for each in coded_words(words, schema) if each[:2] not in names)
    said = [*noted_values(words, schema), *coded]
    for start, end, meant in sorted(said, key=lambda each: each[0] - each[1]):
        inside = [v for v in read if start < v.end and v.start < end]
        if any(v.end - v.start > end - start for v in inside):
            continue
        also = [m for v in inside if (v.start, v.end) == (start, end) for m in v.meanings]
        own = tuple(dict.fromkeys((*meant, *also)))
        read = [v for v in read if v not in inside]
        read.append(Value(start, end, question[start:end], own, False))
    return sorted(read, key=lambda value: value.start)


def _outside_names(
    words: Sequence[Word], schema: GraphSchema, named: Sequence[Value]
) -> list[Value]:
    """Return values that are no part of a property's name: "quo eur" is `quo_eur`, and no QUO."""
    long = (own for e, own in elements(schema).items() if e.kind == "property" and len(own) > 1)
    spans = [
        (words[at].start, words[at + len(own) - 1].end)
        for own in dict.fromkeys(long)
        for at in places(words, own)
    ]
    return [
        v
        for v in named
        if v.quoted
        or any(m.is_name for m in v.meanings)
        or not any(a <= v.start and v.end <= b and v.end - v.start < b - a for a, b in spans)
    ]


def with_whole_names(question: str, schema: GraphSchema, named: Sequence[Value]) -> list[Value]:
    """Return what is `named`, values side by side as one where together they name a node.

    Of Person = ["first", "last"], "Ann Fox" is one person, not an Ann and a Fox.
    """
    read = list(named)
    for label, properties in schema.notes.names.items():
        for parts in (read[at : at + len(properties)] for at in range(len(read))):
            between = (question[v.end : w.start] for v, w in pairwise(parts))
            if len(parts) < len(properties) or not all(map(str.isspace, between)):
                continue
            own = [
                next((m for m in v.meanings if (m.label, m.property) == (label, name)), None)
                for v, name in zip(parts, properties, strict=True)
            ]
            if (first := own[0]) and all(own):
                besides = tuple((m.property, m.values) for m in own[1:] if m)
                whole = replace(first, is_name=True, besides=besides)
                start, end = parts[0].start, parts[-1].end
                one = Value(start, end, question[start:end], (whole,), parts[0].quoted)
                read = [one if v is parts[0] else v for v in read if v not in parts[1:]]
    return read


def noted_values(
    words: Sequence[Word], schema: GraphSchema, *, on_type: bool = False
) -> Iterator[tuple[int, int, Sequence[Meaning]]]:
    """Yield where a word for a stored value stands, the last one in the plural, too.

    Of values of nodes, or of those of relationships.
    """
    for phrase, meant in _value_phrases(schema, on_type).items():
        for at in range(len(words) - len(phrase) + 1):
            *first, last = (w.text.casefold() for w in words[at : at + len(phrase)])
            if tuple(first) == phrase[:-1] and phrase[-1] in (last, *singulars(last)):
                yield words[at].start, words[at + len(phrase) - 1].end, meant


@lru_cache(maxsize=8)
def _phrases(schema: GraphSchema) -> Mapping[tuple[Stems, Stems], tuple[Element, ...]]:
    """Return the parts of a schema by the stems of their synonyms, before and behind a gap.

    Those with a gap come first; names that are another's synonym stand beside it, of one kind: the
    "status" of some label, where it is also a synonym, but not a type HAS_STATUS.
    """
    said: dict[tuple[Stems, Stems], list[Element]] = defaultdict(list)
    for element, text in synonyms(schema):
        first, _, second = text.replace("...", _GAP).partition(_GAP)
        said[_stems(first), _stems(second)].append(element)
    for element, stems in elements(schema).items():
        noted = said.get((stems, ()), [])
        noted += [element] if any(element.kind == other.kind for other in noted) else []
    read = {parts: tuple(dict.fromkeys(own)) for parts, own in said.items() if parts[0]}
    return dict(sorted(read.items(), key=lambda each: not each[0][1]))


def _stems(text: str) -> Stems:
    return tuple(w.stem for w in question_words(text) if w.text.casefold() not in _ARTICLES)


@lru_cache(maxsize=8)
def _value_phrases(
    schema: GraphSchema, on_type: bool
) -> Mapping[tuple[str, ...], Sequence[Meaning]]:
    said: dict[tuple[str, ...], list[Meaning]] = defaultdict(list)
    for word, owner, name, stored, of_type in value_words(schema):
        key = tuple(w.text.casefold() for w in question_words(word))
        if key and of_type == on_type:
            said[key].append(Meaning(owner, name, (stored,), False, on_type))
    return said
