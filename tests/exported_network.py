"""A folder with a finished network, as Optimum and the hub's models have it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np

from steiner.embed import resolve
from steiner.embed.bert.onnx_bytes import FLOAT, INT64, OnnxGraph
from steiner.settings import DEFAULT_EMBEDDER

SIZE = 8


def token_table(tokens: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """The numbers int64[tokens, SIZE] that the network gives for each token."""
    return np.random.default_rng(1).integers(-9, 10, size=(tokens, SIZE))


def exported_folder(folder: Path) -> Path:
    """Write a network of the family mpnet, whose last layer is a row of a table for each token."""
    packaged = Path(resolve(DEFAULT_EMBEDDER))
    for name in ("tokenizer.json", "modules.json", "sentence_bert_config.json"):
        shutil.copy(packaged / name, folder)
    shutil.copytree(packaged / "1_Pooling", folder / "1_Pooling")
    words = json.loads((packaged / "tokenizer.json").read_text("utf-8"))["model"]["vocab"]
    (folder / "config.json").write_text(json.dumps({"model_type": "mpnet"}), "utf-8")
    (folder / "onnx").mkdir()
    (folder / "onnx" / "model.onnx").write_bytes(_network(len(words)))
    return folder


def _network(tokens: int) -> bytes:
    graph = OnnxGraph()
    numbers = graph.constant("numbers", token_table(tokens).reshape(-1).tolist())
    shape = graph.constant("shape", [tokens, SIZE])
    table = graph.node("Reshape", [numbers, shape], "table")
    wide = graph.node("Cast", [table], "wide", attributes={"to": FLOAT})
    graph.node("Gather", [wide, "input_ids"], "last_hidden_state")
    padded = (INT64, ["texts", "tokens"])
    return graph.model(
        {"input_ids": padded, "attention_mask": padded},
        {"last_hidden_state": ["texts", "tokens", "size"]},
    )
