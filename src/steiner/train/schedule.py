"""The learning rate over the epochs, and the order of the examples in each."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch
from torch.utils.data import Sampler

from steiner.model_settings import TrainSettings


def rate_share(epoch: float, settings: TrainSettings) -> float:
    """Return the share of the learning rate at `epoch` (with fractions): warm-up, half cosine.

    A warm-up of 1 in 3 epochs: about .5 at epoch .5, then 1 at 1, .5 at 2 and 0 at 3.
    """
    warmup = min(settings.warmup, settings.epochs / 2)
    if epoch < warmup:
        return (epoch + 1e-3) / warmup
    done = (epoch - warmup) / max(settings.epochs - warmup, 1e-9)
    return 0.5 * (1 + math.cos(math.pi * min(done, 1.0)))


def rate_at(epoch: float, highest: float, settings: TrainSettings) -> float:
    """Return the learning rate at `epoch`: up to `highest`, then down to the floor.

    A floor above `highest` is `highest`: then it stays.
    """
    share = rate_share(epoch, settings)
    if epoch < min(settings.warmup, settings.epochs / 2):
        return highest * share
    floor = min(settings.floor, highest)
    return floor + (highest - floor) * share


class Order(Sampler[int]):
    """The examples in an order that seed and epoch decide, so that a resumed run has the same."""

    def __init__(self, size: int, seed: int, epoch: int) -> None:
        self._size, self._seed = size, seed * 10_007 + epoch

    def __iter__(self) -> Iterator[int]:
        drawn = torch.Generator().manual_seed(self._seed)
        return iter(torch.randperm(self._size, generator=drawn).tolist())

    def __len__(self) -> int:
        return self._size
