"""`steiner index --use-index` on graphs that neo4j-graphrag and langchain-neo4j embedded."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from test_user_vectors import ENCODER, OURS, TOPICS, nearest

from steiner.index.build import Indexer
from steiner.settings import ConnectionSettings, IndexSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore

graphrag = pytest.importorskip("neo4j_graphrag.indexes", reason="needs the extra peers")
langchain_neo4j = pytest.importorskip("langchain_neo4j", reason="needs the extra peers")
pytestmark = pytest.mark.both_lines

NAME = "chunk_vectors"
TEXTS = [f"A chapter on {topic} and how {topic} were built" for topic in TOPICS]
VECTORS = "MATCH (n:Chunk) RETURN n.text AS text, n.embedding AS vector ORDER BY text"
Embeds = Callable[[Neo4jConnection, ConnectionSettings], None]


class Words:
    """The encoder, as LangChain asks for one."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        vectors: list[list[float]] = ENCODER.embed(texts).tolist()
        return vectors

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


def by_graphrag(connection: Neo4jConnection, settings: ConnectionSettings) -> None:
    """Embed the chunks as neo4j-graphrag's guide for vectors does."""
    with connection.driver.session() as session:
        created = session.run(
            "UNWIND $texts AS text CREATE (n:Chunk {text: text}) RETURN elementId(n) AS id",
            texts=TEXTS,
        )
        ids = [row["id"] for row in created]
    database = settings.database or "neo4j"
    graphrag.create_vector_index(
        connection.driver, NAME, "Chunk", "embedding", 64, "cosine", neo4j_database=database
    )
    vectors = Words().embed_documents(TEXTS)
    graphrag.upsert_vectors(connection.driver, ids, "embedding", vectors, neo4j_database=database)


def by_langchain(_: Neo4jConnection, settings: ConnectionSettings) -> None:
    """Embed the chunks as langchain-neo4j's vector store does."""
    store = langchain_neo4j.Neo4jVector.from_texts(
        TEXTS,
        Words(),
        url=settings.uri,
        username=settings.username,
        password=settings.password,
        database=settings.database or "neo4j",
        index_name=NAME,
    )
    store._driver.close()  # Nothing of the package's own does.


@pytest.fixture
def cleaned(connection: Neo4jConnection) -> Iterator[Neo4jConnection]:
    yield connection
    Neo4jIndexStore(connection).remove(lambda *_: None)


@pytest.mark.parametrize("embeds", [by_graphrag, by_langchain])
def test_its_vectors_are_searched_and_stay(
    embeds: Embeds, cleaned: Neo4jConnection, settings: ConnectionSettings
) -> None:
    embeds(cleaned, settings)
    with cleaned.driver.session() as session:
        session.run("CREATE (:Topic {name: 'Transport of ice'})").consume()
        session.run("CALL db.awaitIndexes(30)").consume()
        before = session.run(VECTORS).data()
    assert [row["text"] for row in before] == sorted(TEXTS)
    Indexer(Neo4jIndexStore(cleaned), ENCODER, IndexSettings(use_index=NAME)).run()
    store = Neo4jStore(cleaned)
    assert nearest(store, "how tunnels were built")[0].startswith("A chapter on tunnels")
    assert nearest(store, "transport of ice")[0] == "Transport of ice"
    with cleaned.driver.session() as session:
        assert [row["label"] for row in session.run(OURS)] == ["Topic"]
        Neo4jIndexStore(cleaned).remove(lambda *_: None)
        assert session.run(VECTORS).data() == before
        indexes = session.run("SHOW VECTOR INDEXES YIELD name RETURN name").data()
    assert indexes == [{"name": NAME}]
