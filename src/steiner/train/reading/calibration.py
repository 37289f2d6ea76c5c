"""What share of readings was right, by how much speaks for them: a monotone fit."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def isotonic(scores: Floats, right: Floats, least: int = 12) -> list[list[float]]:
    """Return points (score, share right) of a monotone fit: pooled until none falls.

    `scores` float64[n], `right` float64[n] of 0 and 1. Each pool has `least` candidates at least,
    so that no share is that of a handful.
    """
    order = np.argsort(scores, kind="stable")
    pools: list[list[float]] = []  # sum of scores, sum of right, count
    for s, r in zip(scores[order].tolist(), right[order].tolist(), strict=True):
        pools.append([s, r, 1.0])
        while len(pools) > 1 and (
            pools[-2][1] / pools[-2][2] >= pools[-1][1] / pools[-1][2] or pools[-2][2] < least
        ):
            last = pools.pop()
            pools[-1] = [a + b for a, b in zip(pools[-1], last, strict=True)]
    # The ends are drawn in: (right + 1) / (count + 2), so that nothing is certain.
    return [[round(s / n, 4), round((r + 1) / (n + 2), 4)] for s, r, n in pools]
