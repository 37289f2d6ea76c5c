"""All that listens has one door: rates by the true client, the key before the body, names, time."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread
from typing import Any

import pytest
import uvicorn
from anyio import sleep_forever
from family_graph import FAMILY, retriever
from starlette.testclient import TestClient
from starlette.types import ASGIApp
from test_mcp import INITIALIZE

from steiner.errors import InvalidInput
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.integrations.doors.listening import bounded_protocol
from steiner.integrations.doors.rates import client_of
from steiner.integrations.mcp import http_app, mcp_server
from steiner.serve.app import serve_app

RIGHT, WRONG = {"authorization": "Bearer secret"}, {"authorization": "Bearer guess"}
MCP = {**RIGHT, "accept": "application/json, text/event-stream", "content-type": "application/json"}


def served(**given: Any) -> ASGIApp:
    return serve_app(Answering(retriever(FAMILY)), ServeSettings("secret", **given))


def mcp(**given: Any) -> ASGIApp:
    return http_app(mcp_server(Answering(retriever(FAMILY))), "secret", **given)


DOORS = [
    pytest.param(served, "/api/schema", id="serve"),
    pytest.param(served, "/mcp", id="serve's mcp"),
    pytest.param(mcp, "/mcp", id="mcp"),
]


def asked(app: ASGIApp, peer: str = "10.0.0.1") -> TestClient:
    return TestClient(app, client=(peer, 1), base_url="http://localhost")


@pytest.mark.parametrize(("make", "path"), DOORS)
def test_who_guesses_keys_is_slowed_down_whatever_it_says_of_itself(
    make: Callable[..., ASGIApp], path: str
) -> None:
    client = asked(make(per_minute=20))
    statuses = [
        client.post(path, headers={**WRONG, "x-forwarded-for": f"1.2.3.{i}"}).status_code
        for i in range(40)
    ]
    assert statuses == [401] * 20 + [429] * 20


@pytest.mark.parametrize(("make", "path"), DOORS)
def test_behind_a_trusted_proxy_each_client_has_its_own_rate(
    make: Callable[..., ASGIApp], path: str
) -> None:
    client = asked(make(per_minute=20, trusted_proxies=("10.0.0.0/24",)))
    for written in ("9.9.9.9, 1.1.1.1", "8.8.8.8, 1.1.1.1", "2.2.2.2, 10.0.0.9"):
        own = {"1.1.1.1": 20, "10.0.0.9": 20}[written.rpartition(", ")[2]]
        for _ in range(own // 2 if "1.1.1.1" in written else own):
            sent = client.post(path, headers={**WRONG, "x-forwarded-for": written})
            assert sent.status_code == 401
    late = client.post(path, headers={**WRONG, "x-forwarded-for": "7.7.7.7, 1.1.1.1"})
    assert late.status_code == 429


@pytest.mark.parametrize(
    ("peer", "forwarded", "known"),
    [
        ("1.1.1.1", "2.2.2.2", "1.1.1.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "2.2.2.2", "2.2.2.2"),
        ("10.0.0.1", "3.3.3.3, 2.2.2.2", "2.2.2.2"),
        ("10.0.0.1", "3.3.3.3, 2.2.2.2, 10.0.0.2", "2.2.2.2"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", "no address", "10.0.0.1"),
        ("10.0.0.1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "9.9.9.9", "2001:db8:1:2::/64"),
        ("testclient", "9.9.9.9", "testclient"),
        # As a socket of both versions calls an address of IPv4.
        ("::ffff:1.1.1.1", "", "1.1.1.1"),
        ("::ffff:10.0.0.1", "::ffff:2.2.2.2", "2.2.2.2"),
        # With its port, as some proxies write it.
        ("10.0.0.1", "2.2.2.2:5678", "2.2.2.2"),
        ("10.0.0.1", "[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
        ("10.0.0.1", "fe80::1%eth0", "fe80::/64"),
        ("10.0.0.1", "[", "10.0.0.1"),
    ],
)
def test_a_client_is_the_last_address_that_no_trusted_proxy_has(
    peer: str, forwarded: str, known: str
) -> None:
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    settings = ServeSettings("k", trusted_proxies=("10.0.0.0/24",))
    scope = {"type": "http", "client": (peer, 1), "headers": headers}
    assert client_of(scope, settings.networks()) == known


def test_what_is_no_proxy_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"10\.0\.0\.0/24"):
        ServeSettings("k", trusted_proxies=("proxy.example",))


def scope_of(path: str, headers: dict[str, str]) -> dict[str, Any]:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    fields = {"type": "http", "method": "POST", "path": path, "headers": raw, "query_string": b""}
    return {**fields, "client": ("1.1.1.1", 1), "http_version": "1.1", "root_path": ""}


async def status_of(app: ASGIApp, path: str, headers: dict[str, str], receive: Any) -> int:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope_of(path, {"host": "localhost", **headers}), receive, send)
    return int(sent[0]["status"])


@pytest.mark.parametrize(("make", "path"), DOORS)
async def test_no_body_is_read_without_the_key(make: Callable[..., ASGIApp], path: str) -> None:
    async def receive() -> Any:
        raise AssertionError("the body was read")

    assert await status_of(make(), path, WRONG, receive) == 401


@pytest.mark.parametrize(("make", "path"), DOORS)
async def test_a_body_that_does_not_come_whole_ends(
    make: Callable[..., ASGIApp], path: str
) -> None:
    waiting = [{"type": "http.request", "body": b"{", "more_body": True}]

    async def receive() -> Any:
        return waiting.pop() if waiting else await sleep_forever()

    assert await status_of(make(slowest=0.05), path, MCP, receive) == 408


@pytest.mark.parametrize(("make", "path"), DOORS)
def test_a_large_body_is_refused(make: Callable[..., ASGIApp], path: str) -> None:
    got = asked(make(longest=100)).post(path, headers=MCP, content=b"x" * 101)
    assert (got.status_code, got.json()["error"]["type"]) == (413, "TooLarge")


@pytest.mark.parametrize("make", [served, mcp])
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
@pytest.mark.parametrize(
    ("name", "origin", "status"),
    [
        ("localhost:8000", "", 200),
        ("127.0.0.1:8000", "http://localhost:3000", 200),
        ("192.168.1.5:8000", "", 200),
        ("[::1]:8000", "", 200),
        ("graph.example.com", "https://graph.example.com", 200),
        ("GRAPH.example.com:443", "", 200),
        ("evil.example", "", 421),
        ("graph.example.com.evil.example", "", 421),
        ("", "", 421),
        ("localhost", "https://evil.example", 403),
        ("localhost", "null", 403),
        ("localhost", "http://[", 403),
    ],
)
def test_mcp_is_asked_for_under_known_names_alone(
    make: Callable[..., ASGIApp], host: str, name: str, origin: str, status: int
) -> None:
    headers = {**MCP, "host": name, **({"origin": origin} if origin else {})}
    with TestClient(make(host=host, names=("graph.example.com",))) as client:
        assert client.post("/mcp", json=INITIALIZE, headers=headers).status_code == status


@contextmanager
def running(app: ASGIApp, **given: Any) -> Iterator[int]:
    """Serve an application on a free port of this machine, as `listen` does."""
    config = uvicorn.Config(app, port=0, log_level="critical", ws="none", lifespan="off", **given)
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0))
    thread = Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join(10)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "sent", [b"", b"POST /api/ask HT", b"GET /health HTTP/1.1\r\nHost: x\r\nX-A"]
)
def test_a_connection_that_sends_half_a_request_is_closed(sent: bytes) -> None:
    timely = bounded_protocol(ServeSettings("secret", slowest=0.2))
    with running(served(), http=timely, timeout_keep_alive=1) as port:
        with socket.create_connection(("127.0.0.1", port), 30) as half:
            half.sendall(sent)
            assert half.recv(1) == b""
        whole = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with socket.create_connection(("127.0.0.1", port), 30) as kept:
            kept.sendall(whole)
            assert kept.recv(1_000).startswith(b"HTTP/1.1 200")
            kept.sendall(whole + sent)  # The second half-sent one is not held either.
            read = b"".join(iter(lambda: kept.recv(1_000), b""))
            assert b"HTTP/1.1 200" in read


WHOLE = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.timeout(60)
@pytest.mark.parametrize(("trusted", "status"), [((), b"503"), (("127.0.0.0/8",), b"200")])
def test_one_address_cannot_open_all_connections_but_a_trusted_proxy_can(
    trusted: tuple[str, ...], status: bytes
) -> None:
    settings = ServeSettings("secret", connections=12, trusted_proxies=trusted)
    with running(served(), http=bounded_protocol(settings)) as port, ExitStack() as opened:
        for _ in range(3):
            first = opened.enter_context(socket.create_connection(("127.0.0.1", port), 30))
            first.sendall(WHOLE)
            assert first.recv(1_000).startswith(b"HTTP/1.1 200")
        fourth = opened.enter_context(socket.create_connection(("127.0.0.1", port), 30))
        if trusted:
            fourth.sendall(WHOLE)
        assert fourth.recv(1_000).startswith(b"HTTP/1.1 " + status)
        first.close()
        other = opened.enter_context(
            socket.create_connection(("127.0.0.1", port), 30, source_address=("127.0.0.2", 0))
        )
        other.sendall(WHOLE)
        assert other.recv(1_000).startswith(b"HTTP/1.1 200")


@pytest.mark.timeout(60)
def test_a_response_that_nobody_reads_ends() -> None:
    sent, large = Event(), b"x" * 2**24

    async def endless(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        with suppress(OSError):
            await send({"type": "http.response.body", "body": large, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        sent.set()

    timely = bounded_protocol(ServeSettings("secret", slowest=0.2))
    with (
        running(endless, http=timely) as port,
        socket.create_connection(("127.0.0.1", port), 30) as deaf,
    ):
        deaf.sendall(WHOLE)
        assert sent.wait(30)
