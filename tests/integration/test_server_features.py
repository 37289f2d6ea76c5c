"""What a server can is read by trying, not by its number; other ways to log in reach the driver."""

from __future__ import annotations

from typing import Any

import neo4j
import pytest
from index_doubles import HashEmbedder

from steiner.index.build import Indexer
from steiner.settings import ConnectionSettings, IndexSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.catalogue import IndexCatalogue
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore


class Managed(Neo4jConnection):
    """A managed server, which is called 5.27 whatever it can."""

    @property
    def version(self) -> tuple[int, int]:
        return 5, 27


@pytest.mark.both_lines
def test_features_are_those_of_the_line_whatever_its_number(
    connection: Neo4jConnection, settings: ConnectionSettings
) -> None:
    newer = connection.version[0] > 5
    for inside in (None, (), ("title",)):
        if inside is not None:
            with connection.driver.session() as session:
                session.run("MERGE (:Film {title: 'Up'})").consume()
            choices = IndexSettings(filters=inside)
            Indexer(Neo4jIndexStore(connection), HashEmbedder(), choices).run()
        managed = Managed(settings)
        assert managed.has_search_clause == newer
        assert IndexCatalogue(managed)._quantizes_by_type == newer
        managed.close()
    with connection.driver.session() as session:
        names = session.run("SHOW INDEXES YIELD name").value()
    assert "steiner_tried" not in names


def test_the_home_database_and_an_auth_of_the_drivers(settings: ConnectionSettings) -> None:
    assert settings.database is None
    auth = neo4j.basic_auth("neo4j", settings.password)
    given: list[Any] = [auth, neo4j.auth_management.AuthManagers.static(auth)]
    for each in given:
        opened = Neo4jConnection(ConnectionSettings(settings.uri, auth=each, pool=3))
        assert opened.read_text("RETURN 1 AS one", {}) == [{"one": 1}]
        opened.close()


def test_a_retriever_is_closed_at_the_end_of_its_block(connection: Neo4jConnection) -> None:
    from steiner.systems.steiner import retriever

    with connection.driver.session() as session:
        session.run("CREATE (:Film {title: 'Up'})").consume()
    Indexer(Neo4jIndexStore(connection), HashEmbedder()).run()
    with retriever(Neo4jStore(connection), HashEmbedder()) as opened:
        assert opened.retrieve("Which film is Up?").facts
    driver: Any = connection._checked._opened
    assert driver is None
