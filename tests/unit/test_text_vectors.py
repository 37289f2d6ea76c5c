"""The one bounded cache of text vectors, and what the encoder is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from threading import Event
from typing import Any

import numpy as np
import pytest
import torch
from index_doubles import HashEmbedder
from word_doubles import WordEmbedder

from steiner.embed import Matrix, SentenceTransformerEmbedder, TextVectors, text_vectors
from steiner.errors import ModelFailed
from steiner.evaluate.graphs import memory_store
from steiner.systems.steiner import retriever as steiner_retriever
from steiner.textual_graph import TextGraph


def test_a_text_is_embedded_once_and_what_is_missing_in_one_call() -> None:
    embedder = WordEmbedder()
    kept = TextVectors(embedder)
    kept.vectors(["acted in", "movie", "movie"])
    both = kept.vectors(["movie", "born", "acted in"])
    assert embedder.batches == [2, 1]
    assert np.array_equal(both, WordEmbedder().embed(["movie", "born", "acted in"]))


def test_no_text_gives_no_vector() -> None:
    assert TextVectors(HashEmbedder()).vectors([]).shape == (0, 16)


def test_no_more_than_the_limit_is_kept_and_the_longest_unused_goes_first() -> None:
    embedder = HashEmbedder()
    kept = TextVectors(embedder, limit=3)
    kept.vectors(["a", "b", "c"])
    kept.vectors(["a"])
    kept.vectors(["d"])
    embedder.texts.clear()
    kept.vectors(["a", "c", "d"])
    assert embedder.texts == []
    kept.vectors(["b"])
    assert embedder.texts == ["b"]
    assert len(kept) == 3


def test_a_call_may_have_more_texts_than_are_kept() -> None:
    kept = TextVectors(HashEmbedder(), limit=2)
    texts = [f"text {i}" for i in range(10)]
    assert np.array_equal(kept.vectors(texts), HashEmbedder().embed(texts))
    assert len(kept) == 2


def test_a_kept_vector_keeps_no_other_in_memory() -> None:
    kept = TextVectors(HashEmbedder(), limit=1)
    kept.vectors([f"text {i}" for i in range(100)])
    (vector,) = kept._cache._kept.values()
    assert vector.base is None


def test_many_threads_get_what_they_ask_for() -> None:
    kept, alone = TextVectors(HashEmbedder(), limit=20), HashEmbedder()
    asked = [[f"text {(i * 7 + j) % 50}" for j in range(5)] for i in range(200)]
    with ThreadPoolExecutor(8) as pool:
        for texts, vectors in zip(asked, pool.map(kept.vectors, asked), strict=True):
            assert np.array_equal(vectors, alone.embed(texts))
    assert len(kept) == 20


@pytest.mark.parametrize("fails", [False, True])
def test_what_another_thread_has_begun_to_embed_is_waited_for_and_made_anew_where_that_failed(
    fails: bool,
) -> None:
    class Slow(WordEmbedder):
        def embed(self, texts: Sequence[str]) -> Matrix:
            first = not self.batches
            vectors = super().embed(texts)
            if first:
                begun.set()
                assert go.wait(10)
                if fails:
                    raise ModelFailed("once")
            return vectors

    begun, go, embedder = Event(), Event(), Slow()
    kept = TextVectors(embedder)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(kept.vectors, ["film", "actor"])
        assert begun.wait(10)
        second = pool.submit(kept.vectors, ["film", "born"])
        while len(embedder.batches) < 2:  # What it asks for itself it does not wait with.
            assert not second.done()
        go.set()
        assert np.array_equal(second.result(10), WordEmbedder().embed(["film", "born"]))
        with pytest.raises(ModelFailed) if fails else nullcontext():
            first.result(10)
    assert embedder.batches == ([2, 1, 1] if fails else [2, 1])


def test_a_process_keeps_one_set_for_each_encoder() -> None:
    embedder = HashEmbedder()
    assert text_vectors(embedder) is text_vectors(embedder)
    assert text_vectors(HashEmbedder()) is not text_vectors(embedder)


class CountedModel:
    """What sentence-transformers loads, with the texts that it was given to encode."""

    prompts: Mapping[str, str] = {"query": "asked: "}

    def __init__(self) -> None:
        self.device = torch.device("cpu")
        self.sizes: list[int] = []
        self.questions: list[str] = []
        self.documents: list[str] = []

    def get_embedding_dimension(self) -> int:
        return WordEmbedder.dimensions

    def encode_query(self, texts: Sequence[str], **_: Any) -> Matrix:
        self.questions.extend(texts)
        return WordEmbedder().embed(texts)

    def encode_document(self, texts: Sequence[str], batch_size: int, **_: Any) -> Matrix:
        self.documents.extend(texts)
        self.sizes.append(batch_size)
        return WordEmbedder().embed(texts)


class CountedEmbedder(SentenceTransformerEmbedder):
    """The encoder over a model that counts, called differently each time it is opened."""

    def __init__(self, name: str = "counted") -> None:
        super().__init__(name)
        self.model_double = CountedModel()

    @property
    def _model(self) -> CountedModel:
        return self.model_double


def test_a_gpu_reads_more_documents_at_once() -> None:
    sizes = []
    for device in ("cpu", "cuda"):
        embedder = CountedEmbedder(device)
        embedder.model_double.device = torch.device(device)
        embedder.embed([f"film {number}" for number in range(300)])
        sizes += embedder.model_double.sizes
    assert sizes[0] < sizes[1]


GRAPH = TextGraph.from_triples([("Keanu", "acted in", "Matrix"), ("Lana", "directed", "Matrix")])
ASKED = "who directed Matrix"


@pytest.mark.parametrize("name", ["counted", "the same model by another name"])
def test_a_retrieval_encodes_its_question_once_and_no_other(name: str) -> None:
    store = memory_store(GRAPH, CountedEmbedder())
    embedder = CountedEmbedder(name)
    retriever = steiner_retriever(store, embedder)
    retriever.retrieve("who acted in Matrix")
    model = embedder.model_double
    model.questions.clear()
    model.documents.clear()
    retriever.retrieve(ASKED)
    assert model.questions == [ASKED]
    assert {word for text in model.documents for word in text.split()} <= set(ASKED.lower().split())
