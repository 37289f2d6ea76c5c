"""What the full scale needs, before it is run: weights on the meta device, then arithmetic.

Memory: weights in bfloat16; 16 bytes a trained weight (AdamW, gradient, master copy); activations
of a batch, 34 s b h + 5 a s² b bytes a layer (Korthikanti et al. 2022); where all weights are
trained of one layer alone, for layers are computed again. Time: 2 FLOPs a weight and token forward,
as many again for the gradients of activations and, where all weights are trained, for those of
weights and for what is computed again; an A100 at 40% of its 312 TFLOP/s; writing by its memory's
2 TB/s. Sharded over several GPUs (FSDP): a part of the 16 bytes each, and whole what is computed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from papers.layout import PaperTable, Plan
from steiner.model_settings import EncodeSettings

SIZES: Mapping[str, tuple[int, int]] = {
    "expla-graphs": (1_659, 554),
    "scene-graphs": (59_978, 20_025),
    "webqsp": (2_826, 1_628),
    "cwq": (27_639, 3_531),
    "webqsp+cwq": (30_487, 5_170),
    "metaqa": (329_282, 39_093),
    "metaqa-3-hops": (75_000, 14_274),
    "crag": (0, 1_335),
}
"""Questions that are learnt and that are asked."""
_LLAMA = {"hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers": 32,
          "num_attention_heads": 32, "vocab_size": 32000}  # fmt: skip
_CONFIGS: Mapping[str, Mapping[str, int]] = {
    "meta-llama/Llama-2-7b-hf": _LLAMA,
    "meta-llama/Llama-2-7b-chat-hf": _LLAMA,
    "codellama/CodeLlama-7b-Instruct-hf": {**_LLAMA, "vocab_size": 32016},
    "meta-llama/Llama-2-13b-hf": {
        **_LLAMA, "hidden_size": 5120, "intermediate_size": 13824, "num_hidden_layers": 40,
        "num_attention_heads": 40,
    },
    "meta-llama/Llama-3.1-8B": {
        **_LLAMA, "intermediate_size": 14336, "num_key_value_heads": 8, "vocab_size": 128256,
    },
    "meta-llama/Llama-3.1-70B-Instruct": {
        **_LLAMA, "hidden_size": 8192, "intermediate_size": 28672, "num_hidden_layers": 80,
        "num_attention_heads": 64, "num_key_value_heads": 8, "vocab_size": 128256,
    },
    "microsoft/phi-2": {
        **_LLAMA, "hidden_size": 2560, "intermediate_size": 10240, "vocab_size": 51200,
    },
    "mistralai/Mixtral-8x7B-Instruct-v0.1": {
        **_LLAMA, "intermediate_size": 14336, "num_key_value_heads": 8,
    },
}  # fmt: skip
_KINDS: Mapping[str, str] = {
    "microsoft/phi-2": "Phi",
    "mistralai/Mixtral-8x7B-Instruct-v0.1": "Mixtral",
}
"""What is no Llama."""
_FLOPS, _BANDWIDTH = 0.4 * 312e12, 2e12
_TEXT, _WRITTEN, _EPOCHS, _BATCH, _ASKED_AT_ONCE = 544, 32, 10, 4, 1
_FITS, _KIND = 76, "one GPU of 80 GB"
_GPUS = (2, 4, 8)
_TOO_LARGE = (
    "more than a GPU has, and only what trains all weights is sharded over several. Take adapters "
    "(--quantised: over weights in 4 bits), or serve a model that is not trained and give --llm "
    "provider:name"
)
_ROBERTA = 1024
"""Numbers of a node's vector by all-roberta-large-v1."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Memory in GB of the largest run, and hours of all runs, on one A100 of 80 GB each.

    `gpus`: of 80 GB, the fewest over which it can be sharded where one does not do; 0 for none.
    """

    gigabytes: float
    hours: float
    gpus: int = 0

    def __str__(self) -> str:
        """Say it in one line."""
        kinds = ((_FITS, _KIND), (135, "one GPU of 141 GB"))
        fits = [kind for most, kind in kinds if self.gigabytes <= most][:1]
        if self.gpus:
            fits.append(f"{self.gpus} of 80 GB with --sharded")
        said = " or ".join(fits) or _TOO_LARGE
        return f"{self.gigabytes:.0f} GB at most: {said}; about {self.hours:,.0f} A100 hours"


def hidden_size(llm: str) -> int:
    """Return the width of a language model's token vectors."""
    if llm in _CONFIGS:
        return _CONFIGS[llm]["hidden_size"]
    from transformers import AutoConfig

    from steiner.models.language_model.language_model_files import resolve

    return int(AutoConfig.from_pretrained(resolve(llm)).hidden_size)


def cost(table: PaperTable) -> Cost:
    """Return what the full scale of a table needs."""
    runs = [
        (row.plan, dataset)
        for row in table.rows
        if row.plan is not None
        for dataset in table.datasets()
    ]
    memory, largest = max(((gigabytes(p), p) for p, _ in runs), key=lambda pair: pair[0])
    gpus = fewest_gpus(largest.llm) if largest.parts and memory > _FITS else 0
    return Cost(memory, sum(_hours(plan, dataset, table.seeds) for plan, dataset in runs), gpus)


def gigabytes(plan: Plan) -> float:
    """Return the memory of a run in GB."""
    own = _CONFIGS.get(plan.llm)
    if own is None or not (plan.written or plan.train is not None):
        return 4.0
    weights = weights_of(plan.llm)
    if plan.train is None and not plan.parts:
        return weights * 2 / 1e9
    frozen = 0 if plan.parts else 2 * weights
    return (frozen + 16 * _trained(plan) + _activations(own, bool(plan.parts))) / 1e9


def fewest_gpus(llm: str) -> int:
    """Return over how few GPUs of 80 GB all weights of a model can be trained; 0: none of _GPUS."""
    return next((count for count in _GPUS if sharded_gigabytes(llm, count) <= _FITS), 0)


def sharded_gigabytes(llm: str, gpus: int) -> float:
    """Return the memory in GB of each of so many GPUs that train all weights together.

    A part of weights, gradients and moments; whole, in 32 bits and with gradients, the embeddings,
    the last layer and two of the others; one prompt's activations. When it begins and ends, each
    GPU has the weights whole, and at the end its part beside them.
    """
    own, weights = _CONFIGS[llm], weights_of(llm)
    ends = 2 * own["vocab_size"] * own["hidden_size"]
    layer = (weights - ends) / own["num_hidden_layers"]
    computing = 16 * weights / gpus + 8 * (ends + 2 * layer) + _activations(own, True) / 2
    return max(computing, 4 * weights * (1 + 1 / gpus)) / 1e9


def _activations(own: Mapping[str, int], recomputed: bool) -> int:
    """Return the bytes of a batch's activations; of layers computed again one alone is whole."""
    layers, width, heads = (
        own[name] for name in ("num_hidden_layers", "hidden_size", "num_attention_heads")
    )
    tokens, batch = (3_000, 2) if recomputed else (_TEXT, _BATCH)
    layer = 34 * tokens * batch * width + 5 * heads * tokens**2 * batch
    return layer + 2 * layers * tokens * batch * width if recomputed else layers * layer


@cache
def weights_of(llm: str) -> int:
    """Return how many weights a model has, built where no memory is taken."""
    import torch
    import transformers

    kind = _KINDS.get(llm, "Llama")
    sizes = getattr(transformers, f"{kind}Config")(**_CONFIGS[llm])
    with torch.device("meta"):
        model: Any = getattr(transformers, f"{kind}ForCausalLM")(sizes)
    return sum(weight.numel() for weight in model.parameters())


@cache
def soft_weights(hidden: int) -> int:
    """Return how many weights graph encoder and projector have, as published."""
    import torch

    from steiner.models.graph_encoding.soft_prompt import GraphPrompt

    with torch.device("meta"):
        soft = GraphPrompt(_ROBERTA, hidden, 1.0, EncodeSettings())
    return sum(weight.numel() for weight in soft.parameters())


def _trained(plan: Plan) -> int:
    own = _CONFIGS[plan.llm]
    if plan.parts:
        return weights_of(plan.llm)
    adapters = 2 * 2 * 8 * own["hidden_size"] * own["num_hidden_layers"]
    return soft_weights(own["hidden_size"]) + adapters


def _hours(plan: Plan, dataset: str, seeds: int) -> float:
    if plan.llm not in _CONFIGS or not (plan.written or plan.train is not None):
        return 0.1
    weights = weights_of(plan.llm)
    learnt, asked = SIZES[plan.learnt or dataset][0], SIZES[dataset][1]
    flops = 0.0
    # A reasoner learns all weights from prompts with hints, and writes a chain before its answer.
    reasons = bool(plan.parts)
    each, epochs, read, written = (8, 5, 1_500, 512) if reasons else (4, _EPOCHS, _TEXT, _WRITTEN)
    if plan.train is not None:
        flops = each * weights * read * learnt * epochs
    writing = asked * (2 * weights * read / _FLOPS + written * 2 * weights / _BANDWIDTH)
    runs = seeds if plan.train is not None else 1
    return runs * (flops / _FLOPS + writing / _ASKED_AT_ONCE) / 3_600
