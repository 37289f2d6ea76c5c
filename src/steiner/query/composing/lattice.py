"""What each span of a question may be: alternatives with scores, none chosen yet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from steiner.algebra.graph_schema import GraphSchema
from steiner.lexicon.common_words import CONVERSES, MEASURED, PEOPLE, RINGS, SHORT
from steiner.query.composing.taught_items import taught
from steiner.query.english.cues import Cue, cues
from steiner.query.english.irregular_forms import singulars
from steiner.query.english.light_words import ASKING, LIGHT_PHRASE
from steiner.query.naming.linked_values import Meaning, Value, plural_values, values
from steiner.query.naming.noted_words import synonyms
from steiner.query.naming.schema_mentions import Alike, is_deed
from steiner.query.naming.schema_words import (
    SMALL,
    Element,
    Word,
    base,
    elements,
    question_words,
    schema_of,
)
from steiner.stores.protocol import GraphStore
from steiner.text import STOP_WORDS, plain_words, within_one_edit

_DENIED = re.compile(r"n['’]t\W+$", re.IGNORECASE)
_LONGEST = 5
"""Words of the longest span that names a part of a schema."""
_NEAR, _KEPT = 0.5, 2
"""Least cosine by which a word may be a part of a schema, and how many such parts are kept."""


class Item(NamedTuple):
    """One thing that the words `start` to `end` (exclusive) may be, and how well they fit it.

    `kind`: noun (a label), verb (a type), property, value (`meaning`), cue. `converse`: a verb is
    said from the other end: "manager" of REPORTS_TO. `ringed`: by a word that stands for another.
    `taught`: as questions over the graph have taught.
    """

    start: int
    end: int
    kind: str
    score: float
    element: Element | None = None
    meaning: Meaning | None = None
    cue: Cue | None = None
    converse: bool = False
    ringed: bool = False
    taught: bool = False


@dataclass(frozen=True)
class Lattice:
    """A question's words and the items that begin at each.

    `light`: words that may say nothing; `denied`: words right behind a verb with "n't".
    `people`: how near each label is to a person, where the question asks who.
    """

    text: str
    words: Sequence[Word]
    items: Sequence[Sequence[Item]]
    schema: GraphSchema
    light: frozenset[int] = field(default_factory=frozenset)
    denied: frozenset[int] = field(default_factory=frozenset)
    people: Mapping[str, float] = field(default_factory=dict)

    def between(self, one: int, other: int) -> str:
        """Return the text between the ends of a word and the beginning of a later one."""
        start = self.words[one - 1].end if one else 0
        end = self.words[other].start if other < len(self.words) else len(self.text)
        return self.text[start:end].casefold()


def lattice(question: str, schema: GraphSchema, store: GraphStore, alike: Alike) -> Lattice:
    """Look up what the words of a question may be in a graph and its schema."""
    words = question_words(question)
    named = _named(question, words, store, schema)
    items = [*_schema_items(words, schema, alike), *_valued(words, schema, alike)]
    items += _identifiers(question, words, schema)
    items += [*_people(words, schema, alike), *_measuring(words, schema)]
    items += [*_converses(words, schema), *_ringed(words, schema)]
    items += [*_noted(words, schema), *_misspelt(words, schema, items)]
    items += (
        Item(i, i + 1, _KINDS[e.kind], fit, e, taught=True) for i, e, fit in taught(words, schema)
    )
    items += _value_items(words, named, schema)
    strong = [i for i in items if i.score >= 0.9 and (i.end - i.start > 1 or i.kind == "value")]
    protected = [(words[i.start].start, words[i.end - 1].end) for i in strong]
    items += _cue_items(question, words, protected)
    items = [i for i in items if not _belongs_to_property(i, items, question)]
    begun: list[list[Item]] = [[] for _ in words]
    for item in dict.fromkeys(items):
        begun[item.start].append(item)
    light = {w.start for w in words if w.text.casefold() in ASKING}
    phrases = [said.span() for said in LIGHT_PHRASE.finditer(question)]
    light |= {w.start for w in words for a, b in phrases if a <= w.start < b}
    places = frozenset(i for i, w in enumerate(words) if w.start in light)
    denied = frozenset(i for i, w in enumerate(words) if _DENIED.search(question[: w.start][-12:]))
    people = _nearness(schema, alike) if "who" in question.casefold() else {}
    return Lattice(question, words, begun, schema, places, denied, people)


def _nearness(schema: GraphSchema, alike: Alike) -> dict[str, float]:
    """Return how near each label is to a person in meaning, a cosine."""
    labels = list(schema.labels)
    cosines = alike(["person"], [plain_words(label) for label in labels])[0] if labels else ()
    return {label: float(cosine) for label, cosine in zip(labels, cosines, strict=True)}


def _named(
    question: str, words: Sequence[Word], store: GraphStore, schema: GraphSchema
) -> list[Value]:
    """Return the names and values of a question; plurals of what is stored in the singular."""
    named = [v for v in values(question, store, [], schema.names) if v.meanings]
    inside = [w for w in words if not any(v.start <= w.start < v.end for v in named)]
    plain = [w for w in inside if w.text.casefold() not in STOP_WORDS]
    return [*named, *plural_values(plain, store, schema.names)]


def _value_items(
    words: Sequence[Word], named: Sequence[Value], schema: GraphSchema
) -> Iterator[Item]:
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
                    yield Item(first, last + 1, "value", 0.75, meaning=meant)
    yield from _near_values(words, known, alike)


def _near_values(
    words: Sequence[Word], known: dict[tuple[str, ...], list[Meaning]], alike: Alike
) -> Iterator[Item]:
    free = [i for i, w in enumerate(words) if _is_content(w)]
    texts = [" ".join(map(str, own[0].values)) for own in known.values()]
    if not free:
        return
    cosines = alike([words[i].text.casefold() for i in free], texts)
    for i, row in zip(free, cosines, strict=True):
        for place in np.argsort(-row, kind="stable")[:1].tolist():
            if row[place] >= 0.6:
                for meant in list(known.values())[place]:
                    yield Item(i, i + 1, "value", 0.6 * float(row[place]), meaning=meant)


def _is_content(word: Word) -> bool:
    text = word.text.casefold()
    return text not in STOP_WORDS and text not in ASKING and not text.isdigit()


_KINDS = {"label": "noun", "type": "verb", "property": "property"}


def _schema_items(words: Sequence[Word], schema: GraphSchema, alike: Alike) -> Iterator[Item]:
    known = _spoken(schema)
    for first in range(len(words)):
        if words[first].text.casefold() in SMALL and len(words) > 1:
            continue
        for last in range(first, min(first + _LONGEST, len(words))):
            span = [w for w in words[first : last + 1] if w.text.casefold() not in SMALL]
            if words[last].text.casefold() in SMALL and last > first:
                continue
            stems = tuple(w.stem for w in span)
            if not span or (len(span) == 1 and span[0].text.casefold() in STOP_WORDS):
                continue
            initials = "".join(w.text[0].casefold() for w in span) if len(span) > 1 else ""
            for element, own in known.items():
                if score := _fit(stems, own) or 0.9 * (own == (initials,)):
                    yield Item(first, last + 1, _KINDS[element.kind], score, element)
    yield from _near(words, known, alike)


def _people(words: Sequence[Word], schema: GraphSchema, alike: Alike) -> Iterator[Item]:
    """Yield the labels that words for people may mean: the nearest to a person in meaning."""
    said = [i for i, w in enumerate(words) if w.text.casefold() in PEOPLE]
    labels = list(schema.labels)
    if not said or not labels:
        return
    row = alike(["person"], [plain_words(label) for label in labels])[0]
    near = np.argsort(-row, kind="stable")[:3].tolist()
    for i in said:
        for place in near:
            if row[place] >= 0.3 and base(plain_words(labels[place])) != words[i].stem:
                score = 0.75 * float(row[place]) / float(row[near[0]])
                yield Item(i, i + 1, "noun", score, Element("label", labels[place]))


def _measuring(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield the properties that a verb says to be much or little: "paid", a salary."""
    for i, word in enumerate(words):
        asked = {*MEASURED.get(word.text.casefold(), "").split()}
        for element in elements(schema) if asked else ():
            if element.kind == "property" and asked & {*plain_words(element.name).split()}:
                yield Item(i, i + 1, "property", 0.75, element)


def _converses(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield types that a word names from the other end."""
    sides = [tuple(frozenset(map(base, side.split())) for side in pair) for pair in CONVERSES]
    types = [e for e in elements(schema) if e.kind == "type"]
    for i, word in enumerate(words):
        for one, other in (*sides, *((b, a) for a, b in sides)):
            if word.stem in one:
                for element in types:
                    own = {*map(base, plain_words(element.name).split())}
                    if own & other and word.stem not in own:
                        yield Item(i, i + 1, "verb", 0.75, element, converse=True)


@lru_cache(maxsize=1)
def _rings() -> dict[str, frozenset[str]]:
    """Return by its stem what a word stands for in some graph, as stems."""
    known: dict[str, frozenset[str]] = {}
    for ring in RINGS:
        stems = frozenset(map(base, ring.split()))
        for stem in stems:
            known[stem] = known.get(stem, frozenset()) | stems
    return known


def _ringed(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield parts of the schema that are called by another word of a ring."""
    for i, word in enumerate(words):
        others = _rings().get(word.stem, frozenset()) - {word.stem}
        for element, own in _spoken(schema).items() if others else ():
            if others & {*own} and word.stem not in own and word.text.casefold() not in SMALL:
                score = 0.7 if len(own) == 1 else 0.6
                yield Item(i, i + 1, _KINDS[element.kind], score, element, ringed=True)


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
        if i in known or len(text) < _WRITTEN or not _is_content(word):
            continue
        for element, own in _spoken(schema).items():
            if len(own) == 1 and within_one_edit(word.stem, own[0]):
                yield Item(i, i + 1, _KINDS[element.kind], 0.85, element)


_WRITTEN = 5
"""Letters of the shortest word that may be misspelt."""


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
    if len(said) == len(own) == 1 and _shortens(said[0], own[0]):
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


def _shortens(one: str, other: str) -> bool:
    """Say whether a word is the beginning of another: "med" of "medication", "sev"."""
    return 3 <= len(one) < 5 and len(other) > len(one) + 1 and other.startswith(one)


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
    free = [i for i, w in enumerate(words) if _is_content(w)]
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


def _cue_items(
    question: str, words: Sequence[Word], protected: list[tuple[int, int]]
) -> Iterator[Item]:
    read = list(_said_once(question, cues(question, protected)))
    taken = [*protected, *((cue.start, cue.end) for cue in read)]
    for cue in [*read, *_quoted(question, taken)]:
        inside = [i for i, w in enumerate(words) if w.start < cue.end and cue.start < w.end]
        if inside:
            yield Item(inside[0], inside[-1] + 1, "cue", 1.0, cue=cue)


def _belongs_to_property(item: Item, items: Sequence[Item], question: str) -> bool:
    """Say whether "number" is the end of a property's name: "the phone number of Ann"."""
    if item.cue is None or item.cue.kind != "count":
        return False
    said = question[item.cue.start : item.cue.end].casefold()
    return said.startswith("number") and any(
        i.kind == "property" and i.score >= 0.9 and i.end == item.start for i in items
    )


_QUOTED = re.compile(r"(?<!\w)(?:\"([^\"]{2,200})\"|“([^”]{2,200})”|'([^']{2,200})'(?!\w))")


def _quoted(question: str, protected: list[tuple[int, int]]) -> Iterator[Cue]:
    """Yield quoted texts that are no name or value of the graph: a text property may hold them."""
    for said in _QUOTED.finditer(question):
        start, end = said.span()
        if not any(start < b and a < end for a, b in protected):
            text = next(filter(None, said.groups()))
            yield Cue("text", start, end, "contains", text)


def _said_once(question: str, read: Sequence[Cue]) -> Iterator[Cue]:
    """Yield cues without the far end of an order: "from lowest to highest" says it twice."""
    last: Cue | None = None
    for cue in read:
        between = question[last.end : cue.start].casefold().strip() if last else ""
        ranks = cue.kind in ("superlative", "adjective")
        if not (ranks and last and last.kind == cue.kind and between in ("to", "to the")):
            yield cue
        last = cue


def property_kind(schema: GraphSchema, element: Element) -> str:
    """Return the kind of a property (see PropertySchema)."""
    return schema_of(schema, element).kind


def is_plural(word: Word) -> bool:
    """Say whether a word is a noun in the plural."""
    return bool(singulars(word.text.casefold()))
