"""Entity linking: which names and values of the graph does a question contain?"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from steiner.graph import KeyHit
from steiner.settings import SeedSettings
from steiner.stores.protocol import GraphStore
from steiner.text import ngrams, words

STOP_WORDS = frozenset(
    """
    a about all also am an and any are as at be been being both but by can could did do does
    each every find for from get give had has have he her here him his how i if in into is it
    its last first list many me more most much my name no not of on one or other our out over
    please same she show so some such tell than that the their them then there these they this
    those to too up us was we were what when where which who whom whose why will with would you
    your s t
    """.split()  # noqa: SIM905
)
_LONG, _SHORT_NAMES = 100, 8
"""In questions of more words only names of so many words are looked up: each span is a key."""
_TOKEN = re.compile(r"[^\W_]+")
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_SPELT_OTHERWISE = 0.6
_QUOTED = re.compile(r"\"[^\"]+\"|'[^']+'(?!\w)|“[^”]+”|‘[^’]+’|«[^»]+»|`[^`]+`|\[[^\]]+\]")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the question in key form, and where it stands in the question as written."""

    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Link:
    """A name or value found in the question: its words, the hits that have it, its weight."""

    key: str
    hits: tuple[KeyHit, ...]
    weight: float


class Said(NamedTuple):
    """A span of the question, by its words' places: in key form, and as it is written."""

    key: str
    span: tuple[int, int]
    text: str


def tokens(question: str) -> list[Token]:
    """Split a question as the index's keys are split, keeping the place of each word."""
    return [
        Token(word, found.start(), found.end())
        for found in _TOKEN.finditer(unicodedata.normalize("NFC", question))
        for word in words(found.group())
    ]


def content_words(question: str) -> str:
    """Return the words of a question that are not stop words, joined by spaces."""
    kept = [t.word for t in tokens(question) if t.word not in STOP_WORDS]
    return " ".join(dict.fromkeys(kept))


class Linker:
    """Looks up every span of a question among the graph's names and short values."""

    def __init__(self, store: GraphStore, settings: SeedSettings) -> None:
        self._store = store
        self._settings = settings

    def link(self, question: str) -> list[Link]:
        """Return the links, heaviest first; a span inside a longer linked span is left out."""
        text = unicodedata.normalize("NFC", question)
        found = tokens(text)
        longest = self._settings.longest_name
        longest = longest if len(found) <= _LONG else min(longest, _SHORT_NAMES)
        spans = [
            (" ".join(t.word for t in found[start:end]), (start, end))
            for start, end in ngrams([t.word for t in found], longest)
            if form_weight(text, found, start, end) > 0
        ]
        hits = _by_key(self._store.search_keys([key for key, _ in spans], 200))
        said = [Said(key, span, _written(text, found, span)) for key, span in spans if key in hits]
        links = [
            link
            for each in _longest(said, hits)
            for link in _links(each, hits[each.key], form_weight(text, found, *each.span))
        ]
        return sorted(links, key=lambda link: (-link.weight, link.key))


def _by_key(hits: Iterable[KeyHit]) -> dict[str, list[KeyHit]]:
    grouped: dict[str, list[KeyHit]] = defaultdict(list)
    for hit in hits:
        for key in dict.fromkeys(hit.keys):
            grouped[key].append(hit)
    return grouped


def _longest(said: Sequence[Said], hits: Mapping[str, list[KeyHit]]) -> list[Said]:
    """Leave out what overlaps with a longer span, or one as long that is written as its name is."""
    taken: set[int] = set()
    kept: dict[str, Said] = {}
    exact = {
        each: any(hit.relationship is None and _is_written(hit, each) for hit in hits[each.key])
        for each in said
    }
    for each in sorted(said, key=lambda each: (each.span[0] - each.span[1], not exact[each])):
        inside = range(*each.span)
        if not taken.intersection(inside):
            taken.update(inside)
            kept.setdefault(each.key, each)
    return list(kept.values())


def _links(said: Said, hits: Sequence[KeyHit], weight: float) -> list[Link]:
    """Link to what has the key; less surely to nodes whose name is spelt otherwise, if one is not.

    What is written in small letters alone tells nothing of a spelling.
    """
    named = [hit for hit in hits if is_name(hit, said.key)]
    others = [hit for hit in named if not _is_written(hit, said)]
    if said.text == said.key or len(others) in (0, len(named)):
        return [Link(said.key, tuple(hits), weight)]
    rest = tuple(hit for hit in hits if hit not in others)
    less = Link(said.key, tuple(others), weight * _SPELT_OTHERWISE)
    return [Link(said.key, rest, weight), less]


def _is_written(hit: KeyHit, said: Said) -> bool:
    return _EDGES.sub("", hit.name) == said.text


def is_name(hit: KeyHit, key: str) -> bool:
    """Say whether the node is called by this key."""
    return hit.relationship is None and " ".join(words(hit.name)) == key


def _written(text: str, found: Sequence[Token], span: tuple[int, int]) -> str:
    return text[found[span[0]].start : found[span[1] - 1].end]


def form_weight(text: str, found: Sequence[Token], start: int, end: int) -> float:
    """Weigh a span by its form: quoted 1.1, several words 1.0, one capitalised word .85, less.

    0 means that the span is no name: stop words written in lower case or opening a sentence,
    and counts of one or two digits ("the first 3").
    """
    span = found[start:end]
    if _quoted(text, span[0].start, span[-1].end):
        return 1.1
    capital = [text[t.start].isupper() or text[t.start].isdigit() for t in span]
    if all(t.word in STOP_WORDS for t in span) and not (start > 0 and all(capital)):
        return 0.0
    if len(span) > 1:
        return 1.0 if any(capital) else 0.6
    return _single(span[0].word, capital[0], start == 0)


def _single(word: str, capital: bool, opens: bool) -> float:
    if word.isdigit():
        return 0.85 if len(word) > 2 else 0.0
    if not capital:
        return 0.35
    return 0.5 if opens else 0.85


def _quoted(text: str, start: int, end: int) -> bool:
    return any(a < start and end < b and b - a - (end - start) <= 4 for a, b in _quotes(text))


@lru_cache(maxsize=16)
def _quotes(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(match.span() for match in _QUOTED.finditer(text))
