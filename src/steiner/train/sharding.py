"""A model of which each process keeps a part: its weights, their gradients and AdamW's moments.

FSDP (Zhao et al. 2023) as torch's `fully_shard`, which is what accelerate's FSDP version 2 calls:
accelerate itself allows it for no processor. A layer is whole only while it is computed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor

from steiner.models.trainable import TrainableModel


class Keeper(NamedTuple):
    """A process that keeps a training: the only one, or number `number` of `parts`, with a part.

    `wait` returns when all of them called it.
    """

    number: int = 0
    parts: int = 1
    wait: Callable[[], None] = lambda: None

    def file(self, name: str) -> str:
        """Return how this process's file is called, as `best-2-of-4.safetensors`."""
        own = "" if self.parts == 1 else f"-{self.number + 1}-of-{self.parts}"
        return f"{name}{own}.safetensors"


def shard(model: TrainableModel, processes: int) -> None:
    """Leave each process its part of the model, which lies whole on the device of each.

    Raises InvalidInput for a model that cannot be sharded.
    """
    layers = model.layers()
    mesh = init_device_mesh(next(model.parameters()).device.type, (processes,))
    for part in (*layers, model):
        fully_shard(part, mesh=mesh)


def own_part(tensor: torch.Tensor) -> torch.Tensor:
    """Return what of a tensor this process keeps: all of it, where it is not sharded."""
    return tensor.to_local() if isinstance(tensor, DTensor) else tensor


@torch.no_grad()
def gather(sharded: torch.nn.Module, whole: torch.nn.Module) -> None:
    """Give `whole`, a model of the same kind, the weights of `sharded`, one after the other.

    All processes must call it.
    """
    weights = dict(whole.named_parameters())
    for name, parameter in sharded.named_parameters():
        full = parameter.full_tensor() if isinstance(parameter, DTensor) else parameter
        weights[name].copy_(full)
