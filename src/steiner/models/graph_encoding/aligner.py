"""The aligner: scores nodes for a question and gives a graph's vector (Align-GRAG, section 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from steiner.embed import TextVectors
from steiner.model_settings import AlignerSettings
from steiner.models.graph_encoding.soft_prompt import graph_encoder, projection
from steiner.models.graph_encoding.tensors import require_geometric, tensors
from steiner.textual_graph import TextGraph


class Aligned(NamedTuple):
    """What the aligner gives for b graphs of n nodes in all.

    `scores` float[n] logits (10, before the softmax), `graphs` float[b, hidden] the vectors (15),
    `batch` the graphs as `tensors` makes them.
    """

    scores: torch.Tensor
    graphs: torch.Tensor
    batch: Any


class Aligner(nn.Module):
    """Graph encoder, node scorer and the MLP shared by graphs and chains (8, 10, 13 to 15).

    The encoder's vectors are as wide as the text encoder's, which the shared MLP asks for; the MLP
    gives vectors of `hidden` numbers, the language model's width. `words`: see EncodeSettings.
    """

    def __init__(
        self,
        settings: AlignerSettings,
        vectors: TextVectors,
        hidden: int,
        words: TextVectors | None = None,
    ) -> None:
        super().__init__()
        wide = vectors.embedder.dimensions
        out = 0 if settings.encode.width == wide else wide
        self.settings = replace(settings, encode=replace(settings.encode, out=out))
        self.vectors, self.words = vectors, words
        self.encoder = graph_encoder(wide, hidden, self.settings.encode)
        self.scorer = nn.Sequential(nn.Linear(2 * wide, wide), nn.ReLU(), nn.Linear(wide, 1))
        self.shared = projection(wide, hidden, settings.encode)

    def forward(self, graphs: Sequence[TextGraph], questions: Sequence[str]) -> Aligned:
        """Return scores and vectors of graphs, each with its question."""
        device = next(self.parameters()).device
        asked = self.settings.encode.pooling == "cross"
        batch = tensors(graphs, questions, self.vectors, self.words, asked).to(device)
        nodes = self.encoder.nodes(batch)
        asked = batch.question[batch.batch]
        scores = self.scorer(torch.cat([nodes, asked], dim=1))[:, 0]
        return Aligned(scores, self.shared(self.encoder.pooled(nodes, batch)), batch)

    @torch.no_grad()
    def node_scores(self, question: str, graph: TextGraph) -> npt.NDArray[np.float64]:
        """Return p_prediction float64[n] of the graph's nodes (10); they add up to 1."""
        scores = self([graph], [question]).scores
        return np.asarray(scores.double().softmax(0).cpu().numpy(), dtype=np.float64)


def by_graph(scores: torch.Tensor, batch: Any) -> torch.Tensor:
    """Return the softmax float[n] of scores float[n], for each graph of the batch alone.

    Scores [0, 0, 5] of graphs [0, 0, 1] give [.5, .5, 1].
    """
    shares: torch.Tensor = require_geometric("utils").softmax(
        scores, batch.batch, num_nodes=len(batch.question)
    )
    return shares
