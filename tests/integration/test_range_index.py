"""Comparisons on a graph with more nodes than are looked at; no index of ours refuses a write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from conftest import empty, indexed, load_graph
from devserver import DevServer
from index_doubles import HashEmbedder

from steiner.filters import Condition, Filter
from steiner.index.build import Indexer
from steiner.settings import ConnectionSettings, IndexSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems.steiner import retriever as steiner_retriever

pytestmark = pytest.mark.alike

COUNT = 2_600


def graph() -> dict[str, Any]:
    """Return products of every price, of two tenants in turn."""
    tenants = ("ours", "theirs")
    nodes = [
        {
            "labels": ["Product"],
            "properties": {
                "name": f"Ware {place}",
                "unitPrice": place,
                "freshness": place,
                "tenant": tenants[place % 2],
                "note": "none" if place % 9 else place,
            },
        }
        for place in range(COUNT)
    ]
    return {"nodes": nodes, "relationships": []}


@pytest.fixture(scope="module")
def opened(server: DevServer) -> Iterator[Neo4jConnection]:
    settings = ConnectionSettings(uri=server.uri, password=server.password)
    with indexed(settings, lambda opened: load_graph(opened, graph())) as connection:
        yield connection


@pytest.fixture(scope="module")
def store(opened: Neo4jConnection) -> Neo4jStore:
    return Neo4jStore(opened)


def prices(store: Neo4jStore, *conditions: Condition) -> list[int]:
    vector = HashEmbedder().embed_question("anything")
    found = store.narrowed(conditions).search_nodes(vector, 50).ids.tolist()
    return sorted(int(node.properties["unitPrice"]) for node in store.hydrate(found, []).nodes)


@pytest.mark.both_lines
@pytest.mark.parametrize("least", range(0, COUNT, 300))
def test_the_one_node_that_meets_a_comparison_is_found(store: Neo4jStore, least: int) -> None:
    assert prices(store, Condition("unitPrice", "=", least)) == [least]
    between = Condition("unitPrice", ">=", least), Condition("unitPrice", "<", least + 3)
    assert prices(store, *between) == [least, least + 1, least + 2]


def test_the_other_conditions_and_the_filter_hold_too(store: Neo4jStore) -> None:
    dear = Condition("unitPrice", ">=", COUNT - 10)
    assert len(prices(store, dear)) == 10
    assert prices(store, dear, Condition("name", "=", f"Ware {COUNT - 3}")) == [COUNT - 3]
    theirs = store.filtered(Filter(nodes=(Condition("tenant", "=", "theirs"),)))
    assert prices(theirs, dear) == list(range(COUNT - 9, COUNT, 2))


def test_of_two_comparisons_the_one_that_few_meet_is_looked_up(store: Neo4jStore) -> None:
    for rare in ("freshness", "unitPrice"):
        few = Condition(rare, ">=", COUNT - 2)
        many = Condition("unitPrice" if rare == "freshness" else "freshness", ">=", 1)
        assert prices(store, many, few) == prices(store, few, many) == [COUNT - 2, COUNT - 1]


def test_many_that_meet_it_are_taken_nearest_first(store: Neo4jStore) -> None:
    assert len(prices(store, Condition("unitPrice", ">", 5))) == 50


def test_a_question_finds_what_it_compares(store: Neo4jStore) -> None:
    evidence = steiner_retriever(store, HashEmbedder()).retrieve(
        f"Which products have a unit price over {COUNT - 3}?"
    )
    assert {seed.name for seed in evidence.seeds if "value" in seed.channels} >= {
        f"Ware {COUNT - 1}",
        f"Ware {COUNT - 2}",
    }


def test_no_index_is_over_a_property_of_the_user(opened: Neo4jConnection) -> None:
    with opened.driver.session(database=opened.settings.database) as session:
        rows = session.run("SHOW INDEXES YIELD properties").values()
        assert {p for (properties,) in rows for p in properties or ()} >= {"steiner_embedding"}
        assert not [p for (own,) in rows for p in own or () if not p.startswith("steiner_")]


@pytest.mark.parametrize("value", ["x" * 40_000, ["y" * 9_000] * 5, 7.5, True])
def test_what_the_database_took_before_it_takes_after(opened: Neo4jConnection, value: Any) -> None:
    with opened.driver.session(database=opened.settings.database) as session:
        for property in ("unitPrice", "name", "note", "tenant", "new"):
            text = f"MATCH (n:Product {{freshness: 7}}) SET n.{property} = $value RETURN count(n)"
            transaction = session.begin_transaction()
            assert transaction.run(text, value=value).single(strict=True)[0] == 1
            transaction.run("CREATE (n:Product:SteinerNode) SET n.unitPrice = $value", value=value)
            transaction.rollback()


@pytest.mark.both_lines
def test_a_range_index_is_there_where_it_is_asked_for(opened: Neo4jConnection) -> None:
    store = Neo4jIndexStore(opened)
    Indexer(store, HashEmbedder(), IndexSettings(ranges=("unitPrice",))).run()
    assert [state.state for state in store.indexes() if "range" in state.name] == ["ONLINE"]
    Indexer(store, HashEmbedder()).run()
    assert not [state for state in store.indexes() if "range" in state.name]


def test_a_value_too_long_for_an_index_costs_that_index_alone(server: DevServer) -> None:
    values = [1, 2, 3, 4, 5, "long " * 10_000]
    nodes = [
        {"labels": ["Thing"], "properties": {"name": f"Thing {place}", "size": value}}
        for place, value in enumerate(values)
    ]
    settings = ConnectionSettings(uri=server.uri, password=server.password)
    with closing(Neo4jConnection(settings)) as connection:
        empty(connection)
        load_graph(connection, {"nodes": nodes, "relationships": []})
        store = Neo4jIndexStore(connection)
        indexer = Indexer(store, HashEmbedder(), IndexSettings(ranges=("size",)))
        with pytest.warns(RuntimeWarning, match="range index over the property .size."):
            indexer.run()
        assert not [state for state in store.indexes() if "range" in state.name]
        retriever = steiner_retriever(Neo4jStore(connection), HashEmbedder())
        evidence = retriever.retrieve("Which things have a size over 4?")
        assert "Thing 4" in {seed.name for seed in evidence.seeds if "value" in seed.channels}


def test_a_refresh_takes_in_a_value_too_long_for_the_index(server: DevServer) -> None:
    settings = ConnectionSettings(uri=server.uri, password=server.password)
    things = [
        {"labels": ["Thing"], "properties": {"name": f"Thing {i}", "size": i}} for i in (1, 2)
    ]
    late = {"labels": ["Thing"], "properties": {"name": "Late", "size": "long " * 10_000}}
    with closing(Neo4jConnection(settings)) as connection:
        empty(connection)
        load_graph(connection, {"nodes": things, "relationships": []})
        store, ranged = Neo4jIndexStore(connection), IndexSettings(ranges=("size",))
        Indexer(store, HashEmbedder(), ranged).run()
        assert [state for state in store.indexes() if "range" in state.name]
        load_graph(connection, {"nodes": [late], "relationships": []})
        with pytest.warns(RuntimeWarning, match="range index over the property .size."):
            Indexer(store, HashEmbedder(), ranged).run()
        assert not [state for state in store.indexes() if "range" in state.name]
        assert Neo4jStore(connection).find(["Late"])
