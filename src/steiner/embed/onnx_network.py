"""An encoder's network in ONNX Runtime, in 32 bits or in 8, on the processor.

sentence-transformers has such backends of its own, by packages that ask for transformers 4: here
the network alone is exported, so tokens, pooling and prompts stay sentence-transformers'.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from steiner.cache_folder import cache_folder
from steiner.errors import MissingExtra

_OPSET = 17


def run_in_onnx(network: Any, tokenizer: Any, int8: bool) -> None:
    """Let ONNX Runtime do what `network` does: exported at the first use, and kept in the cache.

    Raises MissingExtra without the packages.
    """
    for package in ("onnx", "onnxruntime"):
        if find_spec(package) is None:
            raise MissingExtra.named(package, "onnx")
    network.forward = _forward(_exported(network, tokenizer, int8))


def _forward(file: Path) -> Callable[..., Any]:
    import onnxruntime
    import torch
    from transformers.modeling_outputs import BaseModelOutput

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = _threads()
    session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    inputs = [each.name for each in session.get_inputs()]

    def forward(**features: Any) -> Any:
        (tokens,) = session.run(None, {name: features[name].numpy() for name in inputs})
        return BaseModelOutput(last_hidden_state=torch.from_numpy(tokens))

    return forward


def _threads() -> int:
    """Return STEINER_THREADS, or 0: as many as the processor has cores."""
    given = os.environ.get("STEINER_THREADS", "")
    return int(given) if given.isdigit() else 0


def _exported(network: Any, tokenizer: Any, int8: bool) -> Path:
    """Return the file of `network` in ONNX, named by its weights; made where it is missing."""
    file = cache_folder() / "onnx" / f"{_digest(network)}{'-int8' if int8 else ''}.onnx"
    if file.is_file():
        return file
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        draft = Path(folder) / "model.onnx"
        _export(network, tokenizer, draft)
        # Renamed when it is whole: another process may be about to read it.
        (_quantised(draft) if int8 else draft).rename(file)
    return file


def _digest(network: Any) -> str:
    digest = hashlib.sha256(str(network.config).encode())
    for name, weights in network.state_dict().items():
        digest.update(name.encode() + weights.contiguous().numpy().tobytes())
    return digest.hexdigest()[:16]


def _export(network: Any, tokenizer: Any, file: Path) -> None:
    import torch

    class Tokens(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.network = network

        def forward(self, *given: Any) -> Any:
            return self.network(**dict(zip(names, given, strict=True))).last_hidden_state

    example = tokenizer(["a", "two of them"], padding=True, return_tensors="pt")
    names = list(example)
    shape = {0: "texts", 1: "tokens"}
    with warnings.catch_warnings(), torch.no_grad():
        # torch warns of its own exporter; the newer one needs one more package.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Tokens(),
            tuple(example[name] for name in names),
            file,
            input_names=names,
            output_names=["tokens"],
            dynamic_axes=dict.fromkeys((*names, "tokens"), shape),
            opset_version=_OPSET,
            dynamo=False,
        )


def _quantised(file: Path) -> Path:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    target = file.with_name("int8.onnx")
    # A scale for each row of weights: one for all of a matrix costs cosine.
    quantize_dynamic(file, target, weight_type=QuantType.QInt8, per_channel=True)
    return target
