"""One question, read: the reading, and the milliseconds that it took without the encoder."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.embed import Embedder, text_vectors
from steiner.query.query_reading import Reading
from steiner.query.readings import read

EXACT = 0.95
"""The confidence from which on a reading that is not run is called exact."""


class TimedReader:
    """Reads questions; `alike` compares by the encoder that is given."""

    def __init__(self, embedder: Embedder) -> None:
        self._vectors, self._encoding = text_vectors(embedder), 0.0

    def alike(self, left: Sequence[str], right: Sequence[str]) -> Any:
        """Return the cosines of texts."""
        begun = time.thread_time()
        vectors = self._vectors.vectors([*left, *right])
        self._encoding += time.thread_time() - begun
        return np.asarray(vectors[: len(left)] @ vectors[len(left) :].T, dtype=np.float64)

    def read(self, question: str, schema: GraphSchema, store: Any) -> tuple[Reading | None, float]:
        """Return the reading, None where nothing is read, and milliseconds."""
        self._encoding, begun = 0.0, time.thread_time()
        readings = read(question, schema, store, self.alike)
        reading = readings.best if readings else None
        return reading, 1e3 * (time.thread_time() - begun - self._encoding)
