"""Names with a typo, read as the graph spells them."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from steiner.question.linking import STOP_WORDS, Link, Linker, Token, form_weight, tokens
from steiner.retrieve.paths.alignment import masked_places
from steiner.settings import SeedSettings
from steiner.stores.protocol import GraphStore
from steiner.text import ngrams, within_one_edit

_LOOKED = 50
"""Nodes looked at whose names or values hold a word that is nearly one of the question's."""
_SHORTEST = 4
"""Letters: among shorter words nearly all are one edit from another."""
_QUOTED = 1.1
"""The form of quoted words."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What the question says from `start` to `end`, and the graph's key that it is read as."""

    said: str
    key: str
    start: int
    end: int

    def __str__(self) -> str:
        return f"nothing is called {self.said!r}: read as {self.key!r}"


@dataclass(frozen=True, slots=True)
class Reading:
    """The question as it was understood: its links, heaviest first, and what was corrected."""

    question: str
    links: list[Link]
    corrections: tuple[Correction, ...] = ()


def read_question(question: str, store: GraphStore, settings: SeedSettings) -> Reading:
    """Link the question; where a name seems mistyped, correct it and link again."""
    linker = Linker(store, settings)
    links = linker.link(question)
    text = unicodedata.normalize("NFC", question)
    made = corrections(text, links, store, settings.longest_name) if settings.fuzzy else []
    if not made:
        return Reading(question, links)
    understood = respelled(text, made)
    return Reading(understood, linker.link(understood), tuple(made))


def corrections(
    text: str, links: Sequence[Link], store: GraphStore, longest: int
) -> list[Correction]:
    """Return what is to be read otherwise, in the order of the text.

    A key fits where it has as many words, each the same or one edit away; words that a link
    explains already are looked at only beside others.
    """
    found = tokens(text)
    linked = masked_places([token.word for token in found], [link.key for link in links])
    unknown = {i for i, t in enumerate(found) if i not in linked and _open(t.word)}
    spans = list(_spans(text, found, unknown, longest))
    asked = list(dict.fromkeys(found[i].word for i in sorted({i for _, at in spans for i in at})))
    hits = store.search_fuzzy(asked, _LOOKED) if asked else ()
    keys = [key.split() for key in dict.fromkeys(key for hit in hits for key in hit.keys)]
    made, taken = list[Correction](), set[int]()
    for (start, end), _ in spans:
        said = [token.word for token in found[start:end]]
        key = next((key for key in keys if _fits(said, key)), None)
        if key and not taken.intersection(range(start, end)):
            taken.update(range(start, end))
            first, last = found[start].start, found[end - 1].end
            made.append(Correction(text[first:last], " ".join(key), first, last))
    return sorted(made, key=lambda correction: correction.start)


def respelled(text: str, made: Sequence[Correction]) -> str:
    """Return the text with its corrections; a name keeps its capitals."""
    for each in reversed(made):
        key = each.key.title() if each.said[:1].isupper() else each.key
        text = text[: each.start] + key + text[each.end :]
    return text


def _spans(
    text: str, found: Sequence[Token], unknown: Collection[int], longest: int
) -> Iterator[tuple[tuple[int, int], set[int]]]:
    """Yield what looks like a name, and the places of the words that make it look so.

    Quoted, or with a capital that does not only open the question.
    """
    capital = {i for i in unknown if i and text[found[i].start].isupper()}
    for start, end in ngrams([token.word for token in found], longest):
        inside = set(range(start, end)).intersection(unknown)
        quoted = inside and form_weight(text, found, start, end) >= _QUOTED
        if near := inside if quoted else inside & capital:
            yield (start, end), near


def _open(word: str) -> bool:
    """Say whether the word may be mistyped: numbers are meant as they stand."""
    return len(word) >= _SHORTEST and word.isalpha() and word not in STOP_WORDS


def _fits(said: Sequence[str], key: Sequence[str]) -> bool:
    return (
        len(said) == len(key)
        and said != key
        and all(
            own == their or (_open(own) and within_one_edit(own, their))
            for own, their in zip(said, key, strict=True)
        )
    )
