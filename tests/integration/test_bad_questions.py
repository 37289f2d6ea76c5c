"""Odd questions to an odd graph on a real server: answered, or refused in plain words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from conftest import indexed
from devserver import DevServer
from index_doubles import HashEmbedder

from steiner.display.render import evidence_json, evidence_tree
from steiner.errors import ConnectionFailed, IndexMismatch, InvalidInput
from steiner.evidence import Evidence
from steiner.index.build import Indexer
from steiner.retrieve.pipeline import StagedRetriever
from steiner.settings import (
    ConnectionSettings,
    ExpandSettings,
    IndexSettings,
    LabelChoice,
    Options,
    RetrieverSettings,
)
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems import find_system
from steiner.systems.steiner import retriever as steiner_retriever

ODD_LABEL = "Odd `label` \"with\" 'quotes' {{member}}"
ODD_TYPE = 'likes `much` "so" {{type}}'
GRAPH = """
CREATE (:Category {name: 'Grains/Cereals'})<-[:PART_OF]-(:Product {name: 'Filo Mix'})
       <-[:HOLDS]-(o:Order {id: 1, shipped: '1996-07-04 00:00:00.000'}),
       (o)-[:PLACED_BY]->(:Customer {name: 'AND OR NOT'}),
       (:Film {name: 'Star Wars: A New Hope'})-[:AFTER]->(:Film {name: 'C:\\\\>~*?'})
CREATE (odd:`Odd ``label`` "with" 'quotes' {{member}}` {`na``me "x"`: 'Zoë & "Co."', `o k`: 5}),
       (far:`名前` {`題名`: '黒澤明', `тип ```: 'режиссёр'}),
       (odd)-[:`likes ``much`` "so" {{type}}` {`ключ "k"`: 'значение'}]->(far)
CREATE (hub:Hub {name: 'Hub'}), (bare:Bare), (none), (bytes {data: [x IN range(1, 20) | x * 0.5]}),
       (hub)-[:LINKS]->(bare)-[:LINKS]->(none)-[:LINKS]->(bytes)
CREATE (twin:Twin {name: 'Twin'}), (other:Twin {name: 'Other'}),
       (twin)-[:KNOWS]->(twin), (twin)-[:KNOWS]->(other), (twin)-[:KNOWS]->(other),
       (other)-[:KNOWS]->(twin), (twin)-[:KNOWS {since: 'school'}]->(other)
"""


def _load(connection: Neo4jConnection) -> None:
    with connection.driver.session() as session:
        session.run(GRAPH).consume()


@pytest.fixture(scope="module")
def opened(server: DevServer) -> Iterator[Neo4jConnection]:
    settings = ConnectionSettings(uri=server.uri, password=server.password)
    with indexed(settings, _load) as connection:
        yield connection


@pytest.fixture(scope="module")
def retriever(opened: Neo4jConnection) -> StagedRetriever:
    return steiner_retriever(Neo4jStore(opened), HashEmbedder())


def names(evidence: Evidence) -> set[str]:
    return {node.name for node in evidence.subgraph.nodes}


def ends(evidence: Evidence, type: str) -> list[tuple[str, str]]:
    rows = evidence_json(evidence)["relationships"]
    return sorted((r["source_name"], r["target_name"]) for r in rows if r["type"] == type)


@pytest.mark.parametrize("question", ["", "   ", "\n\t"])
def test_an_empty_question_is_refused(retriever: StagedRetriever, question: str) -> None:
    with pytest.raises(InvalidInput, match=r"The question is empty\. Ask something about"):
        retriever.retrieve(question)


def test_a_question_of_100_000_characters_is_refused(retriever: StagedRetriever) -> None:
    with pytest.raises(InvalidInput, match=r"has 100,000 characters, at most 4,000 are accepted"):
        retriever.retrieve("x " * 49_998 + "end?")


def test_the_longest_question_of_many_names_is_answered(retriever: StagedRetriever) -> None:
    question = " ".join(f"Word{i}" for i in range(440)) + " Hub?"
    assert "Hub" in names(retriever.retrieve(question))


def test_half_a_character_is_refused(retriever: StagedRetriever) -> None:
    with pytest.raises(InvalidInput, match="Character 5 of the question is no valid Unicode"):
        retriever.retrieve("Who \ud83d?")


@pytest.mark.both_lines
@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Grains/Cereals", "Grains/Cereals"),
        ('Which products are in "Grains/Cereals?', "Grains/Cereals"),
        ("Who ordered [AND OR NOT]?", "AND OR NOT"),
        ("What was shipped on 1996-07-04 00:00?", "Order 1"),
        ("Star Wars: A New Hope", "Star Wars: A New Hope"),
    ],
)
def test_lucene_syntax_in_a_name_finds_the_name(
    retriever: StagedRetriever, question: str, name: str
) -> None:
    evidence = retriever.retrieve(question)
    assert evidence.seeds[0].name == name
    assert name in names(evidence)


@pytest.mark.both_lines
@pytest.mark.parametrize(
    "question",
    [
        *("AND", "NOT (", '"', "name:x~ \\", "*", "?", "a^2 && b || !c", "[a TO b}", "/a.*/", "\\"),
        *(
            "+hub -hub",
            "steiner_keys:hub",
            "\x00",
            "😀",
            "`",
            "' OR 1=1 //",
            "$k {k: 1}",
            "a\u2028b",
        ),
    ],
)
def test_lucene_and_cypher_syntax_is_no_query(retriever: StagedRetriever, question: str) -> None:
    evidence = retriever.retrieve(question)
    assert evidence.question == question.strip()
    assert evidence.tokens <= evidence.budget


@pytest.mark.both_lines
def test_labels_types_and_properties_of_any_letters_come_back_as_they_are(
    retriever: StagedRetriever,
) -> None:
    evidence = retriever.retrieve("What does Zoë & Co. like?")
    (odd,) = (n for n in evidence.subgraph.nodes if ODD_LABEL in n.labels)
    (far,) = (n for n in evidence.subgraph.nodes if "名前" in n.labels)
    assert (odd.name, odd.properties['na`me "x"']) == ('Zoë & "Co."', 'Zoë & "Co."')
    assert far.properties == {"題名": "黒澤明", "тип `": "режиссёр"}
    (liked,) = evidence.subgraph.relationships
    assert (liked.type, liked.properties) == (ODD_TYPE, {'ключ "k"': "значение"})
    assert 'Zoë & "Co." likes `much` "so" {{type}}' in evidence.text
    assert 'ключ "k": значение' in evidence.text
    assert json.loads(json.dumps(evidence_json(evidence)))["relationships"][0]["type"] == ODD_TYPE
    assert evidence_tree(evidence)


@pytest.mark.both_lines
@pytest.mark.parametrize("question", ["Кто режиссёр?", "黒澤明", "значение"])
def test_questions_in_other_scripts_link_values_and_relationships(
    retriever: StagedRetriever, question: str
) -> None:
    assert {'Zoë & "Co."', "黒澤明"} <= names(retriever.retrieve(question))


def test_nodes_without_any_text_connect_and_have_a_readable_form(opened: Neo4jConnection) -> None:
    far = RetrieverSettings(expand=ExpandSettings(hops=3))
    evidence = steiner_retriever(Neo4jStore(opened), HashEmbedder(), far).retrieve("LINKS of Hub?")
    assert len(ends(evidence, "LINKS")) == 3
    assert "Hub links " in evidence.text
    bare = [node.element_id for node in evidence.subgraph.nodes if not node.name]
    assert len(bare) >= 1
    assert all(id in evidence.text for id in bare)


def test_self_loops_and_parallel_relationships_are_kept_apart(retriever: StagedRetriever) -> None:
    evidence = retriever.retrieve("Who KNOWS Twin?")
    assert ends(evidence, "KNOWS") == [
        ("Other", "Twin"),
        ("Twin", "Other"),
        ("Twin", "Other"),
        ("Twin", "Other"),
        ("Twin", "Twin"),
    ]
    assert len({r.element_id for r in evidence.subgraph.relationships}) == 5


@pytest.mark.parametrize("seed", ["Nobody", "", "4:no-such:0", "*", "Star Wars:"])
def test_an_unknown_seed_is_refused_by_name(retriever: StagedRetriever, seed: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        retriever.retrieve("Who?", Options([seed]))
    assert f"No node has the name, alias or key {seed!r}" in str(caught.value)


def test_a_known_seed_is_honoured_however_it_is_given(retriever: StagedRetriever) -> None:
    hub = next(n for n in retriever.retrieve("Hub").subgraph.nodes if n.name == "Hub")
    for seed in ("Hub", "hub", hub.element_id):
        evidence = retriever.retrieve("Tell me more.", Options([seed]))
        assert (evidence.seeds[0].name, evidence.seeds[0].channels[0]) == ("Hub", "given")
    named = retriever.retrieve("?", Options(["Star Wars: A New Hope"]))
    assert named.seeds[0].name.startswith("Star")


@pytest.mark.parametrize(
    ("embedder", "told"),
    [
        (
            HashEmbedder("other"),
            r"made with the model 'hash' \(16 dimensions\), asked with 'other'",
        ),
        (
            HashEmbedder("hash", 8),
            r"made with the model 'hash' \(16 dimensions\).*\(8 dimensions\)",
        ),
    ],
)
def test_another_model_or_dimension_is_refused(
    opened: Neo4jConnection, embedder: HashEmbedder, told: str
) -> None:
    with pytest.raises(IndexMismatch, match=told) as caught:
        steiner_retriever(Neo4jStore(opened), embedder).retrieve("Hub?")
    assert "steiner index --rebuild" in str(caught.value)
    with pytest.raises(IndexMismatch, match=told):
        Indexer(Neo4jIndexStore(opened), embedder).run()


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (IndexSettings(labels=("Hubb",)), "no label called 'Hubb'. Did you mean 'Hub'?"),
        (IndexSettings(labels=("hub",)), "Did you mean 'Hub'? Names are case-sensitive."),
        (IndexSettings(labels=("`",)), "The graph has no label called '`'. There is: Bare"),
        (
            IndexSettings(choices={"Film": LabelChoice(name="nam")}),
            "no property of label 'Film' called 'nam'. Did you mean 'name'?",
        ),
        (
            IndexSettings(choices={"Film": LabelChoice(properties=("ye`ar",))}),
            "no property of label 'Film' called 'ye`ar'. There is: name.",
        ),
    ],
)
def test_an_unknown_label_or_property_is_named_with_the_nearest(
    opened: Neo4jConnection, settings: IndexSettings, told: str
) -> None:
    store = Neo4jIndexStore(opened)
    before = store.digest()
    with pytest.raises(InvalidInput) as caught:
        Indexer(store, HashEmbedder(), settings).run()
    assert told in str(caught.value)
    assert store.digest() == before


def test_an_unknown_system_is_named_with_the_nearest() -> None:
    with pytest.raises(InvalidInput, match=r"no system 'g-retriver'.*Did you mean 'g-retriever'"):
        find_system("g-retriver")
    with pytest.raises(InvalidInput, match="there are steiner, g-retriever"):
        find_system("")


@pytest.mark.both_lines
def test_an_unknown_database_is_named(opened: Neo4jConnection) -> None:
    elsewhere = Neo4jConnection(replace(opened.settings, database="nowhere"))
    with pytest.raises(ConnectionFailed, match=r"no database 'nowhere' at bolt.*--database"):
        steiner_retriever(Neo4jStore(elsewhere), HashEmbedder()).retrieve("Hub?")
    with pytest.raises(ConnectionFailed, match="no database 'nowhere'"):
        Indexer(Neo4jIndexStore(elsewhere), HashEmbedder()).run()
    elsewhere.close()


@pytest.mark.both_lines
def test_a_wrong_password_is_told(opened: Neo4jConnection) -> None:
    stranger = Neo4jConnection(replace(opened.settings, password="wrong"))
    with pytest.raises(
        ConnectionFailed, match=r"refused user 'neo4j'. Check --username and --pass"
    ):
        steiner_retriever(Neo4jStore(stranger), HashEmbedder()).retrieve("Hub?")


@pytest.mark.both_lines
def test_a_wrong_password_does_not_lock_the_user_out(opened: Neo4jConnection) -> None:
    stranger = Neo4jConnection(replace(opened.settings, password="wrong"))
    for _ in range(9):
        with pytest.raises(ConnectionFailed, match="refused user"):
            assert stranger.driver
    friend = Neo4jConnection(opened.settings)
    assert friend.driver
    friend.close()
