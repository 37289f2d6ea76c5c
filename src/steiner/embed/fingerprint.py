"""What tells a model's weights from others, whatever they are called."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

_LOOKED_AT = 64
"""Numbers of each tensor: training moves all of them."""
_INSIDE = "0.model."
"""Where sentence-transformers has a network's tensors: their names are part of old indexes."""
_COUNTED = "embeddings.position_ids"
"""0, 1, 2 and so on: some files have them, no model learns them."""


def weights_fingerprint(
    weights: Mapping[str, npt.NDArray[Any]], longest: float | None, prompts: Mapping[str, str]
) -> str:
    """Return 32 hex digits for tensors by their names in transformers, and for how texts are read.

    The same on any device and whatever runs the model: an index made in torch is asked by ONNX
    Runtime. `longest`: tokens of a text that are read.
    """
    read = hashlib.sha256(repr((longest, sorted(prompts.items()))).encode())
    for name, tensor in sorted(weights.items()):
        if name != _COUNTED:
            numbers = tensor.reshape(-1)
            some = np.asarray(numbers[:: max(1, len(numbers) // _LOOKED_AT)], np.float32)
            read.update(f"{_INSIDE}{name} {tuple(tensor.shape)}".encode() + some.tobytes())
    return read.hexdigest()[:32]


def torch_fingerprint(model: Any) -> str:
    """Return the fingerprint of a sentence-transformers model."""
    tensors = {
        name.removeprefix(_INSIDE): _looked_at(tensor)
        for name, tensor in model.state_dict().items()
    }
    return weights_fingerprint(tensors, model.max_seq_length, model.prompts)


def network_fingerprint(network: Any, longest: int) -> str:
    """Return the fingerprint of a transformers network that reads texts as they are."""
    tensors = {name: _looked_at(tensor) for name, tensor in network.state_dict().items()}
    return weights_fingerprint(tensors, longest, {})


def _looked_at(tensor: Any) -> npt.NDArray[Any]:
    array: npt.NDArray[Any] = tensor.detach().float().cpu().numpy()
    return array
