"""The graph encoder: a graph neural network and mean pooling (G-Retriever, equation 9)."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from steiner.model_settings import EncodeSettings
from steiner.models.tensors import require_geometric


class GraphEncoder(nn.Module):
    """Encodes each graph of a batch as one vector of `settings.width`.

    Layers are joined by layer norm, ReLU and a residual, so that one graph and a batch, training
    and inference give the same. A graph without nodes is the zero vector.
    """

    def __init__(self, dimensions: int, settings: EncodeSettings) -> None:
        super().__init__()
        read = dimensions * 2 if settings.question else dimensions
        self.settings = settings
        self.enter = nn.Linear(read, settings.width)
        self.layers = nn.ModuleList(_layer(dimensions, settings) for _ in range(settings.layers))
        self.norms = nn.ModuleList(nn.LayerNorm(settings.width) for _ in range(settings.layers))
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, graphs: Any) -> torch.Tensor:
        """Return float[graphs, width] of a Batch as `tensors` makes it."""
        nodes = graphs.x
        if self.settings.question:
            nodes = torch.cat([nodes, graphs.question[graphs.batch]], dim=1)
        state = self.enter(nodes)
        for layer, norm in zip(self.layers, self.norms, strict=True):
            state = state + self.dropout(torch.relu(norm(_pass(layer, state, graphs))))
        pool = require_geometric("nn").global_mean_pool
        pooled: torch.Tensor = pool(state, graphs.batch, size=len(graphs.question))
        return pooled


def _layer(dimensions: int, settings: EncodeSettings) -> Any:
    geometric, width = require_geometric("nn"), settings.width
    if settings.kind == "gcn":
        return geometric.GCNConv(width, width)
    conv = {"transformer": geometric.TransformerConv, "gat": geometric.GATConv}[settings.kind]
    return conv(width, width // settings.heads, heads=settings.heads, edge_dim=dimensions)


def _pass(layer: Any, state: torch.Tensor, graphs: Any) -> Any:
    # A GCN has no place for edge features.
    if type(layer).__name__ == "GCNConv":
        return layer(state, graphs.edge_index)
    return layer(state, graphs.edge_index, edge_attr=graphs.edge_attr)
