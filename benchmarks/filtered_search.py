"""Does a filter that accepts one node in 10,000 find its vector seeds, and what does it cost?

    python benchmarks/filtered_search.py [--tenants 10000] [--count 200] [--seeds 10]

Runs on the graph of benchmarks/million_graph.py, on a server of 2026.02 or newer. Deals the
indexed nodes out to tenants, makes the vector index anew with the tenant inside (minutes), asks
for the nearest nodes of a tenant each, with and without the filter inside the index, and compares
with cosines over all nodes of the tenant. Beside it the same search without any filter, by SEARCH
and by the deprecated procedure. Prints JSON; the connection comes from the NEO4J_* variables.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from contextlib import closing
from pathlib import Path

import numpy as np
from data.million_questions import load
from racing import race, spread

from steiner.columns import Vector
from steiner.filters import EVERYTHING, Condition, Filter
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.indexing.online import present
from steiner.stores.neo4j.retrieval.search import Neo4jSearch

DEAL = """MATCH (n:SteinerNode) CALL (n) { SET n.tenant = id(n) % $tenants }
IN TRANSACTIONS OF 10000 ROWS"""
OF_TENANT = """MATCH (n:SteinerNode) WHERE id(n) % $tenants = $tenant
WITH id(n) AS id, vector.similarity.cosine(n.steiner_embedding, $vector) AS score
ORDER BY score DESC LIMIT $k RETURN collect(id) AS ids"""
PROCEDURE = """CALL db.index.vector.queryNodes('steiner_nodes', $k, $vector) YIELD node, score
RETURN collect([id(node), score]) AS hits"""
Asked = tuple[int, Vector]


def deal(connection: Neo4jConnection, tenants: int, dimensions: int) -> float:
    """Deal nodes out, index with the tenant inside; return the seconds of the index."""
    with connection.driver.session(database="neo4j") as session:
        session.run(DEAL, tenants=tenants).consume()
    begun = time.perf_counter()
    store = Neo4jIndexStore(connection)
    store.create_indexes(dimensions, (), (), ("tenant",))
    store.await_indexes(lambda *_: None)
    return time.perf_counter() - begun


def recalls(
    connection: Neo4jConnection, asked: list[Asked], given: argparse.Namespace
) -> dict[str, float]:
    """Mean share of the k nearest nodes of the tenant that a search returns."""
    own = present(connection).inside
    kept: dict[str, list[float]] = {"filter inside the index": [], "filter outside": []}
    for tenant, vector in asked:
        ids = {"tenants": given.tenants, "tenant": tenant, "k": given.seeds}
        (row,) = connection.read_text(OF_TENANT, {**ids, "vector": vector.tolist()})
        for name, inside in (("filter inside the index", own), ("filter outside", ())):
            search = Neo4jSearch(connection, of_tenant(tenant), inside=inside)
            found = set(search.nodes(vector, given.seeds).ids.tolist())
            kept[name].append(len(found & set(row["ids"])) / max(len(row["ids"]), 1))
    return {name: round(float(np.mean(shares)), 4) for name, shares in kept.items()}


def of_tenant(tenant: int) -> Filter:
    """The filter of a tenant."""
    return Filter(nodes=(Condition("tenant", "=", tenant),))


def times(connection: Neo4jConnection, asked: list[Asked], k: int) -> dict[str, list[float]]:
    """Milliseconds of each search, median and p95, in turns."""
    own = present(connection).inside

    def inside(task: Asked) -> object:
        return Neo4jSearch(connection, of_tenant(task[0]), inside=own).nodes(task[1], k)

    def search(task: Asked) -> object:
        return Neo4jSearch(connection, EVERYTHING).nodes(task[1], k)

    def procedure(task: Asked) -> object:
        vector = connection.vector(task[1])
        return connection.read_text(PROCEDURE, {"k": k, "vector": vector})

    rivals = {
        "SEARCH, filter inside": inside,
        "SEARCH": search,
        "procedure": procedure,
    }
    return {name: spread(spent) for name, spent in race(rivals, asked, 20).items()}


def main() -> None:
    """Read the command line, deal, ask and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tenants", type=int, default=10_000)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--questions", type=Path, default=Path("questions.json"))
    given = parser.parse_args()
    _, vectors = load(given.questions)
    vectors = vectors[: given.count]
    asked = [(i * 37 % given.tenants, vector) for i, vector in enumerate(vectors)]
    with closing(Neo4jConnection(ConnectionSettings.from_environment())) as connection:
        built = deal(connection, given.tenants, vectors.shape[1])
        shown: dict[str, object] = {"recall": recalls(connection, asked, given)}
        shown |= {"milliseconds": times(connection, asked, given.seeds)}
    load_now = round(os.getloadavg()[1], 1)
    print(json.dumps({**shown, "count": len(asked), "index": round(built), "load": load_now}))


if __name__ == "__main__":
    main()
