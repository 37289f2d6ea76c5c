"""From a question and a chain of thought to one vector (Retrieval & Reasoning, equation 2)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steiner.columns import Vector
from steiner.embed import Matrix
from steiner.text import quarter_characters


def cumulative(question: str, steps: Sequence[str], limit: int) -> list[str]:
    """Return q, q c1, q c1 c2, …: the question alone, then with each further step.

    A query of more than about `limit` tokens keeps the question and its latest steps.
    """
    return [_query(question, steps[:count], limit) for count in range(len(steps) + 1)]


def summed(vectors: Matrix) -> tuple[Vector, float]:
    """Return the direction float32[d] of the sum of unit vectors float32[n, d], and its length.

    The sum of a triple's cosines with all queries is its cosine with this direction, times the
    length: one search ranks as the sum does. [1, 0] and [0, 1] give [.71, .71] and 1.41.
    """
    total = vectors.sum(axis=0)
    length = float(np.linalg.norm(total))
    return np.asarray(total / max(length, 1e-12), dtype=np.float32), length


def _query(question: str, steps: Sequence[str], limit: int) -> str:
    kept = list(steps)
    while len(kept) > 1 and quarter_characters(" ".join([question, *kept])) > limit:
        del kept[0]
    return " ".join([question, *kept])
