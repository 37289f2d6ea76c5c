"""The words of a question that can mean the schema: all but the names in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from steiner.question.tokens import QUOTATION, TokenisedText, positions
from steiner.text import STOP_WORDS, ngrams

_LONGEST = 3
_YEAR = re.compile(r"[12]\d{3}")
_JOINING = {"of", "the", "de", "la", "von", "van"}
"""Small words within a name: "Journal of Trains"."""


@dataclass(frozen=True, slots=True)
class Span:
    """Words `start` to `end` (exclusive) of the question; `text` is theirs, folded."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Phrases:
    """The `spans` of one to three words, and the `rest` of the question without names."""

    spans: tuple[Span, ...]
    rest: str

    @property
    def texts(self) -> list[str]:
        """What an encoder reads of them."""
        return [*(span.text for span in self.spans), self.rest]


def phrases(words: Sequence[str], names: Collection[str]) -> Phrases:
    """Return what is left of `words` without `names`; no span begins or ends with a stop word.

    phrases(("who", "leads", "aurora"), ["aurora"]) has the span "leads" and the rest "who leads".
    """
    masked = positions(words, names)
    spans = tuple(
        Span(" ".join(words[start:end]), start, end)
        for start, end in ngrams(len(words), _LONGEST)
        if masked.isdisjoint(range(start, end))
        and words[start] not in STOP_WORDS
        and words[end - 1] not in STOP_WORDS
    )
    return Phrases(spans, " ".join(word for i, word in enumerate(words) if i not in masked))


def written_as_names(asked: TokenisedText) -> list[str]:
    """Return what a question writes as names are: capitals behind the first word, quotations.

    "Who wrote Journal of Trains 27 in 1996?" has "journal of trains 27" and "1996": of numbers
    years, and those that stand in a name. A guess, before any is looked up.
    """
    quoted = [said.span() for said in QUOTATION.finditer(asked.text)]
    runs: list[list[int]] = []
    for place, token in enumerate(asked.tokens):
        first = asked.text[token.start]
        joins = bool(runs) and all(w in _JOINING for w in asked.words[runs[-1][-1] + 1 : place])
        number = first.isdigit() and (joins or _YEAR.fullmatch(token.word))
        is_quoted = any(a <= token.start < b for a, b in quoted)
        if not (is_quoted or number or (place and first.isupper())):
            continue
        if joins:
            runs[-1].append(place)
        else:
            runs.append([place])
    return [" ".join(asked.words[run[0] : run[-1] + 1]) for run in runs]
