"""Parts of the schema that words may be: by stems, short forms, nearness in meaning, slips."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.lexicon.short_forms import is_short, shortens
from steiner.query.composing.words.other_words import other_words
from steiner.query.composing.words.taught_items import taught
from steiner.query.composing.words.word_items import (
    KINDS,
    WRITTEN,
    Item,
    is_content,
    spoken,
    written_out,
)
from steiner.query.english.irregular_forms import singulars
from steiner.query.english.number_words import NUMBER
from steiner.query.naming.schema.schema_mentions import Alike, denied_by, is_deed
from steiner.query.naming.schema_words import (
    SMALL,
    Element,
    Word,
    are_joined,
    elements,
    is_another,
    says_kind,
)
from steiner.query.naming.values.linked_values import JOINING
from steiner.text import plain_words, within_one_edit

_LONGEST = 5
"""Words of the longest span that names a part of a schema."""
_NEAR, _KEPT = 0.5, 2
"""Least cosine by which a word may be a part of a schema, and how many such parts are kept."""
_PREPOSITIONS = SMALL - {"of", "a", "an", "the"}
_OF_ONE_STEM = 0.75
"""What a word of one stem with a label fits it, of what the label's own word does."""
_NUMBER = re.compile(NUMBER)
_HELPS = frozenset({"do", "does", "did"})
_SHORTENED = 0.9
"""What a name that is short for words fits them, of what it does where it is written out."""


def schema_items(
    question: str, words: Sequence[Word], schema: GraphSchema, alike: Alike
) -> Iterator[Item]:
    """Yield the labels, types and properties that each span may be."""
    items = [*_named_so(words, _spoken_names(schema)), *_shortened(words, schema)]
    items += [*_near(words, spoken(schema), alike), *_identifiers(question, words, schema)]
    exact = {(i.start, i.end, i.kind) for i in items if i.score >= 1.0}
    others = other_words(words, schema, alike)
    # Where the graph has the word itself, no other is meant: "revenue" beside a price.
    helps = next((i for i, w in enumerate(words) if w.text.casefold() in _HELPS), len(words))
    items += [i for i in others if exact.isdisjoint(_said_by(i, helped=i.start > helps))]
    items += _opposites(words, schema)
    yield from items
    yield from _misspelt(words, schema, items)
    for place, element, fit in taught(words, schema):
        yield Item(place, place + 1, KINDS[element.kind], fit, element, taught=True)


def _said_by(item: Item, *, helped: bool) -> Iterator[tuple[int, int, str]]:
    """Yield what the graph has itself in place of a word that stands for a part of it.

    That is the same kind of part; and of a verb that is `helped` a type: "does Ann work" has no
    other employee.
    """
    yield item.start, item.end, item.kind
    if helped and item.ringed and item.kind == "noun":
        yield item.start, item.end, "verb"


class _Names:
    """Elements with their stems, by what of a question may name them: schemas have thousands."""

    def __init__(self, known: Mapping[Element, tuple[str, ...]]) -> None:
        self._known = list(known.items())
        self._having: dict[str, list[int]] = defaultdict(list)
        self._called: dict[str, list[int]] = defaultdict(list)
        self._joined: dict[str, list[int]] = defaultdict(list)
        for place, (element, own) in enumerate(self._known):
            self._called[plain_words(element.name)].append(place)
            for stem in {*own}:
                self._having[stem].append(place)
            for joined in {"".join(own), "".join(own[::-1])}:
                self._joined[joined].append(place)
        self._single = [place for place, (_, own) in enumerate(self._known) if len(own) == 1]

    def like(
        self, stems: tuple[str, ...], initials: Sequence[str]
    ) -> Iterator[tuple[Element, tuple[str, ...], bool]]:
        """Yield elements that may fit stems, with their own, and whether initials name them.

        Of several stems a name has the first, or is them joined; a single one may be the beginning
        of another.
        """
        short = {place for letters in initials for place in self._called.get(letters, ())}
        joined = {"".join(stems), "".join(stems[::-1])}
        likely = short.union(self._having.get(stems[0], ()))
        likely.update(*(self._joined.get(one, ()) for one in joined))
        for place in sorted(likely.union(self._single) if len(stems) == 1 else likely):
            yield (*self._known[place], place in short)


@lru_cache(maxsize=8)
def _spoken_names(schema: GraphSchema) -> _Names:
    return _Names(spoken(schema))


def _named_so(words: Sequence[Word], names: _Names) -> Iterator[Item]:
    said = [w.text.casefold() for w in words]
    for first in range(len(words)):
        if said[first] in SMALL and len(words) > 1:
            continue
        for last in range(first, min(first + _LONGEST, len(words))):
            if said[last] in SMALL and last > first:
                continue
            span = [
                w
                for w, own in zip(words[first : last + 1], said[first:], strict=False)
                if own not in SMALL
            ]
            joining = {*said[first : last + 1]} & _PREPOSITIONS
            if not span or (len(span) == 1 and span[0].text.casefold() in JOINING):
                continue
            # "No" stands for a number in names alone.
            stems = tuple([w.stem if w.stem == "no" else written_out(w.stem) for w in span])
            for element, own, short in names.like(stems, _initials(said[first : last + 1])):
                also = 0.95 * says_kind(stems, element, own) or 0.9 * short
                if score := _fit(stems, own) or also:
                    if joining - {*plain_words(element.name).split()}:
                        continue  # "Accounts by type" is no account type.
                    if len(span) == 1 and is_another(span[0].text.casefold(), element.name):
                        continue
                    if element.kind == "label" and not _is_called(span[-1], element.name):
                        score *= _OF_ONE_STEM
                    yield Item(first, last + 1, KINDS[element.kind], score, element)


def _is_called(word: Word, label: str) -> bool:
    """Say whether a word is one of a label, or its plural: a restorer is no Restoration."""
    said, own = word.text.casefold(), plain_words(label).split()
    return said in own or any(one in own for one in singulars(said))


def _initials(said: Sequence[str]) -> Sequence[str]:
    """Return the first letters of words, small ones with them and without: dob, db.

    None of a number: "one server" is no `os`.
    """
    if len(said) < 2 or any(map(_is_number, said)):
        return ()
    every = "".join([w[0] for w in said]), "".join([w[0] for w in said if w not in SMALL])
    return [letters for letters in every if len(letters) > 1]


@lru_cache(maxsize=5_000)
def _is_number(word: str) -> bool:
    return bool(_NUMBER.fullmatch(word))


def _shortened(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield parts of the schema whose names are short for words: `opened_dt`, `bal`."""
    said = {w.stem: w.text.casefold() for w in words if is_content(w)}
    known = {}
    for element, own in _with_short_parts(schema).items():
        meant = tuple(_meant_by(part, said) for part in own)
        if meant != own:
            known[element] = meant
    for item in _named_so(words, _Names(known)) if known else ():
        yield item._replace(score=_SHORTENED * item.score)


@lru_cache(maxsize=8)
def _with_short_parts(schema: GraphSchema) -> dict[Element, tuple[str, ...]]:
    """Return the parts of a schema of whose names a part may be short for a word."""
    return {e: own for e, own in spoken(schema).items() if any(map(is_short, own))}


def _meant_by(part: str, said: Mapping[str, str]) -> str:
    """Return the stem of the word that a part of a name is short for, itself for none."""
    if part in said or not is_short(part):
        return part
    return next((stem for stem, word in said.items() if shortens(part, word)), part)


def _opposites(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield properties by the word for their opposite: "unverified"."""
    for i, word in enumerate(words):
        for element in denied_by(word, schema):
            yield Item(i, i + 1, KINDS[element.kind], 0.95, element)


def _misspelt(words: Sequence[Word], schema: GraphSchema, items: Sequence[Item]) -> Iterator[Item]:
    """Yield parts of the schema that a word is one slip of the pen away from: "fligths"."""
    known = {i for item in items if item.score >= 0.5 for i in range(item.start, item.end)}
    for i, word in enumerate(words):
        text = word.text.casefold()
        if i in known or len(text) < WRITTEN or not is_content(word):
            continue
        for element, own in _single_words(schema).get(text[0], ()):
            if within_one_edit(word.stem, own):
                yield Item(i, i + 1, KINDS[element.kind], 0.85, element)


@lru_cache(maxsize=8)
def _single_words(schema: GraphSchema) -> dict[str, list[tuple[Element, str]]]:
    """Return the parts of a schema of one stem, with it, by its first letter."""
    single: dict[str, list[tuple[Element, str]]] = defaultdict(list)
    for element, own in spoken(schema).items():
        if len(own) == 1:
            single[own[0][:1]].append((element, own[0]))
    return single


def _identifiers(question: str, words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield names of the schema written as they are stored: INTERACTS1, book1PageRank."""
    for element in elements(schema):
        if element.name not in question or (element.name.isalpha() and element.name.islower()):
            continue
        for said in re.finditer(rf"(?<!\w){re.escape(element.name)}(?!\w)", question):
            inside = [
                i for i, w in enumerate(words) if w.start < said.end() and said.start() < w.end
            ]
            if inside:
                yield Item(inside[0], inside[-1] + 1, KINDS[element.kind], 1.2, element)


@lru_cache(maxsize=50_000)
def _fit(said: tuple[str, ...], own: tuple[str, ...]) -> float:
    """Score words against a name by their stems: 1 the same, less for a part of it.

    _fit(("end", "year"), ("end", "year")) is 1.0, _fit(("year",), ("end", "year")) is .75,
    _fit(("work",), ("work", "for")) is .7, _fit(("email",), ("e", "mail")) is .95.
    """
    if said == own:
        return 1.0
    if are_joined(said, own):
        return 0.95
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
        near = np.flatnonzero(row >= _NEAR)
        for place in near[np.argsort(-row[near], kind="stable")].tolist():
            element, cosine = names[place], float(row[place])
            if kept.get(element.kind, 0) < _KEPT and not _fit((words[i].stem,), known[element]):
                kept[element.kind] = kept.get(element.kind, 0) + 1
                yield Item(i, i + 1, KINDS[element.kind], 0.8 * cosine, element)
