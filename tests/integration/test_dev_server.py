"""The development server: a real Neo4j of either line, without Docker."""

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from devserver import QUICK_START, DevServer
from devserver_build import LINES, DevServerError, find_jdk
from neo4j import GraphDatabase
from neo4j.exceptions import AuthError, ClientError, ServiceUnavailable

PROCEDURES = Path(__file__).parents[2] / "procedures"
END_SECONDS = 60
READ_ONLY = {"server.databases.read_only": "neo4j"}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DevServer]:
    """A server of these tests alone, which they stop, kill and start again."""
    with DevServer(tmp_path_factory.mktemp("own"), jvm=QUICK_START) as started:
        yield started


@pytest.fixture
def writable(own: DevServer) -> DevServer:
    return own if own.pid and not own.config else started_with(own, {})


@pytest.fixture
def read_only(own: DevServer) -> DevServer:
    return own if own.pid and own.config else started_with(own, READ_ONLY)


def started_with(server: DevServer, config: dict[str, str]) -> DevServer:
    server.stop()
    server.config = config
    return server.start()


@pytest.fixture
def used_home(own: DevServer) -> Path:
    """A home folder with a graph in it, and no server on it."""
    own.stop()
    return own.home


def run(server: DevServer, text: str, **parameters: Any) -> list[dict[str, Any]]:
    with GraphDatabase.driver(server.uri, auth=(server.username, server.password)) as driver:
        records, _, _ = driver.execute_query(text, parameters, database_="neo4j")
    return [record.data() for record in records]


def ends(pid: int) -> bool:
    """Whether a process that is not our child ends in time; the kernel says when, nothing polls."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], END_SECONDS)[0])
    finally:
        os.close(handle)


@pytest.mark.both_lines
def test_it_runs_the_line_that_was_asked_for(server: DevServer) -> None:
    [component] = run(
        server,
        "CALL dbms.components() YIELD name, versions, edition WHERE name = 'Neo4j Kernel'"
        " RETURN versions, edition",
    )
    assert component["edition"] == "community"
    assert component["versions"][0].startswith(f"{server.line}.")


@pytest.mark.both_lines
def test_a_wrong_password_is_refused(server: DevServer) -> None:
    with (
        GraphDatabase.driver(server.uri, auth=(server.username, "not-the-password")) as driver,
        pytest.raises(AuthError) as refused,
    ):
        driver.verify_connectivity()
    assert refused.value.code == "Neo.ClientError.Security.Unauthorized"


@pytest.mark.both_lines
@pytest.mark.usefixtures("connection")
def test_vector_and_full_text_indexes_can_be_created_and_queried(server: DevServer) -> None:
    run(
        server,
        "CREATE VECTOR INDEX film_vectors FOR (f:Film) ON f.embedding OPTIONS"
        " {indexConfig: {`vector.dimensions`: 2, `vector.similarity_function`: 'cosine'}}",
    )
    run(server, "CREATE FULLTEXT INDEX film_titles FOR (f:Film) ON EACH [f.title]")
    run(
        server,
        "UNWIND $films AS film CREATE (f:Film {title: film.title})"
        " WITH f, film CALL db.create.setNodeVectorProperty(f, 'embedding', film.embedding)",
        films=[
            {"title": "The Matrix", "embedding": [1.0, 0.0]},
            {"title": "Apollo 13", "embedding": [0.0, 1.0]},
        ],
    )
    run(server, "CALL db.awaitIndexes(60)")

    nearest = run(
        server,
        "CALL db.index.vector.queryNodes('film_vectors', 1, [0.1, 0.9]) YIELD node"
        " RETURN node.title AS title",
    )
    matching = run(
        server,
        "CALL db.index.fulltext.queryNodes('film_titles', 'matrix') YIELD node"
        " RETURN node.title AS title",
    )
    assert nearest == [{"title": "Apollo 13"}]
    assert matching == [{"title": "The Matrix"}]


def test_data_survives_a_kill(writable: DevServer) -> None:
    server = writable
    run(server, "CREATE (:Committed {name: 'before the kill'})")
    server.kill()
    server.start()
    assert run(server, "MATCH (c:Committed) RETURN c.name AS name") == [{"name": "before the kill"}]


def test_stop_leaves_no_process_and_start_finds_the_data_on_the_same_port(
    writable: DevServer,
) -> None:
    server = writable
    run(server, "CREATE (:Kept {name: 'over a restart'})")
    uri, pid = server.uri, server.pid
    assert pid is not None

    server.stop()
    assert server.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with (
        GraphDatabase.driver(uri, auth=(server.username, server.password)) as driver,
        pytest.raises(ServiceUnavailable),
    ):
        driver.verify_connectivity()

    # Read-only from now on, so that the next test needs no start of its own.
    server.config = READ_ONLY
    server.start()
    assert server.uri == uri
    assert run(server, "MATCH (k:Kept) RETURN k.name AS name") == [{"name": "over a restart"}]


def test_a_read_only_database_refuses_writes(read_only: DevServer) -> None:
    assert run(read_only, "RETURN 1 AS one") == [{"one": 1}]
    with pytest.raises(ClientError, match="read-only") as refused:
        run(read_only, "CREATE (:Film)")
    assert refused.value.code == "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase"


@pytest.mark.parametrize("line", LINES)
def test_a_misspelt_setting_fails_the_start_and_is_named(line: str, tmp_path: Path) -> None:
    with pytest.raises(DevServerError, match=r"db\.transaction\.timeuot"):
        DevServer(
            tmp_path, line=line, config={"db.transaction.timeuot": "5s"}, jvm=QUICK_START
        ).start()


def test_a_port_in_use_fails_the_start_and_is_named(tmp_path: Path) -> None:
    with socket.create_server(("localhost", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(DevServerError, match=rf"localhost.*:{port}"):
            DevServer(tmp_path, port=port, jvm=QUICK_START).start()


def test_a_home_on_which_a_server_runs_is_refused_with_the_reason(own: DevServer) -> None:
    if not own.pid:
        own.start()
    with pytest.raises(DevServerError, match=r"another Neo4j runs on .* stop it"):
        DevServer(own.home, jvm=QUICK_START).start()


def test_another_password_for_a_used_home_is_refused_with_the_reason(used_home: Path) -> None:
    other = DevServer(used_home, password="another-one", jvm=QUICK_START)
    with pytest.raises(DevServerError, match="the password is not the one that"):
        other.start()


def test_a_new_home_cannot_be_read_only(tmp_path: Path) -> None:
    settings = {"server.databases.default_to_read_only": "true"}
    with pytest.raises(DevServerError, match="cannot be read-only at its first start"):
        DevServer(tmp_path, config=settings, jvm=QUICK_START).start()


def test_the_command_line_prints_how_to_connect_and_stops_cleanly_on_ctrl_c(tmp_path: Path) -> None:
    command = [sys.executable, str(PROCEDURES / "devserver.py"), "--home", str(tmp_path)]
    command += [
        "--port",
        "0",
        "--password",
        "it's a secret",
        "--config",
        "db.transaction.timeout=5s",
    ]
    quick = os.environ | {"JAVA_TOOL_OPTIONS": " ".join(QUICK_START)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=quick) as process:
        assert process.stdout is not None
        uri, username, password = [process.stdout.readline() for _ in range(3)]
        process.send_signal(signal.SIGINT)
        try:
            status = process.wait(END_SECONDS)
        finally:
            process.kill()
    assert status == 0
    assert uri.startswith("export NEO4J_URI=bolt://localhost:")
    assert username == "export NEO4J_USERNAME=neo4j\n"
    assert password == "export NEO4J_PASSWORD='it'\"'\"'s a secret'\n"


def test_a_killed_parent_leaves_no_orphan(tmp_path: Path) -> None:
    script = (
        "import sys, pathlib; from devserver import QUICK_START, DevServer;"
        "server = DevServer(pathlib.Path(sys.argv[1]), jvm=QUICK_START).start();"
        "print(server.pid, flush=True); server.wait()"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    environment = os.environ | {"PYTHONPATH": str(PROCEDURES)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as parent:
        assert parent.stdout is not None
        server_pid = int(parent.stdout.readline())
        parent.kill()
    assert ends(server_pid)


def test_before_the_start_a_free_port_is_not_known(tmp_path: Path) -> None:
    with pytest.raises(DevServerError, match="start it, or give it a port"):
        _ = DevServer(tmp_path).uri


def test_an_unknown_line_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DevServerError, match=r"among 5\.26, 2026, got '4\.4'"):
        DevServer(tmp_path, line="4.4")


def test_without_a_fitting_jdk_the_error_says_which_and_how(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    old = tmp_path / "jdk-11"
    (old / "bin").mkdir(parents=True)
    (old / "bin" / "javac").touch()
    (old / "release").write_text('IMPLEMENTOR="Nobody"\nJAVA_VERSION="11.0.2"\n')
    monkeypatch.setattr("devserver_build.jdk_folders", lambda: iter([old]))
    expected = f"needs JDK 21 or newer, found 11 in {old}; install one .*openjdk-21-jdk"
    with pytest.raises(DevServerError, match=expected):
        find_jdk("2026")
