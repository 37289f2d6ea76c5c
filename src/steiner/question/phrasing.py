"""The words of a question that can mean the schema: all but the names in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from steiner.question.tokens import LONG_QUESTION, TokenisedText, positions
from steiner.text import STOP_WORDS, ngrams

_LONGEST = 3


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
    Each span is embedded: of a long question only single words that are no numbers.
    """
    masked, longest = positions(words, names), _LONGEST
    if len(words) > LONG_QUESTION:
        masked |= {i for i, word in enumerate(words) if word.isdecimal()}
        longest = 1
    spans = tuple(
        Span(" ".join(words[start:end]), start, end)
        for start, end in ngrams(len(words), longest)
        if masked.isdisjoint(range(start, end))
        and words[start] not in STOP_WORDS
        and words[end - 1] not in STOP_WORDS
    )
    return Phrases(spans, " ".join(word for i, word in enumerate(words) if i not in masked))


def likely_phrases(question: TokenisedText) -> Phrases:
    """Return what is left without names, before any is looked up: those mostly have capitals.

    Or digits: likely_phrases(tokenised("Who leads Aurora 7?")) has the rest "who leads".
    """
    text = question.text
    names = {token.word for token in question.tokens[1:] if not text[token.start].islower()}
    return phrases(question.words, names)
