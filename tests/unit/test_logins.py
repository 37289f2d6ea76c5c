"""Every way to log in reaches the driver, from Python, the environment and the command line."""

from __future__ import annotations

from typing import Any

import neo4j
import pytest
from click.testing import CliRunner
from family_graph import FAMILY, retriever

from steiner.cli import cli
from steiner.errors import InvalidInput, SteinerError
from steiner.integrations.langchain import SteinerRetriever
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection

TICKET, TOKEN = "dGlja2V0", "planted-bearer-token"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What drivers were opened with; none connects."""
    seen: list[dict[str, Any]] = []

    def driver(uri: str, **given: Any) -> Any:
        seen.append({"uri": uri, **given})
        raise neo4j.exceptions.ServiceUnavailable("none here")

    monkeypatch.setattr(neo4j.GraphDatabase, "driver", driver)
    for name in ("URI", "USERNAME", "PASSWORD", "DATABASE", "BEARER", "KERBEROS"):
        monkeypatch.delenv(f"NEO4J_{name}", raising=False)
    return seen


AUTH = neo4j.custom_auth("me", "pw", "realm", "scheme")
LOGINS = [
    ({"password": "pw"}, ("neo4j", "pw")),
    ({"username": "ann", "password": "pw"}, ("ann", "pw")),
    ({}, None),
    ({"bearer": TOKEN}, neo4j.bearer_auth(TOKEN)),
    ({"kerberos": TICKET}, neo4j.kerberos_auth(TICKET)),
    ({"auth": AUTH}, AUTH),
]


@pytest.mark.parametrize(("given", "auth"), LOGINS)
def test_a_login_reaches_the_driver(
    given: dict[str, Any], auth: Any, opened: list[dict[str, Any]]
) -> None:
    with pytest.raises(SteinerError):
        _ = Neo4jConnection(ConnectionSettings(**given)).driver
    assert opened[0]["auth"] == auth
    with pytest.raises(SteinerError):
        SteinerRetriever.from_neo4j(**given)
    assert opened[1]["auth"] == auth


@pytest.mark.parametrize(
    ("name", "value", "auth"),
    [
        ("BEARER", TOKEN, neo4j.bearer_auth(TOKEN)),
        ("KERBEROS", TICKET, neo4j.kerberos_auth(TICKET)),
        ("PASSWORD", "pw", ("neo4j", "pw")),
    ],
)
def test_the_environment_and_the_command_line_log_in(
    name: str, value: str, auth: Any, opened: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"NEO4J_{name}", value)
    done = CliRunner().invoke(cli, ["status"])
    assert opened[-1]["auth"] == auth
    monkeypatch.setenv("NEO4J_PASSWORD", "another")
    monkeypatch.delenv(f"NEO4J_{name}")
    told = CliRunner().invoke(cli, ["status", f"--{name.lower()}", value])
    assert opened[-1]["auth"] == auth
    assert value not in f"{done.output}{done.exception}{told.output}{told.exception}"


def test_a_clients_certificate_and_the_pool_reach_the_driver(opened: list[dict[str, Any]]) -> None:
    settings = ConnectionSettings(
        "neo4j+s://host", certificate="c.pem", certificate_key="k.pem", pool=7, connect_timeout=2.0
    )
    with pytest.raises(SteinerError):
        _ = Neo4jConnection(settings).driver
    made = opened[0]["client_certificate"]
    assert (made.certfile, made.keyfile) == ("c.pem", "k.pem")
    assert (opened[0]["max_connection_pool_size"], opened[0]["connection_timeout"]) == (7, 2.0)
    arguments = ["status", "--client-certificate", "c.pem", "--client-key", "k.pem"]
    CliRunner().invoke(cli, [*arguments, "--uri", "neo4j+s://host"])
    assert opened[1]["client_certificate"].certfile == "c.pem"


def test_two_logins_at_once_are_refused() -> None:
    with pytest.raises(InvalidInput, match="one login is used"):
        ConnectionSettings(bearer=TOKEN, auth=AUTH)
    with pytest.raises(InvalidInput, match="two files"):
        ConnectionSettings(certificate="c.pem")
    held = ConnectionSettings(bearer=TOKEN)
    assert TOKEN not in repr(held)


def test_retrievers_are_context_managers() -> None:
    closed: list[int] = []

    class Connection:
        def close(self) -> None:
            closed.append(1)

    given = retriever(FAMILY)
    given.store.connection = Connection()
    with given as same, SteinerRetriever(retriever=given) as of_langchain:
        assert same is given
        assert of_langchain.retriever is given
    assert closed == [1, 1]
    retriever(FAMILY).close()
