"""The server of the Model Context Protocol, asked by the SDK's own client, over HTTP with a key."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from family_graph import FAMILY, retriever
from mcp import Client
from mcp.types import CallToolResult
from starlette.testclient import TestClient

from steiner.calls.stopping import given_up
from steiner.calls.stopwatch import Stopwatch
from steiner.cli import cli
from steiner.errors import Cancelled, InvalidInput
from steiner.filters import Filter
from steiner.generate.evidence_only import EvidenceOnly
from steiner.integrations.answering import Answering
from steiner.integrations.mcp import http_app, mcp_server

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-03-26",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


async def called(tool: str, **arguments: Any) -> CallToolResult:
    async with Client(mcp_server(Answering(retriever(FAMILY)))) as client:
        return await client.call_tool(tool, arguments)


def text(result: CallToolResult) -> str:
    return "".join(getattr(part, "text", "") for part in result.content)


async def test_the_tools_only_read_and_have_schemas_of_both_sides() -> None:
    async with Client(mcp_server(Answering(retriever(FAMILY)))) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert list(tools) == ["evidence", "ask", "compute", "find", "neighbours", "schema"]
    assert all(t.annotations and t.annotations.read_only_hint for t in tools.values())
    assert all(tool.description for tool in tools.values())
    assert tools["evidence"].input_schema["required"] == ["question"]
    output = tools["evidence"].output_schema
    assert output is not None
    assert set(output["properties"]) == {
        "question", "answers", "confidence", "facts", "left_out", "table", "exact",
        "readings",
    }  # fmt: skip


async def test_an_answer_is_text_and_a_record() -> None:
    result = await called("evidence", question="Who leads Aurora?")
    assert text(result).startswith("Likely answer: Ann Lee\n[F1] Ann Lee leads Aurora")
    assert result.structured_content is not None
    assert result.structured_content["answers"] == ["Ann Lee"]
    assert result.structured_content["facts"][0]["tag"] == "F1"
    result = await called("neighbours", entity="Aurora", direction="out")
    assert result.structured_content is not None
    assert result.structured_content["neighbours"][0]["entity"]["name"] == "Oslo"


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("neighbours", {"entity": "Auroa"}, "No entity is called 'Auroa'. Give the element id"),
        ("find", {"name": " "}, "A name is expected, got an empty text."),
        ("evidence", {"question": "Who leads Aurora?", "budget": 0}, "budget"),
    ],
)
async def test_what_goes_wrong_is_a_tool_error_in_our_words(
    tool: str, arguments: dict[str, Any], message: str
) -> None:
    result = await called(tool, **arguments)
    assert result.is_error
    assert message in text(result)


async def test_a_client_of_the_older_protocol_gets_the_same() -> None:
    async with Client(mcp_server(Answering(retriever(FAMILY))), mode="legacy") as client:
        result = await client.call_tool("find", {"name": "Auroa"})
    assert result.structured_content is not None
    assert result.structured_content["entities"][0]["name"] == "Aurora"


async def test_a_filter_holds() -> None:
    server = mcp_server(Answering(retriever(FAMILY), where=Filter(types=("leads",))))
    async with Client(server) as client:
        assert "Oslo" not in text(await client.call_tool("schema", {}))
        result = await client.call_tool("evidence", {"question": "Where is Aurora located?"})
    assert "Oslo" not in text(result)


async def test_a_slow_question_keeps_nobody_waiting_and_can_be_cancelled() -> None:
    slow, go = retriever(FAMILY), threading.Event()

    class Waiting:
        store = slow.store

        def retrieve(self, *_: Any) -> Any:
            go.wait(10)
            raise InvalidInput("late")

    async with Client(mcp_server(Answering(Waiting()))) as client:
        waiting = asyncio.create_task(client.call_tool("evidence", {"question": "Who?"}))
        await asyncio.sleep(0)
        assert "Aurora" in text(await client.call_tool("find", {"name": "Aurora"}))
        assert not waiting.done()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert not go.is_set()
    go.set()


async def test_an_answer_has_its_proof_without_a_model() -> None:
    result = await called("ask", question="Who leads Aurora?")
    record = result.structured_content
    assert record is not None
    assert "Ann Lee" in record["answer"]
    assert record["citations"][0]["text"] == "Ann Lee leads Aurora"
    assert record["citations"][0]["element_ids"]
    assert text(result).startswith(record["answer"])


async def test_a_client_that_asks_for_progress_hears_of_each_stage() -> None:
    heard: list[tuple[float, float | None, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))

    async with Client(mcp_server(Answering(retriever(FAMILY)))) as client:
        asked = {"question": "Who leads Aurora?"}
        await client.call_tool("ask", asked, progress_callback=hear)
        await client.call_tool("find", {"name": "Aurora"})
    names = [message for _, _, message in heard]
    # What is computed runs beside the others and ends when it ends.
    assert "exact" in names
    in_order = [name for name in names if name != "exact"]
    assert in_order == ["read", "embed", "expand", "score", "select", "pack", "write"]
    assert [number for number, _, _ in heard] == list(range(1, len(heard) + 1))


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_cancelled_call_stops_its_work_on_the_server(mode: Any) -> None:
    begun, ended = threading.Event(), threading.Event()

    class Endless:
        store = retriever(FAMILY).store

        def retrieve(self, *_: Any) -> Any:
            watch, given = Stopwatch(), given_up()
            assert given is not None
            begun.set()
            try:
                given.wait(10)
                with watch.stage("read"):
                    raise AssertionError("nobody wants it")
            except Cancelled:
                ended.set()
                raise

    async with Client(mcp_server(Answering(Endless())), mode=mode) as client:
        waiting = asyncio.create_task(client.call_tool("ask", {"question": "Who?"}))
        await asyncio.to_thread(begun.wait, 10)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await asyncio.to_thread(ended.wait, 5)


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18"])
def test_older_versions_of_the_protocol_are_spoken_as_they_are_written(version: str) -> None:
    headers = {
        "authorization": "Bearer secret",
        "accept": "application/json, text/event-stream",
        "host": "127.0.0.1:8000",
    }
    hello = {**INITIALIZE, "params": {**INITIALIZE["params"], "protocolVersion": version}}  # type: ignore[dict-item]
    asked = {"name": "ask", "arguments": {"question": "Who leads Aurora?"}}
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": asked}
    with TestClient(http_app(mcp_server(Answering(retriever(FAMILY))), "secret")) as client:
        answer = client.post("/mcp", json=hello, headers=headers)
        assert f'"protocolVersion":"{version}"' in answer.text.replace(" ", "")
        headers |= {"mcp-session-id": answer.headers["mcp-session-id"]}
        headers |= {"mcp-protocol-version": version}
        ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        assert client.post("/mcp", json=ready, headers=headers).status_code == 202
        assert "Ann Lee" in client.post("/mcp", json=call, headers=headers).text


@pytest.mark.parametrize("sent", ["", "Bearer", "Bearer wrong", "Bearer secrets", "Basic secret"])
def test_over_http_nothing_is_open_without_the_key(sent: str) -> None:
    headers = {"authorization": sent} if sent else {}
    with TestClient(http_app(mcp_server(Answering(retriever(FAMILY))), "secret")) as client:
        for path in ("/mcp", "/", "/docs"):
            answer = client.post(path, json=INITIALIZE, headers=headers)
            assert answer.status_code == 401
            assert answer.headers["www-authenticate"] == "Bearer"


def test_over_http_the_key_opens_and_a_foreign_host_does_not() -> None:
    headers = {
        "authorization": "Bearer secret",
        "accept": "application/json, text/event-stream",
        "host": "127.0.0.1:8000",
    }
    with TestClient(http_app(mcp_server(Answering(retriever(FAMILY))), "secret")) as client:
        answer = client.post("/mcp", json=INITIALIZE, headers=headers)
        assert answer.status_code == 200
        assert '"name":"steiner"' in answer.text.replace(" ", "")
        foreign = headers | {"host": "evil.example"}
        assert client.post("/mcp", json=INITIALIZE, headers=foreign).status_code == 421


@pytest.mark.parametrize("key", ["", "  "])
def test_over_http_an_empty_key_is_refused(key: str) -> None:
    with pytest.raises(InvalidInput, match="Over HTTP a key is expected"):
        http_app(mcp_server(Answering(retriever(FAMILY))), key)


def test_the_command_line_is_never_open_over_http(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STEINER_MCP_KEY", raising=False)
    with pytest.raises(InvalidInput, match="Give --key, or set STEINER_MCP_KEY"):
        CliRunner().invoke(cli, ["mcp", "--http"], catch_exceptions=False)


async def test_a_model_that_goes_away_is_a_tool_error_with_the_facts() -> None:
    class Gone(EvidenceOnly):
        def stream(self, *_: Any) -> Iterator[str]:
            raise OSError("connection reset")

    async with Client(mcp_server(Answering(retriever(FAMILY), Gone()))) as client:
        result = await client.call_tool("ask", {"question": "Who leads Aurora?"})
    assert result.is_error
    assert "OSError" in text(result)
    assert "[F1] Ann Lee leads Aurora" in text(result)
