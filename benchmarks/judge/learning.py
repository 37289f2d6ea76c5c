"""Fits what reading weighs: a softmax over candidates, and a calibrated probability."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np
import numpy.typing as npt
import torch

from steiner.query.probability import raw_probabilities
from steiner.settings import ExactSettings
from steiner.train.reading.calibration import isotonic
from steiner.train.reading.reading_choice import with_none
from steiner.train.reading.softmax import QuestionChoices as Example
from steiner.train.reading.softmax import fitted

__all__ = [
    "Example",
    "best_of",
    "best_right",
    "calibrated",
    "fitted",
    "isotonic",
    "judging",
    "left_out",
    "reliability",
]

Floats = npt.NDArray[np.float64]
_DRAWN = 0.003
"""How strongly the weights of signals are drawn to nothing (steiner.train.reading.softmax)."""


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


def judging(examples: Sequence[Example]) -> dict[str, float]:
    """Return weights of signals under which what is right of a question is the most probable."""
    listed = [with_none(e.candidates) for e in examples if e.candidates]
    return {name: weight for name, weight in fitted(listed, {}, _DRAWN).items() if weight}


def left_out(examples: Sequence[Example]) -> list[tuple[Example, list[float]]]:
    """Return the chances of the readings of each example, by what the other groups teach."""
    chances: list[tuple[Example, list[float]]] = []
    for group in sorted({e.group for e in examples}):
        model = {"weights": judging([e for e in examples if e.group != group])}
        own = [e for e in examples if e.group == group]
        chances += [(e, raw_probabilities([f for f, _ in e.candidates], {}, model)) for e in own]
    return chances


def calibrated(
    chances: Sequence[tuple[Example, Sequence[float]]], clean: Collection[str]
) -> list[list[float]]:
    """Return the points of a sigmoid over the best readings of the groups whose golds are clean."""
    best = [b for e, own in chances if e.group in clean and (b := best_of(e, own))]
    return sigmoid_points(np.array([p for p, _ in best]), np.array([float(r) for _, r in best]))


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
