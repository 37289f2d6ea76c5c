"""What agents do with a graph: tools of LangChain over the same actions, bounded and filtered."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

import pytest
from family_graph import FAMILY, retriever
from langchain_core.tools import BaseTool

from steiner.answer import Answer
from steiner.errors import InvalidInput
from steiner.evidence import Evidence, Table
from steiner.filters import Filter
from steiner.generate.evidence_only import EvidenceOnly
from steiner.graph import Subgraph
from steiner.integrations.agents.actions import PAGE, GraphActions
from steiner.integrations.agents.records import evidence_record
from steiner.integrations.langchain import steiner_tools
from steiner.lexicon.live_notes import write_notes
from steiner.lexicon.notes import notes_from


@pytest.fixture(scope="module")
def tools() -> dict[str, BaseTool]:
    made = steiner_tools(retriever(FAMILY), EvidenceOnly())
    return {tool.name: tool for tool in made}


def called(tool: BaseTool, **arguments: Any) -> Any:
    return tool.invoke({"type": "tool_call", "id": "1", "name": tool.name, "args": arguments})


def test_evidence_is_text_for_the_model_and_the_evidence_as_artifact(
    tools: dict[str, BaseTool],
) -> None:
    message = called(tools["evidence"], question="Who leads Aurora?", budget=20)
    assert message.content.startswith("Likely answer: Ann Lee\n[F1] Ann Lee leads Aurora")
    assert isinstance(message.artifact, Evidence)
    assert message.artifact.tokens <= 20


@pytest.mark.parametrize(
    ("confidence", "said"),
    [
        (None, "Likely answer: Ann Lee"),
        (0.5, "Likely answer: Ann Lee"),
        (0.49, "The graph may not hold an answer. Nearest to one: Ann Lee"),
    ],
)
def test_an_agent_reads_that_the_graph_may_not_hold_an_answer(
    confidence: float | None, said: str
) -> None:
    evidence = replace(retriever(FAMILY).retrieve("Who leads Aurora?"), confidence=confidence)
    assert evidence_record(evidence).text().splitlines()[0] == said


def test_ask_is_there_where_a_generator_is(tools: dict[str, BaseTool]) -> None:
    assert isinstance(called(tools["ask"], question="Who leads Aurora?").artifact, Answer)
    assert "ask" not in {tool.name for tool in steiner_tools(retriever(FAMILY))}


def test_find_takes_misspelt_names_and_records_are_json(tools: dict[str, BaseTool]) -> None:
    message = called(tools["find"], name="Auroa")
    (entity,) = message.artifact.entities
    assert entity.name == "Aurora"
    assert json.loads(json.dumps(asdict(message.artifact)))["entities"][0]["name"] == "Aurora"
    people = [("Tom Skerritt", "knows", "Ann Lee"), ("Tom Hanks", "knows", "Ann Lee")]
    assert GraphActions(retriever(people)).find("tom hank").entities[0].name == "Tom Hanks"
    assert tools["find"].invoke({"name": "Zyx"}) == "No entity of the graph is called so."


def test_neighbours_keep_direction_and_type(tools: dict[str, BaseTool]) -> None:
    assert tools["neighbours"].invoke({"entity": "Aurora"}).splitlines() == [
        "Ann Lee leads Aurora",
        "Bob Ray works on Aurora",
        "Aurora located in Oslo",
        "(page 1 of 1; 3 relationships)",
    ]
    page = called(tools["neighbours"], entity="Aurora", direction="out").artifact
    assert [(n.relation, n.outgoing, n.entity.name) for n in page.neighbours] == [
        ("located in", True, "Oslo")
    ]
    page = called(tools["neighbours"], entity="Aurora", relation="leads").artifact
    assert [n.entity.name for n in page.neighbours] == ["Ann Lee"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"entity": "Auroa"}, "No entity is called 'Auroa'. Give the element id of one of these"),
        ({"entity": " "}, "A name is expected"),
        ({"entity": "Aurora", "relation": "leeds"}, "There is no relationship type 'leeds'; the"),
        ({"entity": "Aurora", "page": 2}, "has 1 pages of neighbours, got page 2"),
        ({"entity": "Aurora", "direction": "up"}, "must be both, out or in"),
    ],
)
def test_what_goes_wrong_reaches_the_model_as_text(
    tools: dict[str, BaseTool], arguments: dict[str, Any], message: str
) -> None:
    answered = called(tools["neighbours"], **arguments)
    assert answered.status == "error"
    assert message in answered.content


def test_a_hub_comes_in_pages_and_says_that_it_has_more() -> None:
    triples = [("Hub", "knows", f"Person {i}") for i in range(1_100)]
    actions = GraphActions(retriever(triples))
    first, second = (actions.neighbours("Hub", page=page) for page in (1, 2))
    names = [{n.entity.name for n in page.neighbours} for page in (first, second)]
    assert [len(each) for each in names] == [PAGE, PAGE]
    assert names[0].isdisjoint(names[1])
    assert first.at_least
    assert "at least 1000 relationships" in first.text()


def test_a_filter_holds_in_every_action() -> None:
    actions = GraphActions(retriever(FAMILY), Filter(types=("leads",)))
    assert actions.schema().relations == ["leads"]
    page = actions.neighbours("Aurora")
    assert [n.entity.name for n in page.neighbours] == ["Ann Lee"]
    with pytest.raises(InvalidInput, match="no relationship type 'located in'"):
        actions.neighbours("Aurora", relation="located in")
    assert "Oslo" not in actions.evidence("Where is Aurora located?").text()


def test_the_schema_begins_with_what_the_question_needs_and_says_what_is_left() -> None:
    schema = GraphActions(retriever(FAMILY)).schema("located in", limit=2)
    assert schema.relations[0] == "located in"
    assert "(and 2 more)" in schema.text()


def test_the_schema_says_what_people_noted_of_what_may_be_seen() -> None:
    noting = retriever(FAMILY)
    beside = {"synonyms": ["shares work with"], "either_way": True}
    noted = {"types": {"works on": beside, "located in": {"description": "Moored there."}}}
    write_notes(noting.store, notes_from(noted))
    seen = GraphActions(noting, Filter(types=("works on",))).schema()
    assert seen.notes == ["works on: called shares work with; holds either way"]
    assert seen.text().splitlines()[2:] == seen.notes


TABLE = Table(("name", "count"), ((FAMILY[0][0], 2), (None, 1)), 40, "MATCH (n)", {}, "n: count")


class Computing:
    """A retriever whose evidence has a table."""

    def __init__(self, table: Table | None, exact: bool = True) -> None:
        self.store: Any = None
        self._evidence = Evidence("Who?", Subgraph(), "", table=table, exact=exact)

    def retrieve(self, *_: Any) -> Evidence:
        return self._evidence


def test_compute_gives_the_rows_and_the_cypher_and_says_what_is_left() -> None:
    made = {tool.name: tool for tool in steiner_tools(Computing(TABLE))}
    message = called(made["compute"], question="Who has most?")
    lines = message.content.splitlines()
    assert lines[:2] == ["name | count", "Ann Lee | 2"]
    assert lines[3:] == ["(and 38 more rows)", "Reading: n: count", "Cypher: MATCH (n)"]
    assert json.loads(json.dumps(asdict(message.artifact)))["table"]["total"] == 40
    assert evidence_record(Computing(TABLE).retrieve()).table == message.artifact.table


def test_compute_says_where_it_is_not_sure_and_where_nothing_is_computed() -> None:
    assert "not sure" in GraphActions(Computing(TABLE, exact=False)).compute("Who?").text()
    assert "use `evidence`" in GraphActions(Computing(None)).compute("Who?").text()
