"""What tells a model's weights from others, whatever they are called."""

from __future__ import annotations

import hashlib
from typing import Any

_LOOKED_AT = 64
"""Numbers of each tensor: training moves all of them."""


def weights_fingerprint(model: Any) -> str:
    """Return 32 hex digits for a sentence-transformers model: of its weights and how it reads.

    The same on any device, and for any format of its files.
    """
    read = hashlib.sha256(repr((model.max_seq_length, sorted(model.prompts.items()))).encode())
    for name, tensor in sorted(model.state_dict().items()):
        numbers = tensor.detach().flatten()
        some = numbers[:: max(1, len(numbers) // _LOOKED_AT)].float().cpu().numpy()
        read.update(f"{name} {tuple(tensor.shape)}".encode() + some.tobytes())
    return read.hexdigest()[:32]
