"""The schema in words: relationship types, labels and properties as vectors, made once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from weakref import WeakKeyDictionary

import numpy as np

from steiner.graph import Vector
from steiner.index.embed import Embedder, Matrix
from steiner.retrieve.vocabulary import WORDS


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
