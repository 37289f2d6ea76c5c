"""Entity linking: which names and values of the graph does a question contain?

Every span of the question is looked up among the index's keys. A name with a typo is read as the
graph spells it, and the question is linked again.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from steiner.columns import KeyHit
from steiner.question.tokens import QUOTED, NameSpan, TokenisedText, tokenised
from steiner.stores.protocol import GraphStore
from steiner.text import STOP_WORDS, normalise, visible, within_one_edit

_MOST_HITS = 200
_OTHER_SPELLING = 0.6
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_MISTYPED_HITS = 50
"""Nodes whose names or values have a word that is nearly one of the question's, at most."""
_SHORTEST_MISTYPED = 4
"""Letters: among shorter words nearly all are one edit from another."""


@dataclass(frozen=True, slots=True)
class Link:
    """A name or value in the question: its words, what has it, its weight.

    `names` are nodes that are called so, `values` have it in another property.
    """

    key: str
    names: tuple[KeyHit, ...]
    values: tuple[KeyHit, ...]
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


def link(question: TokenisedText, store: GraphStore, fuzzy: bool = True) -> LinkedText:
    """Link a question; with `fuzzy` a name that seems mistyped is corrected and linked again."""
    links = _link(question.spans, store)
    made = _corrections(question, links, store) if fuzzy else []
    if not made:
        return LinkedText(question, links)
    corrected = tokenised(_respelled(question.text, made))
    return LinkedText(corrected, _link(corrected.spans, store), tuple(made))


def as_spelt(text: str, store: GraphStore) -> str:
    """Return a question with its mistyped names as the graph spells them."""
    return link(tokenised(text), store).tokenised.text


def keys_of(spans: Sequence[NameSpan]) -> tuple[tuple[str, ...], int]:
    """Return the keys that `link` looks up for these spans, and how many hits at most."""
    return tuple([span.key for span in spans]), _MOST_HITS


def _link(spans: Sequence[NameSpan], store: GraphStore) -> list[Link]:
    """Return the links, heaviest first; a span inside a longer linked span is left out."""
    hits = _by_key(store.search_keys(*keys_of(spans)))
    linked = _longest([span for span in spans if span.key in hits], hits)
    links = [link for span in linked for link in _links(span, hits[span.key])]
    return sorted(links, key=lambda link: (-link.weight, link.key))


def _by_key(hits: Iterable[KeyHit]) -> dict[str, list[KeyHit]]:
    grouped: dict[str, list[KeyHit]] = defaultdict(list)
    for hit in hits:
        for key in dict.fromkeys(hit.keys):
            grouped[key].append(hit)
    return grouped


def _longest(spans: Sequence[NameSpan], hits: Mapping[str, list[KeyHit]]) -> list[NameSpan]:
    """Leave out what overlaps with a longer span, or one as long that is written as its name is."""
    taken: set[int] = set()
    kept: dict[str, NameSpan] = {}
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


def _links(span: NameSpan, hits: Sequence[KeyHit]) -> list[Link]:
    """Link to what has the key; less surely to nodes whose name is spelt otherwise, if one is not.

    What is written in small letters alone says nothing of a spelling.
    """
    names = tuple(hit for hit in hits if _is_name(hit, span.key))
    values = tuple(hit for hit in hits if hit not in names)
    spelt = tuple(hit for hit in names if _is_written(hit, span))
    if span.text == span.key or len(spelt) in (0, len(names)):
        return [Link(span.key, names, values, span.weight)]
    others = tuple(hit for hit in names if hit not in spelt)
    less = Link(span.key, others, (), span.weight * _OTHER_SPELLING)
    return [Link(span.key, spelt, values, span.weight), less]


def _is_written(hit: KeyHit, span: NameSpan) -> bool:
    return _EDGES.sub("", visible(hit.name)) == span.text


def _is_name(hit: KeyHit, key: str) -> bool:
    return hit.relationship is None and normalise(hit.name) == key


def _corrections(
    question: TokenisedText, links: Sequence[Link], store: GraphStore
) -> list[Correction]:
    """Return what is to be read otherwise, in the order of the text.

    A key fits where it has as many words, each the same or one edit away; words that a link
    explains already are looked at only beside others.
    """
    keys = {link.key for link in links}
    linked = {i for span in question.spans if span.key in keys for i in range(*span[1:3])}
    words = dict(enumerate(question.words))
    unknown = {i: w for i, w in words.items() if i not in linked and _may_be_mistyped(w)}
    capitals = {i for i in unknown if i and question.text[question.tokens[i].start].isupper()}
    numbers = {i for i, word in words.items() if i not in linked and word.isdigit()}
    like = ((span, _name_like(span, unknown, capitals, numbers)) for span in question.spans)
    spans = {span: near for span, near in like if near}
    asked = dict.fromkeys(words[i] for i in sorted(set[int]().union(*spans.values())))
    hits = store.search_fuzzy(list(asked), _MISTYPED_HITS) if asked else ()
    known = [key.split() for key in dict.fromkeys(key for hit in hits for key in hit.keys)]
    made, taken = list[Correction](), set[int]()
    for span in spans:
        inside = range(span.start, span.end)
        key = next((key for key in known if _fits(span.key.split(), key)), None)
        if key and not taken.intersection(inside):
            taken.update(inside)
            first = question.tokens[span.start].start
            made.append(Correction(span.text, " ".join(key), first, first + len(span.text)))
    return sorted(made, key=lambda correction: correction.start)


def _respelled(text: str, made: Sequence[Correction]) -> str:
    """Return the text with its corrections; a name keeps its capitals."""
    for each in reversed(made):
        key = each.key.title() if each.written[:1].isupper() else each.key
        text = text[: each.start] + key + text[each.end :]
    return text


def _name_like(
    span: NameSpan, unknown: Collection[int], capitals: Set[int], numbers: Set[int]
) -> set[int]:
    """Return the positions of the `unknown` words that make a span look like a name, if any do.

    All of them in a quoted span, or beside a number that no link has: "Deluge 310 bypas"; else
    those of `capitals`, which do not only open the question, where the span is the whole name: no
    "Lisa" of "Mona Lisa".
    """
    inside = {i for i in range(span.start, span.end) if i in unknown}
    if span.weight >= QUOTED or not numbers.isdisjoint(range(span.start, span.end)):
        return inside
    partly = span.start - 1 in capitals or span.end in capitals
    return set() if partly else inside & capitals


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
