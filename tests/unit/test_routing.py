"""On a cluster reads go to readers, writes to the leader, and a read sees what was written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from bolt_stub import NOT_LEADER, StubCluster

from steiner.errors import ConnectionFailed, NotPermitted
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j import checked_driver
from steiner.stores.neo4j.connection import Neo4jConnection

pytestmark = pytest.mark.timeout(60)


@pytest.fixture
def cluster() -> Iterator[StubCluster]:
    with StubCluster() as made:
        yield made


@pytest.fixture
def connection(cluster: StubCluster) -> Iterator[Neo4jConnection]:
    settings = ConnectionSettings(cluster.uri, password="secret", database="neo4j")
    with closing(Neo4jConnection(settings)) as opened:
        yield opened


def write(connection: Neo4jConnection) -> None:
    connection.write("index/lock_beat", owner="this one")


def read(connection: Neo4jConnection) -> None:
    assert connection.read("retrieve/read_state") == []


def test_reads_go_to_readers_and_writes_to_the_leader(
    cluster: StubCluster, connection: Neo4jConnection
) -> None:
    leader, *readers = (each.address for each in cluster.members)
    for _ in range(3):
        read(connection)
        write(connection)
    assert {who for who, _ in cluster.asked("read")} <= {*readers}
    assert len(cluster.asked("read")) == len(cluster.asked("write")) == 3
    assert {who for who, _ in cluster.asked("write")} == {leader}


def test_a_read_waits_for_what_was_written_before(
    cluster: StubCluster, connection: Neo4jConnection
) -> None:
    read(connection)
    write(connection)
    read(connection)
    assert {bookmarks for _, bookmarks in cluster.asked("read")} == {(), ("bookmark:1",)}


def test_a_new_leader_gets_the_write_that_the_old_one_refused(
    cluster: StubCluster, connection: Neo4jConnection
) -> None:
    write(connection)
    old, new = cluster.members[:2]
    old.failing["write"] = NOT_LEADER
    cluster.leader = new
    write(connection)
    read(connection)
    assert [who for who, _ in cluster.asked("write")] == [old.address, new.address]
    assert cluster.asked("read")[0][1] == ("bookmark:2",)


@pytest.mark.parametrize("falls", [True, False])
def test_a_reader_that_goes_away_is_replaced_by_another(
    cluster: StubCluster, connection: Neo4jConnection, falls: bool
) -> None:
    gone, other = cluster.members[1:]
    gone.falls = falls
    gone.failing["read"] = ("Neo.TransientError.General.DatabaseUnavailable", "It is restarting.")
    for _ in range(4):
        read(connection)
    assert {who for who, _ in cluster.asked("read")} == {other.address}


def test_without_a_leader_a_write_is_one_error_and_reads_go_on(
    cluster: StubCluster, connection: Neo4jConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checked_driver, "_RETRY_SECONDS", 0.2)
    cluster.leader = None
    with pytest.raises(ConnectionFailed, match="No Neo4j server answers at neo4j://"):
        write(connection)
    read(connection)
    assert cluster.asked("write") == []


def test_a_right_that_is_missing_is_no_change_of_the_leader(cluster: StubCluster) -> None:
    refused = ("Neo.ClientError.Security.Forbidden", "Write is not allowed for 'reader'.")
    cluster.members[0].failing["write"] = refused
    settings = ConnectionSettings(cluster.uri, password="secret", database="neo4j")
    with closing(Neo4jConnection(settings)) as opened, pytest.raises(NotPermitted, match="may not"):
        write(opened)
