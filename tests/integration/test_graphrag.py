"""The retriever in neo4j-graphrag itself: its GraphRAG, its tools and its ToolsRetriever."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("neo4j_graphrag", reason="needs the extra peers")

import neo4j
from neo4j_graphrag.generation import GraphRAG
from neo4j_graphrag.llm import LLMInterface, LLMResponse
from neo4j_graphrag.llm.types import ToolCall, ToolCallResponse
from neo4j_graphrag.retrievers import ToolsRetriever

from steiner.errors import InvalidInput
from steiner.integrations.graphrag import SteinerGraphRAGRetriever
from steiner.settings import ConnectionSettings

QUESTION = "At which site is the Deluge 310 bypass set made?"


class Scripted(LLMInterface):
    """Keeps its prompts, answers with the first fact, and calls the first tool."""

    def __init__(self) -> None:
        super().__init__("scripted")
        self.prompts: list[str] = []

    def invoke(self, input: Any, *_: Any, **__: Any) -> LLMResponse:
        self.prompts.append(str(input))
        return LLMResponse(content="Dunmarrow Depot")

    async def ainvoke(self, input: Any, *_: Any, **__: Any) -> LLMResponse:
        return self.invoke(input)

    def invoke_with_tools(self, input: str, tools: Any, *_: Any, **__: Any) -> ToolCallResponse:
        call = ToolCall(name=tools[0].get_name(), arguments={"query_text": input, "top_k": 2})
        return ToolCallResponse(tool_calls=[call])


@pytest.fixture(scope="module")
def driver(sample: ConnectionSettings) -> Iterator[neo4j.Driver]:
    login = (sample.username, sample.password)
    with neo4j.GraphDatabase.driver(sample.uri, auth=login) as opened:
        yield opened


@pytest.fixture(scope="module")
def retriever(driver: neo4j.Driver) -> SteinerGraphRAGRetriever:
    return SteinerGraphRAGRetriever.over(driver)


def test_its_records_are_real_and_lead_back_to_the_graph(
    retriever: SteinerGraphRAGRetriever, driver: neo4j.Driver
) -> None:
    raw = retriever.get_search_results(QUESTION, top_k=3)
    assert len(raw.records) == 3
    assert "Dunmarrow Depot" in raw.records[0]["fact"]
    assert raw.metadata is not None
    assert raw.metadata["answers"] == ["Dunmarrow Depot"]
    nodes = [id for id in raw.records[0]["element_ids"] if id.startswith("4:")]
    query = "MATCH (n) WHERE elementId(n) IN $ids RETURN n.name AS name"
    rows = driver.execute_query(query, ids=nodes).records
    assert {row["name"] for row in rows} <= set(raw.records[0]["names"])


def test_graph_rag_gets_the_facts_as_context(retriever: SteinerGraphRAGRetriever) -> None:
    model = Scripted()
    answer = GraphRAG(retriever, model).search(QUESTION, return_context=True)
    assert answer.answer == "Dunmarrow Depot"
    assert answer.retriever_result is not None
    assert "Dunmarrow Depot" in answer.retriever_result.items[0].content
    assert answer.retriever_result.items[0].content in model.prompts[0]


def test_it_is_a_tool_that_a_model_calls(
    retriever: SteinerGraphRAGRetriever, driver: neo4j.Driver
) -> None:
    tool = retriever.convert_to_tool("graph", "Facts of the graph", {"query_text": "a question"})
    assert tool.get_parameters()["required"] == ["query_text"]
    found = ToolsRetriever(driver, Scripted(), [tool]).search(QUESTION)
    assert "Dunmarrow Depot" in found.items[0].content
    assert len(found.items) == 2


def test_what_cannot_be_asked_is_refused(retriever: SteinerGraphRAGRetriever) -> None:
    with pytest.raises(InvalidInput, match="top_k must be 1 or more, got 0"):
        retriever.search(query_text=QUESTION, top_k=0)
    with pytest.raises(InvalidInput, match="question is empty"):
        retriever.search(query_text=" ")
