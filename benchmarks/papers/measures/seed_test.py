"""Is one row better than another over the seeds (Align-GRAG, table 2: a two-sided t-test)?"""

from __future__ import annotations

from collections.abc import Sequence
from math import gamma, inf, pi, sqrt
from statistics import fmean, variance

import numpy as np

from steiner.errors import InvalidInput
from steiner.evaluate.metrics.significance import Difference

_POINTS = 20_001


def t_test(first: Sequence[float], second: Sequence[float]) -> Difference:
    """Compare the seeds' figures of two rows: Welch's two-sided t-test, variances unequal.

    [3, 4, 5] against [1, 2, 3]: a difference of 2, t = 2.449 with 4 degrees of freedom, p = .0705.
    Raises InvalidInput for fewer than two seeds each.
    """
    if min(len(first), len(second)) < 2:
        raise InvalidInput(
            f"A t-test needs two seeds or more of each row, got {len(first)} and {len(second)}. "
            f"Give --seeds."
        )
    difference = fmean(first) - fmean(second)
    spreads = [variance(own) / len(own) for own in (first, second)]
    if not sum(spreads):
        return Difference(difference, 0.0 if difference else 1.0)
    counts = (len(first) - 1, len(second) - 1)
    freedom = sum(spreads) ** 2 / sum(s * s / n for s, n in zip(spreads, counts, strict=True))
    return Difference(difference, two_sided(difference / sqrt(sum(spreads)), freedom))


def two_sided(t: float, freedom: float) -> float:
    """Return how probable a t as large is, either way, with so many degrees of freedom.

    Student's density is integrated over an angle: t = sqrt(freedom) * tan(angle).
    """
    if abs(t) == inf:
        return 0.0
    angles = np.linspace(0.0, np.arctan(abs(t) / sqrt(freedom)), _POINTS)
    scale = gamma((freedom + 1) / 2) / (sqrt(pi) * gamma(freedom / 2))
    inside = 2 * scale * np.trapezoid(np.cos(angles) ** (freedom - 1), angles)
    return float(max(0.0, 1.0 - inside))
