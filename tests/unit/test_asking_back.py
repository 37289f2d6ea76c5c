"""A question of two readings: both with their rows, which is meant is asked and can be chosen."""

from __future__ import annotations

import json
import re
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from ambiguous_graph import ASKED, DIRECTED, WROTE, two_readings
from click.testing import CliRunner, Result
from langgraph.types import Command
from mcp import Client
from starlette.testclient import TestClient

from steiner.algebra import Query
from steiner.cli import cli
from steiner.errors import InvalidInput
from steiner.evidence import Table
from steiner.generate.evidence_only import EvidenceOnly
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.integrations.langchain import SteinerChain, steiner_tools
from steiner.integrations.mcp import mcp_server
from steiner.query.query_reading import Reading
from steiner.retrieve.exact.alternatives import asking_back
from steiner.retrieve.exact.row_judge import Offered
from steiner.serve.app import serve_app
from steiner.settings import Options, RetrieverSettings
from steiner.systems import SYSTEMS

RETRIEVER = two_readings()
QUESTION = """Did you mean:
1. Film; Person DIRECTED Film; Person.name = 'Ann Lee': count of Film: 2
2. Film; Person WROTE Film; Person.name = 'Ann Lee': count of Film: 1"""
UNKNOWN = "choose=3 is none of the readings of this question, which are 2"
RECIPE = Path(__file__).parents[2] / "docs" / "integrations.md"


def test_near_readings_are_offered_with_their_rows_and_a_question() -> None:
    evidence = RETRIEVER.retrieve(ASKED)
    assert not evidence.exact
    assert [table.rows for table in evidence.offered] == [((2,),), ((1,),)]
    assert evidence.asks_back == QUESTION


def test_what_is_meant_much_likelier_is_not_asked_back() -> None:
    query, table = Query(("Film",)), Table(("Film",), (), 0, "", {}, "Film")
    likely, unlikely = (Reading(query, (), p, False) for p in (0.8, 0.1))
    assert asking_back(ASKED, [Offered(likely, table), Offered(unlikely, table)]) == ""
    assert asking_back(ASKED, [Offered(likely, table), Offered(likely, table)])


@pytest.mark.parametrize(("number", "count"), [(WROTE, 1), (DIRECTED, 2)])
def test_the_chosen_reading_is_the_answer(number: int, count: int) -> None:
    evidence = RETRIEVER.retrieve(ASKED, Options(choose=number))
    assert (evidence.exact, evidence.answers) == (True, (str(count),))
    assert (evidence.offered, evidence.asks_back) == ((), "")
    assert EvidenceOnly().answer(ASKED, evidence).text.startswith(f"count: {count} [F")


@pytest.mark.parametrize(
    ("question", "choose", "message"),
    [
        (ASKED, 3, UNKNOWN),
        ("hello there", 1, "This question offers no readings to choose among, got choose=1."),
    ],
)
def test_a_choice_that_is_not_offered_is_refused(question: str, choose: int, message: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(message)):
        RETRIEVER.retrieve(question, Options(choose=choose))


@pytest.mark.parametrize("choose", [-1, "2", True])
def test_a_choice_is_a_whole_number_from_one_on(choose: Any) -> None:
    with pytest.raises(InvalidInput, match=r"Options\.choose must be"):
        Options(choose=choose)


def test_a_system_that_computes_nothing_offers_none() -> None:
    other = SYSTEMS["g-retriever"].retriever(
        RETRIEVER.store, RETRIEVER.embedder, RetrieverSettings(), None
    )
    with pytest.raises(InvalidInput, match="offers no readings"):
        other.retrieve(ASKED, Options(choose=1))


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str, typed: str = "") -> Result:
    monkeypatch.setattr("steiner.session.retriever", lambda *_: nullcontext(RETRIEVER))
    return CliRunner().invoke(cli, arguments, input=typed)


def test_ask_shows_the_readings_and_answers_by_the_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(monkeypatch, "ask", ASKED)
    assert "Did you mean:\n  1. Film; Person DIRECTED Film" in first.stdout
    assert "--choose 1 to 2" in first.stderr
    second = run(monkeypatch, "ask", ASKED, "--choose", "2")
    assert second.stdout.startswith("count: 1 [F")
    assert "Did you mean" not in second.output
    assert UNKNOWN in str(run(monkeypatch, "ask", ASKED, "--choose", "3").exception)


def test_retrieve_shows_and_takes_them_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "2. Film; Person WROTE Film" in run(monkeypatch, "retrieve", ASKED).stdout
    done = run(monkeypatch, "retrieve", ASKED, "--choose", "2", "--json")
    assert json.loads(done.stdout)["table"]["rows"] == [[1]]
    many = ("retrieve", "--questions", "in.jsonl", "--output", "out.jsonl", "--choose", "2")
    assert "--choose goes with one QUESTION" in str(run(monkeypatch, *many).exception)


def test_in_a_chat_the_number_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = f"{ASKED}\n3\n2\nexit\n"
    done = run(monkeypatch, "chat", "--model", "none", typed=typed)
    assert "  2. Film; Person WROTE Film" in done.stdout
    assert UNKNOWN in done.stderr
    assert "? 2\ncount: 1 [F" in done.stdout


def test_over_http_a_field_chooses() -> None:
    app = serve_app(Answering(RETRIEVER), ServeSettings("secret"))
    client = TestClient(app, headers={"authorization": "Bearer secret"})
    asked = client.post("/api/ask", json={"question": ASKED}).json()["evidence"]
    assert asked["asks_back"] == QUESTION
    assert asked["readings"] == QUESTION.splitlines()[1:]
    got = client.post("/api/ask", json={"question": ASKED, "choose": WROTE}).json()
    assert got["answer"].startswith("count: 1 [F")
    streamed = {"question": ASKED, "choose": WROTE}
    events = {"accept": "text/event-stream"}
    assert "count: 1" in client.post("/api/ask", json=streamed, headers=events).text
    refused = client.post("/api/retrieve", json={"question": ASKED, "choose": 3})
    assert refused.status_code == 422
    assert UNKNOWN in refused.json()["error"]["message"]


@pytest.mark.parametrize("tool", ["evidence", "ask", "compute"])
async def test_tools_of_mcp_offer_and_choose(tool: str) -> None:
    async with Client(mcp_server(Answering(RETRIEVER))) as client:
        first = await client.call_tool(tool, {"question": ASKED})
        second = await client.call_tool(tool, {"question": ASKED, "choose": WROTE})
        third = await client.call_tool(tool, {"question": ASKED, "choose": 3})
    assert first.structured_content is not None
    assert first.structured_content["readings"] == QUESTION.splitlines()[1:]
    assert "with the number of one as `choose`" in getattr(first.content[0], "text", "")
    assert second.structured_content is not None
    assert second.structured_content["readings"] == []
    assert third.is_error


@pytest.mark.parametrize("name", ["evidence", "ask", "compute"])
def test_tools_of_langchain_offer_and_choose(name: str) -> None:
    (tool,) = (t for t in steiner_tools(RETRIEVER, EvidenceOnly()) if t.name == name)
    assert "2. Film; Person WROTE Film" in tool.invoke({"question": ASKED})
    assert "1" in tool.invoke({"question": ASKED, "choose": WROTE})
    assert UNKNOWN in tool.invoke({"question": ASKED, "choose": 3})


def test_a_chain_takes_the_choice_beside_the_question() -> None:
    chain = SteinerChain(RETRIEVER, EvidenceOnly())
    output = chain.invoke({"question": ASKED, "choose": WROTE})
    assert output["answer"].startswith("count: 1 [F")
    with pytest.raises(InvalidInput, match="must be a whole number"):
        chain.invoke({"question": ASKED, "choose": "second"})


def test_the_recipe_for_langgraph_stops_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("steiner.session.open_retriever", lambda *_: RETRIEVER)
    blocks = re.findall(r"^```python\n(.*?)^```", RECIPE.read_text("utf-8"), re.M | re.S)
    (recipe,) = (block for block in blocks if "interrupt" in block)
    made: dict[str, Any] = {}
    exec(recipe, made)
    assert capsys.readouterr().out
    config = {"configurable": {"thread_id": "2"}}
    stopped = made["graph"].invoke({"messages": [("user", ASKED)]}, config)
    assert stopped["__interrupt__"][0].value == QUESTION
    done = made["graph"].invoke(Command(resume=WROTE), config)
    assert done["messages"][-1].content.startswith("count: 1 [F")
