"""Weights of a safetensors file, mapped into memory: what is not used is not read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

_TYPES = {
    **{"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"},
    **{"I64": "<i8", "I32": "<i4", "I8": "<i1"},
}
_LENGTH = 8
"""Bytes of the number that says how long the header is."""


def read_safetensors(path: Path) -> dict[str, Array]:
    """Return the tensors of a file by name; those in 32 bits lie in the mapped file itself.

    Half precision becomes float32. Raises ValueError for a file that is none.
    """
    with path.open("rb") as file:
        size = int.from_bytes(file.read(_LENGTH), "little")
        header = json.loads(file.read(size))
    mapped = np.memmap(path, dtype=np.uint8, mode="r", offset=_LENGTH + size)
    return {k: _tensor(mapped, said) for k, said in header.items() if k != "__metadata__"}


def _tensor(mapped: Array, said: Mapping[str, Any]) -> Array:
    if said["dtype"] not in _TYPES:
        raise ValueError(f"expected tensors of {', '.join(_TYPES)}, got {said['dtype']}")
    begin, end = said["data_offsets"]
    tensor = mapped[begin:end].view(_TYPES[said["dtype"]]).reshape(said["shape"])
    if said["dtype"] == "BF16":  # The upper half of a float32.
        return (tensor.astype(np.uint32) << 16).view(np.float32)
    return tensor.astype(np.float32) if said["dtype"] == "F16" else tensor
