"""The schema of a graph of which the server lists thousands alike before anything else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partialmethod
from typing import Any

import pytest
from conftest import empty, load_graph
from devserver import DevServer

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.index.properties.profile import read_profile
from steiner.settings import ConnectionSettings, IndexSettings
from steiner.stores import schema_size
from steiner.stores.neo4j.computed import schema_reading
from steiner.stores.neo4j.computed.schema_looks import OneByOne
from steiner.stores.neo4j.computed.schema_reading import read_graph_schema
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing import schema as indexing_schema
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.shown import Shown

pytestmark = pytest.mark.both_lines

HUB_LIKES, READERS = 600, 900
"""What one club likes is loaded first; then readers like books, the last ones with a rating."""


def graph() -> dict[str, Any]:
    nodes = [{"labels": ["Club", "SteinerNode"], "properties": {"name": "Chess club"}}]
    for place in range(READERS):
        late = {"rating": place, "joined": "NULL" if place % 3 else "2020-01-05"}
        own = {"name": f"Reader {place}", **(late if place >= READERS - 300 else {})}
        nodes.append({"labels": ["Reader", "SteinerNode"], "properties": own})
        nodes.append({"labels": ["Book", "SteinerNode"], "properties": {"name": f"Book {place}"}})
    likes = [(0, 2 + 2 * (place % READERS)) for place in range(HUB_LIKES)]
    likes += [(1 + 2 * place, 2 + 2 * place) for place in range(READERS)]
    edges = [
        {"source": source, "target": target, "type": "LIKES", "properties": {}}
        for source, target in likes
    ]
    return {"nodes": nodes, "relationships": edges}


@pytest.fixture(scope="module")
def opened(server: DevServer) -> Iterator[Neo4jConnection]:
    settings = ConnectionSettings(uri=server.uri, password=server.password)
    with closing(Neo4jConnection(settings)) as connection:
        empty(connection)
        load_graph(connection, graph())
        yield connection
        empty(connection)


def read(connection: Neo4jConnection) -> GraphSchema:
    (vocabulary,) = connection.read_columns("retrieve/vocabulary")
    return read_graph_schema(connection, vocabulary, {}, Shown())


def check(schema: GraphSchema) -> None:
    assert schema.ends["LIKES"] == [("Reader", "Book"), ("Club", "Book")]
    assert schema.labels["Reader"]["rating"].kind == "number"
    assert schema.labels["Reader"]["joined"].kind == "date as text"


def test_what_is_loaded_later_is_seen_and_what_is_frequent_comes_first(
    opened: Neo4jConnection,
) -> None:
    check(read(opened))


def told(connection: Neo4jConnection) -> Any:
    """Return what does not depend on the order in which a server lists nodes."""
    schema = read(connection)
    members = (schema.labels, schema.types)
    kinds = [{n: {p: k.kind for p, k in own.items()} for n, own in m.items()} for m in members]
    return kinds, schema.ends, schema.times


def test_one_pass_tells_what_each_label_and_type_by_itself_does(
    opened: Neo4jConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Neo4jIndexStore(opened)
    asked = {"Reader": ["name", "joined", "none"], "Club": ["name"], "Nothing": ["name"]}
    passed = (store.schema(50), store.differing(asked), told(opened))
    assert passed[1]["Reader", "joined"] == (2, 300)
    monkeypatch.setattr(indexing_schema, "MOST_READ", 0)
    monkeypatch.setattr(indexing_schema, "_TOLD_APART", 0)
    monkeypatch.setattr(schema_reading, "OnePass", lambda opened: OneByOne(opened, 50_000))
    assert (store.schema(50), store.differing(asked), told(opened)) == passed


def test_labels_are_not_asked_one_by_one(
    opened: Neo4jConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[str] = []

    def noted(connection: Any, text: str, *given: Any, _read: Any, **limits: Any) -> Any:
        texts.append(text)
        return _read(connection, text, *given, **limits)

    for name in ("read_text", "stream_text"):
        own = getattr(Neo4jConnection, name)
        monkeypatch.setattr(Neo4jConnection, name, partialmethod(noted, _read=own))
    store = Neo4jIndexStore(opened)
    read_profile(store, store.schema(50), IndexSettings(sample=50))
    read(opened)
    assert len(texts) <= 16
    assert not [text for text in texts if "`Reader`" in text or "`LIKES`" in text]


def test_of_a_graph_larger_than_is_reached_nodes_are_drawn_from_all_of_it(
    opened: Neo4jConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema_reading, "_MOST", 100)
    check(read(opened))


def test_of_more_labels_and_types_than_are_read_the_most_frequent_are_and_the_rest_is_said(
    opened: Neo4jConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema_size, "MOST_NAMES", 3)
    schema = read(opened)
    assert (sorted(schema.labels), list(schema.types)) == (["Book", "Reader"], ["LIKES"])
    assert schema.ends["LIKES"] == [("Reader", "Book")]
    assert schema.cut == (
        "computing knows the 2 most frequent labels and 1 relationship types; 1 others are left out"
    )
