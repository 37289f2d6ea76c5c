"""Layers whose results are computed again for the gradients, not kept (gradient checkpointing)."""

from __future__ import annotations

from functools import partial
from typing import Any

from torch.utils.checkpoint import checkpoint

from steiner.models.language_model.language_model_files import require_transformers


def layers_of(llm: Any) -> list[Any]:
    """Return the layers of a language model, in their order."""
    require_transformers()
    from transformers.modeling_layers import GradientCheckpointingLayer

    return [each for each in llm.modules() if isinstance(each, GradientCheckpointingLayer)]


def recompute_layers(llm: Any, on: bool) -> None:
    """Switch it on or off for the layers of a language model.

    transformers looks whether a layer is training. A frozen model's layers are made to say so by
    themselves: what is inside them stays in evaluation mode, without dropout.
    """
    for layer in layers_of(llm):
        layer.gradient_checkpointing = on
        layer._gradient_checkpointing_func = partial(checkpoint, use_reentrant=False)
        layer.training = on or layer.training
