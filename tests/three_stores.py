"""One graph in three stores: in memory, on Neo4j in Cypher, on Neo4j with the plugin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from conftest import empty, load_graph
from devserver import DevServer
from index_doubles import HashEmbedder

from steiner.columns import Neighbourhood
from steiner.graph import Node, Relationship, Subgraph
from steiner.index.build import Indexer
from steiner.settings import ConnectionSettings
from steiner.stores.memory import MemoryStore
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.driver_values import native
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.plugin import usable
from steiner.stores.neo4j.store import Neo4jStore
from steiner.stores.protocol import GraphStore

KINDS = ("memory", "cypher", "plugin")
READ_NODES = "MATCH (n) WHERE NOT n:SteinerRelation AND NOT n:SteinerIndex RETURN id(n), n"
READ_RELATIONSHIPS = "MATCH ()-[r]->() RETURN id(r), r, id(startNode(r)), id(endNode(r))"


class Stores(NamedTuple):
    """One graph in three stores, its nodes' ids, and the node of most relationships.

    A server gives ids anew that were deleted: they are in no order.
    """

    memory: MemoryStore
    cypher: Neo4jStore
    plugin: Neo4jStore
    ids: list[int]
    hub: int

    def of(self, kind: str) -> GraphStore:
        """Return the store of one of KINDS."""
        store: GraphStore = getattr(self, kind)
        return store


@contextmanager
def three_stores(server: DevServer, graph: dict[str, Any]) -> Iterator[Stores]:
    """Load and index the graph on an emptied server, and in memory with the same ids."""
    settings = ConnectionSettings(uri=server.uri, password=server.password)
    with_plugin = Neo4jConnection(settings)
    without = Neo4jConnection(replace(settings, plugin=False))
    empty(with_plugin)
    load_graph(with_plugin, graph)
    Indexer(Neo4jIndexStore(with_plugin), HashEmbedder()).run()
    copy = read_graph(with_plugin)
    memory = MemoryStore(copy)
    Indexer(memory, HashEmbedder()).run()
    assert usable(with_plugin)
    assert not usable(without)
    ids = [node.id for node in copy.nodes]
    ends = Counter(end for r in copy.relationships for end in (r.source, r.target))
    hub = max(ids, key=ends.__getitem__)
    yield Stores(memory, Neo4jStore(without), Neo4jStore(with_plugin), ids, hub)
    with_plugin.close()
    without.close()


def read_graph(connection: Neo4jConnection) -> Subgraph:
    """Return the database's graph without what steiner wrote."""
    with connection.driver.session(database="neo4j") as session:
        nodes = session.run(READ_NODES).values()
        relationships = session.run(READ_RELATIONSHIPS).values()
    return Subgraph(
        tuple(
            Node(id, n.element_id, tuple(sorted(n.labels - {"SteinerNode"})), _own(n))
            for id, n in nodes
        ),
        tuple(
            Relationship(id, r.element_id, r.type, s, t, _own(r)) for id, r, s, t in relationships
        ),
    )


def same(left: Neighbourhood, right: Neighbourhood) -> None:
    """Assert that two neighbourhoods are equal, their columns' types included."""
    assert left.type_names == right.type_names
    assert left.label_names == right.label_names
    assert (left.truncated, left.capped) == (right.truncated, right.capped)
    for name in ("nodes", "hops", "relationships", "sources", "targets", "types", "labels"):
        mine, theirs = getattr(left, name), getattr(right, name)
        assert mine.dtype == theirs.dtype, name
        np.testing.assert_array_equal(mine, theirs, err_msg=name)


def _own(entity: Any) -> dict[str, Any]:
    return {k: native(v) for k, v in dict(entity).items() if not k.startswith("steiner_")}
