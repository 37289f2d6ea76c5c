"""Settings of language models that read a graph: graph encoder, soft prompt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from steiner.errors import InvalidInput
from steiner.settings import DEFAULT_EMBEDDER
from steiner.settings.checks import check_known, one_of, positive

DEFAULT_MODEL = "SmolLM2-135M-Instruct"
"""The language model that a Python package brings."""
ENCODERS = ("transformer", "gat", "gcn")
FORMS = ("graph", "virtual", "text")
POSITIONS = ("before", "after")
ACTIVATIONS = ("sigmoid", "relu")
POOLINGS = ("mean", "max", "attention", "cross")


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
    "mean" (as published), "max", "attention", or "cross": nodes attend to the question's words
    (Graph Neural Prompting); `gated`: nodes and edges count by how far their texts are from the
    question (GRAG's soft pruning); `edges`: edges with their ends are pooled beside
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
    gated: bool = False

    def __post_init__(self) -> None:
        one_of(self, "kind", ENCODERS)
        one_of(self, "pooling", POOLINGS)
        one_of(self, "activation", ACTIVATIONS)
        positive(self, layers=self.layers, heads=self.heads, width=self.width, tokens=self.tokens)
        if self.pooling == "cross" and self.edges:
            raise InvalidInput(
                "EncodeSettings pools edges by mean, max or attention, not by cross."
            )
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
    prompt stands "before" the text (as published) or "after" it, where a frozen model's prefix can
    be cached. `lora`: adapters are trained too (dropout .05); `rank`, `alpha`: of them.
    `quantised`: the language model's own weights, frozen, are in 4 bits (NF4 of QLoRA, Dettmers et
    al. 2023), a quarter of the memory. `whole`: all weights of the language model are trained and
    kept in the folder. `textual`: the graph's text is shown. `labelled`: graph, question and answer
    are named in the prompt, as they always are for a base model (Align-GRAG, figure 11).
    `max_text`: tokens of graph text and question, of which the question is never cut.
    `max_new_tokens`: of an answer that is written. `max_label`: of one that is learnt; longer ones,
    and those for which the model has no room, are cut, counted and, above a share of them, refused
    (`TrainSettings.cut`). `encode`: the graph encoder. `fixed`: the graph encoder is not trained,
    only the projector (Align-GRAG's, which the aligner trained).
    """

    llm: str = DEFAULT_MODEL
    embedder: str = DEFAULT_EMBEDDER
    form: str = "graph"
    position: str = "before"
    lora: bool = False
    rank: int = 8
    alpha: int = 16
    quantised: bool = False
    whole: bool = False
    textual: bool = True
    labelled: bool = False
    virtual_tokens: int = 10
    max_text: int = 512
    max_new_tokens: int = 32
    max_label: int = 512
    fixed: bool = False
    encode: EncodeSettings = field(default_factory=EncodeSettings)

    def __post_init__(self) -> None:
        one_of(self, "form", FORMS)
        one_of(self, "position", POSITIONS)
        positive(self, virtual_tokens=self.virtual_tokens, max_text=self.max_text)
        positive(self, rank=self.rank, alpha=self.alpha)
        positive(self, max_new_tokens=self.max_new_tokens, max_label=self.max_label)
        if self.lora and self.whole:
            raise InvalidInput(
                "GraphModelSettings trains adapters (lora) or all weights (whole), not both."
            )
        if self.quantised and self.whole:
            raise InvalidInput(
                "GraphModelSettings trains all weights (whole), or freezes them in 4 bits "
                "(quantised), not both: take adapters (lora) in place of whole."
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
