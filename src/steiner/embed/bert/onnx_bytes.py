"""Writes an ONNX model as bytes: the few messages of its format (protobuf) that a network needs.

The package `onnx` writes them, too, in 31 MB and half a second of imports.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

MICROSOFT = "com.microsoft"
"""The domain of ONNX Runtime's own operators."""
FLOAT, INT8, INT32, INT64 = 1, 3, 6, 7
"""Types of tensors, as ONNX numbers them."""
_TYPES = {"float32": FLOAT, "int8": INT8, "int32": INT32, "int64": INT64}
_IR, _OPSET, _OPSET_MICROSOFT = 8, 17, 1
_EXTERNAL = 1
_FLOAT_ATTRIBUTE, _INT_ATTRIBUTE = 1, 2

Attributes = Mapping[str, int | float]


@dataclass
class OnnxGraph:
    """A network as it is put together; `weights` stay outside, to be handed to the session."""

    weights: dict[str, npt.NDArray[np.generic]] = field(default_factory=dict)
    _nodes: list[bytes] = field(default_factory=list)
    _constants: list[bytes] = field(default_factory=list)

    def weight(self, name: str, values: npt.NDArray[np.generic]) -> str:
        """Add a tensor whose values the session gets; return its name."""
        self.weights[name] = values
        return name

    def constant(self, name: str, values: Sequence[int]) -> str:
        """Add int64 numbers that stand in the model itself; return their name."""
        raw = np.array(values, dtype="<i8").tobytes()
        self._constants.append(
            _number(1, len(values)) + _number(2, INT64) + _text(8, name) + _bytes(9, raw)
        )
        return name

    def node(
        self,
        operator: str,
        inputs: Sequence[str],
        output: str,
        domain: str = "",
        attributes: Attributes | None = None,
    ) -> str:
        """Add an operator; return the name of its output. An input "" is left out."""
        parts = [_text(1, name) for name in inputs] + [_text(2, output), _text(4, operator)]
        parts += [_bytes(5, _attribute(k, v)) for k, v in (attributes or {}).items()]
        parts += [_text(7, domain)] if domain else []
        self._nodes.append(b"".join(parts))
        return output

    def model(
        self, inputs: Mapping[str, tuple[int, Sequence[str]]], outputs: Mapping[str, Sequence[str]]
    ) -> bytes:
        """Return the model: `inputs` by type and names of dimensions, float32 `outputs`."""
        parts = [_bytes(1, node) for node in self._nodes] + [_text(2, "encoder")]
        parts += [_bytes(5, constant) for constant in self._constants]
        parts += [_bytes(5, _external(name, values)) for name, values in self.weights.items()]
        parts += [_bytes(11, _value(name, *said)) for name, said in inputs.items()]
        parts += [_bytes(12, _value(name, FLOAT, shape)) for name, shape in outputs.items()]
        opsets = [("", _OPSET), (MICROSOFT, _OPSET_MICROSOFT)]
        used = b"".join(_bytes(8, _text(1, domain) + _number(2, v)) for domain, v in opsets)
        return _number(1, _IR) + _bytes(7, b"".join(parts)) + used


def _external(name: str, values: npt.NDArray[np.generic]) -> bytes:
    """Return a TensorProto without values: they are handed to the session."""
    shape = b"".join(_number(1, size) for size in values.shape)
    place = _bytes(13, _text(1, "location") + _text(2, "handed over"))
    kind = _number(2, _TYPES[values.dtype.name])
    return shape + kind + _text(8, name) + place + _number(14, _EXTERNAL)


def _value(name: str, kind: int, shape: Sequence[str]) -> bytes:
    dimensions = b"".join(_bytes(1, _text(2, size)) for size in shape)
    tensor = _number(1, kind) + _bytes(2, dimensions)
    return _text(1, name) + _bytes(2, _bytes(1, tensor))


def _attribute(name: str, value: int | float) -> bytes:
    if isinstance(value, float):
        number, kind = _key(2, 5) + struct.pack("<f", value), _FLOAT_ATTRIBUTE
    else:
        number, kind = _number(3, value), _INT_ATTRIBUTE
    return _text(1, name) + number + _number(20, kind)


def _number(field: int, value: int) -> bytes:
    return _key(field, 0) + _varint(value)


def _text(field: int, value: str) -> bytes:
    return _bytes(field, value.encode())


def _bytes(field: int, value: bytes) -> bytes:
    return _key(field, 2) + _varint(len(value)) + value


def _key(field: int, wire: int) -> bytes:
    return _varint(field << 3 | wire)


def _varint(value: int) -> bytes:
    """Return a number of at least 0, seven bits a byte, the lowest first: 300 is AC 02."""
    parts = bytearray()
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    parts.append(value)
    return bytes(parts)
