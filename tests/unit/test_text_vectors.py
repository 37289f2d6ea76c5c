"""The one bounded cache of text vectors, and what the encoder is asked for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from index_doubles import HashEmbedder
from word_doubles import WordEmbedder

from steiner.embed import TextVectors, text_vectors


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


def test_a_process_keeps_one_set_for_each_encoder() -> None:
    embedder = HashEmbedder()
    assert text_vectors(embedder) is text_vectors(embedder)
    assert text_vectors(HashEmbedder()) is not text_vectors(embedder)
