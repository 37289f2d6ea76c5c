"""What stops a training, as clear errors: nothing to learn, no number, too little memory."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

import torch

from steiner.errors import InvalidInput, TrainingFailed
from steiner.model_settings import TrainSettings
from steiner.train import checkpoint


class TrainingExample(Protocol):
    """An example that knows whether it has an answer to learn."""

    @property
    def answers(self) -> object:
        """Something that is true where there is an answer to learn."""


def check_examples(examples: Sequence[TrainingExample], name: str) -> None:
    """Raise InvalidInput where none of the examples has an answer."""
    if not any(example.answers for example in examples):
        raise InvalidInput(f"The {name} examples are empty, or none has an answer to learn.")


def check_trained(model: torch.nn.Module) -> None:
    """Raise InvalidInput where the model has nothing that is trained."""
    if not checkpoint.trained(model):
        raise InvalidInput(
            "Nothing of the model is trained: the form 'text' without LoRA is zero-shot. Choose "
            "the form 'graph' or 'virtual', or LoRA."
        )


def check_number(
    value: float, name: str, state: checkpoint.TrainingState, optimiser: torch.optim.Optimizer
) -> None:
    """Raise TrainingFailed for a loss, called `name`, that is no number."""
    if not math.isfinite(value):
        rate = optimiser.param_groups[0]["lr"]
        raise TrainingFailed(
            f"The {name} is no number (epoch {state.epoch + 1}, step {state.step}, learning "
            f"rate {rate:.2g}). The last checkpoint is kept; train in another folder with a lower "
            f"rate or smaller clip, on a GPU in bfloat16 rather than float16."
        )


@contextmanager
def memory_errors(settings: TrainSettings) -> Iterator[None]:
    """Turn what says that the memory does not suffice into TrainingFailed."""
    try:
        yield
    except (RuntimeError, MemoryError) as error:
        said = str(error).lower()
        if not isinstance(error, MemoryError) and "memory" not in said:
            raise
        raise TrainingFailed(
            f"The memory does not suffice for batches of {settings.batch}. The last checkpoint is "
            f"kept. Train in another folder with {', or '.join(_lighter(settings))}."
        ) from error


def _lighter(settings: TrainSettings) -> list[str]:
    """Return what takes less memory, in words, first what learns the same.

    An aligner tells a graph from the others of its batch: of a smaller one it learns less.
    """
    lighter = ["a lower --max-text", "--lora --quantised"]
    if settings.cached:
        lighter.insert(0, "--no-cached")
    if not settings.recompute:
        lighter.insert(0, "--recompute (a third more time)")
    parts = next((n for n in range(2, settings.batch + 1) if settings.batch % n == 0), 1)
    if parts > 1:
        own, added = settings.batch // parts, parts * settings.accumulate
        lighter.insert(0, f"a smaller batch, --batch {own} --accumulate {added}")
    return lighter
