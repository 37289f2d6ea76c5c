"""Settings of the aligner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from steiner.errors import InvalidInput
from steiner.model_settings.graph_models import DEFAULT_MODEL, EncodeSettings
from steiner.settings import DEFAULT_EMBEDDER
from steiner.settings.checks import check_known, one_of, positive

TARGETS = ("cosine", "named")
NODE_LOSSES = ("divergence", "ranking")


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
    labels drawn by the question (random alignment). `node_loss`: "divergence" (12), or "ranking",
    by pairs of a node with a share of the target and one without (G-RAG-RL, a baseline). `encode`:
    the graph encoder.
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
    node_loss: str = "divergence"
    encode: EncodeSettings = field(default_factory=lambda: EncodeSettings(activation="relu"))

    def __post_init__(self) -> None:
        one_of(self, "target", TARGETS)
        one_of(self, "node_loss", NODE_LOSSES)
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
