"""Words as vectors of one encoder, on a scale that all encoders share.

Encoders differ in what they call alike: unrelated everyday words have a cosine of .29 under
all-MiniLM-L6-v2 and of .86 under multilingual-e5-small. Measured once, when the index is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from steiner.embed import Embedder, Matrix, TextVectors, text_vectors
from steiner.index.everyday import WORDS
from steiner.stores.protocol import Calibration, IndexRecord

_REFERENCE = 0.0597
"""The spread under all-MiniLM-L6-v2, on whose scale the constants of path scoring stand."""


@dataclass(frozen=True, slots=True, eq=False)
class WordSpace:
    """Vectors of short texts, and what was measured of their encoder."""

    texts: TextVectors
    measured: Calibration

    def vectors(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, d] unit vectors; one call of the encoder makes what is missing."""
        return self.texts.vectors(texts)

    def alike(self, texts: Matrix, others: Matrix) -> Matrix:
        """Return float32[n, m], how alike texts are to others, by vectors float32[n, d], [m, d].

        On the shared scale: the cosine, less what each has in common with everything: an element
        near to every word, and a text near to every element, tell little (the hubness correction
        of cross-lingual retrieval). "actor" has a cosine of .47 with "acted in", which has .15
        with everyday words: .32 is left, times 1.0 under all-MiniLM-L6-v2, times 4.8 of what e5
        leaves.
        """
        cosine = texts @ others.T - (others @ self.measured.everyday)[None, :]
        if cosine.size:
            cosine -= np.maximum(cosine.mean(axis=1, keepdims=True), 0.0)
        return np.asarray(cosine * (_REFERENCE / self.measured.spread), dtype=np.float32)

    def share(self, cosines: Matrix) -> Matrix:
        """Return cosines as shares of the way from those of unrelated words, 0, to 1."""
        unrelated = float(self.measured.everyday @ self.measured.everyday)
        return np.asarray((cosines - unrelated) / (1 - unrelated), dtype=np.float32)


def measure(embedder: Embedder) -> Calibration:
    """Measure an encoder on everyday words: their mean, and the spread of unrelated ones.

    The spread is the standard deviation of their cosines, corrected as in `WordSpace.alike`.
    """
    words = embedder.embed(WORDS)
    everyday = words.mean(axis=0)
    others = ~np.eye(len(words), dtype=bool)
    cosines = (words @ words.T - (words @ everyday)[None, :])[others].reshape(len(words), -1)
    spread = float((cosines - cosines.mean(axis=1, keepdims=True)).std())
    return Calibration(everyday, max(spread, float(np.finfo(np.float32).eps)))


def keep_measured(embedder: Embedder, record: IndexRecord) -> None:
    """Spare the process the measuring where the index of this encoder keeps what was measured."""
    if record.calibration is not None and not (known := _spaces(embedder)):
        known["index"] = WordSpace(text_vectors(embedder), record.calibration)


def word_space(embedder: Embedder) -> WordSpace:
    """Return the word space of an encoder, measured once a process where no index has it."""
    known = _spaces(embedder)
    if not known:
        known["index"] = WordSpace(text_vectors(embedder), measure(embedder))
    return known["index"]


@lru_cache(maxsize=4)
def _spaces(_embedder: Embedder) -> dict[str, WordSpace]:
    return {}
