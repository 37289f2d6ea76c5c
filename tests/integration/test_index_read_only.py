"""An index cannot be made where nothing may be written."""

from __future__ import annotations

from pathlib import Path

import pytest
from devserver import DevServer
from index_doubles import HashEmbedder

from steiner.errors import NotPermitted
from steiner.index import Indexer
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j import Neo4jConnection
from steiner.stores.neo4j_index import Neo4jIndexStore

# Community has no roles: a read-only database stands for an account without the right to write.
READ_ONLY = {"server.databases.read_only": "neo4j"}


@pytest.mark.parametrize("line", ["2026", "5.26"])
def test_read_only_database_is_refused_before_anything_is_embedded(
    tmp_path: Path, line: str
) -> None:
    with DevServer(tmp_path, line=line) as server:
        connection = _connect(server)
        with connection.driver.session() as session:
            session.run("CREATE (:Film {title: 'Up'})").consume()
        connection.close()
    embedder = HashEmbedder()
    with DevServer(tmp_path, line=line, config=READ_ONLY) as server:
        connection = _connect(server)
        with pytest.raises(NotPermitted, match="indexing needs the rights to write"):
            Indexer(Neo4jIndexStore(connection), embedder).run()
        connection.close()
    assert len(embedder.texts) == 1


def _connect(server: DevServer) -> Neo4jConnection:
    return Neo4jConnection(ConnectionSettings(uri=server.uri, password=server.password))
