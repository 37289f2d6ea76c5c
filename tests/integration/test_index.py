"""Indexing a real Neo4j: refresh, kill and resume, removal, odd names."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from conftest import EVERY, empty
from devserver import DevServer
from index_doubles import HashEmbedder

from steiner.errors import IndexMismatch, IndexMissing, InvalidInput
from steiner.index.build import Indexer
from steiner.index.status import status
from steiner.index.triples.triple_index import index_triples
from steiner.index.walks.walk_index import index_walks
from steiner.settings import (
    LONGEST_VALUE,
    ConnectionSettings,
    IndexSettings,
    RetrieverSettings,
    TripleSettings,
    WalkSettings,
)
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.catalogue import relationship_index
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore
from steiner.stores.protocol import IndexRecord
from steiner.systems.retrieval_and_reasoning import RETRIEVAL_AND_REASONING

pytestmark = pytest.mark.alike

HERE = Path(__file__).parent
PAGE = 4
SCRIPT = "word " * (LONGEST_VALUE // 5 + 1)
SETTINGS = IndexSettings(page=PAGE)
ODD = "Odd `label` \"with\" 'quotes'"
GRAPH = """
CREATE CONSTRAINT film_id FOR (f:Film) REQUIRE f.filmId IS UNIQUE;
CREATE INDEX film_year FOR (f:Film) ON (f.year);
UNWIND range(1, 11) AS i CREATE (:Film {filmId: i, title: 'Film ' + i, year: 1990 + i});
MATCH (a:Film {filmId: 1}), (b:Film {filmId: 2})
CREATE (a)-[:REMAKE_OF {why: 'better sound'}]->(b), (a)-[:REMAKE_OF {why: 'colour'}]->(b),
       (a)-[:REMAKE_OF]->(a), (b)-[:`likes ``much```{note: 'a "quoted" note'}]->(b),
       (b)-[:`관계 類型` {`ключ "k"`: 'значение'}]->(a), (a)-[:RATED {stars: 4}]->(b);
CREATE (:`Odd ``label`` "with" 'quotes'` {`na``me "x"`: 'Zoë & Co.'});
CREATE (:`名前` {`題名`: '黒澤明', embedding: [x IN range(1, 20) | x * 0.5]});
CREATE ({only: 'properties'}), (:Bare), ();
"""


def run(connection: Neo4jConnection, text: str, **parameters: Any) -> list[dict[str, Any]]:
    with connection.driver.session(database=connection.settings.database) as session:
        return [record.data() for record in session.run(text, parameters)]


def dump(connection: Neo4jConnection) -> dict[str, list[str]]:
    """Everything that a graph holds, in a comparable form."""
    questions = {
        "nodes": "MATCH (n) RETURN id(n) AS i, labels(n) AS l, properties(n) AS p",
        "relationships": "MATCH (a)-[r]->(b) RETURN id(r) AS i, type(r) AS t, id(a) AS a, "
        "id(b) AS b, properties(r) AS p",
        "indexes": "SHOW INDEXES YIELD name, type, labelsOrTypes, properties, options",
        "constraints": "SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties",
        "labels": "CALL db.labels()",
    }
    return {what: sorted(map(_stable, run(connection, q))) for what, q in questions.items()}


def _stable(value: Any) -> str:
    if isinstance(value, dict):
        return repr(sorted((key, _stable(item)) for key, item in value.items()))
    return repr(sorted(value) if isinstance(value, list) else value)


@pytest.fixture
def store(connection: Neo4jConnection) -> Neo4jIndexStore:
    return loaded(connection)


def loaded(connection: Neo4jConnection) -> Neo4jIndexStore:
    for text in GRAPH.split(";\n"):
        if text.strip():
            run(connection, text)
    return Neo4jIndexStore(connection)


class Written(NamedTuple):
    """An index that is looked at and not changed, and the record that its making gave."""

    store: Neo4jIndexStore
    record: IndexRecord


@pytest.fixture(scope="class")
def written(server: DevServer) -> Iterator[Written]:
    settings = ConnectionSettings(uri=server.uri, password=server.password)
    with closing(Neo4jConnection(settings)) as connection:
        empty(connection)
        store = loaded(connection)
        yield Written(store, Indexer(store, HashEmbedder(), SETTINGS).run())


class TestWritten:
    """What stands in the database after a first run."""

    @pytest.mark.both_lines
    def test_what_is_written(self, written: Written) -> None:
        record = written.record
        assert record.keys == {"Film": "filmId"}
        assert record.names["Film"] == "title"
        read = written.store.record()
        assert read is not None
        assert np.array_equal(read.probe, record.probe)
        (film,) = run(
            written.store.connection,
            "MATCH (n:SteinerNode {filmId: 3}) "
            "RETURN n.steiner_name AS name, n.steiner_keys AS keys, "
            "n.steiner_properties AS properties, n.steiner_embedding AS vector",
        )
        assert film["name"] == "Film 3"
        assert film["keys"] == ["film 3", "3", "1993"]
        assert film["properties"] == ["title", "filmId", "year"]
        expected = HashEmbedder().embed_question("Film: Film 3. year: 1993")
        assert np.array_equal(np.asarray(film["vector"], np.float32), expected)

    def test_odd_names_are_found_by_their_keys(self, written: Written) -> None:
        for key, name in {"zoe co": "Zoë & Co.", "黒澤明": "黒澤明"}.items():
            hits = run(
                written.store.connection,
                "CALL db.index.fulltext.queryNodes('steiner_keys', $query) YIELD node "
                "RETURN node.steiner_name AS name",
                query=f'"{key}"',
            )
            assert hits == [{"name": name}]

    @pytest.mark.both_lines
    def test_vector_indexes_answer(self, written: Written) -> None:
        wanted = {"REMAKE_OF", "likes `much`", "관계 類型"}
        assert {relationship_index(type) for type in wanted} < {
            i.name for i in written.store.indexes()
        }
        vector = HashEmbedder().embed_question("remake of. why: colour").tolist()
        (hit,) = run(
            written.store.connection,
            "CALL db.index.vector.queryRelationships($index, 1, $vector) YIELD relationship, score "
            "RETURN relationship.why AS why, score",
            index=relationship_index("REMAKE_OF"),
            vector=vector,
        )
        assert hit["why"] == "colour"
        assert hit["score"] > 0.99

    def test_ids_are_read_in_parts(self, written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
        store = written.store
        reads = (store.indexed_nodes, store.indexed_relationships)
        chosen = (lambda: store.node_ids(["Film"]), lambda: store.relationship_ids(["Film"]))
        whole = [read().tolist() for read in (*reads, *chosen)]
        monkeypatch.setattr("steiner.stores.neo4j.indexing.collected._COLLECTED", 4)
        assert [read().tolist() for read in (*reads, *chosen)] == whole
        assert [len(ids) for ids in whole] == [15, 4, 11, 4]
        assert all(ids == sorted(set(ids)) for ids in whole)


@pytest.mark.both_lines
def test_index_and_removal_leave_the_graph_as_it_was(
    connection: Neo4jConnection, store: Neo4jIndexStore
) -> None:
    run(connection, "CALL db.awaitIndexes()")
    before = dump(connection)
    record = Indexer(store, HashEmbedder(), SETTINGS).run()
    assert (record.nodes, record.relationships, record.relations) == (15, 4, 4)
    assert store.record() is not None
    assert status(store).ready
    assert index_walks(store, HashEmbedder(), WalkSettings()).roots == 2
    assert index_triples(store, HashEmbedder(), TripleSettings()).written == 6
    assert dump(connection) != before
    again = Indexer(store, HashEmbedder(), SETTINGS).run()
    assert (again.nodes, again.walks) == (15, json.dumps(asdict(WalkSettings())))
    assert again.triples == json.dumps(asdict(TripleSettings()))
    seen: list[tuple[int, int]] = []
    store.remove(lambda done, total: seen.append((done, total)))
    assert seen[-1] == (19, 19)
    assert dump(connection) == before
    assert (store.record(), store.indexes()) == (None, [])


def test_walks_of_a_removed_node_are_removed_by_the_next_run(
    connection: Neo4jConnection, store: Neo4jIndexStore
) -> None:
    Indexer(store, HashEmbedder(), SETTINGS).run()
    index_walks(store, HashEmbedder(), WalkSettings())
    run(connection, "MATCH (f:Film {filmId: 2}) DETACH DELETE f")
    Indexer(store, HashEmbedder(), SETTINGS).run()
    assert index_walks(store, HashEmbedder(), WalkSettings()) == (0, 0, 2)
    assert run(connection, "MATCH (w:SteinerWalk) RETURN count(w) AS n") == [{"n": 0}]
    assert store.side_index("walks").hashes() == {}


def test_second_run_embeds_only_what_changed(
    connection: Neo4jConnection, store: Neo4jIndexStore
) -> None:
    Indexer(store, HashEmbedder(), SETTINGS).run()
    run(connection, "MATCH (f:Film {filmId: 3}) SET f.title = 'Another'")
    run(connection, "MATCH (f:Film {filmId: 4}) DETACH DELETE f")
    run(connection, "CREATE (:Film {filmId: 40, title: 'New'})")
    run(connection, 'MATCH ()-[r:`관계 類型`]->() REMOVE r.`ключ "k"`')
    embedder = HashEmbedder()
    record = Indexer(store, embedder, SETTINGS).run()
    assert sorted(embedder.texts[1:]) == ["Film: Another. year: 1993", "Film: New"]
    assert (record.nodes, record.relationships) == (15, 3)
    assert relationship_index("관계 類型") not in {index.name for index in store.indexes()}
    assert len(store.indexed_relationships()) == 3


def test_labels_no_longer_chosen_are_cleared(store: Neo4jIndexStore) -> None:
    Indexer(store, HashEmbedder(), SETTINGS).run()
    record = Indexer(store, HashEmbedder(), IndexSettings(labels=(ODD,))).run()
    assert (record.nodes, record.relationships) == (1, 0)
    assert len(store.indexed_nodes()) == 1


@pytest.mark.parametrize("page_bytes", [1, 300])
def test_portions_of_a_page_and_texts_too_long_to_read(
    connection: Neo4jConnection, store: Neo4jIndexStore, page_bytes: int
) -> None:
    Indexer(store, HashEmbedder(), SETTINGS).run()
    unbroken = store.digest()
    store.remove(print)
    run(connection, "MATCH (f:Film) SET f.script = $script", script=SCRIPT)
    Indexer(store, HashEmbedder(), replace(SETTINGS, page_bytes=page_bytes)).run()
    assert store.digest() == unbroken
    assert "script" not in store.read_nodes(store.node_ids(["Film"]))[0].properties


@pytest.mark.parametrize("stop", [3, 5, 7, 8] if EVERY else [8])
def test_killed_run_continues_to_the_same_state(store: Neo4jIndexStore, stop: int) -> None:
    Indexer(store, HashEmbedder(), SETTINGS).run()
    unbroken = store.digest()
    store.remove(print)
    _run_killed(store.connection, stop)
    partly = len(store.indexed_nodes())
    assert (partly > 0) == (stop > 3)
    embedder = HashEmbedder()
    Indexer(store, embedder, SETTINGS).run()
    assert store.digest() == unbroken
    assert len(embedder.texts) <= 1 + 15 - partly + 4 + 4


def _run_killed(connection: Neo4jConnection, stop: int) -> None:
    settings = connection.settings
    command = [sys.executable, str(HERE / "index_run.py"), settings.uri, settings.password]
    with subprocess.Popen(
        [*command, str(PAGE), str(stop)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(HERE.parent)},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"stopped\n"
        process.kill()


def test_another_model_is_refused_until_rebuilt(store: Neo4jIndexStore) -> None:
    Indexer(store, HashEmbedder(), SETTINGS).run()
    with pytest.raises(IndexMismatch, match="--rebuild"):
        Indexer(store, HashEmbedder("other", 8), SETTINGS).run()
    record = Indexer(store, HashEmbedder("other", 8), SETTINGS, rebuild=True).run()
    assert (record.model, record.dimensions) == ("other", 8)
    assert status(store).ready


def test_empty_graph(connection: Neo4jConnection) -> None:
    with pytest.raises(InvalidInput, match="no nodes"):
        Indexer(Neo4jIndexStore(connection), HashEmbedder()).run()
    assert run(connection, "MATCH (n) RETURN n") == []


def test_unknown_label(store: Neo4jIndexStore) -> None:
    with pytest.raises(InvalidInput, match="Did you mean 'Film'"):
        Indexer(store, HashEmbedder(), IndexSettings(labels=("Fillm",))).run()


@pytest.mark.parametrize("earlier", [None, 0])
def test_triples_of_a_run_that_was_stopped_do_not_answer(
    connection: Neo4jConnection, store: Neo4jIndexStore, earlier: int | None
) -> None:
    Indexer(store, HashEmbedder(), SETTINGS).run()
    settings = TripleSettings(plan="question")
    if earlier is not None:
        index_triples(store, HashEmbedder(), replace(settings, neighbours=earlier))
    retriever = RETRIEVAL_AND_REASONING.retriever(
        Neo4jStore(connection), HashEmbedder(), RetrieverSettings(triples=settings)
    )

    def stopped(*_: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index_triples(store, HashEmbedder(), settings, stopped)
    with pytest.raises(IndexMissing, match="triples"):
        retriever.retrieve("What is Film 1 a remake of?")
    assert index_triples(store, HashEmbedder(), settings).triples == 6
    assert retriever.retrieve("What is Film 1 a remake of?").facts
