"""Which reading of a question is right, rules' or composed: weights of signals over one graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch

from steiner.algebra.learnt_words import LearntWords
from steiner.query.probability import LARGE, probability, raw_probability
from steiner.query.weights import PROBABILITY

Signalled = Sequence[tuple[Mapping[str, float], bool]]
"""The readings of a question: what speaks for each and against it, and whether it is right."""
_PULL = 0.01


def learnt_judging(asked: Sequence[Signalled]) -> dict[str, float]:
    """Return what is added to the package's weights of signals, and to `bias`.

    A logistic regression over all readings, drawn to the package's weights.
    """
    rows = [row for readings in asked for row in readings]
    if not rows:
        return {}
    names = sorted({name for own, _ in rows for name in own})
    kept = [[min(own.get(name, 0.0), LARGE) for name in names] for own, _ in rows]
    matrix, right = torch.tensor(kept), torch.tensor([float(r) for _, r in rows])
    begun = torch.tensor([PROBABILITY["weights"].get(name, 0.0) for name in names])
    known = matrix @ begun + PROBABILITY["bias"]
    changes = torch.zeros(len(names) + 1, requires_grad=True)
    optimiser = torch.optim.LBFGS([changes], max_iter=100, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        sums = known + matrix @ changes[:-1] + changes[-1]
        missed = torch.nn.functional.binary_cross_entropy_with_logits(sums, right)
        total = missed + _PULL * (changes**2).sum()
        total.backward()  # type: ignore[no-untyped-call]
        return total

    optimiser.step(loss)  # type: ignore[no-untyped-call]
    learnt = zip([*names, "bias"], changes.detach().tolist(), strict=True)
    return {name: round(change, 3) for name, change in learnt if abs(change) >= 0.005}


def best_reading(readings: Signalled, learnt: LearntWords) -> tuple[float, bool]:
    """Return the uncalibrated probability of the most probable reading, and whether it is right.

    0 and False where nothing is read.
    """
    if not readings:
        return 0.0, False
    own, right = max(readings, key=lambda each: probability(each[0], learnt))
    return raw_probability(own, learnt.judging), right
