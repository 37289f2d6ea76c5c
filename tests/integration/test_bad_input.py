"""Servers, accounts, graphs and indexes that cannot be used as they are: told in plain words."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest
from conftest import EVERY, LINES, empty
from devserver import QUICK_START, DevServer
from index_doubles import HashEmbedder
from neo4j import GraphDatabase
from starlette.testclient import TestClient

from steiner.columns import Neighbourhood
from steiner.doctor import examine
from steiner.embed import Matrix
from steiner.errors import ConnectionFailed, IndexMissing, InvalidInput, NotPermitted
from steiner.evidence import Evidence
from steiner.generate.evidence_only import EvidenceOnly
from steiner.graph import Subgraph
from steiner.index import live_index
from steiner.index.build import Indexer
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.integrations.graphrag import SteinerGraphRAGRetriever
from steiner.integrations.langchain import SteinerChain, SteinerRetriever, steiner_tools
from steiner.retrieve.pipeline import StagedRetriever
from steiner.serve.app import serve_app
from steiner.settings import (
    ConnectionSettings,
    ExactSettings,
    ExpandSettings,
    IndexSettings,
    RetrieverSettings,
    SeedSettings,
)
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems.steiner import retriever as steiner_retriever

QUESTION = "Who directed Up?"
GRAPH = """
CREATE (up:Film {title: 'Up'})<-[:DIRECTED]-(pete:Person {name: 'Pete Docter'}),
       (up)<-[:WROTE]-(pete), (pete)-[:DIRECTED]->(:Film {title: 'Soul'}),
       (up)<-[:WROTE]-(:Person {name: 'Bob Peterson'})
"""
LARGE = """
UNWIND range(1, 3000) AS i
CREATE (:SteinerNode {steiner_embedding: [x IN range(1, 256) | rand()]})
"""
# What is computed is read once, beside the steps of retrieval: a change comes before or after it.
PATHS = RetrieverSettings(exact=ExactSettings(mode="off"))
# Community has no roles: a read-only database stands for an account without the right to write.
READ_ONLY = {"server.databases.read_only": "neo4j"}


def run(connection: Neo4jConnection, text: str) -> None:
    with connection.driver.session(database=connection.settings.database) as session:
        session.run(text).consume()


def retriever(connection: Neo4jConnection) -> StagedRetriever:
    return steiner_retriever(Neo4jStore(connection), HashEmbedder())


def index(connection: Neo4jConnection) -> None:
    Indexer(Neo4jIndexStore(connection), HashEmbedder()).run()


def quietly(_done: int, _total: int) -> None:
    """Report nothing."""


def names(evidence: Evidence) -> set[str]:
    return {node.name for node in evidence.subgraph.nodes}


@pytest.fixture
def films(settings: ConnectionSettings) -> Iterator[Neo4jConnection]:
    """A connection to an indexed graph of two films; indexes that are there are kept."""
    opened = Neo4jConnection(settings)
    record = Neo4jIndexStore(opened).record()
    if record is None or (record.model, record.dimensions) != ("hash", 16):
        empty(opened)
    run(opened, "MATCH (n) WHERE NOT n:SteinerIndex DETACH DELETE n")
    run(opened, GRAPH)
    index(opened)
    yield opened
    opened.close()


@pytest.fixture
def closed_port() -> int:
    with socket.socket() as taken:
        taken.bind(("localhost", 0))
        port: int = taken.getsockname()[1]
        return port


@pytest.mark.timeout(20)
@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_no_server_is_told_within_seconds(closed_port: int, scheme: str) -> None:
    uri = f"{scheme}://localhost:{closed_port}"
    nobody = Neo4jConnection(ConnectionSettings(uri=uri))
    with pytest.raises(ConnectionFailed) as caught:
        retriever(nobody).retrieve(QUESTION)
    assert str(caught.value).startswith(f"No Neo4j server answers at {uri}: ")
    assert "check --uri (NEO4J_URI)" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("uri", ["http://localhost:7474", "localhost:7687", "", "bolt+x://host"])
def test_an_address_of_another_kind_is_told(uri: str) -> None:
    with pytest.raises(ConnectionFailed, match=r"is no address of a Neo4j server.*Expected a form"):
        retriever(Neo4jConnection(ConnectionSettings(uri=uri))).retrieve(QUESTION)


def test_a_host_without_an_address_is_told() -> None:
    with pytest.raises(ConnectionFailed, match=r"No Neo4j server answers at bolt://:no-port"):
        retriever(Neo4jConnection(ConnectionSettings(uri="bolt://:no-port"))).retrieve(QUESTION)


def test_a_graph_that_is_not_indexed_is_told(connection: Neo4jConnection) -> None:
    run(connection, GRAPH)
    with pytest.raises(IndexMissing, match=r"not indexed yet. Run `steiner index` once"):
        retriever(connection).retrieve(QUESTION)


def test_an_empty_graph_is_told(connection: Neo4jConnection) -> None:
    with pytest.raises(InvalidInput, match=r"holds no nodes, so there is nothing to index"):
        index(connection)
    with pytest.raises(IndexMissing, match="not indexed yet"):
        retriever(connection).retrieve(QUESTION)


def test_a_graph_that_was_emptied_after_indexing_gives_no_evidence(films: Neo4jConnection) -> None:
    run(films, "MATCH (n) WHERE n:Film OR n:Person DETACH DELETE n")
    evidence = retriever(films).retrieve(QUESTION)
    assert (evidence.text, evidence.subgraph) == ("", Subgraph())


class Stopping(HashEmbedder):
    """An encoder that fails at its second page."""

    def embed(self, texts: Sequence[str]) -> Matrix:
        if len(self.texts) > 1:
            raise RuntimeError("killed")
        return super().embed(texts)


def test_an_index_that_is_not_complete_is_told(connection: Neo4jConnection) -> None:
    run(connection, GRAPH)
    with pytest.raises(RuntimeError, match="killed"):
        Indexer(Neo4jIndexStore(connection), Stopping(), IndexSettings(page=1)).run()
    with pytest.raises(IndexMissing, match=r"not complete: indexing is running or was interrupted"):
        retriever(connection).retrieve(QUESTION)
    index(connection)
    assert "Pete Docter" in names(retriever(connection).retrieve(QUESTION))


@pytest.mark.both_lines
def test_an_index_that_is_still_populating_is_told(connection: Neo4jConnection) -> None:
    wide = HashEmbedder(dimensions=256)
    run(connection, GRAPH)
    Indexer(Neo4jIndexStore(connection), wide).run()
    run(connection, "DROP INDEX steiner_nodes")
    run(connection, LARGE)
    Neo4jIndexStore(connection).create_indexes(256, [], [])
    store = Neo4jStore(connection)
    with pytest.raises(IndexMissing, match=r"steiner_nodes is populating \(\d+% done\).*Wait and"):
        store.check_online()
    # A server of 5.26 makes a search wait until the index can answer, a newer one refuses it.
    if connection.has_search_clause:
        always = RetrieverSettings(seeds=SeedSettings(settled=1.0))
        with pytest.raises(IndexMissing, match=r"steiner_nodes is populating.*Wait and"):
            steiner_retriever(store, wide, always).retrieve(QUESTION)
    run(connection, "CALL db.awaitIndexes(300)")
    assert steiner_retriever(store, wide).retrieve(QUESTION).seeds
    store.check_online()


@pytest.mark.alike
@pytest.mark.parametrize("name", ["steiner_nodes", "steiner_keys", "steiner_text"])
def test_an_index_that_someone_dropped_is_named(films: Neo4jConnection, name: str) -> None:
    asked = retriever(films)
    run(films, f"DROP INDEX {name}")
    with pytest.raises(IndexMissing, match=f"{name} is gone.*Run `steiner index`"):
        asked.retrieve(QUESTION)
    index(films)
    assert "Pete Docter" in names(asked.retrieve(QUESTION))


class Interfering(Neo4jStore):
    """A store beside which somebody changes the graph before a chosen step."""

    def __init__(self, connection: Neo4jConnection, step: str, change: str) -> None:
        super().__init__(connection)
        self.step, self.change = step, change

    def _before(self, step: str) -> None:
        if self.step == step:
            run(self.connection, self.change)

    def expand(
        self, seeds: Sequence[int], settings: ExpandSettings, prized: Sequence[str] = ()
    ) -> Neighbourhood:
        self._before("expand")
        return super().expand(seeds, settings, prized)

    def hydrate(self, nodes: Sequence[int], relationships: Sequence[int]) -> Subgraph:
        self._before("hydrate")
        return super().hydrate(nodes, relationships)


@pytest.mark.parametrize("step", ["expand", "hydrate"])
@pytest.mark.parametrize(
    ("change", "gone"),
    [
        ("MATCH (:Film {title: 'Up'})<-[r:DIRECTED]-() DELETE r", "DIRECTED"),
        ("MATCH (n:Person {name: 'Bob Peterson'}) DETACH DELETE n", "Bob Peterson"),
        ("MATCH (n:Film {title: 'Up'}) DETACH DELETE n", "Up"),
        ("MATCH (n) WHERE n:Film OR n:Person DETACH DELETE n", "Pete Docter"),
    ],
)
def test_what_is_removed_while_retrieval_runs_is_left_out(
    films: Neo4jConnection, step: str, change: str, gone: str
) -> None:
    store = Interfering(films, step, change)
    evidence = steiner_retriever(store, HashEmbedder(), PATHS).retrieve(QUESTION)
    graph = evidence.subgraph
    present = {node.id for node in graph.nodes}
    assert all({r.source, r.target} <= present for r in graph.relationships)
    assert gone not in names(evidence)
    assert ("Up", gone) not in {(graph.node(r.target).name, r.type) for r in graph.relationships}
    assert gone not in {seed.name for seed in evidence.seeds}


@dataclass
class Restarted:
    """The same retriever before and after its server was restarted, read-only then."""

    before: Evidence
    retriever: StagedRetriever
    connection: Neo4jConnection


@pytest.fixture(scope="module", params=LINES if EVERY else LINES[-1:])
def restarted(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Restarted]:
    line: str = request.param
    home = tmp_path_factory.mktemp(f"restarted-{line}")
    with DevServer(home, line=line, jvm=QUICK_START) as server:
        settings = ConnectionSettings(uri=server.uri, password=server.password)
        connection = Neo4jConnection(settings)
        run(connection, GRAPH)
        index(connection)
        asked = retriever(connection)
        before = asked.retrieve(QUESTION)
        server.stop()
        server.config = dict(READ_ONLY)
        server.start()
        yield Restarted(before, asked, connection)
        connection.close()


def test_a_restart_between_two_questions_goes_unnoticed(restarted: Restarted) -> None:
    assert "Pete Docter" in names(restarted.before)
    assert restarted.retriever.retrieve(QUESTION).text == restarted.before.text


def test_an_account_that_may_not_write_can_retrieve(restarted: Restarted) -> None:
    fresh = Neo4jConnection(restarted.connection.settings)
    assert retriever(fresh).retrieve(QUESTION).text == restarted.before.text
    fresh.close()


def test_every_face_answers_an_account_that_may_not_write(restarted: Restarted) -> None:
    settings, asked = restarted.connection.settings, restarted.retriever
    question, fact = {"question": QUESTION}, "Pete Docter directed Up"
    answering = Answering(asked, EvidenceOnly())
    app = serve_app(answering, ServeSettings("secret"), warm=True)
    with TestClient(app, headers={"authorization": "Bearer secret"}) as web:
        for path, given in (
            *(("ask", question), ("retrieve", question), ("compute", question), ("start", {})),
            *(("find", {"name": "Up"}), ("neighbours", {"entity": "Up"}), ("schema", {})),
        ):
            assert web.post(f"/api/{path}", json=given).status_code == 200, path
        assert fact in web.post("/api/ask", json=question).text
        assert web.get("/ready").status_code == 200
    tools = {tool.name: tool for tool in steiner_tools(asked, EvidenceOnly())}
    assert fact in tools["evidence"].invoke(question)
    assert "Pete Docter" in SteinerChain(asked, EvidenceOnly()).invoke(QUESTION)["answer"]
    documents = SteinerRetriever(retriever=asked).invoke(QUESTION)
    assert fact in [document.page_content for document in documents]
    with GraphDatabase.driver(settings.uri, auth=("neo4j", str(settings.password))) as driver:
        found = SteinerGraphRAGRetriever(driver, asked).search(query_text=QUESTION)
    assert fact in [item.content for item in found.items]
    findings = {each.subject: each for each in examine(settings)}
    assert findings["rights"].text.startswith("read only")
    assert live_index.index_status(settings)["ready"]


def test_an_account_that_may_not_write_is_told_which_right_indexing_needs(
    restarted: Restarted,
) -> None:
    store, embedder = Neo4jIndexStore(restarted.connection), HashEmbedder()
    actions: list[Callable[[], object]] = [
        lambda: Indexer(store, embedder).run(),
        lambda: Indexer(store, embedder, rebuild=True).run(),
        lambda: store.remove(quietly),
    ]
    for action in actions:
        with pytest.raises(NotPermitted) as caught:
            action()
        assert "User 'neo4j' may not do this in the home database" in str(caught.value)
        assert "rights to write nodes and relationships and to create indexes" in str(caught.value)
    assert len(embedder.texts) <= 2, "more than the probe of each run was embedded"
    assert restarted.retriever.retrieve(QUESTION).text == restarted.before.text
