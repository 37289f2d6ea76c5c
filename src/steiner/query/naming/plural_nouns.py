"""Plural nouns that the schema has no word for: kinds of things, "inspectors" and "brake discs"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.query.english.irregular_forms import singulars
from steiner.query.english.light_words import ASKING
from steiner.query.naming.linked_values import Value
from steiner.query.naming.schema_words import SPELT, SPOKEN, SchemaMention, Word

_HAD = re.compile(r"\b(?:have|has|had|having|without)\W+(?:\w+\W+){0,2}$", re.IGNORECASE)

_OF_IT = re.compile(r"\s+(?:of|for)\b", re.IGNORECASE)

_WHOSE = re.compile(r"(?:['’]s|\b(?:his|her|its|their|whose))\s+$", re.IGNORECASE)


def plural_nouns(
    question: str,
    words: Sequence[Word],
    mentioned: Sequence[SchemaMention],
    named: Sequence[Value],
) -> list[Word]:
    """Return plural nouns in small letters that the schema has no word for, and no value is."""
    read = [
        (m.start, m.end) for m in mentioned if m.score >= SPOKEN and not _may_be_kind(question, m)
    ]
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


def _may_be_kind(question: str, mention: SchemaMention) -> bool:
    """Say whether a plural may be a kind of things: "inspectors" of grade = 'inspector'.

    It is who INSPECTED where it is said of what ("inspectors of the bridge"), or who has them
    ("have no inspectors"); a word that is only the last of a property's name is none of that.
    """
    if mention.of_kind("label") or not mention.elements:
        return False
    if mention.of_kind("type"):
        return (
            mention.agent
            and not _WHOSE.search(question[: mention.start])
            and not _OF_IT.match(question[mention.end :])
            and not _HAD.search(question[: mention.start])
        )
    return mention.score < SPELT
