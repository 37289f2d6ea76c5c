"""Filters inside the vector index: few of many nodes are found, and nothing else is shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from conftest import indexed, load_graph
from devserver import DevServer
from index_doubles import HashEmbedder

from steiner.errors import InvalidInput
from steiner.filters import Condition, Filter
from steiner.index.build import Indexer
from steiner.settings import ConnectionSettings, IndexSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.indexing.online import present
from steiner.stores.neo4j.retrieval.search import Neo4jSearch
from steiner.stores.neo4j.store import Neo4jStore

pytestmark = pytest.mark.both_lines

COUNT = 600
RARE = Condition("te`nant", "=", "t7")
STEINERS_KEYS = "MATCH (n) UNWIND keys(n) AS k WITH k WHERE k STARTS WITH 'steiner_' RETURN k"


def graph() -> dict[str, Any]:
    """Return nodes of 200 tenants, one of which has a name that no index takes."""
    nodes: list[dict[str, Any]] = [
        {
            "labels": ["File"],
            "properties": {"name": f"File {i}", "te`nant": f"t{i % 200}", "year": i % 50},
        }
        for i in range(COUNT)
    ]
    nodes[1]["properties"]["te`nant"] = "x" * 40_000
    nodes[2]["properties"]["te`nant"] = ["t7", "t8"]
    return {"nodes": nodes, "relationships": []}


@pytest.fixture(scope="module")
def opened(server: DevServer) -> Iterator[Neo4jConnection]:
    """One index for all tests, of which the later ones change it."""
    settings = ConnectionSettings(uri=server.uri, password=server.password)
    with indexed(settings, lambda opened: load_graph(opened, graph())) as connection:
        chosen = IndexSettings(filters=("te`nant", "year"))
        Indexer(Neo4jIndexStore(connection), HashEmbedder(), chosen).run()
        yield connection


def seen(connection: Neo4jConnection, *conditions: Condition, most: int = 24) -> set[str]:
    """Return the names of the nodes nearest to a question, few hits looked at."""
    inside = present(connection).inside
    search = Neo4jSearch(connection, Filter(nodes=conditions), most, inside)
    ids = search.nodes(HashEmbedder().embed_question("anything"), 6).ids.tolist()
    return {node.properties["name"] for node in Neo4jStore(connection).hydrate(ids, []).nodes}


def test_a_property_that_no_node_has_is_refused(opened: Neo4jConnection) -> None:
    chosen = IndexSettings(filters=("tenant",))
    with pytest.raises(InvalidInput, match=r"'tenant', which no node has\. Did you mean 'te`nant'"):
        Indexer(Neo4jIndexStore(opened), HashEmbedder(), chosen).run()


def test_the_few_of_a_rare_value_are_found(opened: Neo4jConnection) -> None:
    found = seen(opened, RARE, Condition("year", "<", 100), most=12)
    assert found <= {"File 7", "File 207", "File 407"}
    if opened.has_search_clause:
        assert len(found) == 3
        assert seen(opened, Condition("te`nant", "in", ["t7", "none"])) == found
        assert len(seen(opened, RARE, Condition("name", "=", "File 207"))) == 1
        assert seen(opened, Condition("year", ">=", 49.0)) <= {
            f"File {i}" for i in range(49, 600, 50)
        }


def test_a_value_that_no_index_takes_is_compared_outside(opened: Neo4jConnection) -> None:
    long = Condition("te`nant", "=", "x" * 40_000)
    assert seen(opened, long, most=COUNT) == {"File 1"}
    assert seen(opened, Condition("te`nant", "contains", "t8"), most=COUNT) == {"File 2"}
    with opened.driver.session() as session:
        # The user's own property is in no index: writing it never fails.
        session.run("MATCH (n {name: 'File 3'}) SET n.`te``nant` = $v", v="y" * 40_000).consume()
    assert seen(opened, RARE) or not opened.has_search_clause


def test_a_node_that_moved_away_is_not_shown(opened: Neo4jConnection) -> None:
    with opened.driver.session() as session:
        session.run("MATCH (n {name: 'File 7'}) SET n.`te``nant` = 't8'").consume()
    assert "File 7" not in seen(opened, RARE)
    Indexer(Neo4jIndexStore(opened), HashEmbedder(), IndexSettings(filters=("te`nant",))).run()
    found = seen(opened, Condition("te`nant", "=", "t8"))
    assert "File 7" in found or not opened.has_search_clause


def test_other_filters_make_the_index_anew_and_removal_leaves_no_trace(
    opened: Neo4jConnection,
) -> None:
    store = Neo4jIndexStore(opened)
    Indexer(store, HashEmbedder(), IndexSettings(filters=("year",))).run()
    assert present(opened).inside == ({"year"} if opened.has_search_clause else set())
    Indexer(store, HashEmbedder()).run()
    assert not present(opened).inside
    store.remove(lambda *_: None)
    with opened.driver.session() as session:
        assert session.run(STEINERS_KEYS).values() == []
