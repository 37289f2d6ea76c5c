"""Indexes in a process of its own that stops at a chosen embedding, so that it can be killed.

Arguments: URI, password, page size, number of the embedding at which to stop (0: never).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from index_doubles import HashEmbedder

from steiner.embed import Matrix
from steiner.index.build import Indexer
from steiner.settings import ConnectionSettings, IndexSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore


class StoppingEmbedder(HashEmbedder):
    """Says so and waits for the end at embedding number `stop`."""

    def __init__(self, stop: int) -> None:
        super().__init__()
        self._left = stop

    def embed(self, texts: Sequence[str]) -> Matrix:
        self._left -= 1
        if self._left == 0:
            print("stopped", flush=True)
            sys.stdin.read()
        return super().embed(texts)


if __name__ == "__main__":
    uri, password, page, stop = sys.argv[1:]
    connection = Neo4jConnection(ConnectionSettings(uri=uri, password=password))
    settings = IndexSettings(page=int(page))
    Indexer(Neo4jIndexStore(connection), StoppingEmbedder(int(stop)), settings).run()
    connection.close()
