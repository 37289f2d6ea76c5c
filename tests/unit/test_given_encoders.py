"""Encoders that a user brings are batched, tried again, and refused where they give no vectors."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest
from index_doubles import FakeIndexStore, node
from model_doubles import save_tiny_model

from steiner.embed import FunctionEmbedder, langchain_embedder, named_embedder, open_embedder
from steiner.embed.embedder import fingerprint_of
from steiner.embed.given import provider_embedder
from steiner.errors import InvalidInput, MissingExtra, ModelFailed
from steiner.evaluate.graphs import memory_store
from steiner.index.build import Indexer
from steiner.index.check import check_index
from steiner.index.word_space import measure
from steiner.settings import RetrieverSettings
from steiner.systems import find_system
from steiner.textual_graph import TextGraph


def letters(texts: list[str]) -> list[list[float]]:
    """Return how often each letter is in a text, and one number that is never 0."""
    return [[1.0, *(text.lower().count(c) for c in "abcdefghijklmnopqrstuvwxyz")] for text in texts]


class Failing:
    """A provider whose every third call fails; counts the texts of each call."""

    def __init__(self) -> None:
        self.calls: list[int] = []

    def __call__(self, texts: list[str]) -> list[list[float]]:
        self.calls.append(len(texts))
        if len(self.calls) % 3 == 0:
            raise ConnectionError("429: too many requests")
        return letters(texts)


def test_a_function_is_an_encoder_that_indexes_and_is_calibrated() -> None:
    embedder = FunctionEmbedder("letters", letters)
    store: Any = FakeIndexStore([node(1, ["Film"], title="Up"), node(2, ["Film"], title="Soul")])
    record = Indexer(store, embedder).run()
    assert (record.model, record.dimensions) == ("letters", 27)
    assert check_index(store, FunctionEmbedder("letters", letters)) == record
    assert record.calibration is not None
    assert record.calibration.spread == pytest.approx(measure(embedder).spread)
    vectors = embedder.embed(["ab", "b", "ab"])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    np.testing.assert_array_equal(vectors[0], embedder.embed_question("ab"))
    assert vectors.dtype == np.float32
    assert embedder.embed([]).shape == (0, 27)
    assert embedder.reads_alike


def test_texts_go_in_batches_and_a_failed_one_is_tried_again() -> None:
    provider = Failing()
    embedder = FunctionEmbedder("failing", provider, batch=4, tries=2, pause=0)
    texts = [f"film {number}" for number in range(10)]
    np.testing.assert_allclose(
        embedder.embed(texts), FunctionEmbedder("a", letters).embed(texts), atol=1e-6
    )
    assert max(provider.calls) == 4
    broken = FunctionEmbedder("failing", Failing(), batch=1, pause=0)
    with pytest.raises(ModelFailed, match=r"'failing' failed, tried 1 times: 429.*go on") as raised:
        broken.embed(texts)
    assert "429" not in raised.value.public()


@pytest.mark.parametrize(
    ("given", "came"),
    [
        (lambda texts: ([1.0] for _ in texts), "a generator: return a list"),
        (lambda texts: [[float("nan"), 1.0] for _ in texts], "NaN, infinite or only zeros .* 1"),
        (lambda texts: [[0.0, 0.0] for _ in texts], "only zeros"),
        (lambda texts: [[1.0]] * (len(texts) + 1), r"shape \(2, 1\)"),
        (lambda texts: [1.0] * len(texts), r"shape \(1,\)"),
        (lambda texts: ["no number"] * len(texts), "no table of numbers"),
        (lambda _: None, "a NoneType"),
    ],
)
def test_what_is_no_vector_is_refused(given: Callable[[list[str]], Any], came: str) -> None:
    with pytest.raises(InvalidInput, match=f"'odd' must return one vector .*{came}"):
        FunctionEmbedder("odd", given).embed(["a"])


def test_dimensions_that_change_are_refused() -> None:
    lengths = iter((2, 3))
    embedder = FunctionEmbedder("odd", lambda texts: [[1.0] * next(lengths)] * len(texts), batch=1)
    embedder.embed(["a"])
    with pytest.raises(InvalidInput, match="vectors of 3 numbers, after 2 before"):
        embedder.embed(["b"])


def test_langchains_embeddings_are_taken_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = pytest.importorskip("langchain_core.embeddings").DeterministicFakeEmbedding(size=8)
    for opened in (open_embedder(fake), named_embedder(fake), langchain_embedder(fake, "mine")):
        assert opened.embed(["a", "b"]).shape == (2, 8)
        assert opened.embed_question("a").shape == (8,)
    assert opened.name == "mine"
    langchain = pytest.importorskip("langchain.embeddings")
    monkeypatch.setattr(langchain, "init_embeddings", lambda _: fake)
    assert open_embedder("openai:some-model").name == "openai:some-model"
    assert open_embedder("openai:some-model").dimensions == 8


def test_a_provider_without_its_package_says_what_to_install() -> None:
    pytest.importorskip("langchain.embeddings")
    with pytest.raises(MissingExtra, match="pip install langchain langchain-cohere"):
        provider_embedder.provider_embedder("cohere:some-model")
    with pytest.raises(InvalidInput, match="'nobody:model' could not be opened"):
        provider_embedder.provider_embedder("nobody:model")


@pytest.fixture
def server() -> Iterator[tuple[str, dict[str, Any]]]:
    """An OpenAI-compatible server on this machine, and what it was last asked, and answers."""
    asked: dict[str, Any] = {"status": 200}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.update(body, path=self.path, key=self.headers["Authorization"])
            rows = [{"index": i, "embedding": v} for i, v in enumerate(letters(body["input"]))]
            self.send_response(asked["status"])
            self.end_headers()
            self.wfile.write(json.dumps({"data": rows[::-1]}).encode())

        def log_message(self, *_: Any) -> None:
            """Write nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as running:
        Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}/v1", asked
        running.shutdown()


def test_an_openai_compatible_server_embeds(
    server: tuple[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, asked = server
    monkeypatch.setenv("STEINER_EMBEDDER_KEY", "key")
    embedder = open_embedder(f"{address}#bge")
    expected = FunctionEmbedder("a", letters).embed(["ab", "b"])
    np.testing.assert_allclose(embedder.embed(["ab", "b"]), expected, atol=1e-6)
    assert (asked["model"], asked["path"], asked["key"]) == (
        "bge",
        "/v1/embeddings",
        "Bearer key",
    )
    asked["status"] = 401
    with pytest.raises(InvalidInput, match=r"refuses the texts: 401.*STEINER_EMBEDDER_KEY"):
        embedder.embed(["c"])


@pytest.mark.parametrize("name", ["http://localhost/v1", "https://me:secret@host/v1#bge"])
def test_an_address_without_a_model_or_with_a_password_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match="after #, the model"):
        open_embedder(name)


def test_a_language_model_encodes_by_the_mean_of_its_last_layer(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="needs the extra local")
    pytest.importorskip("transformers", reason="needs the extra local")
    from transformers import AutoModel, AutoTokenizer

    folder = save_tiny_model(tmp_path / "llm")
    # As Llama's: nothing to pad with.
    said = tmp_path / "llm" / "tokenizer_config.json"
    said.write_text(json.dumps({**json.loads(said.read_text()), "pad_token": None}))
    texts = ["ann likes bob", "who"]
    embedder = open_embedder(f"llm:{folder}")
    vectors = embedder.embed([*texts, ""])
    with torch.no_grad():
        ids = AutoTokenizer.from_pretrained(folder)(texts[0], return_tensors="pt")["input_ids"]
        mean = AutoModel.from_pretrained(folder)(ids).last_hidden_state[0].mean(0).numpy()
    np.testing.assert_allclose(vectors[0], mean / np.linalg.norm(mean), atol=1e-5)
    np.testing.assert_allclose(embedder.embed_question("who"), vectors[1], atol=1e-5)
    assert vectors.shape == (3, embedder.dimensions) == (3, 32)
    other = save_tiny_model(tmp_path / "other", hidden=64)
    assert fingerprint_of(open_embedder(f"llm:{other}")) != fingerprint_of(embedder)


def test_walks_nodes_and_questions_have_vectors_of_the_language_model(tmp_path: Path) -> None:
    pytest.importorskip("transformers", reason="needs the extra local")
    embedder = open_embedder(f"llm:{save_tiny_model(tmp_path / 'llm')}")
    graph = TextGraph.from_triples([("ann", "likes", "bob"), ("bob", "likes", "who")])
    walks = find_system("walk-and-retrieve")
    opened = walks.retriever(memory_store(graph, embedder), embedder, RetrieverSettings())
    assert opened.retrieve("who likes whom").facts


def test_a_language_model_that_is_not_there_is_named() -> None:
    pytest.importorskip("transformers", reason="needs the extra local")
    with pytest.raises(InvalidInput, match=r"'/nowhere/llm' could not be loaded"):
        open_embedder("llm:/nowhere/llm").embed(["who"])
