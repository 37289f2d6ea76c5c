"""Planted secrets are in no log, error, trace, export, metric or answer of a server."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import neo4j.exceptions
import pytest
from click.testing import CliRunner
from family_graph import FAMILY, retriever
from neo4j.exceptions import AuthError, ClientError, DriverError, ServiceUnavailable
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from starlette.testclient import TestClient

from steiner.cli import cli
from steiner.display.render import evidence_json
from steiner.errors import InvalidInput, SteinerError
from steiner.exports import FORMATS, export
from steiner.generate.evidence_only import EvidenceOnly
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.integrations.doors.key_guard import KeyGuard
from steiner.integrations.langchain import steiner_tools
from steiner.redaction import redacted
from steiner.serve.app import serve_app
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.failures import steiner_error

PASSWORD, KEY, TOKEN = "planted-password-1", "planted-key-2", "planted-provider-token-3"
SECRETS = (PASSWORD, KEY, TOKEN)
HOST, SAID = "db.internal.example:7687", "the server's own words"
SETTINGS = ConnectionSettings(f"bolt://{HOST}", "reader", PASSWORD, "films")
CODES = (
    "Neo.ClientError.Security.Unauthorized",
    "Neo.ClientError.Database.DatabaseNotFound",
    "Neo.ClientError.Security.Forbidden",
    "Neo.ClientError.Statement.SyntaxError",
    "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration",
    "Neo.ClientError.Transaction.TransactionTimedOut",
    "Neo.TransientError.General.OutOfMemoryError",
)
EVENTS = {"accept": "text/event-stream"}


def raised() -> list[Exception]:
    """Return what a driver may raise, each with the password in the server's words."""
    text = f"{SAID}: {PASSWORD} bolt://reader:{PASSWORD}@{HOST}"
    errors: list[Exception] = [ServiceUnavailable(text), OSError(text), DriverError(text)]
    errors.append(AuthError(text))
    for code in CODES:
        hydrated = neo4j.exceptions.Neo4jError._hydrate_neo4j(code=code, message=text)
        errors.append(hydrated)
    return [*errors, ClientError(text)]


class Failing:
    """A retriever, and a model, that raise."""

    def __init__(self, error: Exception) -> None:
        self.error, self.store = error, self

    def retrieve(self, *_: Any) -> Any:
        raise self.error

    def stream(self, *_: Any) -> Iterator[str]:
        yield "Ann"
        raise self.error

    def record(self) -> None:
        return None


@pytest.fixture(autouse=True)
def _planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", PASSWORD)
    monkeypatch.setenv("STEINER_SERVE_KEY", KEY)
    monkeypatch.setenv("SOME_PROVIDER_API_KEY", TOKEN)


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    yield exporter
    provider.shutdown()


def leaked(text: str, *more: str) -> list[str]:
    return [secret for secret in (*SECRETS, *more) if secret in text]


def test_a_password_in_an_address_is_refused_and_not_repeated() -> None:
    for uri in (
        f"bolt://me:{PASSWORD}@{HOST}",
        f"me:{PASSWORD}@{HOST}",
        f"x://{PASSWORD}@h@{HOST}",
    ):
        with pytest.raises(InvalidInput, match="--password") as refused:
            ConnectionSettings(uri)
        assert not leaked(str(refused.value))
        for command in ("status", "ask", "doctor", "index"):
            arguments = [command, "--uri", uri, *(["Who?"] if command == "ask" else [])]
            done = CliRunner().invoke(cli, arguments)
            assert not leaked(f"{done.output}{done.exception}{done.exception!r}")
            assert isinstance(done.exception, InvalidInput)


def test_what_holds_a_secret_does_not_show_it() -> None:
    held = [SETTINGS, ServeSettings(KEY), Neo4jConnection(SETTINGS), KeyGuard(None, KEY)]  # type: ignore[arg-type]
    assert not leaked("".join(f"{each!r}{each!s}" for each in held))


@pytest.mark.parametrize(
    "error", raised(), ids=lambda e: getattr(e, "code", "") or type(e).__name__
)
def test_an_error_of_the_driver_has_no_secret_and_in_public_no_address(
    error: Exception, caplog: pytest.LogCaptureFixture, spans: InMemorySpanExporter
) -> None:
    failed = steiner_error(error, SETTINGS)
    assert not leaked(str(failed))
    assert not leaked(failed.public(), HOST, SAID, "reader")
    caplog.set_level(logging.DEBUG)
    failing = Failing(failed)
    for answering in (Answering(failing), Answering(retriever(FAMILY), failing)):  # type: ignore[arg-type]
        app = serve_app(answering, ServeSettings(KEY))
        client = TestClient(app, raise_server_exceptions=False)
        headers = {"authorization": f"Bearer {KEY}"}
        sent = [
            client.post("/api/ask", json={"question": "Who leads Aurora?"}, headers=headers),
            client.post("/api/ask", json={"question": "Who?"}, headers={**headers, **EVENTS}),
            client.post("/api/retrieve", json={"question": "Who?"}, headers=headers),
            client.post("/api/find", json={"name": "Ann"}, headers=headers),
            client.post("/api/ask", content=b"{", headers=headers),
            client.post("/api/ask", headers={"authorization": f"Bearer {KEY}x"}),
            *(client.get(path, headers=headers) for path in
              ("/ready", "/health", "/metrics", "/openapi.json", "/nothing")),
        ]  # fmt: skip
        said = "".join(f"{each.headers}{each.text}" for each in sent)
        assert not leaked(said, HOST, SAID)
    assert not leaked(caplog.text)
    assert not leaked("".join(span.to_json() for span in spans.get_finished_spans()), HOST, SAID)


def test_a_tool_says_no_address_to_a_provider() -> None:
    failed = steiner_error(ServiceUnavailable(SAID), SETTINGS)
    for tool in steiner_tools(Failing(failed), EvidenceOnly()):  # type: ignore[arg-type]
        if tool.name in ("evidence", "ask"):
            assert not leaked(str(tool.invoke({"question": "Who?"})), HOST, SAID)


def test_a_providers_words_are_for_the_log_and_without_keys(
    caplog: pytest.LogCaptureFixture,
) -> None:
    failing = Failing(RuntimeError(f"Incorrect API key provided: {TOKEN}. {SAID}"))
    answering = Answering(retriever(FAMILY), failing)  # type: ignore[arg-type]
    with pytest.raises(SteinerError) as failed:
        answering.ask("Who leads Aurora?")
    assert not leaked(str(failed.value))
    assert SAID in str(failed.value)
    client = TestClient(serve_app(answering, ServeSettings(KEY)), raise_server_exceptions=False)
    headers = {"authorization": f"Bearer {KEY}"}
    got = client.post("/api/ask", json={"question": "Who leads Aurora?"}, headers=headers)
    assert not leaked(got.text, SAID)
    assert "RuntimeError" in got.json()["error"]["message"]
    assert SAID in caplog.text
    assert not leaked(caplog.text)


def test_exports_and_json_hold_no_settings() -> None:
    evidence = retriever(FAMILY).retrieve("Who leads Aurora?")
    written = "".join(str(export(evidence, name)) for name in FORMATS if name != "png")
    assert not leaked(written + str(evidence_json(evidence)), HOST)


@pytest.mark.parametrize("name", ["NEO4J_BEARER", "NEO4J_KERBEROS", "NEO4J_PASSWORD", "X_API_KEY"])
def test_what_logs_in_is_left_out_whoever_repeats_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "planted-login-4")
    assert redacted("sent planted-login-4 to the provider") == "sent *** to the provider"


def test_short_words_are_not_taken_for_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "neo4j")
    assert redacted("database neo4j of neo4j", "neo4j") == "database neo4j of neo4j"
    assert redacted("at bolt://a:b@c/d", "") == "at bolt://***@c/d"
