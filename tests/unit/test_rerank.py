"""Reranking: what stays of a graph, and what a reranker may not give."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from reranked_graphs import BiEncoder, Floats, best_part, rerank
from word_doubles import WordEmbedder

from steiner.embed import TextVectors
from steiner.errors import InvalidInput
from steiner.textual_graph import TextGraph

GRAPH = TextGraph.from_triples([("a", "x", "b"), ("b", "y", "c")])


def test_the_best_nodes_and_edges_stay_with_their_ends() -> None:
    part = best_part(GRAPH, np.array([0.9, 0.1, 0.5]), np.array([0.2, 0.8]), 1)
    assert part == TextGraph((0, 2, 1), ("a", "c", "b"), ((1, "y", 2),))


def test_more_than_there_is_keeps_all() -> None:
    part = best_part(GRAPH, np.array([0.9, 0.5, 0.1]), np.array([0.8, 0.2]), 99)
    assert part == GRAPH


def test_a_graph_of_one_node_and_none_stay_as_they_are() -> None:
    vectors = BiEncoder(TextVectors(WordEmbedder()))
    one = TextGraph((7,), ("a",))
    assert rerank(one, "a?", vectors, 3) == one
    assert rerank(TextGraph(), "a?", vectors, 3) == TextGraph()


def test_a_bi_encoder_keeps_what_is_like_the_question() -> None:
    graph = TextGraph.from_triples([("Ann", "leads", "Aurora"), ("Bob", "paints", "houses")])
    part = rerank(graph, "Bob paints houses", BiEncoder(TextVectors(WordEmbedder())), 1)
    assert part.edges == ((2, "paints", 3),)


class Broken:
    def scores(self, _question: str, texts: Sequence[str]) -> Floats:
        return np.full(len(texts), np.nan)


def test_scores_that_are_no_numbers_and_nothing_to_keep_are_refused() -> None:
    with pytest.raises(InvalidInput, match="finite"):
        rerank(GRAPH, "a?", Broken(), 1)
    with pytest.raises(InvalidInput, match="1 or more"):
        best_part(GRAPH, np.zeros(3), np.zeros(2), 0)


def _tiny(folder: Path, labels: int = 1) -> str:
    """Write a tiny cross-encoder with random weights."""
    transformers = pytest.importorskip("transformers")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "who", "leads", "aurora"]
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    transformers.BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=16, num_labels=labels,
    )  # fmt: skip
    transformers.BertForSequenceClassification(config).save_pretrained(folder)
    return str(folder)


def test_a_cross_encoder_of_a_folder_scores_each_text(tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers")
    from steiner.models.cross_encoder import CrossEncoder

    model = CrossEncoder(_tiny(tmp_path), "cpu")
    assert model.scores("who", []).shape == (0,)
    assert model.scores("who", ["leads", "aurora"]).shape == (2,)
    assert len(rerank(GRAPH, "who", model, 1).edges) == 1


def test_what_is_no_cross_encoder_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers")
    from steiner.models.cross_encoder import CrossEncoder

    with pytest.raises(InvalidInput, match="no such folder"):
        CrossEncoder(str(tmp_path / "none"))
    with pytest.raises(InvalidInput, match="could not be loaded"):
        CrossEncoder(str(tmp_path))
    with pytest.raises(InvalidInput, match="3 labels"):
        CrossEncoder(_tiny(tmp_path, 3), "cpu")
