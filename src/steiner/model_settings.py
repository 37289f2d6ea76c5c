"""Settings of what is trained: graph encoder, soft prompt, language model, training."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from steiner.errors import InvalidInput
from steiner.settings import DEFAULT_EMBEDDER, positive

DEFAULT_MODEL = "SmolLM2-135M-Instruct"
"""The language model that a Python package brings."""
ENCODERS = ("transformer", "gat", "gcn")
FORMS = ("graph", "virtual", "text")
POSITIONS = ("before", "after")
TARGETS = ("cosine", "named")
ACTIVATIONS = ("sigmoid", "relu")
POOLINGS = ("mean", "max", "attention")


def one_of(owner: object, name: str, allowed: tuple[str, ...]) -> None:
    """Raise InvalidInput if the setting `name` of `owner` is none of `allowed`."""
    value = getattr(owner, name)
    if value not in allowed:
        raise InvalidInput(
            f"{type(owner).__name__}.{name} must be one of {', '.join(allowed)}, got {value!r}."
        )


def check_known(kind: Any, given: Iterable[str]) -> None:
    """Raise InvalidInput for a name in `given` that is no setting of the dataclass `kind`."""
    known = {f.name for f in fields(kind)}
    if unknown := sorted(set(given) - known):
        raise InvalidInput(f"The settings {unknown} are unknown; known are {sorted(known)}.")


@dataclass(frozen=True, slots=True)
class EncodeSettings:
    """The graph encoder and projector (G-Retriever, equations 9 and 10, appendix B.1).

    `kind`: "transformer" (Graph Transformer), "gat" or "gcn"; `layers`: message-passing
    layers; `heads`: of attention; `width`: of a node's vector; `dropout`: share of its values that
    training leaves out; `projector`: width of the projector's hidden layer, 0 leaves the projector
    out (table 6: the encoder is then as wide as the language model); `activation`: of that layer,
    "sigmoid" (the authors' code) or "relu" (an aligner's: behind a sigmoid all graphs are alike at
    first, and are slowly told apart from chains); `tokens`: soft tokens a graph;
    `out`: width of a node's vector behind the layers, where it is another (0: the same;
    Align-GRAG's is the text encoder's). None of the following is published. `question`: the encoder
    also reads the question's vector; `likeness`: and, of each node and edge, its cosine with the
    question; `reversed`: each edge is also passed the other way, its vector negated; `pooling`:
    "mean" (as published), "max" or "attention"; `edges`: edges with their ends are pooled beside
    the nodes; `words`: an edge's vector is joined by the mean of the language model's own
    embeddings of its tokens, which tell "desires" from "not desires" where a sentence encoder
    hardly does.
    """

    kind: str = "transformer"
    layers: int = 4
    heads: int = 4
    width: int = 1024
    dropout: float = 0.0
    projector: int = 2048
    activation: str = "sigmoid"
    tokens: int = 1
    question: bool = False
    out: int = 0
    likeness: bool = False
    reversed: bool = False
    pooling: str = "mean"
    edges: bool = False
    words: bool = False

    def __post_init__(self) -> None:
        one_of(self, "kind", ENCODERS)
        one_of(self, "pooling", POOLINGS)
        one_of(self, "activation", ACTIVATIONS)
        positive(self, layers=self.layers, heads=self.heads, width=self.width, tokens=self.tokens)
        if self.width % self.heads:
            raise InvalidInput(
                f"EncodeSettings.width must be a multiple of heads, got {self.width} and "
                f"{self.heads} heads."
            )

    @property
    def given(self) -> int:
        """The width of a node's vector, and of a graph's."""
        return self.out or self.width


@dataclass(frozen=True, slots=True)
class GraphModelSettings:
    """A language model that reads a textual graph and, in its user turn, a soft prompt.

    `llm`: Hugging Face name or folder; `embedder`: encoder of node, edge and question texts.
    `form`: the soft prompt is "graph" (graph encoder), "virtual" (trained vectors: prompt tuning)
    or "text" (none). `virtual_tokens`: how many trained vectors there are. `position`: the soft
    prompt stands "before" the text (as published) or "after" it, where a frozen model's prefix
    can be cached. `lora`: adapters are trained too (rank 8, alpha 16, dropout .05). `whole`: all
    weights of the language model are trained, and kept in the folder. `textual`: the
    graph's text is shown. `max_text`: tokens of graph text and question, of which the question is
    never cut. `max_new_tokens`: of an answer. `encode`: the graph encoder.
    `fixed`: the graph encoder is not trained, only the projector (Align-GRAG's, which the aligner
    trained).
    """

    llm: str = DEFAULT_MODEL
    embedder: str = DEFAULT_EMBEDDER
    form: str = "graph"
    position: str = "before"
    lora: bool = False
    whole: bool = False
    textual: bool = True
    virtual_tokens: int = 10
    max_text: int = 512
    max_new_tokens: int = 32
    fixed: bool = False
    encode: EncodeSettings = field(default_factory=EncodeSettings)

    def __post_init__(self) -> None:
        one_of(self, "form", FORMS)
        one_of(self, "position", POSITIONS)
        positive(self, virtual_tokens=self.virtual_tokens, max_text=self.max_text)
        positive(self, max_new_tokens=self.max_new_tokens)
        if self.lora and self.whole:
            raise InvalidInput(
                "GraphModelSettings trains adapters (lora) or all weights (whole), not both."
            )

    @property
    def frozen(self) -> bool:
        """Whether no weight of the language model is trained."""
        return not (self.lora or self.whole)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> GraphModelSettings:
        """Read settings from JSON types. Raises InvalidInput for an unknown setting."""
        check_known(cls, data)
        encode = EncodeSettings(**data.get("encode", {}))
        return cls(**{**data, "encode": encode})


@dataclass(frozen=True, slots=True)
class AlignerSettings:
    """The aligner (Align-GRAG, section 4.2): node scorer and graph vector, learnt from chains.

    `llm`: the language model whose embedding width the shared MLP gives (14, 15); `embedder`:
    encoder of nodes, edges, questions and chains. `target`: of the nodes, "cosine" with the chain
    (11), or "named", equal shares of what the chain names beyond its question (not published).
    `temperature`: divides the cosines of (11), which has none: 1 is literal, and its target is
    nearly flat. `tau`: of (16), which the paper does not state. `node_weight`, `graph_weight`: in
    the sum (18), 1 and 1 as published; 0 is the ablation: without node alignment nothing is pruned,
    without representation alignment there is no graph token. `per_node`: (12) is divided by the
    number of nodes, as published, which leaves little of it in a graph of hundreds. `random`:
    labels drawn by the question (random alignment). `encode`: the graph encoder.
    """

    llm: str = DEFAULT_MODEL
    embedder: str = DEFAULT_EMBEDDER
    target: str = "cosine"
    temperature: float = 1.0
    tau: float = 0.07
    node_weight: float = 1.0
    graph_weight: float = 1.0
    per_node: bool = True
    random: bool = False
    encode: EncodeSettings = field(default_factory=lambda: EncodeSettings(activation="relu"))

    def __post_init__(self) -> None:
        one_of(self, "target", TARGETS)
        positive(self, temperature=self.temperature, tau=self.tau)
        weights = (self.node_weight, self.graph_weight)
        if min(weights) < 0 or not any(weights):
            raise InvalidInput(
                f"AlignerSettings expects weights of 0 or more, one of them above 0, got "
                f"node_weight {weights[0]}, graph_weight {weights[1]}."
            )

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> AlignerSettings:
        """Read settings from JSON types. Raises InvalidInput for an unknown setting."""
        check_known(cls, data)
        return cls(**{**data, "encode": EncodeSettings(**data.get("encode", {}))})


@dataclass(frozen=True, slots=True)
class PathModelSettings:
    """The trained scorer of relation paths.

    `embedder`: encoder of the texts; `width`: of its vectors; `steps`: of the longest path that it
    tells apart; `dropout`: of the encoder's vectors, which keeps it from learning the training
    graph's relations by heart; `trust`: the share of its score beside the zero-shot one; `start`:
    weights to begin with, "nothing", "package" (what steiner brings) or a folder of `steiner
    pretrain`.
    """

    embedder: str = DEFAULT_EMBEDDER
    width: int = 128
    steps: int = 4
    dropout: float = 0.3
    trust: float = 1.0
    start: str = "nothing"

    def __post_init__(self) -> None:
        positive(self, width=self.width, steps=self.steps)
        if self.width % 2 or not 0 <= self.dropout < 1:
            raise InvalidInput(
                f"PathModelSettings expects an even width and a dropout from 0 to below 1, got "
                f"{self.width} and {self.dropout}."
            )
        if not 0 < self.trust <= 1:
            raise InvalidInput(
                f"PathModelSettings expects a trust above 0 and up to 1, got {self.trust}."
            )

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PathModelSettings:
        """Read settings from JSON types. Raises InvalidInput for an unknown setting."""
        check_known(cls, data)
        return cls(**data)


@dataclass(frozen=True, slots=True)
class TrainSettings:
    """How a model is trained (G-Retriever, appendix B.1; betas and clipping: the authors' code).

    AdamW with a half-cycle cosine schedule.
    `epochs`: at most; `batch`: examples of one; `accumulate`: batches whose gradients are added;
    `rate`: the highest learning rate; `lora_rate`: that of LoRA adapters, where it differs;
    `weight_decay`, `betas`: of AdamW; `clip`: norm that gradients are clipped to; `warmup`: epochs
    until the highest rate; `patience`: epochs without a lower validation loss before it stops;
    `seed`: of weights and order; `threads`: of the processor, at most.
    `checkpoint`: optimiser steps between checkpoints (an epoch's end always has one).
    `cached`: the keys and values of a frozen model's text are computed once ("after" only).
    `warm`: epochs for which the soft prompt alone is trained first. `steps`: optimiser steps after
    which it ends, 0 for no limit (Align-GRAG's degree of alignment). `averaged`: trainings, each in
    another order, whose weights are averaged where examples are so few that all of them validate.
    """

    epochs: int = 10
    batch: int = 4
    accumulate: int = 1
    rate: float = 1e-5
    lora_rate: float | None = None
    weight_decay: float = 0.05
    betas: tuple[float, float] = (0.9, 0.95)
    clip: float = 0.1
    warmup: float = 1.0
    patience: int = 2
    seed: int = 0
    checkpoint: int = 200
    cached: bool = False
    warm: int = 0
    threads: int = 2
    steps: int = 0
    averaged: int = 1

    def __post_init__(self) -> None:
        positive(self, averaged=self.averaged)
        positive(self, epochs=self.epochs, batch=self.batch, accumulate=self.accumulate)
        positive(self, rate=self.rate, clip=self.clip, patience=self.patience)
        positive(self, checkpoint=self.checkpoint, threads=self.threads)

    def last(self, step: int) -> bool:
        """Say whether a training ends after this optimiser step."""
        return 0 < self.steps <= step


@dataclass(frozen=True, slots=True)
class Preset:
    """Settings that go together. `model`: a dataclass of settings; `training`: of its training."""

    model: Any
    training: TrainSettings
