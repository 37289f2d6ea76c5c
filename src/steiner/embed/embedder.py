"""What an encoder of texts and questions is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from steiner.columns import Vector

Matrix = npt.NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors of `dimensions` numbers. `name` tells models apart."""

    @property
    def name(self) -> str:
        """The model's name or folder."""

    @property
    def dimensions(self) -> int:
        """The length of a vector."""

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, d] unit vectors of documents, equal for equal calls."""

    def embed_question(self, text: str) -> Vector:
        """Return the float32[d] unit vector of a question."""

    def __hash__(self) -> int:
        """Return a number: what a process keeps of an encoder is kept by the encoder itself."""


def fingerprint_of(embedder: Embedder) -> str:
    """Return what tells the model's weights from others, "" where an embedder does not say it."""
    return str(getattr(embedder, "fingerprint", ""))


@runtime_checkable
class TokenEmbedder(Embedder, Protocol):
    """An embedder that also gives a vector for each token."""

    def embed_tokens(self, texts: Sequence[str]) -> list[Matrix]:
        """Return float32[tokens, d] for each text, in the context of its text."""
