"""The aligner's objective: nodes and graphs are aligned to reasoning chains (Align-GRAG, 4.2).

A chain holds the answer: it is read in training and never to answer a question.
"""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from steiner.artefact import Artefact
from steiner.embed import Embedder, TextVectors, named_embedder
from steiner.model_settings import AlignerSettings, TrainSettings
from steiner.models.graph_encoding.aligner import Aligned, Aligner, by_graph
from steiner.models.graph_encoding.tensors import KEPT, check_vectors, require_geometric
from steiner.models.language_model.language_model_files import load
from steiner.models.language_model.token_embeddings import TokenEmbeddings, token_vectors
from steiner.models.tensor_files import read_module, write_tensors
from steiner.models.trainable import ModelKind, TrainableModel
from steiner.train.data.chained_graphs import AlignExample
from steiner.train.objectives.named import named_target

_WEIGHTS = "aligner.safetensors"
_LEAST = 1e-12


def node_target(nodes: torch.Tensor, chains: torch.Tensor, batch: Any, heat: float) -> torch.Tensor:
    """Return p_reasoning float[n] (11): the softmax of cosines by graph, divided by `heat`.

    `nodes` float[n, d] and `chains` float[graphs, d], one of each graph, are unit vectors. Nodes
    [1, 0] and [0, 1] of one graph, its chain [1, 0] and a heat of 1: cosines 1 and 0, of which
    the softmax is [e / (e + 1), 1 / (e + 1)], [.73, .27].
    """
    return by_graph((nodes * chains[batch.batch]).sum(1) / heat, batch)


def node_alignment(
    scores: torch.Tensor, target: torch.Tensor, batch: Any, per_node: bool = True
) -> torch.Tensor:
    """Return float[graphs], L_NA (12): KL from the target to the softmax of the scores.

    `per_node` divides by the number of the graph's nodes. Target [.5, .5] and scores of equal
    worth give 0; target [1, 0] gives log 2, divided by 2.
    """
    predicted = by_graph(scores, batch).clamp_min(_LEAST)
    apart = target * (target.clamp_min(_LEAST).log() - predicted.log())
    pools = require_geometric("nn")
    pool = pools.global_mean_pool if per_node else pools.global_add_pool
    loss: torch.Tensor = pool(apart, batch.batch, size=len(batch.question))
    return loss


def node_ranking(scores: torch.Tensor, target: torch.Tensor, batch: Any) -> torch.Tensor:
    """Return float[graphs]: by how much nodes without a share of the target come too near.

    The mean of max(0, 1 - (s_i - s_j)) over a graph's pairs of a node i with a share and a node j
    without (G-RAG-RL, Dong et al. 2024); 0 where there is no such pair. Scores [2, 0, 1.5] and
    target [1, 0, 0] give (0 + .5) / 2.
    """
    losses = []
    for graph in range(len(batch.question)):
        own = batch.batch == graph
        wanted, others = scores[own & (target > 0)], scores[own & (target <= 0)]
        apart = (1 - (wanted[:, None] - others)).clamp_min(0)
        losses.append(apart.mean() if apart.numel() else 0 * scores.sum())
    return torch.stack(losses)


def graph_alignment(graphs: torch.Tensor, chains: torch.Tensor, tau: float) -> torch.Tensor:
    """Return float[n], L_RA (16, 17): both ways, each pair against the others of the batch.

    `graphs` and `chains` float[n, t]; pair i belongs together. Its mean is (17). A batch of one has
    nothing to be told apart from: 0. Graphs [1, 0] and [0, 1] with the same chains and a tau of 1
    have log(1 + 1/e) each.
    """
    normalised = torch.nn.functional.normalize
    cosines = normalised(graphs, dim=1) @ normalised(chains, dim=1).T / tau
    own = torch.arange(len(cosines), device=cosines.device)
    entropy = torch.nn.functional.cross_entropy
    to_chain = entropy(cosines, own, reduction="none")
    to_graph = entropy(cosines.T, own, reduction="none")
    return 0.5 * (to_chain + to_graph)


class Alignment(TrainableModel):
    """Trains an aligner: node and graph alignment, weighed and added (18)."""

    def __init__(self, aligner: Aligner) -> None:
        super().__init__()
        self.aligner, self.settings = aligner, aligner.settings

    @property
    def embedder(self) -> Embedder:
        """The frozen encoder of nodes, edges, questions and chains."""
        return self.aligner.vectors.embedder

    def prepare(self, examples: Sequence[Any], training: TrainSettings) -> None:  # noqa: ARG002
        """Train only what the loss reaches: a weight of 0 leaves its part as it began.

        Warns of batches of one, of which representation alignment learns nothing.
        """
        if training.batch == 1 and self.settings.graph_weight:
            warnings.warn(
                "Representation alignment tells a graph's chain from the others of its batch, and "
                "a batch of one has no others: its loss is 0. Use a larger --batch.",
                stacklevel=2,
            )
        self.aligner.scorer.requires_grad_(self.settings.node_weight > 0)
        self.aligner.shared.requires_grad_(self.settings.graph_weight > 0)

    def forward(self, examples: Sequence[AlignExample]) -> torch.Tensor:
        """Return float[b], the loss of each example."""
        settings = self.settings
        aligned = self.aligner([e.graph for e in examples], [e.question for e in examples])
        chains = self._chains(examples).to(aligned.scores.device)
        loss = torch.zeros(len(examples), device=chains.device)
        if settings.node_weight:
            target = self._target(examples, aligned.batch, chains)
            loss = loss + settings.node_weight * self._of_nodes(aligned, target)
        if settings.graph_weight:
            graphs = graph_alignment(aligned.graphs, self.aligner.shared(chains), settings.tau)
            loss = loss + settings.graph_weight * graphs
        return loss

    def _of_nodes(self, aligned: Aligned, target: torch.Tensor) -> torch.Tensor:
        if self.settings.node_loss == "ranking":
            return node_ranking(aligned.scores, target, aligned.batch)
        return node_alignment(aligned.scores, target, aligned.batch, self.settings.per_node)

    def _target(
        self, examples: Sequence[AlignExample], batch: Any, chains: torch.Tensor
    ) -> torch.Tensor:
        if self.settings.target == "named" and not self.settings.random:
            questions, texts = [e.question for e in examples], [e.chain for e in examples]
            target = named_target(questions, texts, [e.graph for e in examples])
            return target.to(chains.device)
        return node_target(batch.x, chains, batch, self.settings.temperature)

    def _chains(self, examples: Sequence[AlignExample]) -> torch.Tensor:
        """Return r_s float[b, d] (9); with `random`, directions that the questions draw."""
        if self.settings.random:
            size = self.aligner.vectors.embedder.dimensions
            drawn = np.stack([_direction(example.question, size) for example in examples])
            return torch.from_numpy(drawn)
        return torch.from_numpy(self.aligner.vectors.vectors([e.chain for e in examples]))


def _direction(text: str, size: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    drawn = np.random.default_rng(zlib.crc32(text.encode())).standard_normal(size)
    return np.asarray(drawn / np.linalg.norm(drawn), dtype=np.float32)


def new_alignment(settings: AlignerSettings, embedder: Embedder | None = None) -> Alignment:
    """Build an untrained aligner; torch's seed decides how it begins."""
    vectors = TextVectors(embedder or named_embedder(settings.embedder), KEPT)
    if not settings.encode.words:
        hidden = load("AutoConfig", settings.llm).get_text_config().hidden_size
        return Alignment(Aligner(settings, vectors, hidden))
    llm = TokenEmbeddings(settings.llm)
    words = token_vectors(llm, load("AutoTokenizer", settings.llm), settings.llm)
    return Alignment(Aligner(settings, vectors, words.embedder.dimensions, words))


def _write(model: Alignment, folder: Path) -> dict[str, Any]:
    write_tensors(folder / _WEIGHTS, model.aligner.state_dict())
    return {}


def _read(artefact: Artefact, embedder: Embedder | None = None) -> Alignment:
    model = new_alignment(AlignerSettings.from_dict(artefact.model), embedder)
    check_vectors(artefact.probe, model.embedder)
    read_module(model.aligner, artefact.folder / _WEIGHTS)
    return model


ALIGNER: ModelKind[Alignment] = ModelKind(new_alignment, _write, _read)
