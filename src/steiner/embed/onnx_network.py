"""An encoder's network in ONNX Runtime, in 32 bits or in 8, on the processor.

sentence-transformers has such backends of its own, by packages that ask for transformers 4: here
the network alone is exported, so tokens, pooling and prompts stay sentence-transformers'.
"""

from __future__ import annotations

import hashlib
import tempfile
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from steiner.embed.cache_folder import cache_folder
from steiner.embed.embedder import Matrix
from steiner.embed.few_texts import Indices
from steiner.embed.packed_network import gives_the_same, in_rows, probe_of, reads_one_row
from steiner.errors import MissingExtra
from steiner.settings.environment import threads

_OPSET = 17
_PACKAGES = ("onnx", "onnxruntime")
_MOST = 300_000_000
"""Weights of a network that is exported unasked: a file in ONNX holds 2 GB at most."""
_IDS, _KINDS = "input_ids", "token_type_ids"
_MASK, _PLACES = "attention_mask", "position_ids"
"""Inputs of a network."""


def run_in_onnx(network: Any, tokenizer: Any, int8: bool) -> None:
    """Let ONNX Runtime do what `network` does: exported at the first use, and kept in the cache.

    Raises MissingExtra without the packages.
    """
    for package in _PACKAGES:
        if find_spec(package) is None:
            raise MissingExtra.named(package, "onnx")
    network.forward = _in_onnx(network, tokenizer, _digest(network), int8)


def runs_the_same_in_onnx(network: Any, tokenizer: Any) -> bool:
    """Let ONNX Runtime do what `network` does, if it is at hand and gives the same; or say no.

    A network that could not be exported is not tried again. Where no file can be kept, torch runs.
    """
    at_hand = all(find_spec(package) for package in _PACKAGES)
    if not at_hand or network.device.type != "cpu" or network.num_parameters() > _MOST:
        return False
    digest = _digest(network)
    failed = cache_folder() / "onnx" / f"{digest}.failed"
    if failed.exists():
        return False
    try:
        forward = _in_onnx(network, tokenizer, digest, int8=False)
        same = gives_the_same(network.forward, forward, probe_of(tokenizer))
    except OSError:
        return False
    except Exception:  # Which one, is the exporter's and the network's own.
        same = False
    if same:
        network.forward = forward
    else:
        failed.touch()
    return same


def _in_onnx(network: Any, tokenizer: Any, digest: str, int8: bool) -> OnnxNetwork:
    """Return what runs `network`, exported to a file named by the digest of its weights."""
    row = reads_one_row(network, tokenizer)
    file = (
        cache_folder() / "onnx" / f"{digest}{'-row' if row else ''}{'-int8' if int8 else ''}.onnx"
    )
    if not file.is_file():
        _make(file, network, tokenizer, int8, row)
    return OnnxNetwork(file, row)


class OnnxNetwork:
    """An exported network, called as torch's own is; with `in_row`, several texts stand in one."""

    def __init__(self, file: Path, in_row: bool) -> None:
        self._session = _session(file)
        self._inputs = [each.name for each in self._session.get_inputs()]
        self._forward = in_rows(self._padded) if in_row else self._padded
        self.in_row = in_row

    def __call__(self, **features: Any) -> Any:
        """Return what the network's own forward returns, its last layer alone."""
        return self._forward(**features)

    def row(self, ids: Indices, kinds: Indices, texts: Indices, places: Indices) -> Matrix:
        """Return the last layer float32[t, d] of t tokens in one row, each of one of `texts`."""
        given = {_IDS: ids[None], _KINDS: kinds[None], _PLACES: places[None]}
        given[_MASK] = (texts[:, None] == texts)[None, None]
        (tokens,) = self._session.run(None, {name: given[name] for name in self._inputs})
        row: Matrix = tokens[0]
        return row

    def _padded(self, **features: Any) -> Any:
        import torch
        from transformers.modeling_outputs import BaseModelOutput

        given = _with_places(features) if _PLACES in self._inputs else features
        read = {name: given[name].numpy() for name in self._inputs}
        (tokens,) = self._session.run(None, read)
        return BaseModelOutput(last_hidden_state=torch.from_numpy(tokens))


def _session(file: Path) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads()
    # Threads that wait for the next question would take the processor from the database.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])


def _with_places(features: dict[str, Any]) -> dict[str, Any]:
    """Return the features with what each token attends to, bool[n, 1, t or 1, t], and its place."""
    import torch

    mask, ids = features[_MASK], features[_IDS]
    if mask.dim() == 2:
        mask = mask[:, None, None, :].bool()
    places = torch.arange(ids.shape[1]).expand(ids.shape)
    return {_PLACES: places, **features, _MASK: mask}


def _make(file: Path, network: Any, tokenizer: Any, int8: bool, row: bool) -> None:
    """Export `network`; `row`: it takes the tokens' places, and masks that tell texts apart."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        draft = Path(folder) / "model.onnx"
        _export(network, tokenizer, draft, row)
        # Renamed when it is whole: another process may be about to read it.
        (_quantised(draft) if int8 else draft).rename(file)


def _digest(network: Any) -> str:
    digest = hashlib.sha256(str(network.config).encode())
    for name, weights in network.state_dict().items():
        digest.update(name.encode() + weights.contiguous().numpy().tobytes())
    return digest.hexdigest()[:16]


def _export(network: Any, tokenizer: Any, file: Path, row: bool) -> None:
    import torch

    class Tokens(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.network = network

        def forward(self, *given: Any) -> Any:
            return self.network(**dict(zip(names, given, strict=True))).last_hidden_state

    example = dict(probe_of(tokenizer))
    if row:
        example = _with_places(example)
    names = list(example)
    shape = {0: "texts", 1: "tokens"}
    shapes = dict.fromkeys((*names, "tokens"), shape)
    if row:
        shapes[_MASK] = {0: "texts", 2: "attending", 3: "tokens"}
    with warnings.catch_warnings(), torch.no_grad():
        # torch warns of its own exporter; the newer one needs one more package.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            # As it is: the exporter gives a module that trains back as one that trains.
            Tokens().eval(),
            tuple(example[name] for name in names),
            file,
            input_names=names,
            output_names=["tokens"],
            dynamic_axes=shapes,
            opset_version=_OPSET,
            dynamo=False,
        )


def _quantised(file: Path) -> Path:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    target = file.with_name("int8.onnx")
    # A scale for each row of weights: one for all of a matrix costs cosine.
    quantize_dynamic(file, target, weight_type=QuantType.QInt8, per_channel=True)
    return target
