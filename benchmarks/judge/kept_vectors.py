"""An encoder whose vectors are kept in a file between runs: the same texts, the same vectors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from steiner.columns import Vector
from steiner.embed import Embedder, Matrix, open_embedder
from steiner.settings import DEFAULT_EMBEDDER


class KeptEmbedder:
    """The packaged encoder; what it embedded once is read from `path`, an npz file."""

    reads_alike = True

    def __init__(self, path: Path) -> None:
        self._path, self._known, self._new = path, dict[str, Vector](), 0
        if path.exists():
            with np.load(path, allow_pickle=False) as file:
                self._known = dict(zip(file["texts"].tolist(), file["vectors"], strict=True))

    @property
    def _encoder(self) -> Embedder:
        return open_embedder(DEFAULT_EMBEDDER)

    @property
    def name(self) -> str:
        """The encoder's name."""
        return DEFAULT_EMBEDDER

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return len(next(iter(self._known.values()))) if self._known else self._encoder.dimensions

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, d] unit vectors."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        if missing:
            self._new += len(missing)
            self._known.update(zip(missing, self._encoder.embed(missing), strict=True))
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        return np.stack([self._known[text] for text in texts])

    def embed_question(self, text: str) -> Vector:
        """Return the float32[d] unit vector of a question."""
        return np.asarray(self.embed([text])[0], dtype=np.float32)

    def keep(self) -> None:
        """Write what was embedded since."""
        if self._new:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            # Texts of fixed width would take as much room as the longest of them, each.
            vectors = np.stack(list(self._known.values()))
            np.savez(self._path, texts=np.array(list(self._known)), vectors=vectors)
