"""`steiner index --use-index`: the user's own vector index is searched, and never changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

import numpy as np
import pytest
from conftest import empty, run
from devserver import DevServer
from index_doubles import HashEmbedder
from rich.console import Console

from steiner.columns import Vector
from steiner.embed import Matrix
from steiner.errors import IndexMismatch, IndexMissing, InvalidInput
from steiner.filters import Condition, Filter
from steiner.index.build import Indexer
from steiner.index.live_index import IndexBuild, build_index
from steiner.settings import ConnectionSettings, IndexSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore

pytestmark = pytest.mark.both_lines

TOPICS = ["boats", "trains", "planes", "horses", "tunnels", "bridges", "rockets", "lorries"]
TOPICS += ["canals", "sledges"]
# As neo4j_graphrag.indexes.create_vector_index and langchain_neo4j.Neo4jVector make theirs.
CREATE = (
    "CREATE VECTOR INDEX $name IF NOT EXISTS FOR (n:Chunk) ON n.embedding OPTIONS "
    "{indexConfig: {`vector.dimensions`: toInteger($dimensions), "
    "`vector.similarity_function`: $similarity}}"
)
SET = (
    "CYPHER 5 UNWIND $rows AS row MATCH (n:Chunk {place: row.place}) "
    "CALL db.create.setNodeVectorProperty(n, 'embedding', row.vector) RETURN count(*)"
)
USERS = (
    "MATCH (n:Chunk) WHERE n.embedding IS NOT NULL "
    "RETURN n.place AS place, n.embedding AS vector, n.text AS text ORDER BY place"
)
OURS = (
    "MATCH (n:SteinerNode) WHERE n.steiner_embedding IS NOT NULL "
    "RETURN [label IN labels(n) WHERE label <> 'SteinerNode'][0] AS label"
)


class BagOfWords(HashEmbedder):
    """The sum of a vector for each word, so that texts with the same words are near."""

    def embed(self, texts: Sequence[str]) -> Matrix:
        return np.stack([self.embed_question(text) for text in texts])

    def embed_question(self, text: str) -> Vector:
        words = text.lower().replace(":", " ").replace(".", " ").split() or [""]
        total = np.sum([super(BagOfWords, self).embed_question(word) for word in words], axis=0)
        vector: Vector = (total / np.linalg.norm(total)).astype(np.float32)
        return vector


ENCODER = BagOfWords("words", 64)


class Embedded:
    """A graph of twelve chunks, ten of which have a vector in the user's index, and two topics."""

    def __init__(self, connection: Neo4jConnection) -> None:
        self.connection = connection
        self.ask("CREATE (:Topic {name: 'Transport of coal'}), (:Topic {name: 'Transport of ice'})")
        for place, topic in enumerate([*TOPICS, "ferries", "balloons"]):
            text = f"A chapter on {topic} and how {topic} were built"
            self.ask(
                "MATCH (t:Topic {name: 'Transport of coal'}) "
                "CREATE (:Chunk {place: $place, text: $text, year: $year})-[:ABOUT]->(t)",
                place=place,
                text=text,
                year=1900 + place,
            )
        self.create("chunks")
        texts = [
            row["text"]
            for row in self.ask(
                "MATCH (n:Chunk) RETURN n.text AS text, n.place AS place ORDER BY place LIMIT 10"
            )
        ]
        vectors = ENCODER.embed(texts).tolist()
        self.ask(SET, rows=[{"place": i, "vector": vector} for i, vector in enumerate(vectors)])
        self.ask("CALL db.awaitIndexes(30)")

    def create(self, name: str, dimensions: int = 64, similarity: str = "cosine") -> None:
        self.ask(CREATE, name=name, dimensions=dimensions, similarity=similarity)

    def ask(self, statement: str, **given: Any) -> list[dict[str, Any]]:
        with self.connection.driver.session() as session:
            return session.run(statement, given).data()

    def index(self, name: str = "chunks", encoder: HashEmbedder = ENCODER) -> Neo4jStore:
        settings = IndexSettings(use_index=name)
        Indexer(Neo4jIndexStore(self.connection), encoder, settings).run()
        return Neo4jStore(self.connection)


@pytest.fixture(scope="module")
def embedded(server: DevServer) -> Iterator[Embedded]:
    """One graph for all tests but the last, of which the later ones change its index."""
    settings = ConnectionSettings(uri=server.uri, password=server.password)
    with closing(Neo4jConnection(settings)) as connection:
        empty(connection)
        yield Embedded(connection)


def nearest(store: Neo4jStore, text: str, k: int = 3) -> list[str]:
    """Return the texts or names of the nodes nearest to a question."""
    ids = store.search_nodes(ENCODER.embed_question(text), k).ids.tolist()
    nodes = store.hydrate(ids, []).nodes
    return [str(n.properties.get("text") or n.properties["name"]) for n in nodes]


@pytest.mark.usefixtures("embedded")
def test_its_encoder_is_named(settings: ConnectionSettings) -> None:
    build = IndexBuild(IndexSettings(use_index="chunks"))
    with pytest.raises(InvalidInput, match="needs the encoder that made its vectors"):
        build_index(settings, build, Console(quiet=True))


def test_the_users_vectors_are_searched_and_never_touched(embedded: Embedded) -> None:
    before = embedded.ask(USERS)
    store = embedded.index()
    # The two chunks without a vector, and the topics, have one of steiner's.
    assert sorted(row["label"] for row in embedded.ask(OURS)) == [
        "Chunk",
        "Chunk",
        "Topic",
        "Topic",
    ]
    assert nearest(store, "how tunnels were built")[0].startswith("A chapter on tunnels")
    assert nearest(store, "balloons were built")[0].startswith("A chapter on balloons")
    assert nearest(store, "transport of ice")[0] == "Transport of ice"
    hits = store.search_nodes(ENCODER.embed_question("chapter"), 14)
    assert len(set(hits.ids.tolist())) == 14
    assert np.all(np.diff(hits.scores) <= 0)
    Neo4jIndexStore(embedded.connection).remove(lambda *_: None)
    assert embedded.ask(USERS) == before
    names = [row["name"] for row in embedded.ask("SHOW VECTOR INDEXES YIELD name RETURN name")]
    assert names == ["chunks"]


def test_filters_and_comparisons_look_at_them_too(embedded: Embedded) -> None:
    store = embedded.index()
    assert len(embedded.ask(OURS)) == 4
    late = Condition("year", ">", 1907)
    wanted = {"sledges", "canals", "ferries", "balloons"}
    for view in (store.narrowed([late]), store.filtered(Filter(nodes=(late,)))):
        found = nearest(view, "chapter on canals", 6)
        assert found[0].startswith("A chapter on canals")
        assert {text.split()[3] for text in found} == wanted


def test_a_refresh_follows_the_users_vectors(embedded: Embedded) -> None:
    embedded.index()
    vector = ENCODER.embed_question("A chapter on ferries and how ferries were built").tolist()
    embedded.ask(SET, rows=[{"place": 10, "vector": vector}])
    embedded.ask("MATCH (n:Chunk {place: 0}) REMOVE n.embedding")
    store = embedded.index()
    ours = embedded.ask(
        "MATCH (n:Chunk) WHERE n.steiner_embedding IS NOT NULL RETURN n.place AS p ORDER BY p"
    )
    assert [row["p"] for row in ours] == [0, 11]
    assert nearest(store, "how boats were built")[0].startswith("A chapter on boats")
    assert nearest(store, "how ferries were built")[0].startswith("A chapter on ferries")


def test_an_index_that_is_gone_is_named(embedded: Embedded, settings: ConnectionSettings) -> None:
    store = embedded.index()
    store.check_online()
    embedded.ask("DROP INDEX chunks")
    with pytest.raises(IndexMissing, match="'chunks' is gone, which is not steiner's"):
        store.check_online()
    with pytest.raises(IndexMissing, match="'chunks' is gone"):
        store.search_nodes(ENCODER.embed_question("boats"), 3)
    assert "--use-index chunks" in run(settings, "status")


def test_what_cannot_be_searched_is_refused_before_anything_is_written(
    connection: Neo4jConnection,
) -> None:
    embedded = Embedded(connection)
    embedded.ask("CREATE INDEX years FOR (n:Chunk) ON (n.year)")
    refused: list[tuple[str, HashEmbedder, type[Exception], str]] = [
        ("chunk", ENCODER, InvalidInput, "Did you mean 'chunks'"),
        ("years", ENCODER, InvalidInput, "no vector index over nodes called 'years'"),
        ("chunks", BagOfWords("words", 32), IndexMismatch, "64 dimensions.*makes 32"),
        (
            "chunks",
            BagOfWords("others", 64),
            IndexMismatch,
            "hardly those of the encoder 'others'",
        ),
    ]
    for name, encoder, kind, text in refused:
        with pytest.raises(kind, match=text):
            embedded.index(name, encoder)
    embedded.ask("DROP INDEX chunks")
    embedded.create("flat", similarity="euclidean")
    with pytest.raises(InvalidInput, match="compares by euclidean, and steiner by cosine"):
        embedded.index("flat")
    assert not embedded.ask("MATCH (n) WHERE n:SteinerNode OR n:SteinerIndex RETURN n")
