"""The words of a question: split once, as the index's keys are split."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from steiner.text import STOP_WORDS, content_stems, ngrams, visible, words

_LONGEST_NAME = 12
"""Words of the longest span that may be a name."""
LONG_QUESTION = 100
"""Words. Of questions of more words fewer spans are looked up and embedded."""
_SHORT_NAMES = 8
"""Words of the longest span of a long question that may be a name."""
QUOTED = 1.1
"""The weight of a span in quotation marks."""
_TOKEN = re.compile(r"[^\W_]+")
_MARKS = re.compile(r"\"[^\"]+\"|'[^']+'(?!\w)|“[^“”]+”|‘[^‘’]+’|«[^«»]+»|`[^`]+`|\[[^\[\]]+\]")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the question in key form, and its characters `start` to `end` (exclusive)."""

    word: str
    start: int
    end: int


class NameSpan(NamedTuple):
    """Tokens `start` to `end` (exclusive) in key form and as written; `weight` by their form.

    Quoted 1.1, several words 1.0, one capitalised word .85, less in small letters.
    """

    key: str
    start: int
    end: int
    text: str
    weight: float


@dataclass(frozen=True, slots=True)
class TokenisedText:
    """What one sees of a text (NFC), its tokens, their words in key form, stems of content words.

    `spans` may be names. "Who leads Aurora?" -> words ("who", "leads", "aurora"), stems {"lead",
    "aurora"}; the spans of most words come first, then those further left.
    """

    text: str
    tokens: tuple[Token, ...]
    words: tuple[str, ...]
    stems: frozenset[str]
    spans: tuple[NameSpan, ...]

    def content_words(self) -> tuple[str, ...]:
        """Return the words that are not stop words, each once."""
        return tuple(dict.fromkeys(w for w in self.words if w not in STOP_WORDS))


@lru_cache(maxsize=64)
def tokenised(text: str) -> TokenisedText:
    """Split a text as the index's keys are split, keeping where each word stands.

    What reads the question for paths and for computing asks the same: kept for a few questions.
    """
    text = unicodedata.normalize("NFC", visible(text))
    tokens = tuple(
        Token(word, run.start(), run.end())
        for run in _TOKEN.finditer(text)
        for word in words(run.group())
    )
    written = tuple([token.word for token in tokens])
    return TokenisedText(text, tokens, written, content_stems(written), tuple(_spans(text, tokens)))


def _spans(text: str, tokens: Sequence[Token]) -> Iterator[NameSpan]:
    longest = _LONGEST_NAME if len(tokens) <= LONG_QUESTION else _SHORT_NAMES
    quotations = [match.span() for match in _MARKS.finditer(text)]
    capitals = [text[token.start].isupper() or text[token.start].isdigit() for token in tokens]
    stops = [token.word in STOP_WORDS for token in tokens]
    written = [token.word for token in tokens]
    for start, end in ngrams(len(tokens), longest):
        first, last = tokens[start].start, tokens[end - 1].end
        if quotations and _is_quoted(first, last, quotations):
            weight = QUOTED
        else:
            all_stop = all(stops[start:end])
            weight = _form_weight(written[start:end], capitals[start:end], all_stop, start == 0)
        if weight:
            key = " ".join(written[start:end])
            yield NameSpan(key, start, end, text[first:last], weight)


def _is_quoted(first: int, last: int, quotations: Sequence[tuple[int, int]]) -> bool:
    """Say whether characters `first` to `last` are nearly all of a quotation."""
    place = bisect_left(quotations, (first, 0)) - 1  # They stand in a row: one at most holds it.
    if place < 0:
        return False
    start, end = quotations[place]
    return last < end and last - first - (end - start) + 4 >= 0


def _form_weight(
    words: Sequence[str], capital: Sequence[bool], all_stop: bool, opens: bool
) -> float:
    """Weigh an unquoted span by its form: its words, which are capitalised, if all are stop words.

    0 means that the span is no name: stop words written in lower case or opening a sentence,
    and counts of one or two digits ("the first 3").
    """
    if all_stop and (opens or not all(capital)):
        return 0.0
    if len(words) > 1:
        return 1.0 if any(capital) else 0.6
    return _single(words[0], capital[0], opens)


def positions(text: Sequence[str], names: Collection[str]) -> set[int]:
    """Return the positions of the words of `text` that belong to one of `names`.

    positions(("who", "leads", "aurora"), ["aurora"]) is {2}.
    """
    matched: set[int] = set()
    places: dict[str, list[int]] = defaultdict(list)
    for place, word in enumerate(text):
        places[word].append(place)
    for parts in filter(None, map(str.split, names)):
        for start in places.get(parts[0], ()):
            if list(text[start : start + len(parts)]) == parts:
                matched.update(range(start, start + len(parts)))
    return matched


def _single(word: str, capital: bool, opens: bool) -> float:
    if word.isdigit():
        return 0.85 if len(word) > 2 else 0.0
    if not capital:
        return 0.35
    return 0.5 if opens else 0.85
