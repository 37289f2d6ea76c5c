"""Runs a BERT encoder's network over texts of any lengths, by ONNX Runtime on the processor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steiner.embed.bert.bert_folder import BertFolder
from steiner.embed.bert.bert_graph import bert_model, model_bytes
from steiner.embed.bert.safetensors_file import Array
from steiner.embed.embedder import Matrix
from steiner.embed.onnx_session import open_session, pooled


@dataclass(frozen=True, slots=True)
class BertNetwork:
    """A session of ONNX Runtime with an encoder's weights; any number of threads may run it."""

    session: Any
    first_place: int
    first_token: bool

    def tokens(self, texts: Sequence[Sequence[int]]) -> Matrix:
        """Return the last layer float32[t, d] of all tokens of `texts`, each at least one."""
        lengths = np.array([len(text) for text in texts])
        places = np.arange(lengths.max())
        mask = places[None, :] < lengths[:, None]
        starts = np.cumsum(lengths) - lengths
        given = {
            "ids": np.fromiter((token for text in texts for token in text), dtype=np.int64),
            "places": np.nonzero(mask)[1] + self.first_place,
            "padded": np.where(mask, starts[:, None] + places[None, :], 0),
            "kept": np.flatnonzero(mask),
            "mask": mask.astype(np.int32),
        }
        made: list[Matrix] = self.session.run(None, given)
        return made[0]

    def vectors(self, texts: Sequence[Sequence[int]]) -> Matrix:
        """Return float32[n, d] unit vectors of texts, by the numbers of their tokens."""
        return pooled(self.tokens(texts), texts, self.first_token)


def open_network(folder: BertFolder, weights: Mapping[str, Array], int8: bool) -> BertNetwork:
    """Return the network of a folder, in 8 bits or in 32, over its weights as they are mapped."""
    graph = bert_model(weights, folder.shape, int8)
    session = open_session(model_bytes(graph), graph.weights)
    return BertNetwork(session, folder.first_place, folder.first_token)
