"""The schema in words: relationship types, labels and properties as vectors, made once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from weakref import WeakKeyDictionary

import numpy as np

from steiner.embed import Embedder, Matrix
from steiner.graph import Neighbourhood, Vector
from steiner.index.everyday import WORDS
from steiner.text import plain_words, stems


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
        """Return the types that are called like a label: their words speak of the label first."""
        labels = {i for names in self.labels for i in names}
        stemmed = {frozenset(stems(texts[i].split())) for i in labels}
        return tuple(
            i for i in self.types if i not in labels and stems(texts[i].split()) in stemmed
        )


class Vectors:
    """Vectors of short texts under one encoder, kept; and the mean of everyday words."""

    def __init__(self, embedder: Embedder) -> None:
        self._embed = embedder.embed
        self._known: dict[str, Vector] = {}
        words = embedder.embed(WORDS)
        self.everyday: Vector = words.mean(axis=0)

    def of(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, d] unit vectors; texts met before are not embedded again."""
        self.learn(texts)
        empty = np.zeros((0, len(self.everyday)), dtype=np.float32)
        return np.stack([self._known[text] for text in texts]) if texts else empty

    def learn(self, texts: Iterable[str]) -> None:
        """Embed the texts that are new, in one batch."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._embed(new), strict=True))


_KEPT: WeakKeyDictionary[Embedder, Vectors] = WeakKeyDictionary()


def vectors(embedder: Embedder) -> Vectors:
    """Return the vectors kept for this encoder, one set a process."""
    if embedder not in _KEPT:
        _KEPT[embedder] = Vectors(embedder)
    return _KEPT[embedder]
