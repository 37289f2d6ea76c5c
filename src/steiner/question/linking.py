"""Entity linking: which names and values of the graph does a question contain?

Every span of the question is looked up among the index's keys. A name with a typo is read as the
graph spells it, and the question is linked again.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from steiner.graph import KeyHit
from steiner.question.tokens import QUOTED, STOP_WORDS, TokenisedText, positions, tokenised
from steiner.stores.protocol import GraphStore
from steiner.text import ngrams, within_one_edit, words

_LONGEST_NAME = 12
"""Words of the longest name that is looked up."""
_LONG_QUESTION, _SHORT_NAMES = 100, 8
"""In questions of more words only names of so many words are looked up: each span is a key."""
_MOST_HITS = 200
_OTHER_SPELLING = 0.6
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_MISTYPED_HITS = 50
"""Nodes whose names or values have a word that is nearly one of the question's, at most."""
_SHORTEST_MISTYPED = 4
"""Letters: among shorter words nearly all are one edit from another."""


@dataclass(frozen=True, slots=True)
class Link:
    """A name or value in the question: its words, the hits that have it, its weight."""

    key: str
    hits: tuple[KeyHit, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Correction:
    """What the question has from `start` to `end`, and the graph's key that it is read as."""

    written: str
    key: str
    start: int
    end: int

    def __str__(self) -> str:
        return f"nothing is called {self.written!r}: read as {self.key!r}"


class LinkedText(NamedTuple):
    """The question as it was understood: its links, heaviest first, and what was corrected."""

    tokenised: TokenisedText
    links: list[Link]
    corrections: tuple[Correction, ...] = ()


class _Span(NamedTuple):
    """Tokens `start` to `end` (exclusive), in key form and as written."""

    key: str
    start: int
    end: int
    text: str


def link(question: TokenisedText, store: GraphStore, fuzzy: bool = True) -> LinkedText:
    """Link a question; with `fuzzy` a name that seems mistyped is corrected and linked again."""
    links = _link(question, store)
    made = _corrections(question, links, store) if fuzzy else []
    if not made:
        return LinkedText(question, links)
    corrected = tokenised(_respelled(question.text, made))
    return LinkedText(corrected, _link(corrected, store), tuple(made))


def _link(question: TokenisedText, store: GraphStore) -> list[Link]:
    """Return the links, heaviest first; a span inside a longer linked span is left out."""
    longest = _LONGEST_NAME if len(question.tokens) <= _LONG_QUESTION else _SHORT_NAMES
    spans = [
        _Span(question.key(*at), *at, question.written(*at))
        for at in ngrams(list(question.words), longest)
        if question.form_weight(*at) > 0
    ]
    hits = _by_key(store.search_keys([span.key for span in spans], _MOST_HITS))
    links = [
        link
        for span in _longest([span for span in spans if span.key in hits], hits)
        for link in _links(span, hits[span.key], question.form_weight(span.start, span.end))
    ]
    return sorted(links, key=lambda link: (-link.weight, link.key))


def _by_key(hits: Iterable[KeyHit]) -> dict[str, list[KeyHit]]:
    grouped: dict[str, list[KeyHit]] = defaultdict(list)
    for hit in hits:
        for key in dict.fromkeys(hit.keys):
            grouped[key].append(hit)
    return grouped


def _longest(spans: Sequence[_Span], hits: Mapping[str, list[KeyHit]]) -> list[_Span]:
    """Leave out what overlaps with a longer span, or one as long that is written as its name is."""
    taken: set[int] = set()
    kept: dict[str, _Span] = {}
    exact = {
        span: any(hit.relationship is None and _is_written(hit, span) for hit in hits[span.key])
        for span in spans
    }
    for span in sorted(spans, key=lambda span: (span.start - span.end, not exact[span])):
        inside = range(span.start, span.end)
        if not taken.intersection(inside):
            taken.update(inside)
            kept.setdefault(span.key, span)
    return list(kept.values())


def _links(span: _Span, hits: Sequence[KeyHit], weight: float) -> list[Link]:
    """Link to what has the key; less surely to nodes whose name is spelt otherwise, if one is not.

    What is written in small letters alone says nothing of a spelling.
    """
    named = [hit for hit in hits if is_name(hit, span.key)]
    others = [hit for hit in named if not _is_written(hit, span)]
    if span.text == span.key or len(others) in (0, len(named)):
        return [Link(span.key, tuple(hits), weight)]
    rest = tuple(hit for hit in hits if hit not in others)
    less = Link(span.key, tuple(others), weight * _OTHER_SPELLING)
    return [Link(span.key, rest, weight), less]


def _is_written(hit: KeyHit, span: _Span) -> bool:
    return _EDGES.sub("", hit.name) == span.text


def is_name(hit: KeyHit, key: str) -> bool:
    """Say whether the node is called by this key."""
    return hit.relationship is None and " ".join(words(hit.name)) == key


def _corrections(
    question: TokenisedText, links: Sequence[Link], store: GraphStore
) -> list[Correction]:
    """Return what is to be read otherwise, in the order of the text.

    A key fits where it has as many words, each the same or one edit away; words that a link
    explains already are looked at only beside others.
    """
    linked = positions(question.words, [link.key for link in links])
    unknown = {i for i, w in enumerate(question.words) if i not in linked and _may_be_mistyped(w)}
    spans = list(_name_like(question, unknown))
    asked = dict.fromkeys(question.words[i] for i in sorted({i for _, at in spans for i in at}))
    hits = store.search_fuzzy(list(asked), _MISTYPED_HITS) if asked else ()
    keys = [key.split() for key in dict.fromkeys(key for hit in hits for key in hit.keys)]
    made, taken = list[Correction](), set[int]()
    for (start, end), _ in spans:
        key = next((key for key in keys if _fits(question.words[start:end], key)), None)
        if key and not taken.intersection(range(start, end)):
            taken.update(range(start, end))
            first, last = question.tokens[start].start, question.tokens[end - 1].end
            made.append(Correction(question.written(start, end), " ".join(key), first, last))
    return sorted(made, key=lambda correction: correction.start)


def _respelled(text: str, made: Sequence[Correction]) -> str:
    """Return the text with its corrections; a name keeps its capitals."""
    for each in reversed(made):
        key = each.key.title() if each.written[:1].isupper() else each.key
        text = text[: each.start] + key + text[each.end :]
    return text


def _name_like(
    question: TokenisedText, unknown: Collection[int]
) -> Iterator[tuple[tuple[int, int], set[int]]]:
    """Yield the spans that look like a name, and the positions of the words that make them so.

    Quoted, or with a capital that does not only open the question.
    """
    capital = {i for i in unknown if i and question.written(i, i + 1)[0].isupper()}
    for start, end in ngrams(list(question.words), _LONGEST_NAME):
        inside = set(range(start, end)).intersection(unknown)
        quoted = inside and question.form_weight(start, end) >= QUOTED
        if near := inside if quoted else inside & capital:
            yield (start, end), near


def _may_be_mistyped(word: str) -> bool:
    """Say whether the word may be mistyped: numbers are meant as they stand."""
    return len(word) >= _SHORTEST_MISTYPED and word.isalpha() and word not in STOP_WORDS


def _fits(written: Sequence[str], key: Sequence[str]) -> bool:
    return (
        len(written) == len(key)
        and list(written) != list(key)
        and all(
            own == their or (_may_be_mistyped(own) and within_one_edit(own, their))
            for own, their in zip(written, key, strict=True)
        )
    )
