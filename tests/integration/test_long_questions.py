"""Texts of more words than one query of Lucene takes (1,024 clauses): each is searched for."""

from __future__ import annotations

import pytest
from index_doubles import HashEmbedder
from test_index import run

from steiner.index.build import Indexer
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems.steiner import retriever

pytestmark = pytest.mark.both_lines

PARTS = "UNWIND range(1000, 1400) AS i CREATE (:Part {name: 'Part ' + i, maker: 'Maker ' + i})"
LONGEST = 4_000
NAMES = " ".join(f"Name{number}" for number in range(LONGEST))[:LONGEST]
CHINESE = "".join(chr(0x4E00 + number) for number in range(LONGEST - 1))
MISSPELT = [f"{number}" for number in range(1_050, 1_090)]
"""Each has some forty words of the graph one edit away."""


@pytest.fixture
def store(connection: Neo4jConnection) -> Neo4jStore:
    run(connection, PARTS)
    Indexer(Neo4jIndexStore(connection), HashEmbedder()).run()
    return Neo4jStore(connection)


def test_a_text_of_any_length_is_searched_for(store: Neo4jStore) -> None:
    assert store.search_text(f"1234 {NAMES}", 5)[0].name == "Part 1234"
    assert store.search_text(CHINESE, 5) == []
    assert {hit.name for hit in store.search_fuzzy(MISSPELT, 5)} >= {"Part 1050", "Part 1089"}
    keys = [f"part {number}" for number in range(1_400, 1_400 + LONGEST)]
    assert [hit.name for hit in store.search_keys(keys, 5)] == ["Part 1400"]


def test_a_question_of_any_length_is_answered(store: Neo4jStore) -> None:
    finder = retriever(store, HashEmbedder())
    makers = ", ".join(f"'Part {number}x'" for number in MISSPELT)
    for question in (NAMES, f"Who are the makers of {makers}?", f"Who made 'Part 1234'? {NAMES}"):
        assert finder.retrieve(question[:LONGEST]).facts
