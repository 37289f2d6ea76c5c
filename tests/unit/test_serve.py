"""`steiner serve` by HTTP: endpoints, key, limits, events, errors as JSON."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from threading import Event
from typing import Any

import pytest
from anyio.to_thread import run_sync
from click.testing import CliRunner
from family_graph import FAMILY, retriever
from httpx import ASGITransport, AsyncClient
from starlette.responses import JSONResponse
from starlette.testclient import TestClient
from test_history import FAMILY as BOTH
from test_mcp import INITIALIZE

from steiner.calls.stopping import given_up
from steiner.chosen import DEFAULT
from steiner.cli import cli
from steiner.display.render import evidence_json
from steiner.errors import Cancelled, ConnectionFailed, InvalidInput, QueryTimedOut
from steiner.filters import Filter
from steiner.generate.evidence_only import EvidenceOnly
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.serve.app import serve_app
from steiner.serve.page_files import PAGE_PATHS
from steiner.session import systems_beside
from steiner.systems import SYSTEMS

KEY = {"authorization": "Bearer secret"}
QUESTION = {"question": "Who leads Aurora?"}
EVENTS = {"accept": "text/event-stream"}


class Gone(EvidenceOnly):
    """A model whose server goes away in mid-answer."""

    def stream(self, *_: Any) -> Iterator[str]:
        yield "Ann"
        raise OSError("connection reset")


class Failing:
    """A retriever that raises."""

    def __init__(self, error: Exception) -> None:
        self.error, self.store = error, self

    def retrieve(self, *_: Any) -> Any:
        raise self.error

    def record(self) -> None:
        return None


def client(answering: Answering | None = None, settings: ServeSettings | None = None) -> TestClient:
    answering = answering or Answering(retriever(FAMILY), EvidenceOnly())
    app = serve_app(answering, settings or ServeSettings("secret"))
    return TestClient(app, headers=KEY, raise_server_exceptions=False)


def events(text: str) -> list[tuple[str, Any]]:
    """Read server-sent events: "event: text\\ndata: {}" gives [("text", {})]."""
    read = []
    for block in text.replace("\r\n", "\n").split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "event" in lines:
            read.append((lines["event"], json.loads(lines["data"])))
    return read


def test_ask_gives_the_answer_with_its_proof() -> None:
    answer = client().post("/api/ask", json=QUESTION).json()
    assert answer["answer"] == "Ann Lee [F1]"
    assert answer["evidence"]["relationships"][0]["type"] == "leads"


def test_ask_streams_the_evidence_then_the_text_then_the_answer() -> None:
    got = client().post("/api/ask", json=QUESTION, headers=EVENTS)
    assert got.headers["content-type"].startswith("text/event-stream")
    read = events(got.text)
    assert [kind for kind, _ in read] == ["evidence", "text", "answer"]
    assert read[1][1] == {"text": "Ann Lee [F1]"}


def test_stages_come_before_the_evidence_where_they_are_asked_for() -> None:
    staged = {"accept": "text/event-stream;stages=1"}
    read = events(client().post("/api/ask", json=QUESTION, headers=staged).text)
    kinds = [kind for kind, _ in read]
    assert kinds[0] == "stage"
    assert [kind for kind in kinds if kind != "stage"] == ["evidence", "text", "answer"]
    assert kinds.index("evidence") == len(kinds) - 3
    assert {"pack"} <= {data["stage"] for kind, data in read if kind == "stage"}
    broken: Any = Failing(ConnectionFailed("gone"))
    lost = Answering(broken, EvidenceOnly())
    got = client(lost).post("/api/ask", json=QUESTION, headers=staged)
    ((kind, data),) = events(got.text)
    assert (kind, data["type"]) == ("error", "ConnectionFailed")


@pytest.mark.parametrize(
    ("name", "body", "field"),
    [
        ("retrieve", QUESTION, "facts"),
        ("compute", QUESTION, "table"),
        ("find", {"name": "Auroa"}, "entities"),
        ("neighbours", {"entity": "Aurora", "direction": "out"}, "neighbours"),
        ("schema", {}, "relations"),
    ],
)
def test_each_action_is_an_endpoint(name: str, body: dict[str, Any], field: str) -> None:
    got = client().post(f"/api/{name}", json=body)
    assert got.status_code == 200
    assert field in got.json()


def test_the_openapi_document_describes_what_there_is() -> None:
    document = client().get("/openapi.json").json()
    assert list(document["paths"]) == [
        f"/api/{name}"
        for name in (
            "ask",
            "retrieve",
            "systems",
            "start",
            "compute",
            "find",
            "neighbours",
            "schema",
        )
    ]
    find = document["paths"]["/api/find"]["post"]
    assert find["requestBody"]["content"]["application/json"]["schema"]["required"] == ["name"]
    references = [
        part.split('"')[0] for part in json.dumps(document).split("#/components/schemas/")[1:]
    ]
    assert set(references) <= set(document["components"]["schemas"])


@pytest.mark.parametrize("sent", ["", "Bearer wrong", "Basic secret"])
def test_nothing_is_open_without_the_key_but_that_it_lives(sent: str) -> None:
    open = client()
    for path in ("/api/ask", "/openapi.json", "/ready", "/nowhere"):
        got = open.post(path, json=QUESTION, headers={"authorization": sent})
        assert got.status_code == 401
        assert got.json()["error"]["type"] == "WrongKey"
    assert open.get("/health", headers={"authorization": sent}).json() == {"status": "ok"}


def test_mcp_is_on_the_same_port_behind_the_same_key() -> None:
    headers = {"accept": "application/json, text/event-stream", "host": "127.0.0.1:8000"}
    with client() as opened:
        got = opened.post("/mcp", json=INITIALIZE, headers=headers)
        assert '"name":"steiner"' in got.text.replace(" ", "")
        closed = opened.post("/mcp", json=INITIALIZE, headers=headers | {"authorization": ""})
        assert closed.status_code == 401


def test_metrics_count_requests_by_path_and_status() -> None:
    asked = client()
    asked.post("/api/ask", json=QUESTION)
    asked.post("/api/ask", content=b"{")
    asked.get("/nowhere/1")
    lines = asked.get("/metrics").text.splitlines()
    assert 'steiner_requests_total{path="/api/ask",status="200"} 1' in lines
    assert 'steiner_requests_total{path="/api/ask",status="422"} 1' in lines
    assert 'steiner_requests_total{path="other",status="404"} 1' in lines
    assert 'steiner_request_seconds_bucket{path="/api/ask",le="+Inf"} 2' in lines
    assert 'steiner_request_seconds_count{path="/api/ask"} 2' in lines
    assert "steiner_requests_running 1" in lines
    assert asked.get("/metrics", headers={"authorization": ""}).status_code == 401


def test_the_page_is_open_and_loads_nothing_from_elsewhere() -> None:
    open = client()
    for path in PAGE_PATHS:
        got = open.get(path, headers={"authorization": ""})
        assert got.status_code == 200
        assert "default-src 'none'" in got.headers["content-security-policy"]
    assert "http" not in open.get("/").text


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"{", "Invalid JSON"),
        (b"[]", "body: Input should be an object"),
        (b"{}", "question: Field required"),
        (b'{"question": "Who?", "hops": 2}', "hops: Extra inputs are not permitted"),
        (b'{"question": ""}', "question"),
        (b'{"question": "Who leads Aurora?", "budget": 0}', "budget"),
    ],
)
@pytest.mark.parametrize("headers", [{}, EVENTS])
def test_what_cannot_be_used_is_said(body: bytes, message: str, headers: dict[str, str]) -> None:
    got = client().post("/api/ask", content=body, headers=headers)
    assert got.status_code == 422
    assert got.json()["error"]["type"] == "InvalidInput"
    assert message in got.json()["error"]["message"]


@pytest.mark.parametrize(
    ("error", "status"),
    [(ConnectionFailed("no server"), 503), (QueryTimedOut("late"), 504), (KeyError("x"), 500)],
)
def test_a_failing_database_is_an_error_in_json(error: Exception, status: int) -> None:
    broken: Any = Failing(error)
    for headers in ({}, EVENTS):
        got = client(Answering(broken, EvidenceOnly())).post(
            "/api/ask", json=QUESTION, headers=headers
        )
        assert got.status_code == status
        assert ("KeyError" in got.text) is False


def test_what_nobody_expected_is_said_and_leaves_the_connection_open(
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken: Any = Failing(KeyError("x"))
    app = serve_app(Answering(broken, EvidenceOnly()), ServeSettings("secret"))
    # What the application raised, it would raise here, and uvicorn would close the connection.
    raising = TestClient(app, headers=KEY, raise_server_exceptions=True)
    error = {"type": "Unexpected", "message": "The server failed; its log says why."}
    got = raising.post("/api/ask", json=QUESTION)
    assert (got.status_code, got.json()) == (500, {"error": error})
    assert "KeyError: 'x'" in caplog.text
    staged = {"accept": "text/event-stream;stages=1"}
    streamed = raising.post("/api/ask", json=QUESTION, headers=staged)
    assert events(streamed.text) == [("error", error)]


def test_what_nobody_expected_in_mid_answer_is_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("steiner.serve.events.answer_json", failing)
    read = events(client().post("/api/ask", json=QUESTION, headers=EVENTS).text)
    assert [kind for kind, _ in read] == ["evidence", "text", "error"]
    assert read[2][1]["message"] == "The server failed; its log says why."


def test_ready_says_whether_there_is_an_index() -> None:
    assert client().get("/ready").json() == {"status": "ready"}
    broken: Any = Failing(KeyError())
    assert client(Answering(broken, EvidenceOnly())).get("/ready").status_code == 503
    assert client().get("/nowhere").status_code == 404


def test_a_model_that_goes_away_leaves_the_evidence() -> None:
    gone = client(Answering(retriever(FAMILY), Gone()))
    read = events(gone.post("/api/ask", json=QUESTION, headers=EVENTS).text)
    assert [kind for kind, _ in read] == ["evidence", "text", "error"]
    assert read[0][1]["facts"]
    assert "OSError" in read[2][1]["message"]
    answer = gone.post("/api/ask", json=QUESTION).json()
    assert answer["error"]["type"] == "ModelFailed"
    assert answer["evidence"]["facts"] == read[0][1]["facts"]


def test_two_questions_at_once_in_one_conversation_are_answered_each_by_itself() -> None:
    history = [{"question": "Who leads Aurora?", "answer": "Ann Lee [F1]"}]
    asked = [{"question": text, "history": history} for text in ("And Borealis?", "Where is it?")]
    one = client(Answering(retriever(BOTH)))
    alone = [one.post("/api/ask", json=body).json()["answer"] for body in asked]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda body: one.post("/api/ask", json=body), 8 * asked))
    assert [answer.json()["answer"] for answer in together] == 8 * alone
    assert alone[0] == "Bob Ray [F1]"


def test_a_follow_up_without_history_is_answered_as_it_stands() -> None:
    answer = client().post("/api/ask", json={"question": "and who leads it?"})
    assert answer.status_code == 200
    assert answer.json()["question"] == "and who leads it?"


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("headers", "writer"),
    [({}, "endpoints.JSONResponse"), (EVENTS, "events.evidence_json")],
    ids=["json", "events"],
)
async def test_other_requests_are_answered_while_an_answer_is_written_out(
    headers: dict[str, str], writer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, answered = Event(), Event()
    writers: dict[str, Any] = {
        "endpoints.JSONResponse": JSONResponse,
        "events.evidence_json": evidence_json,
    }

    def slowly(*given: Any) -> Any:
        begun.set()
        assert answered.wait(10), "nothing else was answered meanwhile"
        return writers[writer](*given)

    monkeypatch.setattr(f"steiner.serve.{writer}", slowly)
    app = serve_app(Answering(retriever(FAMILY), EvidenceOnly()), ServeSettings("secret"))
    async with AsyncClient(transport=ASGITransport(app), base_url="http://127.0.0.1") as asked:
        answer = asyncio.create_task(
            asked.post("/api/ask", json=QUESTION, headers={**KEY, **headers})
        )
        await asyncio.to_thread(begun.wait, 10)
        health = await asked.get("/health")
        answered.set()
        assert health.json() == {"status": "ok"}
        assert (await answer).status_code == 200


def test_the_wait_for_a_free_thread_is_of_the_time_of_a_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr("steiner.calls.stopping.monotonic", lambda: now[0])

    async def waited(*given: Any, **options: Any) -> Any:
        now[0] += 31
        return await run_sync(*given, **options)

    monkeypatch.setattr("steiner.integrations.doors.turns.run_sync", waited)
    limited = retriever(FAMILY)
    monkeypatch.setattr(limited.store, "timeout", 30, raising=False)
    late = client(Answering(limited)).post("/api/retrieve", json=QUESTION)
    assert late.status_code == 504
    assert late.json()["error"]["type"] == "QueryTimedOut"
    monkeypatch.setattr(limited.store, "timeout", 32)
    assert client(Answering(limited)).post("/api/retrieve", json=QUESTION).status_code == 200


@pytest.mark.parametrize("headers", [{}, EVENTS], ids=["json", "events"])
async def test_the_work_for_a_client_that_leaves_ends(headers: dict[str, str]) -> None:
    begun, ended = Event(), Event()

    class Slow(EvidenceOnly):
        def stream(self, *_: Any) -> Iterator[str]:
            wanted = given_up()
            assert wanted is not None
            begun.set()
            wanted.wait(20)
            ended.set()
            yield "late"

    app = serve_app(Answering(retriever(FAMILY), Slow()), ServeSettings("secret"))
    sent = [{"type": "http.request", "body": json.dumps(QUESTION).encode(), "more_body": False}]

    async def receive() -> dict[str, Any]:
        if sent:
            return sent.pop()
        await asyncio.to_thread(begun.wait, 20)
        return {"type": "http.disconnect"}

    async def send(_: Any) -> None:
        return

    fields = {**KEY, "content-type": "application/json", **headers}
    raw = [(name.encode(), value.encode()) for name, value in fields.items()]
    scope: dict[str, Any] = {"type": "http", "method": "POST", "path": "/api/ask", "headers": raw}
    scope |= {"query_string": b"", "client": ("127.0.0.1", 1), "http_version": "1.1"}
    with suppress(Cancelled):
        await app(scope, receive, send)
    assert await asyncio.to_thread(ended.wait, 10)


def test_a_filter_holds_for_every_endpoint() -> None:
    limited = client(Answering(retriever(FAMILY), EvidenceOnly(), Filter(types=("leads",))))
    for name, body in (("ask", {"question": "Where is Aurora located?"}), ("schema", {})):
        assert "located in" not in limited.post(f"/api/{name}", json=body).text


def test_a_question_may_be_limited_further_and_never_less() -> None:
    limited = client(Answering(retriever(FAMILY), EvidenceOnly(), Filter(types=("leads",))))
    asked = {"question": "Who leads Aurora?", "only": {"types": ["leads", "located in"]}}
    for headers in ({}, EVENTS):
        got = limited.post("/api/ask", json=asked, headers=headers)
        assert "Ann Lee" in got.text
        assert "located in" not in got.text
        wider = asked | {"only": {"types": ["located in"]}}
        got = limited.post("/api/ask", json=wider, headers=headers)
        assert got.status_code == 422
        assert "may not be seen here; these may: leads" in got.json()["error"]["message"]
    free = client().post("/api/retrieve", json=asked | {"only": {"types": ["works on"]}}).json()
    assert {r["type"] for r in free["relationships"]} <= {"works on"}


def test_a_question_may_name_one_of_the_systems() -> None:
    own = retriever(FAMILY)
    systems = systems_beside(own, DEFAULT)
    asked = client(Answering(own, systems=systems))
    assert asked.post("/api/systems", json={}).json() == {"systems": list(SYSTEMS)}
    by = {"system": "g-retriever", **QUESTION}
    assert asked.post("/api/retrieve", json=by).json()["paths"] == []
    assert asked.post("/api/retrieve", json=QUESTION).json()["paths"]
    assert events(asked.post("/api/ask", json=by, headers=EVENTS).text)[-1][0] == "answer"
    answer = asked.post("/api/ask", json={"system": "graphrag", **QUESTION})
    assert (answer.status_code, answer.json()["error"]["type"]) == (422, "InvalidInput")


def test_too_large_and_too_often_are_refused() -> None:
    small = client(settings=ServeSettings("secret", longest=100, per_minute=1))
    assert small.post("/api/ask", content=b" " * 101).status_code == 413
    got = small.get("/health")
    assert got.status_code == 429
    assert 0 < int(got.headers["retry-after"]) <= 61


def test_where_the_confidence_is_less_it_declines() -> None:
    sure = client(Answering(retriever(FAMILY), Gone(), decline_below=1.0))
    read = events(sure.post("/api/ask", json={"question": "Who?"}, headers=EVENTS).text)
    assert [kind for kind, _ in read] == ["evidence", "answer"]


@pytest.mark.parametrize("key", [" ", "ключ", "a\nb"])
def test_a_key_that_no_header_can_bear_is_refused(key: str) -> None:
    with pytest.raises(InvalidInput, match="Over HTTP a key"):
        client(settings=ServeSettings(key))


def test_the_command_line_makes_a_key_where_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[ServeSettings] = []
    monkeypatch.setattr("steiner.session.retriever", lambda *_: nullcontext(retriever(FAMILY)))
    monkeypatch.setattr("steiner.serve.app.serve", lambda _, settings: served.append(settings))
    monkeypatch.delenv("STEINER_SERVE_KEY", raising=False)
    done = CliRunner().invoke(cli, ["serve", "--model", "none"], catch_exceptions=False)
    assert len(served[0].key) > 20
    assert served[0].key in done.stderr
