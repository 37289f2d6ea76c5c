"""Words as vectors of one encoder, and what all of them have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from steiner.embed import Embedder, Matrix, TextVectors, text_vectors
from steiner.graph import Vector
from steiner.index.everyday import WORDS


@dataclass(frozen=True, slots=True)
class WordSpace:
    """Vectors of short texts, and `everyday` float32[d]: the mean of everyday words.

    What a text's cosine with `everyday` says of it, it has in common with everything.
    """

    texts: TextVectors
    everyday: Vector

    def vectors(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, d] unit vectors; one call of the encoder makes what is missing."""
        return self.texts.vectors(texts)


@lru_cache(maxsize=4)
def word_space(embedder: Embedder) -> WordSpace:
    """Return the word space of an encoder, measured once a process."""
    return WordSpace(text_vectors(embedder), embedder.embed(WORDS).mean(axis=0))
