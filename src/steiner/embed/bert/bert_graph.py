"""The network of a BERT encoder as an ONNX graph, over its own weights.

Tokens of all texts stand in one row, without padding: float32[t, d] goes from layer to layer.
Attention alone needs texts of one length, and pads them for itself. Two texts of 2 and 1 tokens:
`padded` [[0, 1], [2, 0]] are the tokens of each text, `mask` [[1, 1], [1, 0]] says which of
them count, `kept` [0, 1, 2] are the places of the tokens among the padded ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from steiner.embed.bert.onnx_bytes import INT32, INT64, MICROSOFT, OnnxGraph
from steiner.embed.bert.safetensors_file import Array

OUTPUT = "tokens"
_ROW, _TABLE = ["t"], ["n", "longest"]
_INPUTS = {
    "ids": (INT64, _ROW),
    "places": (INT64, _ROW),
    "padded": (INT64, _TABLE),
    "kept": (INT64, _ROW),
    "mask": (INT32, _TABLE),
}


@dataclass(frozen=True, slots=True)
class BertShape:
    """How many `layers` of how many attention `heads` a network has, and its `epsilon`."""

    layers: int
    heads: int
    epsilon: float


def bert_model(weights: Mapping[str, Array], shape: BertShape, int8: bool) -> OnnxGraph:
    """Return the graph of a network whose weights are called as transformers' BertModel does.

    `int8`: its dense layers compute in 8 bits, with a scale for each row of weights.
    """
    made = _Bert(OnnxGraph(), weights, shape, _dense_int8 if int8 else _dense)
    hidden = made.embedded()
    for layer in range(shape.layers):
        hidden = made.layer(f"encoder.layer.{layer}", hidden, last=layer == shape.layers - 1)
    return made.graph


def model_bytes(graph: OnnxGraph) -> bytes:
    """Return the graph as an ONNX model that takes a row of tokens and gives float32[t, d]."""
    return graph.model(_INPUTS, {OUTPUT: ["t", "d"]})


@dataclass(frozen=True, slots=True)
class _Bert:
    graph: OnnxGraph
    given: Mapping[str, Array]
    shape: BertShape
    dense: Callable[[_Bert, str, str], str]
    """Adds a dense layer, by its input and the name of its weights; returns its output."""

    def weight(self, name: str) -> str:
        return self.graph.weight(name, self.given[name])

    def embedded(self) -> str:
        """Sum the vectors of word, place and kind of each token, and normalise them."""
        places = self.given["embeddings.position_embeddings.weight"]
        # One text at a time is read: every token is of the first kind.
        kind = self.given["embeddings.token_type_embeddings.weight"][0]
        table = self.graph.weight("places and kind", np.asarray(places + kind, np.float32))
        words = self.weight("embeddings.word_embeddings.weight")
        word = self.graph.node("Gather", [words, "ids"], "word")
        place = self.graph.node("Gather", [table, "places"], "place")
        return self.normalised(word, place, "embeddings.LayerNorm", "embedded")

    def layer(self, name: str, hidden: str, last: bool) -> str:
        """Add attention and feed-forward network of a layer."""
        attended = self.attended(f"{name}.attention", hidden)
        projected = self.dense(self, attended, f"{name}.attention.output.dense")
        hidden = self.normalised(
            projected, hidden, f"{name}.attention.output.LayerNorm", f"{name}.read"
        )
        wide = self.dense(self, hidden, f"{name}.intermediate.dense")
        active = self.graph.node("Gelu", [wide], f"{name}.active", MICROSOFT)
        narrow = self.dense(self, active, f"{name}.output.dense")
        output = OUTPUT if last else f"{name}.made"
        return self.normalised(narrow, hidden, f"{name}.output.LayerNorm", output)

    def attended(self, name: str, hidden: str) -> str:
        """Let each token attend to those of its own text."""
        graph, tables = self.graph, []
        for part in ("query", "key", "value"):
            row = self.dense(self, hidden, f"{name}.self.{part}")
            tables.append(graph.node("Gather", [row, "padded"], f"{name}.{part}s"))
        heads = {"num_heads": self.shape.heads}
        inputs = [*tables, "", "mask"]
        table = graph.node("MultiHeadAttention", inputs, f"{name}.table", MICROSOFT, heads)
        size = len(self.given[f"{name}.self.query.bias"])
        as_row = graph.constant(f"{name}.shape", [-1, size])
        row = graph.node("Reshape", [table, as_row], f"{name}.padded")
        return graph.node("Gather", [row, "kept"], f"{name}.row")

    def normalised(self, one: str, other: str, name: str, output: str) -> str:
        """Add the layer normalisation of a sum."""
        inputs = [one, other, self.weight(f"{name}.weight"), self.weight(f"{name}.bias")]
        how = {"epsilon": self.shape.epsilon}
        return self.graph.node("SkipLayerNormalization", inputs, output, MICROSOFT, how)


def _dense(bert: _Bert, row: str, name: str) -> str:
    inputs = [row, bert.weight(f"{name}.weight"), bert.weight(f"{name}.bias")]
    return bert.graph.node("Gemm", inputs, f"{name}.out", attributes={"transB": 1})


def _dense_int8(bert: _Bert, row: str, name: str) -> str:
    weights = bert.given[f"{name}.weight"]
    scale = np.maximum(np.abs(weights).max(axis=1), np.finfo(np.float32).tiny) / 127
    rounded = np.ascontiguousarray(np.rint(weights.T / scale).astype(np.int8))
    table = bert.graph.weight(f"{name}.weight", rounded)
    scales = bert.graph.weight(f"{name}.scale", scale.astype(np.float32))
    inputs = [row, table, scales, "", bert.weight(f"{name}.bias")]
    return bert.graph.node("DynamicQuantizeMatMul", inputs, f"{name}.out", MICROSOFT)
