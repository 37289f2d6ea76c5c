"""What is measured of an encoder makes its cosines comparable with those of any other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from index_doubles import FakeIndexStore, HashEmbedder, node
from word_doubles import WordEmbedder

from steiner.columns import Vector
from steiner.embed import Matrix
from steiner.evaluate.graphs import memory_store
from steiner.index.build import Indexer
from steiner.index.everyday import WORDS
from steiner.index.word_space import keep_measured, measure, word_space
from steiner.stores.neo4j.indexing.record import record_from, record_properties
from steiner.systems.steiner import retriever
from steiner.textual_graph import TextGraph

GRAPH = TextGraph.from_triples(
    [("Keanu", "acted in", "Matrix"), ("Lana", "directed", "Matrix"), ("Lana", "born in", "Rome")]
)
QUESTIONS = ("who directed Matrix", "Matrix starring", "where was Lana born")


class CrowdedEmbedder(WordEmbedder):
    """The same likenesses in a narrow cone, as some encoders have them: no cosine below .8."""

    name = "crowded"
    dimensions = WordEmbedder.dimensions + 1

    def embed(self, texts: Sequence[str]) -> Matrix:
        return np.array([self.embed_question(text) for text in texts], dtype=np.float32)

    def embed_question(self, text: str) -> Vector:
        own = np.sqrt(0.1) * WordEmbedder().embed_question(text)
        return np.append(own, np.sqrt(0.9)).astype(np.float32)


def test_likeness_does_not_depend_on_the_encoders_scale() -> None:
    texts, others = ["films", "acted", "purple"], ["movie", "acted in", "born"]
    wide, narrow = word_space(WordEmbedder()), word_space(CrowdedEmbedder())
    assert (narrow.vectors(texts) @ narrow.vectors(others).T).min() > 0.8
    alike, same = (each.alike(*map(each.vectors, (texts, others))) for each in (wide, narrow))
    assert np.allclose(alike, same, atol=0.02)
    for space in (wide, narrow):
        shares = space.share(space.vectors(["movie", "films"]) @ space.vectors(["films"])[0])
        assert np.allclose(shares, 1.0, atol=0.01)


def test_an_encoder_with_another_scale_ranks_the_same_answer_first() -> None:
    for question in QUESTIONS:
        rankings = [
            retriever(memory_store(GRAPH, encoder), encoder).retrieve(question).ranking[:1]
            for encoder in (WordEmbedder(), CrowdedEmbedder())
        ]
        assert rankings[0] == rankings[1] != ()


def test_the_index_keeps_what_was_measured_and_no_run_measures_again() -> None:
    store, embedder = FakeIndexStore([node(0, ["Film"], title="Up")]), HashEmbedder()
    record = Indexer(store, embedder).run()
    measured = measure(HashEmbedder())
    assert record.calibration is not None
    assert record.calibration.spread == measured.spread
    again = record_from(record_properties(record)).calibration
    assert again is not None
    assert np.array_equal(again.everyday, measured.everyday)
    embedder = HashEmbedder()
    Indexer(store, embedder).run()
    assert WORDS[0] not in embedder.texts


def test_a_process_takes_the_measures_from_the_index() -> None:
    store, embedder = FakeIndexStore([node(0, ["Film"], title="Up")]), HashEmbedder()
    record = Indexer(store, HashEmbedder()).run()
    keep_measured(embedder, record)
    assert word_space(embedder).measured is record.calibration
    assert embedder.texts == []


def test_an_index_made_before_has_no_measures_and_the_process_makes_them() -> None:
    record = Indexer(FakeIndexStore([node(0, ["Film"], title="Up")]), HashEmbedder()).run()
    kept = {k: v for k, v in record_properties(record).items() if k != "steiner_spread"}
    old, embedder = record_from(kept), HashEmbedder()
    assert old.calibration is None
    keep_measured(embedder, old)
    assert word_space(embedder).measured.spread > 0
    assert len(embedder.texts) == len(WORDS)
