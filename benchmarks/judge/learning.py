"""Fits what reading weighs: a softmax over candidates, and a calibrated logistic probability."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from steiner.settings import ExactSettings
from steiner.train.reading.calibration import isotonic
from steiner.train.reading.softmax import QuestionChoices as Example
from steiner.train.reading.softmax import fitted

__all__ = [
    "Example",
    "best_of",
    "best_right",
    "fitted",
    "isotonic",
    "logistic",
    "raw",
    "reliability",
    "signal_rows",
]

Floats = npt.NDArray[np.float64]
_CUT = 3.0
"""Signals are cut here, as steiner.query.probability cuts them."""


def best_right(examples: Sequence[Example], weights: Mapping[str, float]) -> float:
    """Return the share of questions whose best candidate is right."""
    hits = 0
    for example in examples:
        scores = [
            sum(weights.get(n, 0.0) * v for n, v in features.items())
            for features, _ in example.candidates
        ]
        hits += bool(scores) and example.candidates[int(np.argmax(scores))][1]
    return hits / max(len(examples), 1)


def signal_rows(examples: Sequence[Example], names: Sequence[str]) -> tuple[Floats, Floats]:
    """Return float64[n, k] of all candidates' signals, cut, and float64[n] of what is right."""
    rows = [f for e in examples for f, _ in e.candidates]
    right = [float(r) for e in examples for _, r in e.candidates]
    cut = [[min(f.get(name, 0.0), _CUT) for name in names] for f in rows]
    return np.array(cut, dtype=np.float64).reshape(-1, len(names)), np.array(right)


def logistic(examples: Sequence[Example], strength: float = 1.0) -> dict[str, Any]:
    """Return `weights` and `bias` of a logistic regression with an L2 penalty."""
    names = sorted({n for e in examples for f, _ in e.candidates for n in f})
    rows, right = signal_rows(examples, names)
    matrix, wanted = torch.tensor(rows), torch.tensor(right)
    weights = torch.zeros(len(names) + 1, dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([weights], max_iter=300, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        scores = matrix @ weights[:-1] + weights[-1]
        missed = torch.nn.functional.binary_cross_entropy_with_logits(scores, wanted)
        total = missed + strength / len(wanted) * (weights[:-1] ** 2).sum()
        total.backward()  # type: ignore[no-untyped-call]
        return total

    optimiser.step(loss)  # type: ignore[no-untyped-call]
    learnt = weights.detach().tolist()
    kept = {n: round(w, 3) for n, w in zip(names, learnt, strict=False)}
    return {"weights": kept, "bias": round(learnt[-1], 3)}


def raw(model: Mapping[str, Any], features: Mapping[str, float]) -> float:
    """Return the uncalibrated probability of a candidate."""
    total = model["bias"] + sum(
        model["weights"].get(n, 0.0) * min(v, _CUT) for n, v in features.items()
    )
    return float(1 / (1 + np.exp(-total)))


def sigmoid_points(scores: Floats, right: Floats) -> list[list[float]]:
    """Return points (score, probability) of a sigmoid over the scores' log odds (Platt, 1999).

    Of some hundred questions a sigmoid is steadier than steps: one wrong among the surest does
    not pull down all that are near it.
    """
    odds = np.log(np.clip(scores, 1e-4, 1 - 1e-4) / (1 - np.clip(scores, 1e-4, 1 - 1e-4)))
    given = torch.tensor(np.stack([odds, np.ones_like(odds)], axis=1))
    wanted, line = torch.tensor(right), torch.tensor([1.0, 0.0], dtype=torch.float64)
    line.requires_grad_()
    optimiser = torch.optim.LBFGS([line], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        missed = torch.nn.functional.binary_cross_entropy_with_logits(given @ line, wanted)
        missed.backward()  # type: ignore[no-untyped-call]
        return missed

    optimiser.step(loss)  # type: ignore[no-untyped-call]
    slope, shift = line.detach().tolist()
    grid = [0.01, 0.05, *(x / 10 for x in range(1, 9)), 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99]
    return [
        [x, round(1 / (1 + math.exp(-(slope * math.log(x / (1 - x)) + shift))), 4)] for x in grid
    ]


def best_of(example: Example, chances: Sequence[float]) -> tuple[float, bool] | None:
    """Return the probability of a question's best candidate, and whether it is right."""
    if not chances:
        return None
    place = int(np.argmax(chances))
    return chances[place], example.candidates[place][1]


def reliability(judged: Sequence[tuple[float, bool]]) -> dict[str, float]:
    """Return precision at coverages, what is exact, and the error of calibration."""
    order = sorted(judged, key=lambda pair: -pair[0])
    shares = np.array([p for p, _ in order])
    right = np.array([float(r) for _, r in order])
    figures = {"right": float(right.mean())}
    for part in (0.1, 0.3, 0.4, 0.5, 0.6, 0.7):
        figures[f"at {part}"] = float(right[: max(1, int(part * len(right)))].mean())
    sure = shares >= ExactSettings().sure
    figures["exact"] = float(sure.mean())
    figures["of these right"] = float(right[sure].mean()) if sure.any() else 0.0
    bins = np.array_split(np.arange(len(right)), 10)
    errors = [abs(shares[b].mean() - right[b].mean()) * len(b) for b in bins if len(b)]
    figures["calibration"] = float(sum(errors) / len(right))
    return {name: round(value, 3) for name, value in figures.items()}
