"""What is evaluated reads as what was trained on: the same texts for the same graph."""

from __future__ import annotations

from word_doubles import WordEmbedder

from steiner.evaluate.graphs import memory_store
from steiner.settings import RetrieverSettings
from steiner.systems import SYSTEMS
from steiner.textual_graph import TextGraph
from steiner.textualise.table import text_graph

CATS = TextGraph.from_triples([("cats", "is a", "pets"), ("dogs", "is a", "pets")])


def test_a_graph_of_texts_keeps_its_texts_when_it_is_evaluated() -> None:
    embedder = WordEmbedder()
    store = memory_store(CATS, embedder)
    retriever = SYSTEMS["g-retriever"].retriever(store, embedder, RetrieverSettings())
    seen = text_graph(retriever.retrieve("Are cats pets?"))
    assert set(seen.nodes) <= set(CATS.nodes)
    assert "cats" in seen.nodes
