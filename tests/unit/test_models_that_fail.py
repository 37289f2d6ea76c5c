"""Whatever a model does, the evidence stands, and it is said what failed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from family_graph import FAMILY, retriever
from index_doubles import node, relationship
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, FakeListChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langgraph.graph import END, START, MessagesState, StateGraph
from word_doubles import WordEmbedder

from steiner.errors import ConnectionFailed, ModelFailed
from steiner.evidence import Evidence
from steiner.generate.chat import ChatGenerator
from steiner.generate.evidence_only import EvidenceOnly
from steiner.generate.until_failure import answered
from steiner.generate.writer import ChatTexts
from steiner.graph import Subgraph
from steiner.index.build import Indexer
from steiner.integrations.answering import Answering
from steiner.integrations.langchain import SteinerChain, steiner_tools
from steiner.question.history import Turn
from steiner.retrieve.pipeline import Retriever
from steiner.serve.refusals import failure
from steiner.settings import ExactSettings, RetrieverSettings
from steiner.stores.memory import MemoryStore
from steiner.systems import SYSTEMS

ASKED = "Who leads Aurora?"
TALK = [HumanMessage(ASKED), AIMessage("Ann Lee")]
FOLLOW_UP = "And where is it located?"


class Scripted(BaseChatModel):
    """Replies with messages, or raises, whatever it is asked."""

    replies: list[Any]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **_: Any,
    ) -> ChatResult:
        said = self.replies[0]
        if isinstance(said, Exception):
            raise said
        return ChatResult(generations=[ChatGeneration(message=AIMessage(content=said))])

    def _stream(self, *given: Any, **more: Any) -> Iterator[ChatGenerationChunk]:
        message = self._generate(*given, **more).generations[0].message
        parts = message.content if isinstance(message.content, list) else [*message.content]
        for part in parts:
            content: Any = part if isinstance(part, str) else [part]
            yield ChatGenerationChunk(message=AIMessageChunk(content=content))


class ProviderError(Exception):
    """What a provider's package raises."""


GONE = Scripted(replies=[ProviderError("429 too many requests")])


def thinking(*contents: Any) -> Scripted:
    return Scripted(replies=list(contents))


REPLIES = [
    "<think>Bob? [F2] I should say Bob Stone.</think>Ann Lee leads Aurora. [F1]",
    "Ann Lee leads Aurora. [F1]<|im_end|><|im_start|>user Bob Stone [F2]",
    [
        {"type": "thinking", "thinking": "Bob Stone? [F2]", "signature": "x"},
        {"type": "text", "text": "Ann Lee leads Aurora. [F1]"},
    ],
    [
        {"type": "reasoning", "reasoning": "Bob Stone [F2]"},
        {"type": "text", "text": "Ann Lee leads Aurora. [F1]"},
    ],
]


@pytest.mark.parametrize("content", REPLIES, ids=["tags", "end", "blocks", "reasoning"])
def test_thinking_is_never_shown_or_cited(content: Any) -> None:
    chain = SteinerChain(retriever(FAMILY), thinking(content))
    output = chain.invoke(ASKED)
    assert output["answer"] == output["result"].text == "Ann Lee leads Aurora. [F1]"
    assert [c.tag for c in output["result"].citations] == ["F1"]
    streamed = "".join(part.get("answer", "") for part in chain.stream(ASKED))
    assert streamed == "Ann Lee leads Aurora. [F1]"
    evidence = retriever(FAMILY).retrieve(ASKED)
    assert ChatGenerator(thinking(content)).answer(ASKED, evidence).text == streamed


def test_thinking_that_nothing_opened_is_not_in_the_answer() -> None:
    chain = SteinerChain(retriever(FAMILY), thinking("Bob Stone [F2]?</think>Ann Lee. [F1]"))
    output = chain.invoke(ASKED)
    assert output["answer"] == output["result"].text == "Ann Lee. [F1]"
    assert "F2" not in [c.tag for c in output["result"].citations]


@pytest.mark.parametrize("model", [GONE, thinking("<think>hm")], ids=["gone", "only thought"])
def test_a_writer_that_fails_leaves_the_evidence_on_every_way(model: Scripted) -> None:
    given = retriever(FAMILY)
    evidence = given.retrieve(ASKED)
    writer = ChatGenerator(model)
    ways: list[Any] = [
        lambda: answered(writer, ASKED, evidence),
        lambda: SteinerChain(given, model).invoke(ASKED),
        lambda: list(SteinerChain(given, model).stream(ASKED)),
        lambda: Answering(given, writer).ask(ASKED),
    ]
    for way in ways:
        with pytest.raises(ModelFailed) as failed:
            way()
        assert failed.value.evidence.facts
        status, content = failure(failed.value)
        assert (status, bool(content["evidence"]["facts"])) == (503, True)


def test_any_error_of_a_generator_keeps_the_evidence() -> None:
    class Away(EvidenceOnly):
        def stream(self, *_: Any) -> Iterator[str]:
            raise ConnectionFailed("no vLLM")

    with pytest.raises(ConnectionFailed) as failed:
        Answering(retriever(FAMILY), Away()).ask(ASKED)
    assert failed.value.evidence.facts


def test_a_tool_of_an_agent_gives_the_evidence_where_its_model_fails() -> None:
    *_, ask = steiner_tools(retriever(FAMILY), ChatGenerator(GONE))
    call = {"name": ask.name, "args": {"question": ASKED}, "id": "1", "type": "tool_call"}
    message = ask.invoke(call)
    assert "ProviderError" in message.content
    assert "[F1]" in message.content
    assert isinstance(message.artifact, Evidence)


def test_a_rewriter_that_fails_leaves_the_reading_to_rules() -> None:
    chain = SteinerChain(retriever(FAMILY), EvidenceOnly(), rewriter=GONE)
    output = chain.invoke([*TALK, HumanMessage(FOLLOW_UP)])
    assert (output["question"], output["answer"]) == ("where is Aurora located?", "Oslo [F1]")
    assert "ProviderError" in output["result"].evidence.cuts[0]
    rewriter = ChatTexts(GONE, "provider:name")
    answering = Answering(retriever(FAMILY), EvidenceOnly(), rewriter=rewriter)
    answer = answering.ask(FOLLOW_UP, history=[Turn(ASKED, "Ann Lee")])
    assert answer.text == "Oslo [F1]"
    assert "read by rules, not by provider:name" in answer.evidence.cuts[0]


def test_a_rewriter_that_thinks_is_read_without_it() -> None:
    model = FakeListChatModel(responses=["<think>\nWho?\n</think>\nWhere is Aurora located?"])
    chain = SteinerChain(retriever(FAMILY), EvidenceOnly(), rewriter=model)
    assert chain.invoke([*TALK, HumanMessage("Its place?")])["answer"] == "Oslo [F1]"


def test_a_reader_that_fails_leaves_the_evidence_and_it_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("steiner.generate.writer.chat_model", lambda _: GONE)
    settings = RetrieverSettings(exact=ExactSettings(reader="provider:name"))
    people = [node(0, ["Person"], name="Ann Lee"), node(1, ["Project"], name="Aurora")]
    store = MemoryStore(Subgraph(tuple(people), (relationship(1, "LEADS"),)))
    Indexer(store, WordEmbedder()).run()
    given = SYSTEMS["steiner"].retriever(store, WordEmbedder(), settings)
    evidence = given.retrieve("What is around Aurora, roughly?")
    assert evidence.facts
    assert [cut for cut in evidence.cuts if "The model provider:name failed: ProviderError" in cut]


def test_a_text_model_outside_of_a_question_raises_what_failed() -> None:
    with pytest.raises(ModelFailed, match="provider:name failed: ProviderError: 429"):
        ChatTexts(GONE, "provider:name").write(["x"])


def test_the_chain_is_a_node_of_langgraph() -> None:
    chain: Any = SteinerChain(retriever(FAMILY), EvidenceOnly())
    graph = StateGraph(MessagesState)
    graph.add_node("steiner", chain)
    graph.add_edge(START, "steiner")
    graph.add_edge("steiner", END)
    app = graph.compile()
    state: Any = app.invoke({"messages": [HumanMessage(ASKED)]})
    assert [m.text for m in state["messages"]] == [ASKED, "Ann Lee [F1]"]
    state = app.invoke({"messages": [*state["messages"], HumanMessage(FOLLOW_UP)]})
    assert state["messages"][-1].text == "Oslo [F1]"


class Kept(MessagesState):
    """A state that keeps what the chain returns."""

    context: Sequence[Any]
    answer: str
    result: Any


async def test_a_state_that_keeps_the_result_comes_again() -> None:
    graph = StateGraph(Kept)
    chain: Any = SteinerChain(retriever(FAMILY), EvidenceOnly())
    graph.add_node("steiner", chain)
    graph.add_edge(START, "steiner")
    app: Any = graph.compile()
    state: Any = await app.ainvoke({"messages": [HumanMessage(ASKED)]})
    assert (state["answer"], state["result"].citations[0].tag) == ("Ann Lee [F1]", "F1")
    again: Any = await app.ainvoke({**state, "messages": [*TALK, HumanMessage(FOLLOW_UP)]})
    assert again["answer"] == "Oslo [F1]"
    json.dumps([message.content for message in again["messages"]])


def test_retrievers_are_of_the_protocol() -> None:
    given: Retriever = retriever(FAMILY)
    assert given.retrieve(ASKED).facts
