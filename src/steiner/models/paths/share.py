"""How much a trained score counts beside the zero-shot one, by questions that it was not shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_SHARES = (0.0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1.0)
_SHARPNESS = (0.05, 0.1, 0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0)
"""What the mixed scores are multiplied by: else a share would be chosen for making them flatter."""
_ZERO_SHOT_WORTH = 30
"""Training questions that teach as much as zero-shot scores know: trained on so many from nothing,
a scorer ranked about as well as they do (docs/decisions.md), so they count half at most."""
FOLDS = 5
_LEAST = 1e-3


def best_is_right(
    gains: Sequence[float] | Floats, scores: Sequence[float] | Floats, steps: Sequence[int]
) -> bool:
    """Say whether the best of some paths is one of most gain; of equal ones the shortest is."""
    best = max(range(len(scores)), key=lambda i: (scores[i], -steps[i]))
    return bool(gains[best] == max(gains) > 0)


class KeptBack(NamedTuple):
    """A question's p paths: gains, what a training that was not shown it scores, and zero-shot.

    `steps` are the lengths of the paths; of two that score the same the shorter comes first.
    """

    gains: Floats
    trained: Floats
    zero_shot: Floats
    steps: Sequence[int]

    def mixed(self, share: float) -> Floats:
        """Return float64[p], the trained score at its share and the zero-shot score at the rest."""
        return share * self.trained + (1 - share) * self.zero_shot

    def right(self, share: float) -> bool:
        """Say whether the best path is one of most gain."""
        return best_is_right(self.gains, self.mixed(share), self.steps)


def share_of(rows: Sequence[KeptBack], questions: int) -> float:
    """Return the smallest share within one standard error of the best; 0 of fewer than two rows.

    At most n / (n + 30) of n training `questions`: of ten 1/4, of 30 1/2, of 300 10/11.
    Best is the highest mean of log(sum of P(path) gain(path)^2). Scores of other trainings are
    stacked (Wolpert 1992); the error's rule is Breiman et al.'s (1984), towards what was not
    trained: of few questions the best share is chance.
    """
    if len(rows) < 2:
        return 0.0
    likelihoods = {share: _likelihoods(rows, share) for share in _SHARES}
    best = max(likelihoods.values(), key=lambda each: float(each.mean()))

    def is_close(each: Floats) -> bool:
        behind = best - each
        return bool(behind.mean() <= behind.std(ddof=1) / np.sqrt(len(rows)))

    smallest = next(share for share, each in likelihoods.items() if is_close(each))
    return min(smallest, questions / (questions + _ZERO_SHOT_WORTH))


def right_before_and_after(
    rows: Sequence[KeptBack], questions: int
) -> tuple[list[bool], list[bool]]:
    """Say of each question whether its best path is right, zero-shot and by the mixed score.

    The share that a question is asked with is chosen by the others, a fifth left out in turn.
    """
    after = [False] * len(rows)
    for fold in range(FOLDS):
        share = share_of([row for i, row in enumerate(rows) if i % FOLDS != fold], questions)
        for i in range(fold, len(rows), FOLDS):
            after[i] = rows[i].right(share)
    return [row.right(0.0) for row in rows], after


def _likelihoods(rows: Sequence[KeptBack], share: float) -> Floats:
    """Return float64[r] at the sharpness that makes them highest."""
    scores = [row.mixed(share) for row in rows]
    tried = (
        np.array([_likelihood(sharp * x, row.gains) for x, row in zip(scores, rows, strict=True)])
        for sharp in _SHARPNESS
    )
    return max(tried, key=lambda each: float(each.sum()))


def _likelihood(scores: Floats, gains: Floats) -> float:
    """Scores [0, 0], gains [1, 0]: log(1/2)."""
    weights = np.maximum(gains / gains.max(), _LEAST) ** 2
    odds = np.exp(scores - scores.max())
    return float(np.log((odds * weights).sum() / odds.sum()))
