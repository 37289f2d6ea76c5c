"""The graph encoder: a graph neural network and pooling (G-Retriever, equation 9)."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from steiner.model_settings import EncodeSettings
from steiner.models.graph_encoding.pooling import CrossPooling, EdgeStates, Pooling, RelevanceGate
from steiner.models.graph_encoding.tensors import require_geometric


class GraphEncoder(nn.Module):
    """Encodes each graph of a batch as one vector of `settings.given` numbers.

    Layers are joined by layer norm, ReLU and a residual, so that one graph and a batch, training
    and inference give the same. A graph without nodes is the zero vector. `dimensions` of the
    nodes' and `edge_dimensions` of the edges' vectors.
    """

    def __init__(self, dimensions: int, settings: EncodeSettings, edge_dimensions: int = 0) -> None:
        super().__init__()
        read = dimensions * 2 if settings.question else dimensions
        edge = (edge_dimensions or dimensions) + settings.likeness
        self.settings = settings
        self.enter = nn.Linear(read + settings.likeness, settings.width)
        self.layers = nn.ModuleList(_layer(edge, settings) for _ in range(settings.layers))
        self.norms = nn.ModuleList(nn.LayerNorm(settings.width) for _ in range(settings.layers))
        self.dropout = nn.Dropout(settings.dropout)
        self.leave = nn.Linear(settings.width, settings.out) if settings.out else nn.Identity()
        cross = settings.pooling == "cross"
        self.pool = CrossPooling(dimensions, settings) if cross else Pooling(settings)
        gates = (RelevanceGate(dimensions), RelevanceGate(dimensions)) if settings.gated else ()
        self.gates = nn.ModuleList(gates)
        self.edges = EdgeStates(edge, settings) if settings.edges else None

    def forward(self, graphs: Any) -> torch.Tensor:
        """Return float[graphs, given] of a Batch as `tensors` makes it."""
        return self.pooled(self.nodes(graphs), graphs)

    def nodes(self, graphs: Any) -> torch.Tensor:
        """Return float[n, given], a vector for each node of the batch."""
        state = self.enter(self._read(graphs))
        edges = self._edges(graphs)
        if self.settings.reversed:
            ends, vectors = edges
            edges = torch.cat([ends, ends.flip(0)], dim=1), torch.cat([vectors, -vectors])
        for layer, norm in zip(self.layers, self.norms, strict=True):
            state = state + self.dropout(torch.relu(norm(_pass(layer, state, edges))))
        given: torch.Tensor = self.leave(state)
        return given

    def pooled(self, nodes: torch.Tensor, graphs: Any) -> torch.Tensor:
        """Return float[graphs, given] of the nodes' vectors float[n, given]."""
        size = len(graphs.question)
        which = graphs if isinstance(self.pool, CrossPooling) else graphs.batch
        pooled: torch.Tensor = self.pool(nodes, which, size)
        if self.edges is None:
            return pooled
        ends, vectors = self._edges(graphs)
        own = self.edges(nodes, ends, vectors)
        edges: torch.Tensor = self.edges.pool(own, graphs.batch[ends[0]], size)
        return pooled + edges

    def _read(self, graphs: Any) -> torch.Tensor:
        asked = graphs.question[graphs.batch]
        own = self.gates[0](graphs.x, asked) if self.gates else graphs.x
        columns = [own]
        if self.settings.question:
            columns.append(asked)
        if self.settings.likeness:
            columns.append((own * asked).sum(1, keepdim=True))
        return torch.cat(columns, dim=1)

    def _edges(self, graphs: Any) -> tuple[torch.Tensor, torch.Tensor]:
        """Return ends int64[2, m] and vectors float[m, e]; the text's own stand first in them."""
        ends, vectors = graphs.edge_index, graphs.edge_attr
        asked = graphs.question[graphs.batch[ends[0]]]
        if self.gates:
            vectors = self.gates[1](vectors, asked)
        if self.settings.likeness:
            like = (vectors[:, : asked.shape[1]] * asked).sum(1, keepdim=True)
            vectors = torch.cat([vectors, like], dim=1)
        return ends, vectors


def _layer(dimensions: int, settings: EncodeSettings) -> Any:
    geometric, width = require_geometric("nn"), settings.width
    if settings.kind == "gcn":
        return geometric.GCNConv(width, width)
    conv = {"transformer": geometric.TransformerConv, "gat": geometric.GATConv}[settings.kind]
    return conv(width, width // settings.heads, heads=settings.heads, edge_dim=dimensions)


def _pass(layer: Any, state: torch.Tensor, edges: tuple[torch.Tensor, torch.Tensor]) -> Any:
    # A GCN has no place for edge features.
    if type(layer).__name__ == "GCNConv":
        return layer(state, edges[0])
    return layer(state, edges[0], edge_attr=edges[1])
