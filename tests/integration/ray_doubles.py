"""What workers of Ray's import in their own processes: an encoder that dies, a store."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from index_doubles import HashEmbedder

from steiner.embed import Matrix
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore


class KilledOnce(HashEmbedder):
    """Its process dies in the middle of the graph, once: the file says that it has."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file

    def embed(self, texts: Sequence[str]) -> Matrix:
        if any("Film 150." in text for text in texts) and not self._file.exists():
            self._file.touch()
            os._exit(1)
        return super().embed(texts)


def own_store(settings: ConnectionSettings) -> Neo4jIndexStore:
    """Return a store with a connection of its own."""
    return Neo4jIndexStore(Neo4jConnection(settings))
