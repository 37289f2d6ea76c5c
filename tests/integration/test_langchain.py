"""SteinerRetriever keeps LangChain's contract, all of it, and its metadata is JSON."""

import datetime
import json
from functools import partial
from typing import Any

import pytest
from langchain_core.retrievers import BaseRetriever
from langchain_tests.integration_tests import RetrieversIntegrationTests

from steiner.errors import InvalidInput
from steiner.evidence import Evidence, Fact
from steiner.graph import Node, Point, Relationship, Subgraph
from steiner.integrations.langchain import SteinerRetriever
from steiner.settings import DEFAULT_OPTIONS, ConnectionSettings, Options

DAY = datetime.date(2024, 3, 2)
ANN = Node(1, "4:x:1", ("Person", "Lead"), {"since": DAY}, "Ann", ("since", DAY))
AURORA = Node(2, "4:x:2", ("Project",), {}, "Aurora", ("at", Point((1.5, 2.0), 4326)))
LEADS = Relationship(7, "5:x:7", "LEADS", 1, 2)
FACTS = (
    Fact("F1", "Ann leads Aurora", (1, 2), (7,), 1.0),
    Fact("F2", "Ann (Person, Lead)", (1,), (), 0.5),
    Fact("F3", "Ann: since: 2024-03-02", (1,), (), 0.3),
    Fact("F4", "Aurora (Project)", (2,), (), 0.2),
)


class Handmade:
    """Finds the same evidence for every question."""

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        return Evidence(question, Subgraph((ANN, AURORA), (LEADS,)), "", FACTS)


class TestStandard(RetrieversIntegrationTests):
    """The complete suite of langchain-tests, with no opt-out."""

    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return SteinerRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"retriever": Handmade()}

    @property
    def retriever_query_example(self) -> str:
        return "Who leads Aurora?"


def test_one_document_a_fact_best_first() -> None:
    found = SteinerRetriever(retriever=Handmade()).invoke("?")
    assert [document.page_content for document in found] == [fact.text for fact in FACTS]


def test_metadata_is_json_and_leads_back_to_the_graph() -> None:
    found = SteinerRetriever(retriever=Handmade()).invoke("?")
    first = json.loads(json.dumps(found[0].metadata))
    assert first == {
        "source": "neo4j",
        "tag": "F1",
        "score": 1.0,
        "element_ids": ["4:x:1", "4:x:2", "5:x:7"],
        "names": ["Ann", "Aurora"],
        "keys": [
            {"property": "since", "value": "2024-03-02"},
            {"property": "at", "value": "(1.5, 2)"},
        ],
        "labels": [["Person", "Lead"], ["Project"]],
        "types": ["LEADS"],
    }


def test_ids_are_stable_and_unique() -> None:
    retriever = SteinerRetriever(retriever=Handmade())
    ids = [document.id for document in retriever.invoke("?")]
    assert ids == ["4:x:1|4:x:2|5:x:7", "4:x:1", "4:x:1#2", "4:x:2"]
    assert [document.id for document in retriever.invoke("?", k=2)] == ids[:2]


async def test_k_counts_in_async_calls_too() -> None:
    retriever = SteinerRetriever(retriever=Handmade())
    assert len(await retriever.ainvoke("?", k=1)) == 1
    assert len(await retriever.ainvoke("?")) == 4


@pytest.mark.parametrize("k", [0, -1])
def test_a_k_below_one_is_refused(k: int) -> None:
    with pytest.raises(InvalidInput, match="at least 1"):
        SteinerRetriever(retriever=Handmade()).invoke("?", k=k)


def test_errors_come_through() -> None:
    class Broken:
        def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
            raise InvalidInput(question)

    with pytest.raises(InvalidInput, match="why"):
        SteinerRetriever(retriever=Broken()).invoke("why")


def test_a_retriever_of_a_named_system_over_a_live_graph(sample: ConnectionSettings) -> None:
    opened = partial(SteinerRetriever.from_neo4j, uri=sample.uri, password=sample.password)
    documents = opened(system="g-retriever", k=2).invoke("acid mist")
    assert len(documents) == 2
    assert all(document.metadata["element_ids"] for document in documents)
    with pytest.raises(InvalidInput, match=r"There is no system 'graph-retriever'.*'g-retriever'"):
        opened(system="graph-retriever")
