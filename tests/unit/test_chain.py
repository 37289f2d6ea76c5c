"""SteinerChain: options go with the call, and any retriever of steiner can be chained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("langchain_core", reason="needs the extra langchain")

from family_graph import FAMILY, retriever
from langchain_core.callbacks import UsageMetadataCallbackHandler
from langchain_core.chat_history import InMemoryChatMessageHistory
from langchain_core.language_models import BaseChatModel, FakeListChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables.history import RunnableWithMessageHistory

from steiner.answer import Answer
from steiner.errors import InvalidInput, ModelFailed
from steiner.evidence import Evidence, Fact
from steiner.filters import Condition, Filter
from steiner.generate.chat import ChatGenerator
from steiner.generate.evidence_only import EvidenceOnly
from steiner.generate.grounding.citations import cite
from steiner.graph import Node, Subgraph
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


TALK = [HumanMessage("Who leads Aurora?"), AIMessage("Ann Lee")]


@pytest.mark.parametrize(
    "asked",
    [
        [*TALK, HumanMessage("And where is it located?")],
        {"messages": [*TALK, HumanMessage("And where is it located?")]},
        {"question": "And where is it located?", "history": TALK},
        {"question": "And where is it located?", "history": [("user", "Who leads Aurora?")]},
    ],
)
def test_a_follow_up_is_read_by_the_messages_before(asked: Any) -> None:
    for given in (retriever(FAMILY), SteinerRetriever(retriever=retriever(FAMILY))):
        output = SteinerChain(given, EvidenceOnly()).invoke(asked)
        assert (output["question"], output["answer"]) == ("where is Aurora located?", "Oslo [F1]")


def test_a_model_rewrites_where_one_is_given() -> None:
    rewriter = FakeListChatModel(responses=["Where is Aurora located?"])
    chain = SteinerChain(retriever(FAMILY), EvidenceOnly(), rewriter=rewriter)
    assert chain.invoke([*TALK, HumanMessage("Its place?")])["answer"] == "Oslo [F1]"


# LangChain 1.6 deprecates both classes, which applications go on using until 2.0.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_it_works_with_the_message_history_of_langchain() -> None:
    kept = {"1": InMemoryChatMessageHistory()}
    chain: Any = RunnableWithMessageHistory(
        SteinerChain(retriever(FAMILY), EvidenceOnly()),
        lambda session_id: kept[session_id],
        input_messages_key="question",
        history_messages_key="history",
        output_messages_key="answer",
    )
    config = {"configurable": {"session_id": "1"}}
    asked = ("Who leads Aurora?", "And where is it located?")
    answers = [chain.invoke({"question": q}, config)["answer"] for q in asked]
    assert answers == ["Ann Lee [F1]", "Oslo [F1]"]
    assert len(kept["1"].messages) == 4


@pytest.mark.parametrize(
    "asked",
    [
        [],
        TALK,
        {"question": 3},
        {"question": "Who?", "messages": TALK},
        {"history": TALK},
        {"question": "Who?", "history": [("nobody", "x")]},
        7,
    ],
)
def test_what_is_no_question_is_refused(asked: Any) -> None:
    with pytest.raises(InvalidInput, match="expect"):
        SteinerChain(retriever(FAMILY), EvidenceOnly()).invoke(asked)


class Metered(BaseChatModel):
    """A provider's model, which says how many tokens it took."""

    _llm_type = "metered"

    def _generate(self, *given: Any, **more: Any) -> ChatResult:
        usage = {"input_tokens": 9, "output_tokens": 3, "total_tokens": 12}
        named = {"model_name": "metered"}
        message = AIMessage("Ann [F1].", usage_metadata=usage, response_metadata=named)
        return ChatResult(generations=[ChatGeneration(message=message)])


def test_the_tokens_of_a_model_reach_the_callbacks_of_the_call() -> None:
    usage = UsageMetadataCallbackHandler()
    chain = SteinerChain(Counted(), ChatGenerator(Metered()))
    assert chain.invoke("Who?", {"callbacks": [usage]})["answer"] == "Ann [F1]."
    assert usage.usage_metadata["metered"]["total_tokens"] == 12


async def test_a_stream_that_is_left_stops_the_model() -> None:
    written: list[str] = []

    class Endless(EvidenceOnly):
        def stream(self, *_: Any) -> Iterator[str]:
            while True:
                written.append("a")
                yield "a"

    parts = SteinerChain(retriever(FAMILY), Endless()).astream("Who leads Aurora?")
    async for part in parts:
        if "answer" in part:
            break
    await parts.aclose()  # type: ignore[attr-defined]
    assert len(written) < 3


@pytest.mark.parametrize("way", ["invoke", "stream"])
def test_a_model_that_goes_away_leaves_the_evidence(way: str) -> None:
    class Gone(EvidenceOnly):
        def stream(self, *_: Any) -> Iterator[str]:
            yield "Ann"
            raise OSError("connection reset")

    chain = SteinerChain(retriever(FAMILY), Gone())
    with pytest.raises(ModelFailed, match=r"connection reset\. The evidence stands") as failed:
        list(getattr(chain, way)("Who leads Aurora?"))
    assert failed.value.evidence is not None
    assert failed.value.evidence.facts
    assert isinstance(failed.value.__cause__, OSError)


def stage_of(event: Any) -> str:
    return str(event["data"]["stage"])


@pytest.mark.parametrize("kind", ["chain", "retriever"])
async def test_each_stage_is_an_event_for_who_listens(kind: str) -> None:
    opened = SteinerRetriever(retriever=retriever(FAMILY))
    asked = SteinerChain(opened, EvidenceOnly()) if kind == "chain" else opened
    stages = {
        stage_of(event)
        async for event in asked.astream_events("Who leads Aurora?", version="v2")
        if (event["event"], event["name"]) == ("on_custom_event", "steiner_stage")
    }
    assert {"read", "expand", "score", "select", "pack"} <= stages
