"""From the vectors of nodes and edges to one of their graph; mean pooling is the published one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import torch
from torch import nn

from steiner.model_settings import EncodeSettings
from steiner.models.graph_encoding.tensors import require_geometric


class Pooling(nn.Module):
    """Pools rows by their graph: "mean", "max", or "attention" with a learnt weight for each row.

    Rows [1, 0] and [3, 4] of graph 0, none of graph 1: mean [[2, 2], [0, 0]], max [[3, 4], [0, 0]].
    """

    def __init__(self, settings: EncodeSettings) -> None:
        super().__init__()
        self.kind = settings.pooling
        self.weigh = nn.Linear(settings.given, 1) if self.kind == "attention" else None

    def forward(self, rows: torch.Tensor, graph: torch.Tensor, size: int) -> torch.Tensor:
        """Return float[size, d] of rows float[n, d], of which row i belongs to `graph[i]`.

        Rows [1, 3], [3, 5], [7, 7] of graphs [0, 0, 1] have the means [2, 4] and [7, 7] (13).
        """
        pools = require_geometric("nn")
        if self.weigh is None:
            pool = {"mean": pools.global_mean_pool, "max": pools.global_max_pool}[self.kind]
        else:
            shares = require_geometric("utils").softmax(self.weigh(rows), graph, num_nodes=size)
            rows, pool = rows * shares, pools.global_add_pool
        pooled: torch.Tensor = pool(rows, graph, size=size)
        return pooled


class CrossPooling(nn.Module):
    """Pools what nodes read in the question (Graph Neural Prompting, Tian et al. 2024).

    Each node attends to the tokens of its graph's question, which are as wide as `dimensions`; the
    mean of what its nodes read is the graph's vector.
    """

    def __init__(self, dimensions: int, settings: EncodeSettings) -> None:
        super().__init__()
        given = settings.given
        self.read = nn.Sequential(nn.Linear(dimensions, given), nn.ReLU(), nn.Linear(given, given))
        self.pool = Pooling(replace(settings, pooling="mean"))

    def forward(self, nodes: torch.Tensor, graphs: Any, size: int) -> torch.Tensor:
        """Return float[size, given] of nodes float[n, given] of a Batch with `asked` tokens."""
        words = self.read(graphs.asked)
        near = nodes @ words.T / nodes.shape[1] ** 0.5
        other = graphs.batch[:, None] != graphs.asked_batch
        read = near.masked_fill(other, float("-inf")).softmax(dim=1) @ words
        pooled: torch.Tensor = self.pool(read, graphs.batch, size)
        return pooled


class RelevanceGate(nn.Module):
    """Weighs rows by how far they are from the question (soft pruning of GRAG, Hu et al. 2024)."""

    def __init__(self, dimensions: int) -> None:
        super().__init__()
        inner = nn.Linear(dimensions, dimensions)
        self.layers = nn.Sequential(inner, nn.ReLU(), nn.Linear(dimensions, 1), nn.Sigmoid())

    def forward(self, rows: torch.Tensor, asked: torch.Tensor) -> torch.Tensor:
        """Return the rows float[n, e], each times a share of 0 to 1.

        It is read off their first d numbers, the text's, beside the question's `asked` float[n, d].
        """
        own: torch.Tensor = self.layers((rows[:, : asked.shape[1]] - asked).abs())
        return rows * own


class EdgeStates(nn.Module):
    """A vector for each edge, of its own and of both its ends (not published)."""

    def __init__(self, dimensions: int, settings: EncodeSettings) -> None:
        super().__init__()
        given = settings.given
        self.layers = nn.Sequential(
            nn.Linear(dimensions + 2 * given, given), nn.ReLU(), nn.Linear(given, given)
        )
        self.pool = Pooling(settings)

    def forward(
        self, nodes: torch.Tensor, ends: torch.Tensor, vectors: torch.Tensor
    ) -> torch.Tensor:
        """Return float[m, given] of nodes [n, given], ends int64[2, m] and vectors [m, d]."""
        joined = torch.cat([nodes[ends[0]], vectors, nodes[ends[1]]], dim=1)
        states: torch.Tensor = self.layers(joined)
        return states
