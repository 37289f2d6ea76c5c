"""A crowd: so many questions are worked on, some wait, and more are refused at once."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor, as_completed
from threading import Event
from typing import Any, cast

import pytest
from family_graph import FAMILY, retriever
from httpx import ASGITransport, AsyncClient, Response
from starlette.testclient import TestClient

from steiner.errors import QueryTimedOut, ServerBusy
from steiner.evidence import Evidence
from steiner.generate.evidence_only import EvidenceOnly
from steiner.index.check import PROBE
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.integrations.doors.turns import Turns
from steiner.serve.app import serve_app
from steiner.settings import DEFAULT_OPTIONS, Options

CROWD = 40
QUESTION = {"question": "Who leads Aurora?"}


class Slow:
    """A retriever that answers when it is let."""

    def __init__(self) -> None:
        self.inner: Any = retriever(FAMILY)
        self.store, self.go_on = self.inner.store, Event()

    def retrieve(self, *given: Any) -> Any:
        assert self.go_on.wait(60)
        return self.inner.retrieve(*given)


@pytest.mark.parametrize("headers", [{}, {"accept": "text/event-stream"}])
async def test_who_would_wait_too_long_is_refused_at_once(headers: dict[str, str]) -> None:
    slow, refused = Slow(), list[Response]()
    app = serve_app(Answering(slow, EvidenceOnly()), ServeSettings("secret", at_once=2))
    key = {"authorization": "Bearer secret"}
    transport = ASGITransport(app)
    async with AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=key) as web:

        async def ask() -> Response:
            came = await web.post("/api/ask", json=QUESTION, headers=headers)
            if came.status_code != 200:
                refused.append(came)
            # Two are worked on and four wait; with the rest refused, those are let go on.
            if len(refused) == CROWD - 6:
                slow.go_on.set()
            return came

        every = await asyncio.gather(*(ask() for _ in range(CROWD)))
        statuses = sorted(each.status_code for each in every)
        assert statuses == [200] * 6 + [503] * (CROWD - 6)
        assert {each.headers["retry-after"] for each in refused} == {"2"}
        assert refused[0].json()["error"]["type"] == "ServerBusy"
        assert "2 questions are worked on and 4 wait" in refused[0].json()["error"]["message"]
        after = await web.post("/api/ask", json=QUESTION, headers=headers)
        assert after.status_code == 200


async def asked_in(turns: Turns, count: int) -> tuple[list[asyncio.Task[bool]], Event]:
    """Ask so many at once, which go on when the event is set."""
    go_on = Event()
    asked = [asyncio.create_task(turns.run(lambda: go_on.wait(60))) for _ in range(count)]
    await asyncio.sleep(0)
    return asked, go_on


def late() -> None:
    """Pass the time of a question."""
    raise QueryTimedOut("late")


async def test_streams_and_tools_wait_in_the_same_row() -> None:
    turns = Turns(1)
    asked, go_on = await asked_in(turns, 3)
    with pytest.raises(ServerBusy, match=r"1 questions are .* 2 wait"):
        turns.check()
    go_on.set()
    await asyncio.gather(*asked)
    turns.check()


async def test_a_server_that_starts_works_on_one_and_lets_in_more_as_it_answers() -> None:
    turns = Turns(8, first=1)
    for now in (1, 4, 8):
        asked, go_on = await asked_in(turns, 3 * now)
        with pytest.raises(ServerBusy, match=f"^{now} questions are .* {2 * now} wait"):
            turns.check()
        go_on.set()
        await asyncio.gather(*asked)


async def test_each_question_that_passes_its_time_halves_those_that_are_worked_on() -> None:
    turns = Turns(8)
    for left in (4, 2, 1, 1):
        with pytest.raises(QueryTimedOut):
            await turns.run(late)
        asked, go_on = await asked_in(turns, 3 * left)
        with pytest.raises(ServerBusy, match=f"^{left} questions are worked on"):
            turns.check()
        for each in asked:
            each.cancel()
        go_on.set()
        await asyncio.gather(*asked, return_exceptions=True)


async def test_who_passes_the_time_while_the_server_plans_is_to_ask_again() -> None:
    turns = Turns(8)
    turns.is_planning = True
    with pytest.raises(ServerBusy, match=r"just started, and plans .* Ask again"):
        await turns.run(late)


async def test_who_waits_long_for_a_turn_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Turns(1)
    (first,), go_on = await asked_in(turns, 1)
    monkeypatch.setattr("steiner.integrations.doors.turns._PATIENCE", 0.0)
    with pytest.raises(ServerBusy, match=r"not its turn for 0 s\. Ask again in a few seconds"):
        await turns.run(late)
    go_on.set()
    assert await first


class Cold:
    """A retriever over a server that has just started: it plans until it is let go on."""

    def __init__(self) -> None:
        self.inner: Any = retriever(FAMILY)
        self.store, self.settings = self.inner.store, self.inner.settings
        self.asked = self.inner.asked
        self.may_plan, self.planned = Event(), Event()

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        if question == PROBE and not self.planned.is_set():
            assert self.may_plan.wait(60)
            self.planned.set()
        assert self.planned.is_set(), "a question was asked before"
        evidence: Evidence = self.inner.retrieve(question, options)
        return evidence


def warmed(cold: Cold) -> TestClient:
    answering = Answering(cast(Any, cold), EvidenceOnly())
    app = serve_app(answering, ServeSettings("secret"), warm=True)
    return TestClient(app, "http://127.0.0.1", headers={"authorization": "Bearer secret"})


def test_a_crowd_before_a_just_started_server_is_answered_or_to_ask_again() -> None:
    cold = Cold()
    with warmed(cold) as web, ThreadPoolExecutor(CROWD) as crowd:
        asked = [crowd.submit(web.post, "/api/ask", json=QUESTION) for _ in range(CROWD)]
        came = as_completed(asked)
        refused = [next(came).result() for _ in range(CROWD - 2)]
        cold.may_plan.set()
        answered = [each.result() for each in came]
    assert {(each.status_code, each.headers["retry-after"]) for each in refused} == {(503, "2")}
    assert [each.status_code for each in answered] == [200, 200]
