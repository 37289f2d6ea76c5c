"""On a live graph: what a property says of changes, and what the server says of commits."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from index_doubles import HashEmbedder
from test_index import run

from steiner.display.render import evidence_json
from steiner.index.build import Indexer
from steiner.index.refresh.watch import Look
from steiner.integrations.agents.actions import GraphActions
from steiner.settings import IndexSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.retrieval.renamed import STALE
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems.steiner import retriever

pytestmark = pytest.mark.both_lines

FILMS = """
UNWIND range(1, 6) AS i
CREATE (:Film {title: 'Film ' + i, seen: i, changed: datetime({year: 2024, month: i})})
"""
ODD = """
CREATE (:Film {title: 'To come', changed: datetime('2999-01-01T00:00Z')}),
       (:Film {title: 'Text', changed: '2025', seen: 1.0 / 0.0}),
       (:Film {title: 'A day', changed: date('2023-05-01'), seen: 0.0 / 0.0}),
       (:Film {title: 'Local', changed: localdatetime('2023-05-01T10:00'), seen: [9]}),
       (:Film {title: 'Neither', seen: true})
"""
JUNE = datetime(2024, 6, 1, tzinfo=UTC)


@pytest.fixture
def store(connection: Neo4jConnection) -> Neo4jIndexStore:
    run(connection, FILMS)
    return Neo4jIndexStore(connection)


def titles(connection: Neo4jConnection, ids: list[int]) -> set[str]:
    text = "MATCH (n) WHERE id(n) IN $ids RETURN n.title AS title"
    return {row["title"] for row in run(connection, text, ids=ids)}


def test_a_refresh_reads_what_the_property_says_was_changed(
    connection: Neo4jConnection, store: Neo4jIndexStore
) -> None:
    assert store.highest("seen") == 6
    assert store.highest("title") is None
    record = Indexer(store, HashEmbedder(), updated="changed").run()
    kept = store.record()
    assert kept is not None
    assert kept.watermark is not None
    assert (kept.watermark, kept.watermark.highest) == (record.watermark, JUNE)
    run(connection, ODD)
    run(connection, "MATCH (f:Film {seen: 2}) SET f.title = 'Not said'")
    run(connection, "MATCH (f:Film {seen: 3}) SET f.title = 'Said', f.changed = datetime()")
    run(connection, "MATCH (f:Film {seen: 4}) DELETE f")
    read = titles(connection, store.changed_nodes((), kept.watermark).tolist())
    assert read == {"Film 6", "Said", "To come", "Text", "A day", "Local", "Neither"}
    highest = store.highest("changed")
    assert isinstance(highest, datetime)
    assert highest > JUNE
    assert store.highest("seen") == 6
    assert Indexer(store, HashEmbedder(), updated="changed").run().nodes == 10
    names = "MATCH (n:SteinerNode) RETURN collect(n.steiner_name) AS names"
    assert {"Film 2", "Said"} <= set(run(connection, names)[0]["names"])
    Indexer(store, HashEmbedder()).run()
    assert "Not said" in run(connection, names)[0]["names"]


def test_a_look_sees_what_was_renamed(connection: Neo4jConnection, store: Neo4jIndexStore) -> None:
    Indexer(store, HashEmbedder()).run()
    before, look = store.last_commit(), Look()
    look.begin(store)
    assert (look.change(store), look.change(store)) == ("", "")
    run(connection, "MATCH (f:Film {seen: 2}) SET f.title = 'Renamed'")
    # Community does not tell the number of its last transaction.
    assert before is None or store.last_commit() != before
    assert look.change(store) == "1 of 6 nodes drawn"


SHOWN = ("context", "facts", "nodes", "relationships", "seeds")
TITLES = "UNWIND $titles AS title CREATE (:Play {title: title, acts: 3, ended: date('1999-01-01')})"


@pytest.mark.parametrize("kept", ["nodes", "beside"])
def test_what_was_renamed_or_erased_is_neither_met_nor_shown_by_its_old_name(
    connection: Neo4jConnection, kept: str
) -> None:
    store, old_names = Neo4jIndexStore(connection), ["Dawn", "Noon Bell", "Dusk", "Night"]
    run(connection, TITLES, titles=old_names)
    Indexer(store, HashEmbedder(), IndexSettings(store=kept)).run()
    run(connection, "MATCH (p:Play {title: 'Dawn'}) SET p.title = 'Renamed'")
    run(connection, "MATCH (p:Play {title: 'Noon Bell'}) REMOVE p.title")
    run(connection, "MATCH (p:Play {title: 'Dusk'}) DELETE p")
    finder = retriever(Neo4jStore(connection), HashEmbedder())
    for old in old_names[:3]:
        evidence = finder.retrieve(f"How many acts does '{old}' have?")
        # The question's own words may come back in how it was read.
        shown = {name: evidence_json(evidence)[name] for name in SHOWN}
        assert old not in json.dumps(shown)
        said = [cut for cut in evidence.cuts if STALE in cut]
        assert said or old == "Dusk"
        assert old not in GraphActions(finder).find(old).text()
    whole = finder.retrieve("How many acts does 'Night' have?")
    assert "Night" in {node.name for node in whole.subgraph.nodes}
    Indexer(store, HashEmbedder()).run()
    again = finder.retrieve("How many acts does 'Renamed' have?")
    assert not [cut for cut in again.cuts if STALE in cut]
    assert "Renamed" in {node.name for node in again.subgraph.nodes}
