"""One suite that every GraphStore passes: the same graph, the same answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from conftest import empty
from devserver import DevServer
from index_doubles import HashEmbedder

from steiner.algebra.schema.learnt_words import LearntWords
from steiner.filters import Condition, Filter
from steiner.graph import Node, Relationship, Subgraph
from steiner.index.build import Indexer
from steiner.index.triples.triple_index import index_triples
from steiner.index.walks.walk_index import index_walks
from steiner.lexicon.live_notes import write_learnt, write_notes
from steiner.lexicon.notes import notes_from
from steiner.settings import (
    ConnectionSettings,
    ExpandSettings,
    IndexSettings,
    LabelChoice,
    TripleSettings,
    WalkSettings,
)
from steiner.stores.memory import MemoryStore
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore
from steiner.stores.protocol import LONGEST_HYDRATED, GraphStore, Sought
from steiner.text import normalise

NODES: dict[str, tuple[str, dict[str, Any]]] = {
    "neo": ("Person", {"name": "Keanu Reeves", "born": 1964}),
    "trinity": ("Person", {"name": "Carrie-Anne Moss"}),
    "matrix": ("Film", {"title": "The Matrix", "genres": ["Grains/Cereals", "Action"]}),
    "twin": ("Film", {"title": "The Matrix", "released": "1999-03-31 00:00:00.000"}),
    "alone": ("Person", {"name": "Alone", "story": "y" * 1_000_000}),
}
RELATIONSHIPS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("neo", "ACTED_IN", "matrix", {"role": "Thomas Anderson"}),
    ("trinity", "ACTED_IN", "matrix", {}),
    ("trinity", "KNOWS", "neo", {}),
    ("neo", "KNOWS", "neo", {}),
    ("trinity", "KNOWS", "neo", {"since": 1999}),
]
CREATE = """
UNWIND $nodes AS n
CREATE (x) SET x = n.properties, x:$(n.label), x.tag = n.tag
WITH collect(x) AS made
UNWIND $relationships AS r
MATCH (a {tag: r.source}), (b {tag: r.target})
CREATE (a)-[k:$(r.type)]->(b) SET k = r.properties
"""


def in_memory() -> MemoryStore:
    ids = {tag: place for place, tag in enumerate(NODES)}
    nodes = tuple(
        Node(ids[tag], f"n:{ids[tag]}", (label,), {**properties, "tag": tag})
        for tag, (label, properties) in NODES.items()
    )
    relationships = tuple(
        Relationship(place, f"r:{place}", type, ids[source], ids[target], properties)
        for place, (source, type, target, properties) in enumerate(RELATIONSHIPS)
    )
    store = MemoryStore(Subgraph(nodes, relationships))
    Indexer(store, HashEmbedder()).run()
    return store


def on_neo4j(connection: Neo4jConnection, kept: str = "nodes") -> Neo4jStore:
    nodes = [{"tag": t, "label": label, "properties": p} for t, (label, p) in NODES.items()]
    relationships = [
        {"source": s, "type": type, "target": t, "properties": p} for s, type, t, p in RELATIONSHIPS
    ]
    with connection.driver.session(database=connection.settings.database) as session:
        session.run("CYPHER 5 " + CREATE, nodes=nodes, relationships=relationships).consume()
    Indexer(Neo4jIndexStore(connection), HashEmbedder(), IndexSettings(store=kept)).run()
    return Neo4jStore(connection)


def tags(store: GraphStore, ids: list[int]) -> list[str]:
    return [str(node.properties["tag"]) for node in store.hydrate(ids, []).nodes]


def one(store: GraphStore, name: str) -> int:
    (found,) = store.find([name])
    return found


def writing(store: GraphStore) -> Neo4jIndexStore | MemoryStore:
    """Return what writes the index that a store reads."""
    index = Neo4jIndexStore(store.connection) if isinstance(store, Neo4jStore) else store
    assert isinstance(index, Neo4jIndexStore | MemoryStore)
    return index


@contextmanager
def only(store: GraphStore, label: str, *properties: str) -> Iterator[GraphStore]:
    """Let the index show only these properties of a label, for the length of the block."""
    index = writing(store)
    chosen = IndexSettings(choices={label: LabelChoice(properties=properties)})
    Indexer(index, HashEmbedder(), chosen).run()
    store.record()
    yield store
    Indexer(index, HashEmbedder()).run()
    store.record()


class StoreContract:
    """What every store must do; a subclass brings the fixture `store`."""

    def test_record_tells_of_the_index(self, store: GraphStore) -> None:
        record = store.record()
        assert record is not None
        assert (record.state, record.nodes, record.relationships, record.relations) == (
            "ready",
            5,
            1,
            2,
        )

    def test_notes_are_kept_and_read_with_the_schema(self, store: Any) -> None:
        index = writing(store)
        notes = notes_from(
            {"types": {"KNOWS": {"either_way": True}}, "hidden": {"labels": ["Film"]}}
        )
        write_notes(index, notes)
        assert store.record().noted() == notes
        assert store.graph_schema().notes.either_way == {"KNOWS"}
        assert [*store.graph_schema().labels] == ["Person"]
        Indexer(index, HashEmbedder(), rebuild=True).run()
        assert store.record().noted() == notes
        Indexer(index, HashEmbedder(), notes=notes_from({})).run()
        assert store.record().noted() == notes_from({})
        assert {*store.graph_schema().labels} == {"Film", "Person"}

    def test_what_is_learnt_is_kept_and_read_with_the_schema(self, store: Any) -> None:
        index = writing(store)
        learnt = LearntWords(
            {"bunk": {"type:KNOWS": 0.75}}, {"use:verb": 0.5}, {"bias": -0.25}, ((0.1, 0.2),), 12
        )
        write_learnt(index, learnt)
        assert store.record().taught() == learnt
        assert store.graph_schema().learnt == learnt
        Indexer(index, HashEmbedder(), rebuild=True).run()
        Indexer(index, HashEmbedder()).run()
        assert store.record().taught() == learnt
        write_learnt(index, LearntWords())
        assert store.record().learnt == ""
        assert not store.graph_schema().learnt

    def test_search_nodes_finds_the_nearest_first(self, store: GraphStore) -> None:
        vector = HashEmbedder().embed_question("Person: Alone. tag: alone")
        hits = store.search_nodes(vector, 2)
        assert tags(store, hits.ids.tolist())[0] == "alone"
        assert hits.scores[0] == pytest.approx(1.0, abs=0.02)
        assert len(hits.ids) == 2

    def test_search_relations_scores_every_type_and_the_texts_of_their_own(
        self, store: GraphStore
    ) -> None:
        vector = HashEmbedder().embed_question("acted in")
        found = store.search_relations(vector, 3)
        assert set(found.types) == {"ACTED_IN", "KNOWS"}
        assert found.types["ACTED_IN"] == pytest.approx(1.0, abs=0.02)
        assert len(found.relationships.ids) == 1

    def test_walks_are_searched_below_the_nearest_nodes(self, store: GraphStore) -> None:
        index = Neo4jIndexStore(store.connection) if isinstance(store, Neo4jStore) else store
        assert isinstance(index, Neo4jIndexStore | MemoryStore)
        touched = index_walks(index, HashEmbedder(), WalkSettings())
        assert (touched.roots, touched.cleared) == (2, 0)
        assert index_walks(index, HashEmbedder(), WalkSettings()).written == 0
        store.record()
        vector = HashEmbedder().embed_question("Carrie-Anne Moss knows Keanu Reeves.")
        hits = store.search_side("walks", vector, 2)
        assert hits[0].text == "Carrie-Anne Moss knows Keanu Reeves."
        assert hits[0].score == pytest.approx(1.0, abs=0.02)
        assert tags(store, list(hits[0].nodes)) == ["trinity", "neo"]
        assert len(hits[0].relationships) == 1
        assert [tags(store, [hit.owner])[0] for hit in hits] == ["trinity", "trinity", "neo"]
        seen = store.filtered(Filter(nodes=(Condition("tag", "<>", "trinity"),)))
        assert {tags(store, [hit.owner])[0] for hit in seen.search_side("walks", vector, 2)} == {
            "neo"
        }
        (named,) = store.search_side("walks", vector, 1, [one(store, "Keanu Reeves")])
        assert named.text == "Keanu Reeves acted in The Matrix."
        side = index.side_index("walks")
        side.clear(list(side.hashes()))
        assert store.search_side("walks", vector, 2) == []

    def test_triples_are_searched_in_the_whole_graph_and_among_some(
        self, store: GraphStore
    ) -> None:
        index = Neo4jIndexStore(store.connection) if isinstance(store, Neo4jStore) else store
        assert isinstance(index, Neo4jIndexStore | MemoryStore)
        touched = index_triples(index, HashEmbedder(), TripleSettings())
        assert (touched.triples, touched.written, touched.cleared) == (5, 5, 0)
        assert index_triples(index, HashEmbedder(), TripleSettings()).written == 0
        text = "Keanu Reeves acted in The Matrix. Keanu Reeves knows Keanu Reeves. "
        text += "Carrie-Anne Moss acted in The Matrix."
        vector = HashEmbedder().embed_question(text)
        first, *others = store.search_side("triples", vector, 5)
        assert (first.text, tags(store, list(first.nodes))) == (
            "ACTED_IN",
            ["neo", "matrix"],
        )
        assert first.score == pytest.approx(1.0, abs=0.02)
        scores = [first.score, *(hit.score for hit in others)]
        assert scores == sorted(scores, reverse=True)
        assert len({first.owner, *(hit.owner for hit in others)}) == 5
        assert store.search_side("triples", vector, 2) == [first, others[0]]
        (known,) = (hit for hit in others if len(set(hit.nodes)) == 1)
        (among,) = store.search_side("triples", vector, 5, [known.owner])
        assert among[2:5] == known[2:5]
        assert store.search_side("triples", vector, 5, []) == []
        seen = store.filtered(Filter(types=("KNOWS",)))
        assert {hit.text for hit in seen.search_side("triples", vector, 5)} == {"KNOWS"}
        assert {hit.text for hit in seen.search_side("triples", vector, 5, [first.owner])} == set()
        side = index.side_index("triples")
        side.clear(list(side.hashes()))
        assert store.search_side("triples", vector, 2) == []

    def test_search_keys_keeps_shared_names_apart(self, store: GraphStore) -> None:
        hits = store.search_keys(["the matrix"], 10)
        assert sorted(tags(store, [hit.nodes[0] for hit in hits])) == ["matrix", "twin"]
        assert {hit.properties for hit in hits} == {("title",)}

    @pytest.mark.parametrize("unseen", ["\u200b", "\u200d", "\ufeff", "\u00ad"])
    def test_characters_that_nobody_sees_part_no_name(self, store: GraphStore, unseen: str) -> None:
        copied = f"{unseen}Kea{unseen}nu Ree{unseen}ves{unseen}"
        assert tags(store, store.find([copied])) == ["neo"]
        for hits in (store.search_keys([normalise(copied)], 5), store.search_text(copied, 5)):
            assert tags(store, [hit.nodes[0] for hit in hits]) == ["neo"]

    def test_search_keys_finds_values_days_and_relationships(self, store: GraphStore) -> None:
        hits = store.search_keys(["grains cereals", "1999 03 31", "thomas anderson"], 10)
        found = {hit.keys[0]: hit for hit in hits}
        assert found["grains cereals"].properties == ("genres",)
        assert found["1999 03 31"].properties == ("released",)
        assert found["thomas anderson"].relationship is not None
        assert tags(store, list(found["thomas anderson"].nodes)) == ["neo", "matrix"]

    @pytest.mark.parametrize(
        "sought",
        [
            Sought(("keanu reeves", "thomas anderson", "the matrix"), 9),
            Sought(("the matrix",), 1),
            Sought(("*",), 9),
            Sought((), 9),
        ],
    )
    def test_the_first_look_is_what_each_search_returns(
        self, store: GraphStore, sought: Sought
    ) -> None:
        for seen in (store, store.filtered(Filter(labels=("Film",)))):
            looked = seen.first_look(sought)
            assert (known := looked.record) is not None
            assert (record := store.record()) is not None
            assert known.updated == record.updated
            assert looked.keyed == seen.search_keys(sought.keys, sought.most)
            ids = {hit.nodes[0] for hit in looked.keyed if hit.relationship is None}
            assert {node.id for node in looked.nodes} <= ids
            hydrated = seen.hydrate([node.id for node in looked.nodes], []).nodes
            assert tuple(looked.nodes) == hydrated

    @pytest.mark.parametrize("text", ["AND", '"', "a/b OR (", "name:Keanu~ \\", "*", ""])
    def test_lucene_syntax_is_no_query(self, store: GraphStore, text: str) -> None:
        store.search_text(text, 5)
        store.search_keys([text], 5)

    def test_search_text_matches_single_words(self, store: GraphStore) -> None:
        hits = store.search_text("reeves nobody", 5)
        assert tags(store, [hit.nodes[0] for hit in hits]) == ["neo"]

    def test_search_fuzzy_matches_words_one_edit_away(self, store: GraphStore) -> None:
        for word in ("reeves", "reves", "rreeves", "reevse", "raeves", "REEVES"):
            hits = store.search_fuzzy([word], 5)
            assert tags(store, [hit.nodes[0] for hit in hits]) == ["neo"]
        assert store.search_fuzzy(["ravas"], 5) == []
        assert store.search_fuzzy([], 5) == store.search_fuzzy(["*~ :"], 5) == []

    def test_expand_returns_columns_with_directions(self, store: GraphStore) -> None:
        around = store.expand([one(store, "Carrie-Anne Moss")], ExpandSettings(1, 50, 100, 100))
        assert tags(store, around.nodes.tolist())[0] == "trinity"
        assert around.hops.tolist() == [0, 1, 1]
        assert len(around.relationships) == 3
        types = [around.type_names[i] for i in around.types.tolist()]
        assert sorted(types) == ["ACTED_IN", "KNOWS", "KNOWS"]
        assert around.label_names == ((), ("Film",), ("Person",))
        kinds = [around.label_names[i] for i in around.labels.tolist()]
        assert kinds == [
            ("Film",) if t == "matrix" else ("Person",) for t in tags(store, around.nodes.tolist())
        ]
        assert set(around.sources.tolist()) == {0}
        assert not around.truncated

    def test_expand_meets_self_loops_once_and_stops_where_nothing_is_new(
        self, store: GraphStore
    ) -> None:
        around = store.expand([one(store, "Keanu Reeves")], ExpandSettings(4, 50, 100, 100))
        assert len(around.relationships) == len(set(around.relationships.tolist())) == 5
        assert sorted(tags(store, around.nodes.tolist())) == ["matrix", "neo", "trinity"]
        loops = np.flatnonzero(around.sources == around.targets)
        assert len(loops) == 1

    def test_expand_respects_cap_and_limits(self, store: GraphStore) -> None:
        start = [one(store, "Carrie-Anne Moss")]
        assert len(store.expand(start, ExpandSettings(1, 1, 100, 100)).relationships) == 1
        limited = store.expand(start, ExpandSettings(2, 50, 2, 100))
        assert len(limited.nodes) == 2
        assert limited.truncated
        assert store.expand(start, ExpandSettings(1, 50, 100, 1)).truncated

    def test_expand_without_hops_or_relationships(self, store: GraphStore) -> None:
        assert store.expand(
            [one(store, "Alone")], ExpandSettings(2, 50, 100, 100)
        ).nodes.tolist() == [one(store, "Alone")]
        assert (
            len(
                store.expand(
                    [one(store, "Keanu Reeves")], ExpandSettings(0, 50, 100, 100)
                ).relationships
            )
            == 0
        )
        assert len(store.expand([], ExpandSettings(2, 50, 100, 100)).nodes) == 0

    def test_hydrate_keeps_the_order_and_leaves_out_what_is_gone(self, store: GraphStore) -> None:
        around = store.expand([one(store, "Keanu Reeves")], ExpandSettings(1, 50, 100, 100))
        nodes, edges = around.nodes.tolist()[::-1], around.relationships.tolist()
        graph = store.hydrate([*nodes, 10**9], [*edges, 10**9])
        assert [node.id for node in graph.nodes] == nodes
        assert [r.id for r in graph.relationships] == edges
        assert graph.nodes[-1].name == "Keanu Reeves"
        assert not [k for node in graph.nodes for k in node.properties if k.startswith("steiner")]
        assert "SteinerNode" not in {label for node in graph.nodes for label in node.labels}
        assert store.hydrate(nodes[:1], edges).relationships in ((), graph.relationships[:1])

    def test_hydrate_reads_a_bounded_part_of_a_long_text(self, store: GraphStore) -> None:
        (node,) = store.hydrate([one(store, "Alone")], []).nodes
        assert node.properties["story"] == "y" * LONGEST_HYDRATED

    def test_find_takes_names_keys_and_element_ids(self, store: GraphStore) -> None:
        (node,) = store.hydrate([one(store, "keanu reeves")], []).nodes
        assert store.find([node.element_id]) == [node.id]
        assert store.find(["nobody of that name"]) == []
        assert len(store.find(["The Matrix"])) == 2
        # A value that is neither name nor key: a genre, a year, a role.
        assert store.find(["Action"]) == store.find(["1964"]) == []
        assert store.find(["Thomas Anderson"]) == []

    def test_a_narrowed_view_shows_only_what_meets_all_conditions(self, store: GraphStore) -> None:
        vector = HashEmbedder().embed_question("anyone")
        born = store.narrowed([Condition("born", ">", 1960)])
        assert tags(store, born.search_nodes(vector, 9).ids.tolist()) == ["neo"]
        known = store.filtered(Filter(labels=("Person",)))
        assert len(known.search_nodes(vector, 9).ids) == 3
        both = known.narrowed([Condition("title", "=", "The Matrix")])
        assert not len(both.search_nodes(vector, 9).ids)
        names = store.properties()
        assert {"name", "born", "title", "role"} <= set(names)
        assert not [name for name in names if name.startswith("steiner_")]

    def test_a_property_that_was_not_chosen_is_not_there_for_questions(
        self, store: GraphStore
    ) -> None:
        """It is not hydrated, meets no comparison and links nothing; a caller's filter sees it."""
        vector = HashEmbedder().embed_question("anyone")
        born = [Condition("born", "=", 1964)]
        with only(store, "Person", "tag"):
            ids = [one(store, "Keanu Reeves"), store.find(["The Matrix"])[0]]
            person, film = store.hydrate(ids, []).nodes
            assert person.properties == {"name": "Keanu Reeves", "tag": "neo"}
            assert {"title", "tag"} < set(film.properties)
            assert not len(store.narrowed(born).search_nodes(vector, 9).ids)
            assert store.search_keys(["1964"], 9) == store.search_text("1964", 9) == []
            tagged = store.narrowed([Condition("tag", "=", "neo")]).search_nodes(vector, 9)
            assert tags(store, tagged.ids.tolist()) == ["neo"]
            seen = store.filtered(Filter(nodes=(Condition("born", "=", 1964),)))
            assert tags(seen, seen.find(["Keanu Reeves"])) == ["neo"]
            assert seen.find(["Alone"]) == []
        assert store.hydrate(ids[:1], []).nodes[0].properties["born"] == 1964
        with only(store, "Film", "tag"):
            assert len(store.narrowed(born).search_nodes(vector, 9).ids) == 1


@pytest.fixture(scope="module")
def memory_store() -> GraphStore:
    return in_memory()


@pytest.fixture(scope="class")
def neo4j_store(server: DevServer, request: pytest.FixtureRequest) -> Iterator[GraphStore]:
    connection = Neo4jConnection(ConnectionSettings(uri=server.uri, password=server.password))
    empty(connection)
    yield on_neo4j(connection, request.cls.kept)
    connection.close()


class TestMemoryStore(StoreContract):
    @pytest.fixture
    def store(self, memory_store: GraphStore) -> GraphStore:
        return memory_store


@pytest.mark.both_lines
class TestNeo4jStore(StoreContract):
    kept = "nodes"

    @pytest.fixture
    def store(self, neo4j_store: GraphStore) -> GraphStore:
        return neo4j_store


@pytest.mark.both_lines
class TestBesideTheGraph(StoreContract):
    """What is indexed is kept beside the user's nodes, which stay as they are."""

    kept = "beside"

    @pytest.fixture
    def store(self, neo4j_store: GraphStore) -> GraphStore:
        return neo4j_store
