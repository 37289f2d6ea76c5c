"""`steiner index --store beside`: the same answers, and the user's graph as it was."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from index_doubles import HashEmbedder
from test_index import GRAPH, SETTINGS, dump, run

from steiner.errors import IndexMismatch
from steiner.filters import Condition, Filter
from steiner.index.build import Indexer
from steiner.index.refresh.staleness import staleness
from steiner.index.status import status
from steiner.index.triples.triple_index import index_triples
from steiner.index.walks.walk_index import index_walks
from steiner.settings import IndexSettings, TripleSettings, WalkSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.catalogue import EDGE_VECTORS, RELATIONSHIP_VECTORS
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore

pytestmark = pytest.mark.both_lines

BESIDE = IndexSettings(page=4, store="beside")
USERS = """MATCH (n) WHERE NOT any(l IN labels(n) WHERE l IN ['SteinerEntry', 'SteinerEdge',
  'SteinerRelation', 'SteinerIndex', 'SteinerWalk', 'SteinerTriple'])
RETURN id(n) AS i, labels(n) AS l, properties(n) AS p ORDER BY i"""
USERS_RELATIONSHIPS = """MATCH (a)-[r]->(b)
RETURN id(r) AS i, type(r) AS t, id(a) AS a, id(b) AS b, properties(r) AS p ORDER BY i"""
OWN = "MATCH (e:SteinerEntry|SteinerEdge) RETURN count(e) AS n"


@pytest.fixture
def store(connection: Neo4jConnection) -> Neo4jIndexStore:
    for text in GRAPH.split(";\n"):
        if text.strip():
            run(connection, text)
    run(connection, "CALL db.awaitIndexes()")
    return Neo4jIndexStore(connection)


def users(connection: Neo4jConnection) -> list[Any]:
    return [run(connection, USERS), run(connection, USERS_RELATIONSHIPS)]


def answers(connection: Neo4jConnection) -> list[Any]:
    """Return what each search returns, with cosines rounded."""
    store, embedded = Neo4jStore(connection), HashEmbedder().embed_question
    store.record()
    late = Filter(nodes=(Condition("year", ">", 1995),))
    views = (store, store.filtered(late), store.narrowed(late.nodes))
    near = [view.search_nodes(embedded("Film: Film 3. year: 1993"), 5) for view in views]
    links = store.search_relations(embedded("remake of. why: colour"), 4)
    first, *others = links.relationships.ids.tolist()
    nodes = store.hydrate(near[0].ids.tolist(), []).nodes
    return [
        *[(hits.ids.tolist(), np.round(hits.scores, 3).tolist()) for hits in near],
        # Quantized apart in one index and in several: what is no match may change places.
        (first, sorted(others), sorted(links.types)),
        store.search_keys(["film 3", "1996", "colour"], 9),
        # Of equal scores Lucene's order is that of writing.
        sorted(store.search_text("film", 20), key=lambda hit: hit.nodes),
        [(node.name, node.labels, node.properties) for node in nodes],
    ]


def test_the_users_graph_is_untouched_and_answers_are_the_same(
    connection: Neo4jConnection, store: Neo4jIndexStore
) -> None:
    before, whole = users(connection), dump(connection)
    Indexer(store, HashEmbedder(), SETTINGS).run()
    on_nodes, digest = answers(connection), store.digest()
    store.remove(lambda *_: None)
    record = Indexer(store, HashEmbedder(), BESIDE).run()
    assert (record.nodes, record.relationships) == (15, 4)
    index_walks(store, HashEmbedder(), WalkSettings())
    index_triples(store, HashEmbedder(), TripleSettings())
    assert users(connection) == before
    assert run(connection, OWN) == [{"n": 19}]
    assert answers(connection) == on_nodes
    assert store.digest() == digest
    assert status(store).ready
    names = {index.name for index in store.indexes()}
    assert EDGE_VECTORS in names
    assert not [name for name in names if name.startswith(RELATIONSHIP_VECTORS)]
    store.remove(lambda *_: None)
    assert dump(connection) == whole


def test_a_refresh_embeds_what_changed_and_forgets_what_is_gone(
    connection: Neo4jConnection, store: Neo4jIndexStore
) -> None:
    Indexer(store, HashEmbedder(), BESIDE).run()
    run(connection, "MATCH (f:Film {filmId: 3}) SET f.title = 'Another'")
    run(connection, "MATCH (f:Film {filmId: 2}) DETACH DELETE f")
    found = Neo4jStore(connection)
    assert found.search_keys(["film 2"], 9) == []
    vector = HashEmbedder().embed_question("Film: Film 2. year: 1992")
    assert len(found.search_nodes(vector, 14).ids) == 13
    known = store.record()
    assert known is not None
    assert staleness(store, known).changed == 1
    embedder = HashEmbedder()
    # Where it is kept need not be said again.
    record = Indexer(store, embedder, SETTINGS).run()
    assert record.is_beside
    films = [text for text in embedder.texts if text.startswith("Film: ")]
    assert films == ["Film: Another. year: 1993"]
    assert (record.nodes, record.relationships) == (14, 0)
    assert run(connection, OWN) == [{"n": 14}]
    assert EDGE_VECTORS not in {index.name for index in store.indexes()}


@pytest.mark.parametrize(("made", "asked"), [("nodes", "beside"), ("beside", "nodes")])
def test_an_index_moves_only_when_it_is_made_again(
    connection: Neo4jConnection, store: Neo4jIndexStore, made: str, asked: str
) -> None:
    Indexer(store, HashEmbedder(), IndexSettings(store=made)).run()
    wanted = IndexSettings(store=asked)
    with pytest.raises(IndexMismatch, match=f"--store {asked} --rebuild"):
        Indexer(store, HashEmbedder(), wanted).run()
    assert status(store).ready
    record = Indexer(store, HashEmbedder(), wanted, rebuild=True).run()
    assert record.is_beside == (asked == "beside")
    assert len(store.indexed_nodes()) == record.nodes == 15
    assert bool(run(connection, OWN)[0]["n"]) == record.is_beside
    assert bool(run(connection, "MATCH (n:SteinerNode) RETURN n")) != record.is_beside


def test_filters_inside_the_index(connection: Neo4jConnection, store: Neo4jIndexStore) -> None:
    Indexer(store, HashEmbedder(), IndexSettings(store="beside", filters=("year",))).run()
    view = Neo4jStore(connection).filtered(Filter(nodes=(Condition("year", "=", 1999),)))
    ids = view.search_nodes(HashEmbedder().embed_question("any"), 3).ids.tolist()
    assert [node.properties["year"] for node in view.hydrate(ids, []).nodes] == [1999]
