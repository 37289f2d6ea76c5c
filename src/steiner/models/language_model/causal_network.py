"""A causal language model on its device: the processor, or a GPU."""

from __future__ import annotations

from typing import Any

import torch

from steiner.embed.devices import check_device, reason_of
from steiner.errors import InvalidInput, MissingExtra
from steiner.models.language_model.language_model_files import load, require_transformers

_PACKING = "support_avx512bf16_for_cpu"
"""With it bitsandbytes (0.50) packs a layer at its first answer, and nothing is learnt through it
any more: a validation would end a training on a processor without a word."""


def causal_network(
    model: str, device: str | None, dtype: torch.dtype | str, quantised: bool = False
) -> Any:
    """Return the language model `model`, ready to be asked; on a GPU its weights are of `dtype`.

    `device` as torch names it (None: the first GPU, or the processor). `quantised`: they are in 4
    bits. Raises InvalidInput for a model that cannot be loaded, a device that is not there or one
    with too little memory, MissingExtra without bitsandbytes where that is needed.
    """
    check_device(device)
    place = device or ("cuda" if torch.cuda.is_available() else "cpu")
    own = torch.float32 if place == "cpu" else dtype
    bits = {"quantization_config": _four_bits(own)} if quantised else {}
    network = load("AutoModelForCausalLM", model, dtype=own, **bits)
    for layer in network.modules():
        if hasattr(layer, _PACKING):
            setattr(layer, _PACKING, False)
    if place.startswith("cuda"):
        # For the whole process. cuDNN makes a plan for each new length of a text and in each new
        # thread: an H100 waits 50 ms for it at each token that is written.
        torch.backends.cuda.enable_cudnn_sdp(False)
    try:
        return network.to(place).eval()
    except RuntimeError as error:
        said = ". ".join(reason_of(error).split(". ")[:2])
        raise InvalidInput(
            f"The language model {model!r} could not be put on the device {place!r}: {said}. "
            f"Where its memory does not suffice, name a smaller model, or take the processor: "
            f"device 'cpu', or CUDA_VISIBLE_DEVICES= before the command."
        ) from error


def _four_bits(computed: torch.dtype | str) -> Any:
    MissingExtra.require("bitsandbytes", "quantised")
    transformers: Any = require_transformers()
    return transformers.BitsAndBytesConfig(
        load_in_4bit=True, bnb_4bit_quant_type="nf4", bnb_4bit_compute_dtype=computed
    )
