"""Several processes behind one port: what goes to each, what they share, and the option."""

from __future__ import annotations

import pickle
from contextlib import nullcontext
from typing import Any

import pytest
from click.testing import CliRunner
from family_graph import FAMILY, retriever
from starlette.testclient import TestClient
from test_mcp import INITIALIZE

from steiner.chosen import Chosen
from steiner.cli import cli
from steiner.cli.served import Served
from steiner.errors import IndexMissing, InvalidInput
from steiner.filters import Filter
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.integrations.doors.listening import listening
from steiner.serve.app import serve_app
from steiner.settings import ConnectionSettings, RetrieverSettings

RIGHT = {"authorization": "Bearer secret"}
MCP = {**RIGHT, "accept": "application/json, text/event-stream", "content-type": "application/json"}
COMMAND = ["serve", "--key", "secret", "--workers", "2"]


def client(**given: Any) -> TestClient:
    app = serve_app(Answering(retriever(FAMILY)), ServeSettings("secret", **given))
    return TestClient(app, base_url="http://localhost")


def test_what_goes_to_a_worker_is_settings_alone() -> None:
    chosen = Chosen(where=Filter(labels=("Person",)), retrieval=RetrieverSettings(), model="none")
    served = Served(ConnectionSettings(), chosen, ServeSettings("secret"), 0.5, None)
    assert pickle.loads(pickle.dumps(served)) == served
    protocol = pickle.loads(pickle.dumps(listening(served.settings)))["http"]
    assert protocol.args == (served.settings,)


def test_workers_share_what_one_address_may_ask() -> None:
    asked = client(workers=2, per_minute=5)
    statuses = [asked.get("/health").status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]


def test_each_worker_counts_for_itself() -> None:
    asked = client(workers=2)
    asked.get("/health")
    line = asked.get("/metrics", headers=RIGHT).text.splitlines()[1]
    assert line.startswith('steiner_requests_total{path="/health",status="200",worker="')


def test_an_agent_has_no_session_that_another_worker_would_not_know() -> None:
    for workers, has_session in ((1, True), (2, False)):
        with client(workers=workers) as asked:
            came = asked.post("/mcp", json=INITIALIZE, headers=MCP)
            assert came.status_code == 200
            assert ("mcp-session-id" in came.headers) is has_session


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[Served]:
    """Return what workers were begun with; none is."""
    begun: list[Served] = []
    monkeypatch.setattr(
        "steiner.integrations.doors.workers.listen_by", lambda make, _: begun.append(make)
    )
    return begun


def test_the_command_begins_workers_once_the_graph_could_be_opened(
    workers: list[Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steiner.session.retriever", lambda *_: nullcontext(retriever(FAMILY)))
    CliRunner().invoke(cli, COMMAND, catch_exceptions=False)
    assert [each.settings.workers for each in workers] == [2]


def test_what_cannot_be_opened_is_said_once_and_no_worker_begun(
    workers: list[Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> Any:
        raise IndexMissing("The graph is not indexed.")

    monkeypatch.setattr("steiner.session.retriever", missing)
    assert isinstance(CliRunner().invoke(cli, COMMAND).exception, IndexMissing)
    assert not workers


def test_a_worker_that_cannot_begin_says_why_and_is_not_begun_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(*_: object) -> Any:
        raise IndexMissing("The graph is not indexed.")

    monkeypatch.setattr("steiner.session.open_retriever", missing)
    served = Served(ConnectionSettings(), Chosen(), ServeSettings("secret"), 0.5, None)
    with pytest.raises(SystemExit, match="3"):
        served()
    assert "IndexMissing: The graph is not indexed." in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "-1", "two"])
def test_another_number_of_workers_is_refused(number: str) -> None:
    done = CliRunner().invoke(cli, ["serve", "--workers", number])
    assert done.exit_code == 2
    assert "--workers" in done.output


def test_settings_refuse_no_workers() -> None:
    with pytest.raises(InvalidInput, match=r"ServeSettings\.workers must be above 0, got 0"):
        ServeSettings("secret", workers=0)
