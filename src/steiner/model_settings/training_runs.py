"""Settings of a training, and those that go with a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from steiner.errors import InvalidInput
from steiner.settings.checks import not_negative, positive


@dataclass(frozen=True, slots=True)
class TrainSettings:
    """How a model is trained (G-Retriever, appendix B.1; betas and clipping: the authors' code).

    AdamW with a half-cycle cosine schedule.
    `epochs`: at most; `batch`: examples of one, of all processes together; `accumulate`: batches
    whose gradients are added; `rate`: the highest learning rate; `floor`: the rate that the cosine
    falls to (5e-6 in the authors' code); `lora_rate`: that of LoRA adapters, where it differs;
    `weight_decay`, `betas`: of AdamW; `clip`: norm that gradients are clipped to; `warmup`: epochs
    until the highest rate; `patience`: epochs without a lower validation loss before it stops;
    `seed`: of weights and order; `threads`: of the processor, at most.
    `checkpoint`: optimiser steps between checkpoints (an epoch's end always has one).
    `cached`: the keys and values of a frozen model's text are computed once ("after" only).
    `warm`: epochs for which the soft prompt alone is trained first. `steps`: optimiser steps after
    which it ends, 0 for no limit (Align-GRAG's degree of alignment). `averaged`: trainings, each in
    another order, whose weights are averaged where examples are so few that all of them validate.
    `recompute`: what the layers of a language model give is computed again for the gradients and
    not kept (gradient checkpointing): a third more time, a fraction of the memory.
    `sharded`: each process keeps a part of weights, gradients and moments (FSDP), not all of them:
    of a language model whose weights are all trained. A process alone keeps all.
    `cut`: the share of the answers that may lose their end for lack of room; more are refused.
    """

    epochs: int = 10
    batch: int = 4
    accumulate: int = 1
    rate: float = 1e-5
    floor: float = 0.0
    lora_rate: float | None = None
    weight_decay: float = 0.05
    betas: tuple[float, float] = (0.9, 0.95)
    clip: float = 0.1
    warmup: float = 1.0
    patience: int = 2
    seed: int = 0
    checkpoint: int = 200
    cached: bool = False
    warm: int = 0
    threads: int = 2
    steps: int = 0
    averaged: int = 1
    cut: float = 0.01
    recompute: bool = False
    sharded: bool = False

    def __post_init__(self) -> None:
        positive(self, averaged=self.averaged)
        positive(self, epochs=self.epochs, batch=self.batch, accumulate=self.accumulate)
        positive(self, rate=self.rate, clip=self.clip, patience=self.patience)
        positive(self, checkpoint=self.checkpoint, threads=self.threads)
        if self.cached and self.recompute:
            raise InvalidInput(
                "TrainSettings keeps a frozen model's prefixes (cached) or computes layers again "
                "(recompute), not both."
            )
        if self.sharded and self.warm:
            raise InvalidInput(
                "TrainSettings warms a soft prompt up (warm) in each process whole: not where a "
                "model is sharded."
            )
        not_negative(self, cut=self.cut, steps=self.steps, warm=self.warm, floor=self.floor)

    def last(self, step: int) -> bool:
        """Say whether a training ends after this optimiser step."""
        return 0 < self.steps <= step


@dataclass(frozen=True, slots=True)
class Preset:
    """Settings that go together. `model`: a dataclass of settings; `training`: of its training.

    `retrieval` (JSON types): how the graphs of its examples are made, which its use goes by.
    """

    model: Any
    training: TrainSettings
    retrieval: Mapping[str, Any] = field(default_factory=dict)
