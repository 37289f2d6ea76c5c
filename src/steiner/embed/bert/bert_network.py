"""Runs a BERT encoder's network over texts of any lengths, by ONNX Runtime on the processor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steiner.embed.bert.bert_folder import BertFolder
from steiner.embed.bert.bert_graph import bert_model, model_bytes
from steiner.embed.bert.onnx_bytes import OnnxGraph
from steiner.embed.bert.safetensors_file import Array
from steiner.embed.embedder import Matrix
from steiner.settings.environment import threads

_LEAST = 1e-12


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
        tokens = self.tokens(texts)
        lengths = np.array([len(text) for text in texts])
        starts = np.cumsum(lengths) - lengths
        pooled = tokens[starts]
        if not self.first_token:
            pooled = np.add.reduceat(tokens, starts, axis=0) / lengths[:, None]
        norms = np.maximum(np.linalg.norm(pooled, axis=1, keepdims=True), _LEAST)
        return np.asarray(pooled / norms, dtype=np.float32)


def open_network(folder: BertFolder, weights: Mapping[str, Array], int8: bool) -> BertNetwork:
    """Return the network of a folder, in 8 bits or in 32, over its weights as they are mapped."""
    graph = bert_model(weights, folder.shape, int8)
    return BertNetwork(_session(graph), folder.first_place, folder.first_token)


def _session(graph: OnnxGraph) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads()
    # Threads that wait for the next question would take the processor from the database.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(each) for each in graph.weights.values()]
    options.add_external_initializers(list(graph.weights), values)
    return onnxruntime.InferenceSession(
        model_bytes(graph), options, providers=["CPUExecutionProvider"]
    )
