"""Named tensors in a safetensors file, written as a whole or not."""

from __future__ import annotations

import os
from pathlib import Path

import torch

from steiner.errors import InvalidInput

Tensors = dict[str, torch.Tensor]


def write_tensors(path: Path, tensors: Tensors) -> None:
    """Write the tensors to `path`, whatever device they are on."""
    from safetensors import SafetensorError
    from safetensors.torch import save_file

    draft = path.with_name(f"{path.name}.{os.getpid()}.draft")
    plain = {k: v.detach().cpu().contiguous() for k, v in tensors.items()}
    try:
        save_file(plain, draft)
        draft.replace(path)
    except (OSError, SafetensorError) as error:  # Of a full disk safetensors says it its own way.
        raise InvalidInput(
            f"{path} cannot be written: {error}. Where the disk is full, make room and run the "
            f"same command again: it goes on where it was."
        ) from error
    finally:
        draft.unlink(missing_ok=True)


def read_tensors(path: Path) -> Tensors:
    """Read what `write_tensors` wrote."""
    from safetensors.torch import load_file

    tensors: Tensors = load_file(path)
    return tensors


def read_module(module: torch.nn.Module, path: Path) -> None:
    """Fill the module from what `write_tensors` wrote. Raises InvalidInput where it cannot."""
    try:
        module.load_state_dict(read_tensors(path))
    except Exception as error:
        reason = str(error).splitlines()[0]
        raise InvalidInput(
            f"{path} could not be read: {reason} Copy the whole folder again, or train anew."
        ) from error
