"""How sure a figure is: bootstrap intervals, and a paired test between two runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from steiner.errors import InvalidInput

_DRAWS = 2_000


class Interval(NamedTuple):
    """A mean and its 95% interval."""

    mean: float
    low: float
    high: float


class Difference(NamedTuple):
    """The mean of `first - second` and how probable one as large is if both were equal."""

    mean: float
    p: float


def interval(values: Sequence[float], seed: int = 0) -> Interval:
    """Return the mean with its percentile-bootstrap interval (Efron 1979; 2,000 draws)."""
    sample = np.asarray(values, dtype=np.float64)
    if not len(sample):
        raise InvalidInput("An interval needs at least one value, got none.")
    drawn = np.random.default_rng(seed).integers(len(sample), size=(_DRAWS, len(sample)))
    low, high = np.percentile(sample[drawn].mean(axis=1), [2.5, 97.5])
    return Interval(float(sample.mean()), float(low), float(high))


def paired(first: Sequence[float], second: Sequence[float], seed: int = 0) -> Difference:
    """Compare two runs over the same questions: a two-sided paired randomisation test.

    The sign of each question's difference is drawn 2,000 times (Fisher; Noreen 1989).
    """
    if len(first) != len(second) or not len(first):
        raise InvalidInput(
            f"A paired test needs the same questions in both runs, got {len(first)} and "
            f"{len(second)}."
        )
    differences = np.asarray(first, dtype=np.float64) - np.asarray(second, dtype=np.float64)
    signs = np.random.default_rng(seed).choice([-1.0, 1.0], size=(_DRAWS, len(differences)))
    drawn = np.abs((signs * differences).mean(axis=1))
    beyond = int((drawn >= abs(differences.mean()) - 1e-12).sum())
    return Difference(float(differences.mean()), (beyond + 1) / (_DRAWS + 1))
