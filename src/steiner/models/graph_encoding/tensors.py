"""Textual graphs as tensors: a vector for each node, each edge and each question."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import torch

from steiner.embed import Embedder, TextVectors, TokenEmbedder
from steiner.errors import InvalidInput, MissingExtra
from steiner.index.check import PROBE, SAME_MODEL
from steiner.textual_graph import TextGraph

KEPT = 200_000
"""Texts whose vectors are kept while a model trains: 300 MB at 384 dimensions."""


def tensors(
    graphs: Sequence[TextGraph],
    questions: Sequence[str],
    vectors: TextVectors,
    words: TextVectors | None = None,
    asked: bool = False,
) -> Any:
    """Return a torch_geometric Batch of the graphs (G-Retriever, equations 1 and 3).

    `x` float32[n, d] of the nodes, `edge_index` int64[2, m], `edge_attr` float32[m, d], `batch`
    int64[n], `question` float32[len(graphs), d]. A graph may have no edge, or nothing at all. With
    `words`, other vectors of the edges' texts, these join the edges' own, float32[m, d + w]. With
    `asked` each question's tokens are there, too: `asked` float32[t, d], `asked_batch` int64[t].

        graphs of a -> b, and of c alone: x [3, d], edge_index [[0], [1]], batch [0, 0, 1]

    Raises MissingExtra without torch_geometric.
    """
    data, batch = require_geometric("data"), list(zip(graphs, questions, strict=True))
    texts = (text for graph in graphs for text in (*graph.nodes, *(e[1] for e in graph.edges)))
    vectors.vectors([*texts, *questions])
    parts = [data.Data(**_columns(graph, question, vectors, words)) for graph, question in batch]
    for part, question in zip(parts, questions if asked else (), strict=asked):
        part.asked = question_tokens(question, vectors.embedder)
    return data.Batch.from_data_list(parts, follow_batch=["asked"] if asked else [])


def question_tokens(question: str, embedder: Embedder) -> torch.Tensor:
    """Return float32[t, d], a vector for each token. Raises InvalidInput where there are none."""
    if not isinstance(embedder, TokenEmbedder):
        raise InvalidInput(
            f"The pooling 'cross' reads a vector for each word of a question, which the encoder "
            f"{embedder.name} does not give. Use another encoder, or the pooling 'mean'."
        )
    return torch.from_numpy(embedder.embed_tokens([question])[0])


def _columns(
    graph: TextGraph, question: str, vectors: TextVectors, words: TextVectors | None
) -> dict[str, torch.Tensor]:
    texts = [text for _, text, _ in graph.edges]
    edges = [_tensor(own, texts) for own in (vectors, words) if own is not None]
    place = {id: i for i, id in enumerate(graph.ids)}
    ends = [(place[source], place[target]) for source, _, target in graph.edges]
    return {
        "x": _tensor(vectors, graph.nodes),
        "edge_index": torch.tensor(ends, dtype=torch.int64).reshape(-1, 2).T.contiguous(),
        "edge_attr": torch.cat(edges, dim=1),
        "question": _tensor(vectors, [question]),
    }


def _tensor(vectors: TextVectors, texts: Sequence[str]) -> torch.Tensor:
    return torch.from_numpy(vectors.vectors(texts))


def require_geometric(module: str) -> Any:
    """Import a module of torch_geometric, or raise MissingExtra with the pip line."""
    if find_spec("torch_geometric") is None:
        raise MissingExtra.named("torch_geometric", "train")
    with warnings.catch_warnings():
        # Its own call of torch.jit.script, which torch calls deprecated.
        warnings.simplefilter("ignore", FutureWarning)
        return import_module(f"torch_geometric.{module}")


def check_vectors(probe: Sequence[float], embedder: Embedder) -> None:
    """Raise InvalidInput where `embedder` is not the one that gave `probe` for PROBE."""
    own = embedder.embed_question(PROBE)
    if len(own) != len(probe) or float(own @ np.array(probe, np.float32)) < SAME_MODEL:
        raise InvalidInput(
            f"The model was trained on other text vectors, of {len(probe)} dimensions, than those "
            f"of {embedder.name}, of {len(own)}. Use the embedder that it was trained with."
        )
