"""Which words of the question speak of which part of the schema, without training."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from steiner.graph import Scores
from steiner.index.word_space import WordSpace
from steiner.question.tokens import STOP_WORDS
from steiner.text import ngrams, stems

_LONGEST = 3
_BY_OVERLAP = 0.5
_WEAKEST = 0.12
"""Likeness below this is noise: measured between unrelated words of everyday English."""


@dataclass(frozen=True, slots=True)
class Span:
    """Words `start` to `end` (exclusive) of the question; `text` is theirs, folded."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mention:
    """A span that speaks of the element (index into the element texts), and how clearly."""

    span: Span
    element: int
    weight: float


def spans(words: Sequence[str], masked: Collection[int]) -> list[Span]:
    """Return the spans of one to three words, without names and without bare stop words."""
    return [
        Span(" ".join(words[start:end]), start, end)
        for start, end in ngrams(list(words), _LONGEST)
        if not any(place in masked for place in range(start, end))
        and words[start] not in STOP_WORDS
        and words[end - 1] not in STOP_WORDS
    ]


def likeness(found: Sequence[Span], elements: Sequence[str], space: WordSpace) -> Scores:
    """Score float32[spans, elements]: cosine, less what each has in common with everything.

    An element near to every word, and a span near to every element, tell little (the hubness
    correction of cross-lingual retrieval). Shared word stems add to it.
    """
    texts = space.vectors(list(elements))
    asked = space.vectors([span.text for span in found])
    cosine = asked @ texts.T - (texts @ space.everyday)[None, :]
    if len(elements) and len(found):
        cosine -= np.maximum(cosine.mean(axis=1, keepdims=True), 0.0)
    return np.asarray(cosine + _BY_OVERLAP * _overlap(found, elements), dtype=np.float32)


def _overlap(found: Sequence[Span], elements: Sequence[str]) -> Scores:
    theirs = [stems(element.split()) - STOP_WORDS for element in elements]
    shared = np.zeros((len(found), len(elements)), dtype=np.float32)
    for row, span in enumerate(found):
        own = stems(span.text.split()) - STOP_WORDS
        for column, their in enumerate(theirs):
            if own & their:
                shared[row, column] = len(own & their) / max(len(own), len(their))
    return shared


def mentions(found: Sequence[Span], scores: Scores) -> list[Mention]:
    """Return what is clear enough to count, clearest first."""
    rows, columns = np.nonzero(scores > _WEAKEST)
    order = np.argsort(-scores[rows, columns], kind="stable")
    return [
        Mention(found[int(rows[i])], int(columns[i]), float(scores[rows[i], columns[i]]))
        for i in order
    ]
