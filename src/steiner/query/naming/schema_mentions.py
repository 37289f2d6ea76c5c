"""Where a question speaks of the schema: labels, types and properties by their words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from steiner.graph_schema import GraphSchema, PropertySchema
from steiner.query.english.irregular_forms import IRREGULAR
from steiner.query.english.light_words import LIGHT
from steiner.text import STOP_WORDS, plain_words, stem

Floats = npt.NDArray[np.float64]
Alike = Callable[[Sequence[str], Sequence[str]], Floats]
"""Cosines float64[n, m] of n words of the question with m names of the schema."""

_LONGEST = 4
_HEAD, _PREFIX, _ALIKE = 0.75, 0.8, 0.5
"""Worth of a match by the last word, by the beginning; least cosine that counts."""
SPOKEN = 0.75
"""Least score of words that are the schema's own, not only near in meaning."""
SPELT = 0.95
"""Least score of words that are those of the schema."""
_AGENT = re.compile(r"(?:ers?|ors?|ists?)$")
OPPOSITE = re.compile(r"^(?:un|non-?|in|im|dis)", re.IGNORECASE)
"""Beginnings of words that deny: uninsured, inactive."""
_WORD = re.compile(r"[^\W_]+(?:'s)?")
_SMALL = {"in", "of", "a", "an", "the", "is", "has", "by", "to", "on", "for", "with", "at", "from"}
_PART = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+")
"""The words of an identifier: "unitsInStock" is three, "CEOs" is one."""
_NOT_SCHEMA = STOP_WORDS | LIGHT | {
    "top", "most", "least", "number", "total", "average", "highest", "lowest", "more", "than",
    "less", "over", "under", "between", "different", "distinct", "same", "order", "sorted",
    "identify", "show", "display", "retrieve", "return", "provide", "database", "based", "per",
    "before", "after", "since", "during", "only", "never", "not",
}  # fmt: skip


class Word(NamedTuple):
    """A word of the question, its stem, its characters."""

    text: str
    stem: str
    start: int
    end: int


class Element(NamedTuple):
    """A part of the schema: `kind` label, type or property; `of`: the property's label or type."""

    kind: str
    name: str
    of: str = ""
    on_type: bool = False


@dataclass(frozen=True, slots=True)
class SchemaMention:
    """Words of a question and the elements that they may mean, the best `score` first.

    `agent`: the word names who does it ("directors" for DIRECTED), of `label` where one is said.
    """

    start: int
    end: int
    elements: tuple[Element, ...]
    score: float
    agent: bool = False
    label: str = ""

    def of_kind(self, kind: str) -> list[Element]:
        """Return the elements of one kind."""
        return [element for element in self.elements if element.kind == kind]


def question_words(text: str) -> list[Word]:
    """Split a question into words with their stems."""
    read = []
    for match in _WORD.finditer(text):
        whole = match.group().removesuffix("'s")
        for part in _PART.finditer(whole):
            start = match.start() + part.start()
            word = part.group()
            word = word[:-1] if word[:-1].isupper() and word.endswith("s") else word  # "IDs"
            read.append(Word(word, base(word.casefold()), start, start + len(word)))
    return read


@lru_cache(maxsize=8)
def elements(schema: GraphSchema) -> dict[Element, tuple[str, ...]]:
    """Return every element of the schema with its stems, stop words left out where others stay."""
    named: dict[Element, tuple[str, ...]] = {}
    for label, properties in schema.labels.items():
        named[Element("label", label)] = _stems(label)
        named |= {Element("property", p, label): _stems(p) for p in properties}
    for type, properties in schema.types.items():
        named[Element("type", type)] = _stems(type)
        named |= {Element("property", p, type, True): _stems(p) for p in properties}
    return named


def schema_of(schema: GraphSchema, element: Element) -> PropertySchema:
    """Return what the schema says of a property."""
    return (schema.types if element.on_type else schema.labels)[element.of][element.name]


def is_flag(mention: SchemaMention, schema: GraphSchema) -> bool:
    """Say whether a mention is spelt as a property that is a yes or no."""
    kinds = {schema_of(schema, e).kind for e in mention.of_kind("property")}
    return mention.score >= SPELT and "yes or no" in kinds


def _stems(name: str) -> tuple[str, ...]:
    parts = plain_words(name).split()
    content = [base(part) for part in parts if part not in _SMALL]
    return tuple(content or map(base, parts))


def base(word: str) -> str:
    """Cut endings until none is left, so that "orders", "order" and "ordered" meet.

    "movie" and "movies" both become "mov", "wrote" and "writes" become "writ".
    """
    word = IRREGULAR.get(word, word)
    shorter = stem(word)
    if shorter != word:
        return base(shorter)
    return word[:-1] if len(word) > 3 and word.endswith("i") else word


def mentions(
    words: Sequence[Word], schema: GraphSchema, alike: Alike, taken: Sequence[tuple[int, int]]
) -> list[SchemaMention]:
    """Return what the question mentions, no two overlapping; spans in `taken` are names or values.

    Exact words first, then longer spans; what no word says is matched by meaning, from a cosine of
    .5, alternatives within .14 kept.
    """
    known = elements(schema)
    free = [w for w in words if not any(w.start < b and a < w.end for a, b in taken)]
    spans = sorted(
        [*_spelt(words, known), *_matched(free, known, schema)],
        key=lambda m: (-m.score, m.start - m.end, m.start),
    )
    chosen = _heads(_without_particles(_without_overlap(spans), words), words)
    chosen = _as_nouns(chosen, words, known)
    rest = [w for w in free if not any(m.start <= w.start < m.end for m in chosen)]
    rest = [w for w in rest if w.text.casefold() not in _NOT_SCHEMA and not w.text.isdigit()]
    denied = _denied(rest, schema)
    chosen = [*chosen, *denied]
    rest = [w for w in rest if w.start not in {m.start for m in denied}]
    named = [(m.start, m.end) for m in chosen if m.of_kind("property")]
    beside = {place for a, b in named for place in (a - 1, b + 1)}
    rest = [w for w in rest if not {w.end, w.start} & beside]
    return sorted([*chosen, *_by_meaning(rest, known, alike)], key=lambda m: m.start)


def _matched(
    words: Sequence[Word], known: Mapping[Element, tuple[str, ...]], schema: GraphSchema
) -> Iterator[SchemaMention]:
    whole = set(known.values())
    for first in range(len(words)):
        for last in range(first, min(first + _LONGEST, len(words))):
            span = words[first : last + 1]
            framed = {span[0].text.casefold(), span[-1].text.casefold()} & STOP_WORDS
            if framed and tuple(w.stem for w in span) not in whole:
                continue
            content = tuple(w.stem for w in span if w.text.casefold() not in _SMALL)
            content = content or tuple(w.stem for w in span)
            scored = {e: score for e, own in known.items() if (score := _score(content, own))}
            if len(span) == 1 and framed & _SMALL:  # "On floor 2" names no property "on".
                scored = {e: score for e, score in scored.items() if e.kind != "property"}
            if scored:
                best = max(scored.values())
                alike = (e for e, score in scored.items() if score == best)
                same = tuple(sorted(alike, key=partial(_unlike, behind=words[last + 1 :])))
                same = _as_it_goes_on(same, words[last + 1 :])
                word = span[-1].text.casefold()
                agent = len(span) == 1 and bool(_AGENT.search(word))
                same += _heads_of(same, scored, schema)
                verbs = tuple(e for e in same if e.kind == "type")
                if verbs and word.endswith(("ed", "ing")):
                    same = verbs
                stored = tuple(e for e in same if e.kind == "property" and _is_spelt(e.name, span))
                if stored and len(stored) < len(same) and all(e.kind == "property" for e in same):
                    same = stored  # "Which bed" is `bed`, and no ward's `beds`.
                if agent and verbs and stored:  # "followers" that each node has as a number.
                    same = verbs if _are_of_one(words, first) else stored
                yield SchemaMention(span[0].start, span[-1].end, same, best, agent)


def _heads_of(
    same: Sequence[Element], scored: Mapping[Element, float], schema: GraphSchema
) -> tuple[Element, ...]:
    """Return the labels that a type named by their last word leads to: OF_MODEL, AircraftModel.

    As "model" would be a Model, too, and no verb is said.
    """
    nouns = [e for e in same if e.kind == "type" and plain_words(e.name).split()[0] in _SMALL]
    ends = {target for e in nouns for _, target in schema.ends.get(e.name, ())}
    labels = (e for e, score in scored.items() if e.kind == "label" and score >= _HEAD)
    return tuple(e for e in labels if e.name in ends and e not in same)


def _unlike(element: Element, behind: Sequence[Word]) -> int:
    """Return 0 where a name ends as a question goes on, 2 where it ends otherwise, else 1.

    "Commented on an answer" is COMMENTED_ON before COMMENTED.
    """
    last = plain_words(element.name).split()[-1]
    if last not in _SMALL:
        return 1
    return 0 if behind and behind[0].text.casefold() == last else 2


def _as_it_goes_on(same: tuple[Element, ...], behind: Sequence[Word]) -> tuple[Element, ...]:
    """Leave out what another preposition ends than a verb's: "reports to Ann" is no REPORTED.

    Nor is it reportedOn; "reported" alone is no REPORTS_TO.
    """
    if not same or same[0].kind != "type":
        return same
    likest = _unlike(same[0], behind)
    return tuple(e for e in same if e.kind == "label" or _unlike(e, behind) <= likest)


def _are_of_one(words: Sequence[Word], place: int) -> bool:
    """Say whether "followers of Ann" are meant, not "the number of followers of Ann"."""
    before, behind = words[max(place - 1, 0)], words[min(place + 1, len(words) - 1)]
    return behind.text.casefold() == "of" and before.text.casefold() not in ("of", "most", "least")


def _spelt(
    words: Sequence[Word], known: Mapping[Element, tuple[str, ...]]
) -> Iterator[SchemaMention]:
    """Yield identifiers written as they are: INTERACTS1, jurisdiction_description."""
    written: dict[str, list[Element]] = {}
    for element in known:
        if not element.name.isalpha():
            written.setdefault(element.name, []).append(element)
    lengths = set(map(len, written))
    for first in range(len(words)):
        for last in range(first, min(first + _LONGEST, len(words))):
            if words[last].end - words[first].start not in lengths:
                continue
            span = words[first : last + 1]
            text = "".join(
                f"{'_' * (w.start - before)}{w.text}"
                for w, before in zip(span, [span[0].start, *(w.end for w in span)], strict=False)
            )
            if text in written:
                yield SchemaMention(span[0].start, span[-1].end, tuple(written[text]), 1.1)


def _is_spelt(name: str, span: Sequence[Word]) -> bool:
    return plain_words(name) == " ".join(w.text.casefold() for w in span)


@lru_cache(maxsize=20_000)
def _score(content: tuple[str, ...], own: tuple[str, ...]) -> float:
    """Score how well the stems of a span's words name an element of the stems `own`."""
    if content == own:
        return 1.0
    if len(content) == len(own) > 1 and set(content) == set(own):
        return 0.95
    joined = "".join(own)
    if len(content) == 1 and len(own) > 1 and content[0] == joined:
        return 0.95
    if len(content) == 1 and len(own) == 1 and _begins_alike(content[0], own[0]):
        return _PREFIX
    if len(content) < len(own) and content[-1] == own[-1] and set(content) <= set(own):
        return _HEAD
    return 0.0


def _begins_alike(one: str, other: str) -> bool:
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    length = min(len(one), len(other)) if same is None else same
    return length >= 4 and length >= 0.7 * max(len(one), len(other))


def _denied(words: Sequence[Word], schema: GraphSchema) -> list[SchemaMention]:
    """Return mentions of yes-or-no properties by their opposite: "uninsured" of insured."""
    flags = {
        element: stems[-1]
        for element, stems in elements(schema).items()
        if element.kind == "property" and schema_of(schema, element).kind == "yes or no"
    }
    read = []
    for word in words:
        cut = OPPOSITE.sub("", word.stem)
        same = tuple(
            e for e, stem in flags.items() if cut in (stem, base(stem)) and cut != word.stem
        )
        if same:
            read.append(SchemaMention(word.start, word.end, same, 0.95))
    return read


def _without_overlap(spans: Sequence[SchemaMention]) -> list[SchemaMention]:
    chosen: list[SchemaMention] = []
    for span in spans:
        if not any(span.start < m.end and m.start < span.end for m in chosen):
            chosen.append(span)
    return chosen


def _as_nouns(
    chosen: Sequence[SchemaMention],
    words: Sequence[Word],
    known: Mapping[Element, tuple[str, ...]],
) -> list[SchemaMention]:
    """Take "shops with a rating above 4" as the shops' `rating`, though others are RATED_BY."""
    said = {e.name for m in chosen for e in m.of_kind("label")}
    text = {(w.start, w.end): w for w in words}
    read = []
    for mention in chosen:
        word = text.get((mention.start, mention.end))
        own = tuple(
            e
            for e in known
            if word and e.of in said and not e.on_type and _is_spelt(e.name, [word])
        )
        types = [plain_words(e.name).split() for e in mention.elements]
        verb = word and mention.of_kind("type") and not mention.of_kind("label")
        spelt = word is not None and any(word.text.casefold() in type for type in types)
        read.append(replace(mention, elements=own) if own and verb and not spelt else mention)
    return read


def _without_particles(
    chosen: Sequence[SchemaMention], words: Sequence[Word]
) -> list[SchemaMention]:
    """Leave out what is only the end of the verb before: "held in" is HELD_IN, and no IN."""
    said = {(m.end + 1, plain_words(e.name).split()[-1]) for m in chosen for e in m.of_kind("type")}
    text = {w.start: w.text.casefold() for w in words if w.text.casefold() in _SMALL}
    return [m for m in chosen if (m.start, text.get(m.start)) not in said]


def _heads(chosen: Sequence[SchemaMention], words: Sequence[Word]) -> list[SchemaMention]:
    """Let the last noun of a compound stand for it: "product categories" are categories."""
    singular = {w.start for w in words if not w.text.casefold().endswith("s")}
    nouns = {m.start: m.of_kind("label") for m in chosen if m.of_kind("label")}
    first = {
        start
        for start, m in ((m.start, m) for m in chosen if m.start in nouns)
        if start in singular and nouns.get(m.end + 1, nouns[start]) != nouns[start]
    }
    return [replace(m, elements=()) if m.start in first else m for m in chosen]


def _by_meaning(
    words: Sequence[Word], known: Mapping[Element, tuple[str, ...]], alike: Alike
) -> list[SchemaMention]:
    if not words or not known:
        return []
    names = list(known)
    cosines = alike([w.text.casefold() for w in words], [plain_words(e.name) for e in names])
    read = []
    for word, row in zip(words, cosines, strict=True):
        best = float(row.max())
        if best >= _ALIKE:
            near = np.argsort(-row)
            kept = tuple(names[i] for i in near.tolist() if row[i] >= best - 0.02)
            agent = bool(_AGENT.search(word.text.casefold()))
            read.append(SchemaMention(word.start, word.end, kept, min(best, 0.74), agent))
    return read
