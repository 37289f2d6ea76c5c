"""Parts of the schema that words may be: by stems, nearness in meaning, other words for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np

from steiner.algebra.graph_schema import GraphSchema
from steiner.lexicon.common_words import (
    CONVERSES,
    MEASURED,
    PEOPLE,
    PERSONAL,
    RINGS,
    ROLES,
    SHORT,
)
from steiner.lexicon.short_forms import is_short, shortens
from steiner.query.composing.words.taught_items import taught
from steiner.query.composing.words.word_items import Item
from steiner.query.english.irregular_forms import singulars
from steiner.query.english.light_words import ASKING
from steiner.query.naming.linked_values import JOINING
from steiner.query.naming.noted_words import synonyms
from steiner.query.naming.schema_mentions import Alike, is_deed
from steiner.query.naming.schema_words import (
    SMALL,
    Element,
    Word,
    base,
    elements,
    is_key,
)
from steiner.text import STOP_WORDS, plain_words, within_one_edit

_LONGEST = 5
"""Words of the longest span that names a part of a schema."""
_NEAR, _KEPT = 0.5, 2
"""Least cosine by which a word may be a part of a schema, and how many such parts are kept."""
_KINDS = {"label": "noun", "type": "verb", "property": "property"}
_BY_KEY = 0.7
_PREPOSITIONS = SMALL - {"of", "a", "an", "the"}
_OF_ONE_STEM = 0.75
"""What a word of one stem with a label fits it, of what the label's own word does."""
_SHORTENED = 0.9
"""What a name that is short for words fits them, of what it does where it is written out."""
_WRITTEN = 5
"""Letters of the shortest word that may be misspelt."""


def is_content(word: Word) -> bool:
    """Say whether a word may mean something: no stop word, question word or number."""
    text = word.text.casefold()
    return text not in STOP_WORDS and text not in ASKING and not text.isdigit()


def schema_items(
    question: str, words: Sequence[Word], schema: GraphSchema, alike: Alike
) -> Iterator[Item]:
    """Yield the labels, types and properties that each span may be."""
    items = [*_named_so(words, _spoken(schema)), *_shortened(words, schema)]
    items += [*_near(words, _spoken(schema), alike), *_identifiers(question, words, schema)]
    items += [*_people(words, schema, alike), *_measuring(words, schema)]
    items += [*_converses(words, schema), *_ringed(words, schema), *_noted(words, schema)]
    items += _known_by(words, schema)
    yield from items
    yield from _misspelt(words, schema, items)
    for place, element, fit in taught(words, schema):
        yield Item(place, place + 1, _KINDS[element.kind], fit, element, taught=True)


def _named_so(words: Sequence[Word], known: Mapping[Element, tuple[str, ...]]) -> Iterator[Item]:
    for first in range(len(words)):
        if words[first].text.casefold() in SMALL and len(words) > 1:
            continue
        for last in range(first, min(first + _LONGEST, len(words))):
            span = [w for w in words[first : last + 1] if w.text.casefold() not in SMALL]
            if words[last].text.casefold() in SMALL and last > first:
                continue
            joining = {w.text.casefold() for w in words[first : last + 1]} & _PREPOSITIONS
            stems, initials = tuple(w.stem for w in span), _initials(words[first : last + 1])
            if not span or (len(span) == 1 and span[0].text.casefold() in JOINING):
                continue
            for element, own in known.items():
                if score := _fit(stems, own) or 0.9 * (plain_words(element.name) in initials):
                    if joining - {*plain_words(element.name).split()}:
                        continue  # "Accounts by type" is no account type.
                    if element.kind == "label" and not _is_called(span[-1], element.name):
                        score *= _OF_ONE_STEM
                    yield Item(first, last + 1, _KINDS[element.kind], score, element)


def _is_called(word: Word, label: str) -> bool:
    """Say whether a word is one of a label, or its plural: a restorer is no Restoration."""
    said, own = word.text.casefold(), plain_words(label).split()
    return said in own or any(one in own for one in singulars(said))


def _initials(words: Sequence[Word]) -> tuple[str, ...]:
    """Return the first letters of words, small ones with them and without: dob, db."""
    said = [w.text.casefold() for w in words]
    every = "".join(w[0] for w in said), "".join(w[0] for w in said if w not in SMALL)
    return tuple(letters for letters in every if len(letters) > 1)


def _shortened(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield parts of the schema whose names are short for words: `opened_dt`, `bal`."""
    said = {w.stem: w.text.casefold() for w in words if is_content(w)}
    known = {}
    for element, own in _spoken(schema).items():
        meant = tuple(_meant_by(part, said) for part in own)
        if meant != own:
            known[element] = meant
    for item in _named_so(words, known) if known else ():
        yield item._replace(score=_SHORTENED * item.score)


def _meant_by(part: str, said: Mapping[str, str]) -> str:
    """Return the stem of the word that a part of a name is short for, itself for none."""
    if part in said or not is_short(part):
        return part
    return next((stem for stem, word in said.items() if shortens(part, word)), part)


def likeness_to_a_person(schema: GraphSchema, alike: Alike) -> dict[str, float]:
    """Return how surely the nodes of each label are persons, 0 to 1.

    By what its last word says they are, a doctor; by properties that persons have, two at least;
    else by how near the label is to a person in meaning.
    """
    labels = list(schema.labels)
    cosines = alike(["person"], [plain_words(label) for label in labels])[0] if labels else ()
    return {
        label: max(float(cosine), _is_personal(schema, label))
        for label, cosine in zip(labels, cosines, strict=True)
    }


_TOLD_BY = 0.8
"""How surely two properties that persons have tell persons."""


@lru_cache(maxsize=1)
def _roles() -> frozenset[str]:
    return frozenset(base(role) for role in ROLES)


def _is_personal(schema: GraphSchema, label: str) -> float:
    last = base(plain_words(label).split()[-1]) if plain_words(label) else ""
    if last in _roles():
        return 1.0
    own = (plain_words(name).split() for name in schema.labels[label])
    return _TOLD_BY * (len({word for words in own for word in words} & PERSONAL) > 1)


def _people(words: Sequence[Word], schema: GraphSchema, alike: Alike) -> Iterator[Item]:
    """Yield the labels that words for people may mean: the nearest to a person in meaning."""
    said = [i for i, w in enumerate(words) if w.text.casefold() in PEOPLE]
    if not said or not schema.labels:
        return
    like = likeness_to_a_person(schema, alike)
    near = sorted(like, key=lambda label: -like[label])[:3]
    for i in said:
        for label in near:
            if like[label] >= 0.3 and base(plain_words(label)) != words[i].stem:
                score = 0.75 * like[label] / like[near[0]]
                yield Item(i, i + 1, "noun", score, Element("label", label))


def _measuring(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield the properties that a verb says to be much or little: "paid", a salary."""
    for i, word in enumerate(words):
        asked = {*MEASURED.get(word.text.casefold(), "").split()}
        for element in elements(schema) if asked else ():
            if element.kind == "property" and asked & {*plain_words(element.name).split()}:
                yield Item(i, i + 1, "property", 0.75, element)


@lru_cache(maxsize=1)
def _sides() -> list[tuple[frozenset[str], frozenset[str]]]:
    """Return the stems of either end's words with those of the other's."""
    sides = [(_stems(one), _stems(other)) for one, other in CONVERSES]
    return [*sides, *((other, one) for one, other in sides)]


def _stems(words: str) -> frozenset[str]:
    return frozenset(map(base, words.split()))


def _converses(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield types that a word names from the other end."""
    types = [e for e in elements(schema) if e.kind == "type"]
    for i, word in enumerate(words):
        for one, other in _sides():
            if word.stem in one:
                for element in types:
                    own = {*map(base, plain_words(element.name).split())}
                    if own & other and word.stem not in own:
                        yield Item(i, i + 1, "verb", 0.75, element, converse=True)


@lru_cache(maxsize=1)
def rings() -> dict[str, frozenset[str]]:
    """Return by its stem what a word stands for in some graph, as stems."""
    known: dict[str, frozenset[str]] = {}
    for ring in RINGS:
        stems = _stems(ring)
        for stem in stems:
            known[stem] = known.get(stem, frozenset()) | stems
    return known


@lru_cache(maxsize=1)
def ringed_words() -> frozenset[str]:
    """Return the words that stand for others, as they are written."""
    return frozenset(word for ring in RINGS for word in ring.split())


def _ringed(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield parts of the schema that are called by another word of a ring."""
    for i, word in enumerate(words):
        others = rings().get(word.stem, frozenset()) - {word.stem}
        for element, own in _spoken(schema).items() if others else ():
            if others & {*own} and word.stem not in own and word.text.casefold() not in SMALL:
                score = 0.7 if len(own) == 1 else 0.6
                yield Item(i, i + 1, _KINDS[element.kind], score, element, ringed=True)


def _known_by(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield labels by what their keys call them: the cases that have a `caseNo`, of a Crime."""
    for label, properties in schema.labels.items():
        for name in properties:
            parts = plain_words(name).split()
            if len(parts) == 2 and is_key(parts[1]) and not is_key(parts[0]):
                known = (i for i, w in enumerate(words) if w.stem == base(parts[0]))
                yield from (
                    Item(i, i + 1, "noun", _BY_KEY, Element("label", label))
                    for i in known
                    if base(plain_words(label)) != words[i].stem
                )


def _noted(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield parts of the schema by the synonyms that its notes have for them."""
    stems = [word.stem for word in words]
    for element, text in synonyms(schema):
        own = [base(part) for part in text.casefold().replace("…", " ").split()]
        if element.kind == "property" and not element.of:
            continue
        for first in range(len(stems) - len(own) + 1):
            if own and stems[first : first + len(own)] == own:
                yield Item(first, first + len(own), _KINDS[element.kind], 1.0, element)


def _misspelt(words: Sequence[Word], schema: GraphSchema, items: Sequence[Item]) -> Iterator[Item]:
    """Yield parts of the schema that a word is one slip of the pen away from: "fligths"."""
    known = {i for item in items if item.score >= 0.5 for i in range(item.start, item.end)}
    for i, word in enumerate(words):
        text = word.text.casefold()
        if i in known or len(text) < _WRITTEN or not is_content(word):
            continue
        for element, own in _spoken(schema).items():
            if len(own) == 1 and own[0][:1] == text[0] and within_one_edit(word.stem, own[0]):
                yield Item(i, i + 1, _KINDS[element.kind], 0.85, element)


def _identifiers(question: str, words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield names of the schema written as they are stored: INTERACTS1, book1PageRank."""
    for element in elements(schema):
        if element.name.isalpha() and element.name.islower():
            continue
        for said in re.finditer(rf"(?<!\w){re.escape(element.name)}(?!\w)", question):
            inside = [
                i for i, w in enumerate(words) if w.start < said.end() and said.start() < w.end
            ]
            if inside:
                yield Item(inside[0], inside[-1] + 1, _KINDS[element.kind], 1.2, element)


@lru_cache(maxsize=8)
def _spoken(schema: GraphSchema) -> dict[Element, tuple[str, ...]]:
    """Return the stems of every element, short forms written out."""
    long = {base(short): base(word) for short, word in SHORT.items()}
    return {e: tuple(long.get(s, s) for s in own) for e, own in elements(schema).items()}


def _fit(said: tuple[str, ...], own: tuple[str, ...]) -> float:
    """Score words against a name by their stems: 1 the same, less for a part of it.

    _fit(("end", "year"), ("end", "year")) is 1.0, _fit(("year",), ("end", "year")) is .75,
    _fit(("work",), ("work", "for")) is .7.
    """
    if said == own:
        return 1.0
    if len(said) > len(own):
        return 0.0
    if len(said) == len(own) == 1 and _is_part(said[0], own[0]):
        return 0.65
    if len(said) == len(own):
        if set(said) == set(own):
            return 0.95
        alone = len(said) == 1
        return 0.7 * (
            alone
            and (_begins(said[0], own[0]) or is_deed(said[0], own[0]) or is_deed(own[0], said[0]))
        )
    if not set(said) <= set(own):
        return 0.0
    part = len(said) / len(own)
    return (0.5 if said[-1] == own[-1] else 0.45 if said[0] == own[0] else 0.35) + 0.5 * part


def _is_part(one: str, other: str) -> bool:
    """Say whether a word stands for a longer one: "med" of "medication", "works" of an artwork."""
    begins = 3 <= len(one) < 5 and other.startswith(one)
    return len(other) > len(one) + 1 and (begins or (len(one) > 3 and other.endswith(one)))


def _begins(one: str, other: str) -> bool:
    same = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        same += 1
    return same >= 4 and same >= 0.7 * max(len(one), len(other))


def _near(
    words: Sequence[Word], known: dict[Element, tuple[str, ...]], alike: Alike
) -> Iterator[Item]:
    """Yield the parts of the schema that single words are near to in meaning."""
    free = [i for i, w in enumerate(words) if is_content(w)]
    if not free or not known:
        return
    names = list(known)
    cosines = alike([words[i].text.casefold() for i in free], [plain_words(e.name) for e in names])
    for i, row in zip(free, cosines, strict=True):
        kept: dict[str, int] = {}
        for place in np.argsort(-row, kind="stable").tolist():
            element, cosine = names[place], float(row[place])
            if cosine < _NEAR:
                break
            if kept.get(element.kind, 0) < _KEPT and not _fit((words[i].stem,), known[element]):
                kept[element.kind] = kept.get(element.kind, 0) + 1
                yield Item(i, i + 1, _KINDS[element.kind], 0.8 * cosine, element)
