"""Named tensors in a safetensors file, written as a whole or not."""

from __future__ import annotations

import os
from pathlib import Path

import torch

Tensors = dict[str, torch.Tensor]


def write_tensors(path: Path, tensors: Tensors) -> None:
    """Write the tensors to `path`, whatever device they are on."""
    from safetensors.torch import save_file

    draft = path.with_name(f"{path.name}.{os.getpid()}.draft")
    save_file({k: v.detach().cpu().contiguous() for k, v in tensors.items()}, draft)
    draft.replace(path)


def read_tensors(path: Path) -> Tensors:
    """Read what `write_tensors` wrote."""
    from safetensors.torch import load_file

    tensors: Tensors = load_file(path)
    return tensors
