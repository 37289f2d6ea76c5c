"""Which sessions a connection opens, seen from a driver that was handed in."""

from __future__ import annotations

from typing import Any, cast

import neo4j
import pytest
from neo4j import exceptions

from steiner.errors import ConnectionFailed, InvalidInput, NotPermitted, QueryTimedOut
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.failures import steiner_error

SETTINGS = ConnectionSettings(username="service", database="films", impersonated="alice")


class Driver:
    """Hands out sessions that find nothing, and remembers what was asked for."""

    execute_query_bookmark_manager = object()

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.failing, self.closed = 0, 0

    def session(self, **asked: Any) -> Driver:
        self.asked.append(asked)
        return self

    def close(self) -> None:
        if self.failing:
            self.failing -= 1
            raise OSError("the connection is gone")
        self.closed += 1

    def execute_read(self, _work: object) -> list[object]:
        return []

    execute_write = execute_read

    def run(self, *_: object) -> list[object]:
        return []


@pytest.fixture
def driver() -> Driver:
    return Driver()


@pytest.fixture
def connection(driver: Driver) -> Neo4jConnection:
    return Neo4jConnection(SETTINGS, cast(neo4j.Driver, driver))


def test_every_session_names_database_user_and_access(
    connection: Neo4jConnection, driver: Driver
) -> None:
    connection.read("retrieve/indexes")
    connection.read_long("retrieve/indexes")
    list(connection.stream("retrieve/indexes"))
    connection.write("index/clear_record")
    assert [asked.pop("default_access_mode") for asked in driver.asked] == [*["READ"] * 3, "WRITE"]
    assert all(
        asked
        == {
            "database": "films",
            "impersonated_user": "alice",
            "bookmark_manager": driver.execute_query_bookmark_manager,
        }
        for asked in driver.asked
    )


def test_a_session_whose_connection_goes_while_it_closes_is_closed_nevertheless(
    connection: Neo4jConnection, driver: Driver
) -> None:
    driver.failing = 1
    with pytest.raises(ConnectionFailed):
        connection.write("index/clear_record")
    assert driver.closed == 1


def test_ctrl_c_over_a_reply_that_was_read_by_half_is_no_error_of_the_driver(
    connection: Neo4jConnection, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_work: object) -> list[object]:
        raise KeyboardInterrupt

    monkeypatch.setattr(driver, "execute_write", stopped)
    driver.failing = 3  # Closing the session, at its second try, too, and closing the driver.
    with pytest.raises(KeyboardInterrupt):
        connection.write("index/clear_record")


def test_without_a_user_nobody_is_impersonated(driver: Driver) -> None:
    Neo4jConnection(ConnectionSettings(), cast(neo4j.Driver, driver)).read("retrieve/indexes")
    assert driver.asked[0]["impersonated_user"] is None


def refused(code: str, message: str) -> Exception:
    return exceptions.Neo4jError._hydrate_neo4j(code=code, message=message)


def test_a_refused_impersonation_is_told_with_its_cure() -> None:
    code, message = "Neo.ClientError.Security.Forbidden", "Cannot impersonate user 'alice'."
    told = steiner_error(refused(code, message), SETTINGS)
    assert isinstance(told, NotPermitted)
    assert "User 'service' cannot act as 'alice'" in str(told)
    assert "GRANT IMPERSONATE (alice)" in str(told)


def test_a_missing_right_is_told_of_the_user_who_counts() -> None:
    code = "Neo.ClientError.Security.Forbidden"
    told = steiner_error(refused(code, "Create node is not allowed."), SETTINGS)
    assert str(told).startswith("User 'alice' may not do this in database 'films'")


def test_the_limit_of_the_server_is_told_apart_from_ours() -> None:
    code = "Neo.ClientError.Transaction.TransactionTimedOut"
    ours, server = (
        steiner_error(refused(c, ""), SETTINGS) for c in (f"{code}ClientConfiguration", code)
    )
    assert isinstance(ours, QueryTimedOut)
    assert "its limit of 30 s" in str(ours)
    assert isinstance(server, QueryTimedOut)
    assert "db.transaction.timeout" in str(server)


@pytest.mark.parametrize("limit", [0.0, -1.0])
def test_a_limit_is_above_zero(limit: float) -> None:
    with pytest.raises(InvalidInput, match=r"timeout must be above 0"):
        ConnectionSettings(timeout=limit)


def test_a_password_never_stands_in_what_settings_print() -> None:
    assert "s3cret" not in repr(ConnectionSettings(password="s3cret"))


@pytest.mark.parametrize("host", ["a" * 64, "a..b", "\udcff", "[::1"])
def test_what_no_machine_can_be_called_is_no_address(host: str) -> None:
    with pytest.raises(ConnectionFailed, match="is no address of a Neo4j server"):
        _ = Neo4jConnection(ConnectionSettings(f"bolt://{host}")).driver
