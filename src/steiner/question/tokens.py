"""The words of a question: split once, as the index's keys are split."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from steiner.text import stems, words

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
QUOTED = 1.1
"""The weight of a span in quotation marks."""
_TOKEN = re.compile(r"[^\W_]+")
_MARKS = re.compile(r"\"[^\"]+\"|'[^']+'(?!\w)|“[^”]+”|‘[^’]+’|«[^»]+»|`[^`]+`|\[[^\]]+\]")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the question in key form, and its characters `start` to `end` (exclusive)."""

    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TokenisedText:
    """A text (NFC) and its tokens. A span (start, end) counts tokens, `end` is exclusive.

    "Who leads Aurora?" -> words ("who", "leads", "aurora"); key(2, 3) is "aurora", written(2, 3)
    is "Aurora".
    """

    text: str
    tokens: tuple[Token, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words in key form."""
        return tuple(token.word for token in self.tokens)

    def key(self, start: int, end: int) -> str:
        """Return the words of a span as a key of the index."""
        return " ".join(token.word for token in self.tokens[start:end])

    def written(self, start: int, end: int) -> str:
        """Return a span as it stands in the text."""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end]

    def content_words(self) -> tuple[str, ...]:
        """Return the words that are not stop words, each once."""
        return tuple(dict.fromkeys(w for w in self.words if w not in STOP_WORDS))

    def form_weight(self, start: int, end: int) -> float:
        """Weigh a span by its form: quoted 1.1, several words 1.0, one capitalised word .85, less.

        0 means that the span is no name: stop words written in lower case or opening a sentence,
        and counts of one or two digits ("the first 3").
        """
        span = self.tokens[start:end]
        if self._is_quoted(span[0].start, span[-1].end):
            return QUOTED
        first = [self.text[token.start] for token in span]
        capital = [letter.isupper() or letter.isdigit() for letter in first]
        if all(t.word in STOP_WORDS for t in span) and not (start > 0 and all(capital)):
            return 0.0
        if len(span) > 1:
            return 1.0 if any(capital) else 0.6
        return _single(span[0].word, capital[0], start == 0)

    def _is_quoted(self, start: int, end: int) -> bool:
        marks = _quotations(self.text)
        return any(a < start and end < b and b - a - (end - start) <= 4 for a, b in marks)


def tokenised(text: str) -> TokenisedText:
    """Split a text as the index's keys are split, keeping where each word stands."""
    text = unicodedata.normalize("NFC", text)
    tokens = (
        Token(word, run.start(), run.end())
        for run in _TOKEN.finditer(text)
        for word in words(run.group())
    )
    return TokenisedText(text, tuple(tokens))


def positions(text: Sequence[str], names: Collection[str]) -> set[int]:
    """Return the positions of the words of `text` that belong to one of `names`.

    positions(("who", "leads", "aurora"), ["aurora"]) is {2}.
    """
    matched: set[int] = set()
    for parts in map(str.split, names):
        for start in range(len(text) - len(parts) + 1):
            if list(text[start : start + len(parts)]) == parts:
                matched.update(range(start, start + len(parts)))
    return matched


def content_stems(text: str) -> set[str]:
    """Return the stems of the words of `text` that are not stop words."""
    return stems(words(text)) - STOP_WORDS


def _single(word: str, capital: bool, opens: bool) -> float:
    if word.isdigit():
        return 0.85 if len(word) > 2 else 0.0
    if not capital:
        return 0.35
    return 0.5 if opens else 0.85


@lru_cache(maxsize=16)
def _quotations(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(match.span() for match in _MARKS.finditer(text))
