"""Plural nouns that the schema has no word for: kinds of things, "inspectors" and "brake discs"."""

from __future__ import annotations

from collections.abc import Sequence

from steiner.query.english.irregular_forms import singulars
from steiner.query.english.light_words import ASKING
from steiner.query.naming.schema_words import SPOKEN, SchemaMention, Word
from steiner.query.naming.values.linked_values import Value


def plural_nouns(
    question: str,
    words: Sequence[Word],
    mentioned: Sequence[SchemaMention],
    named: Sequence[Value],
) -> list[Word]:
    """Return plural nouns in small letters that the schema has no word for, and no value is."""
    read = [(m.start, m.end) for m in mentioned if m.score >= SPOKEN]
    read += [(v.start, v.end) for v in named]
    small = [w._replace(text=w.text.casefold()) if not w.start or _is_name(w) else w for w in words]
    single = [
        w
        for w in small
        if w.text.isalpha()
        and w.text.islower()
        and singulars(w.text)
        and w.text not in ASKING
        and not any(a <= w.start < b for a, b in read)
    ]
    known = [(v.start, v.end) for v in named]
    return [*_compounds(question, words, known), *single]


def _is_name(word: Word) -> bool:
    """Say whether a word is written as a name: "the Skodas" are of make = 'Skoda'."""
    return word.text[0].isupper() and word.text[1:].islower()


def _compounds(
    question: str, words: Sequence[Word], known: Sequence[tuple[int, int]]
) -> list[Word]:
    """Return plural nouns of two or three words, the longest first: "brake discs"."""
    spans = [words[i : i + size] for size in (3, 2) for i in range(len(words) - size + 1)]
    return [
        Word(text.casefold(), own[-1].stem, own[0].start, own[-1].end)
        for own in spans
        if singulars(own[-1].text.casefold())
        if not {w.text.casefold() for w in (own[0], own[-1])} & ASKING
        if (text := question[own[0].start : own[-1].end]) == " ".join(w.text for w in own)
        if not any(a < own[-1].end and own[0].start < b for a, b in known)
    ]
