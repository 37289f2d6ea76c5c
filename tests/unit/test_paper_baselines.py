"""Baselines of Align-GRAG's table 2: losses, gates, pooling over words, Think-on-Graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("torch_geometric.nn", reason="needs the extra train")

from model_doubles import HashEmbedder  # noqa: E402
from scripted_model import ScriptedChat  # noqa: E402
from word_doubles import WordEmbedder  # noqa: E402

from steiner.embed import Matrix, TextVectors  # noqa: E402
from steiner.errors import InvalidInput  # noqa: E402
from steiner.evaluate import baselines  # noqa: E402
from steiner.evaluate.baselines.listed import ListRetriever  # noqa: E402
from steiner.evaluate.baselines.think_on_graph import think_on_graph  # noqa: E402
from steiner.evaluate.graphs import memory_store  # noqa: E402
from steiner.evidence import Evidence  # noqa: E402
from steiner.model_settings import EncodeSettings  # noqa: E402
from steiner.models.graph_encoding.graph_encoder import GraphEncoder  # noqa: E402
from steiner.models.graph_encoding.pooling import RelevanceGate  # noqa: E402
from steiner.models.graph_encoding.tensors import tensors  # noqa: E402
from steiner.settings import RetrieverSettings  # noqa: E402
from steiner.textual_graph import TextGraph  # noqa: E402
from steiner.train.objectives.dual_alignment import node_ranking  # noqa: E402

FILMS = TextGraph.from_triples(
    [
        ("Casino", "directed by", "Martin Scorsese"),
        ("Casino", "starred", "Sharon Stone"),
        ("Heat", "directed by", "Michael Mann"),
        ("Martin Scorsese", "born in", "New York"),
        ("Martin Scorsese", "married to", "Helen Morris"),
    ]
)
ASKED = "Where was the director of Casino born?"
SMALL = EncodeSettings(layers=1, heads=2, width=16)


class Tokens(WordEmbedder):
    """Gives each word of a text its vector, too."""

    def embed_tokens(self, texts: Sequence[str]) -> list[Matrix]:
        return [self.embed(text.split()) for text in texts]


def encoded(settings: EncodeSettings, *questions: str) -> Any:
    torch.manual_seed(0)
    embedder = Tokens()
    encoder = GraphEncoder(embedder.dimensions, settings).eval()
    graphs = [FILMS] * len(questions)
    cross = settings.pooling == "cross"
    batch = tensors(graphs, questions, TextVectors(embedder, 100), asked=cross)
    with torch.no_grad():
        return encoder(batch)


def test_a_pair_counts_by_how_far_the_wrong_node_comes_too_near() -> None:
    batch = SimpleNamespace(batch=torch.tensor([0, 0, 0, 1, 1]), question=[None, None])
    scores = torch.tensor([2.0, 0.0, 1.5, 3.0, 4.0], requires_grad=True)
    target = torch.tensor([1.0, 0.0, 0.0, 0.0, 0.0])
    loss = node_ranking(scores, target, batch)
    # A graph without a node that is wanted has no pair, and teaches nothing.
    torch.testing.assert_close(loss, torch.tensor([0.25, 0.0]))
    total: Any = loss.sum()
    total.backward()
    assert scores.grad.tolist() == [-0.5, 0.0, 0.5, 0.0, 0.0]


def test_a_gate_reads_the_distance_from_the_question_and_weighs_the_whole_row() -> None:
    torch.manual_seed(1)
    gate = RelevanceGate(2)
    asked = torch.tensor([[1.0, 0.0]] * 2)
    rows = torch.tensor([[1.0, 0.0, 7.0], [-1.0, 0.0, 7.0]])
    near, far = gate(rows, asked).detach()
    assert near[2] / 7 == pytest.approx(float(near[0]))
    assert 0 < float(far[2]) < 7
    assert float(near[2]) != float(far[2])


@pytest.mark.parametrize("changed", [{"gated": True}, {"pooling": "cross"}])
def test_a_graphs_vector_is_of_its_question_and_alone_as_in_a_batch(
    changed: dict[str, Any],
) -> None:
    born, wife = encoded(replace(SMALL, **changed), ASKED, "Who is his wife?")
    assert not torch.allclose(born, wife)
    torch.testing.assert_close(encoded(replace(SMALL, **changed), ASKED)[0], born)
    plain = encoded(SMALL, ASKED, "Who is his wife?")
    torch.testing.assert_close(plain[0], plain[1])


def test_what_cannot_pool_over_words_is_refused() -> None:
    vectors = TextVectors(HashEmbedder(), 100)
    with pytest.raises(InvalidInput, match="'cross' reads a vector for each word"):
        tensors([FILMS], [ASKED], vectors, asked=True)
    with pytest.raises(InvalidInput, match="not by cross"):
        EncodeSettings(pooling="cross", edges=True)


def thought(*replies: str) -> tuple[Evidence, ScriptedChat]:
    model = ScriptedChat(*replies)
    store = memory_store(FILMS, WordEmbedder())
    choice = think_on_graph(model if replies else None)
    return ListRetriever(choice, store, WordEmbedder()).retrieve(ASKED), model


def test_a_model_scores_relations_then_entities_and_stops_when_it_has_enough() -> None:
    evidence, model = thought(
        "1. directed by | 0.9\nstarred | 0.0",
        "No",
        "born in (Score: 0.8)\nmarried to | 0.1",
        "Yes.",
    )
    assert [fact.text for fact in evidence.facts][-1] == "Casino directed by Martin Scorsese"
    assert "Martin Scorsese born in New York" in evidence.text
    assert not model.replies
    assert "relations of Casino" in model.prompts[0]
    assert "starred" in model.prompts[0]
    assert "Casino directed by Martin Scorsese" in model.prompts[1]


def test_what_a_model_scores_nothing_of_is_scored_by_cosine() -> None:
    evidence, _ = thought("I cannot say.", "yes")
    assert "Casino directed by Martin Scorsese" in evidence.text


def test_think_on_graph_is_a_baseline_by_name_that_needs_no_model() -> None:
    compose = baselines.retriever("think-on-graph")
    opened = compose(memory_store(FILMS, WordEmbedder()), WordEmbedder(), RetrieverSettings())
    assert "Martin Scorsese" in opened.retrieve("Who directed Casino?").text
