"""Sets how much a trained path scorer counts, by questions kept back from trainings like it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
import torch

from steiner.models.paths.candidates import PathExample
from steiner.models.paths.path_scorer import PathModel
from steiner.models.paths.share import FOLDS, KeptBack, right_before_and_after, share_of
from steiner.settings import PathSettings

_MOST = 300
"""With more questions those that validate are asked: they are thirty, and folds take long."""
_BATCH = 8

Halves = tuple[Sequence[PathExample], Sequence[PathExample]]
Again = Callable[[Sequence[PathExample]], PathModel]
"""Trains a new model as the one at hand, on some of the examples."""


def weigh(model: PathModel, halves: Halves, again: Again, seed: int) -> None:
    """Set the model's share, and what it brings, by the questions of `halves`, kept back in turn.

    Few questions stand in both halves: each counts once.
    """
    train, validation = map(list, halves)
    both = train if train == validation else train + validation
    many = len(both) > _MOST
    rows = kept_back(model, validation) if many else _by_folds(both, again, seed)
    model.share = share_of(rows, len(train))
    model.kept_back = right_before_and_after(rows, len(train))


def _by_folds(examples: list[PathExample], again: Again, seed: int) -> list[KeptBack]:
    """Score each fifth of the examples by a training on the others."""
    random.Random(seed).shuffle(examples)
    rows: list[KeptBack] = []
    folds = min(FOLDS, len(examples)) if len(examples) > 1 else 0
    for fold in range(folds):
        others = [example for i, example in enumerate(examples) if i % folds != fold]
        rows += kept_back(again(others), examples[fold::folds])
    return rows


@torch.inference_mode()
def kept_back(model: PathModel, examples: Sequence[PathExample]) -> list[KeptBack]:
    """Score the paths of questions that the model was not shown."""
    model.eval()
    rows = []
    for at in range(0, len(examples), _BATCH):
        batch = examples[at : at + _BATCH]
        scores = model.score([path for each in batch for path in each.candidates])
        sizes = [len(each.candidates) for each in batch]
        rows += list(map(_row, batch, torch.split(scores.cpu(), sizes)))
    return rows


def _row(example: PathExample, scores: torch.Tensor) -> KeptBack:
    plain = np.array([path.score for path in example.candidates])
    return KeptBack(
        np.array(example.gains),
        scores.numpy().astype(np.float64),
        plain / PathSettings().temperature,
        [len(path.steps) for path in example.candidates],
    )
