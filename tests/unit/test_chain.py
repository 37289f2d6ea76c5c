"""SteinerChain: options go with the call, and any retriever of steiner can be chained."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("langchain_core", reason="needs the extra langchain")

from steiner.filters import Condition, Filter
from steiner.generate.citations import cite
from steiner.graph import Answer, Evidence, Fact, Node, Subgraph
from steiner.integrations.langchain import SteinerChain, SteinerRetriever
from steiner.settings import DEFAULT_OPTIONS, Options
from steiner.text import CountTokens

ANN, BOB = Node(1, "n:1", ("Person",), {}, "Ann"), Node(2, "n:2", ("Person",), {}, "Bob")
FACTS = (Fact("F1", "Ann (Person)", (1,), (), 1.0), Fact("F2", "Bob (Person)", (2,), (), 0.5))
TEXT = "Ann (Person)\nBob (Person)"


class Counted:
    """Retrieves the same always; counts its text as the call says."""

    def __init__(self) -> None:
        self.asked: list[Options] = []

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        self.asked.append(options)
        tokens = options.count_tokens(TEXT)
        return Evidence(question, Subgraph((ANN, BOB)), TEXT, FACTS, tokens=tokens)


class Writes:
    """Writes the same always; `count_tokens` is its tokenizer."""

    def __init__(self, count_tokens: CountTokens) -> None:
        self.count_tokens = count_tokens

    def answer(self, question: str, evidence: Evidence) -> Answer:
        return cite(question, "Ann.", evidence)

    def stream(self, question: str, evidence: Evidence) -> Iterator[str]:
        yield self.answer(question, evidence).text


def test_two_chains_over_one_retriever_count_each_with_its_own_tokenizer() -> None:
    retriever = Counted()
    letters = SteinerChain(retriever, Writes(len))
    words = SteinerChain(retriever, Writes(lambda text: len(text.split())))
    told = [chain.invoke("Who?")["result"].evidence.tokens for chain in (letters, words, letters)]
    assert told == [len(TEXT), 4, len(TEXT)]


def test_a_chain_over_the_langchain_retriever_answers_from_its_documents() -> None:
    shown = Filter(nodes=(Condition("tenant", "=", "acme"),))
    inner = Counted()
    retriever = SteinerRetriever(retriever=inner, k=1, where=shown)
    found = SteinerChain(retriever, Writes(len)).invoke("Who?")
    assert found["answer"] == "Ann."
    assert [document.page_content for document in found["context"]] == ["Ann (Person)"]
    assert found["result"].evidence.text == "Ann (Person)"
    assert found["result"].evidence.tokens == len("Ann (Person)")
    assert inner.asked[0].filter == shown


def test_a_call_brings_seeds_and_a_filter_of_its_own() -> None:
    shown, own = Filter(labels=("Person",)), Filter(labels=("Project",))
    inner = Counted()
    chain = SteinerChain(SteinerRetriever(retriever=inner, where=own), Writes(len))
    chain.invoke({"question": "Who?", "seeds": ["Ann"], "where": shown})
    assert (inner.asked[0].seeds, inner.asked[0].filter) == (["Ann"], shown)
