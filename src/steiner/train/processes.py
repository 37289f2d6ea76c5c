"""How a batch is shared among the processes of a training: its size is that of all together."""

from __future__ import annotations

import os

import torch

from steiner.errors import InvalidInput


def training_devices() -> int:
    """Return how many processes train, or how many GPUs one process trains on."""
    processes = int(os.environ.get("WORLD_SIZE", "1"))
    return processes if processes > 1 else max(1, torch.cuda.device_count())


def shared_batch(batch: int, processes: int) -> int:
    """Return how many examples of a batch each process gets.

    Raises InvalidInput where they cannot be shared evenly: the loss would be another.
    """
    if batch % processes:
        raise InvalidInput(
            f"A batch of {batch} is that of all processes together and cannot be shared evenly by "
            f"{processes}. Take a multiple of {processes}."
        )
    return batch // processes
