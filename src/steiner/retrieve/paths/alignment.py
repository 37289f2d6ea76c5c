"""Aligns the words of the question with the schema: types, labels, properties; no training."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from steiner.columns import Neighbourhood, Scores
from steiner.question.phrasing import Span
from steiner.text import content_stems, plain_words, stems_of

_BY_OVERLAP = 0.5
_WEAKEST = 0.12
"""Likeness below this is noise, as it stands between unrelated words of everyday English: twice
their spread, on the scale that `WordSpace` gives all encoders."""


class Elements:
    """The texts of the schema that paths are made of, each once."""

    def __init__(self, around: Neighbourhood, properties: Sequence[str]) -> None:
        texts: dict[str, int] = {}

        def number(name: str) -> int:
            return texts.setdefault(plain_words(name), len(texts))

        self.types = [number(name) for name in around.type_names]
        self.labels = [tuple(number(name) for name in names) for names in around.label_names]
        self.properties = {name: number(name) for name in properties}
        self.named_alike = self._named_alike(tuple(texts))
        self.texts = tuple(texts)

    def _named_alike(self, texts: Sequence[str]) -> tuple[int, ...]:
        """Return the types that are called like a label: their words mean the label first."""
        labels = {i for names in self.labels for i in names}
        stemmed = {stems_of(texts[i]) for i in labels}
        return tuple(i for i in self.types if i not in labels and stems_of(texts[i]) in stemmed)


@dataclass(frozen=True, slots=True)
class Mention:
    """A span that means the element (index into the element texts), and how clearly (`weight`)."""

    span: Span
    element: int
    weight: float


def step_text(type: str, labels: Iterable[str], forward: bool) -> str:
    """Write a step of a path in plain words: "<- acted in <- person" goes against its relationship.

    `labels` are those of the node that it leads to.
    """
    arrow = "->" if forward else "<-"
    return f"{arrow} {type} {arrow} {'/'.join(labels)}"


def likeness(asked: Sequence[Span], elements: Sequence[str], alike: Scores) -> Scores:
    """Score float32[spans, elements]: how `alike` they are, more where they share word stems.

    `alike` is what `WordSpace.alike` gives for their vectors.
    """
    return np.asarray(alike + _BY_OVERLAP * _overlap(asked, elements), dtype=np.float32)


def _overlap(asked: Sequence[Span], elements: Sequence[str]) -> Scores:
    """Return the share of stems float32[spans, elements] that both have, of the longer.

    "acted" and "acted in", whose "in" counts nothing, share 1; "film star" and "film" .5.
    """
    sizes, having = np.ones(len(elements), dtype=np.float32), defaultdict[str, list[int]](list)
    for column, element in enumerate(elements):
        theirs = _content_stems(element)
        sizes[column] = max(len(theirs), 1)
        for each in theirs:
            having[each].append(column)
    shared = np.zeros((len(asked), len(elements)), dtype=np.float32)
    for row, span in enumerate(asked):
        own = _content_stems(span.text)
        for columns in filter(None, map(having.get, own)):
            shared[row, columns] += 1
        shared[row] /= np.maximum(sizes, len(own))
    return shared


@lru_cache(maxsize=10_000)
def _content_stems(text: str) -> frozenset[str]:
    return content_stems(text.split())


def mentions(asked: Sequence[Span], scores: Scores) -> list[Mention]:
    """Return what is clear enough to count, clearest first."""
    rows, columns = np.nonzero(scores > _WEAKEST)
    order = np.argsort(-scores[rows, columns], kind="stable")
    return [
        Mention(asked[int(rows[i])], int(columns[i]), float(scores[rows[i], columns[i]]))
        for i in order
    ]
