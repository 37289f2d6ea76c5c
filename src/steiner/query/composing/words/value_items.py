"""Names and values of the graph that words may be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.composing.words.other_words import ringed_words
from steiner.query.composing.words.word_items import WRITTEN, Item, is_content
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.schema.noted_words import noted_values, with_noted_values
from steiner.query.naming.schema.schema_mentions import Alike
from steiner.query.naming.schema.word_rings import rings
from steiner.query.naming.schema_words import (
    SMALL,
    Word,
    base,
)
from steiner.query.naming.values.linked_values import Meaning, Value, plural_values, values
from steiner.stores.protocol import GraphStore
from steiner.text import STOP_WORDS, plain_words, within_one_edit

_ORIGIN = re.compile(r"(?:ish|ian|ean|ese|an|ch|i|ic)s?$")
"""The end of a word for where something comes from: Danish, Chinese, French."""


def _named(
    question: str, words: Sequence[Word], store: GraphStore, schema: GraphSchema
) -> list[Value]:
    """Return the names and values of a question, plurals and what notes have words for, too."""
    every = values(question, store, frozenset(), schema.names)
    named = [v for v in every if v.meanings]
    inside = [w for w in words if not any(v.start <= w.start < v.end for v in named)]
    plain = [w for w in inside if w.text.casefold() not in STOP_WORDS]
    with_plurals = [*named, *plural_values(plain, store, schema.names)]
    return with_noted_values(question, words, schema, with_plurals)


def value_items(
    question: str,
    words: Sequence[Word],
    graph: tuple[GraphSchema, GraphStore],
    alike: Alike,
) -> Iterator[Item]:
    """Yield the names and values of a graph, by its schema and store, that each span may be."""
    schema, store = graph
    yield from _valued(words, schema, alike)
    yield from _stored(words, _named(question, words, store, schema), schema)
    for start, end, meant in noted_values(words, schema, on_type=True):
        inside = [i for i, w in enumerate(words) if start <= w.start < end]
        yield from (Item(inside[0], inside[-1] + 1, "value", 0.9, meaning=m) for m in meant)


def _stored(words: Sequence[Word], named: Sequence[Value], schema: GraphSchema) -> Iterator[Item]:
    for value in named:
        inside = [i for i, w in enumerate(words) if w.start < value.end and value.start < w.end]
        if not inside:
            continue
        small = value.text == value.text.casefold() and not value.quoted
        for meaning in value.meanings:
            if meaning.label not in (schema.types if meaning.on_type else schema.labels):
                continue  # A label that the schema leaves out: all nodes' own.
            score = (0.8 if small else 1.0) - 0.1 * (not meaning.is_name)
            yield Item(inside[0], inside[-1] + 1, "value", score, meaning=meaning)


@lru_cache(maxsize=8)
def _texts(schema: GraphSchema) -> dict[tuple[str, ...], list[Meaning]]:
    """Return the texts of few-valued properties by their stems, with what they mean."""
    known: dict[tuple[str, ...], list[Meaning]] = {}
    for of, on_type in ((schema.labels, False), (schema.types, True)):
        for owner, properties in of.items():
            for own in properties.values():
                for text in own.texts:
                    stems = tuple(base(w) for w in plain_words(text.replace("-", " ")).split())
                    name = not on_type and schema.names.get(owner) == own.name
                    meant = Meaning(owner, own.name, (text,), name, on_type)
                    known.setdefault(stems, []).append(meant)
    return known


def _valued(words: Sequence[Word], schema: GraphSchema, alike: Alike) -> Iterator[Item]:
    """Yield values of few-valued properties by their words, their stems, or near in meaning."""
    known = _texts(schema)
    if not known:
        return
    longest = max(map(len, known))
    for first in range(len(words)):
        content: list[str] = []
        for last in range(first, min(first + longest + 2, len(words))):
            word = words[last]
            if word.text.casefold() in SMALL and last > first:
                continue
            content.append(word.stem)
            for meant in known.get(tuple(content), ()):
                if word.text.casefold() not in STOP_WORDS:
                    own = last > first or _is_form(word.text, str(meant.values[0]))
                    yield Item(first, last + 1, "value", 0.75 if own else 0.5, meaning=meant)
    for i, word in enumerate(words):
        ringed = rings().get(word.stem, frozenset()) if is_content(word) else frozenset()
        for other in ringed - {word.stem}:
            for meant in known.get((other,), ()):
                if str(meant.values[0]).casefold() in ringed_words():
                    yield Item(i, i + 1, "value", 0.7, meaning=meant, ringed=True)
    yield from _misspelt_values(words, known)
    yield from _near_values(words, known, alike)


def _misspelt_values(
    words: Sequence[Word], known: Mapping[tuple[str, ...], list[Meaning]]
) -> Iterator[Item]:
    """Yield values of one word that a word is a slip of the pen away from: "avialable"."""
    single = [
        (str(own[0].values[0]).casefold(), own) for stems, own in known.items() if len(stems) == 1
    ]
    for i, word in enumerate(words):
        if not is_content(word) or len(word.text) < WRITTEN or (word.stem,) in known:
            continue
        said = word.text.casefold()
        for text, own in single:
            if text[:1] == said[:1] and within_one_edit(said, text):
                yield from (Item(i, i + 1, "value", 0.65, meaning=m) for m in own)


def _is_form(word: str, text: str) -> bool:
    """Say whether a word is a text or its plural, not only of one stem: holders, "holding"."""
    said, own = word.casefold(), text.casefold()
    return said == own or own in singulars(said) or said in singulars(own)


def _near_values(
    words: Sequence[Word], known: dict[tuple[str, ...], list[Meaning]], alike: Alike
) -> Iterator[Item]:
    free = [i for i, w in enumerate(words) if is_content(w)]
    texts = [" ".join(map(str, own[0].values)) for own in known.values()]
    if not free:
        return
    cosines = alike([words[i].text.casefold() for i in free], texts)
    for i, row in zip(free, cosines, strict=True):
        for place in np.argsort(-row, kind="stable")[:1].tolist():
            if row[place] < 0.6:
                continue
            for meant in list(known.values())[place]:
                if not i or not _names_another(words[i].text, texts[place]):
                    yield Item(i, i + 1, "value", 0.6 * float(row[place]), meaning=meant)


def _names_another(word: str, name: str) -> bool:
    """Say whether a word is a name of its own as another is: Oslo is not Sweden.

    One that only says where something comes from is none: a Norwegian, of Norway.
    """
    names = word[0].isupper() and name[:1].isupper() and not word.isupper()
    return names and word[0] != name[0] and not _ORIGIN.search(word)
