"""Questions in words that only the notes on a schema know, read and run with them and without."""

from __future__ import annotations

from typing import Any

import pytest
from read_graphs import firsts, node, read, rows, store, unlike
from word_doubles import WordEmbedder

from steiner.algebra.schema.schema_notes import Notes
from steiner.graph import Node
from steiner.lexicon.live_notes import write_notes
from steiner.lexicon.notes import check_notes, notes_from
from steiner.query.query_reading import Reading, read_query
from steiner.settings import ExactSettings, RetrieverSettings
from steiner.systems.steiner import retriever

NODES = [
    node(1, "Employee", "Ann"),
    node(2, "Employee", "Bob"),
    node(3, "Employee", "Cid"),
    node(4, "Parcel", "P1", state=3, load=40, outcome="ret"),
    node(5, "Parcel", "P2", state=1, load=9, outcome="open"),
    node(6, "Parcel", "P3", state=3, load=12, outcome="open"),
    node(7, "Log", "L1"),
]
EDGES: list[tuple[int, str, int, dict[str, Any]]] = [
    (1, "KNOWS_LW", 2, {}),
    (3, "KNOWS_LW", 2, {}),
    (1, "KNOWS_PH", 3, {}),
    (1, "CARRIED", 4, {"pace": "fst"}),
    (2, "CARRIED", 5, {"pace": "slw"}),
    (2, "CARRIED", 6, {"pace": "fst"}),
    (7, "ABOUT", 4, {}),
]
NOTES = {
    "labels": {"Employee": {"synonyms": ["worker", "staff member"]}},
    "types": {
        "KNOWS_LW": {"synonyms": ["lives with", "shares a home with"], "either_way": True},
        "KNOWS_PH": {"synonyms": ["has … number"]},
        "CARRIED": {"synonyms": ["hauled"]},
    },
    "properties": {
        "Parcel.state": {"values": {"3": ["shipped", "sent off"]}},
        "Parcel.outcome": {"synonyms": ["status"], "values": {"ret": ["returned"]}},
        "Parcel.load": {"unit": "kg"},
        "CARRIED.pace": {"values": {"fst": ["express"]}},
    },
    "hidden": {"labels": ["Log"], "properties": ["Employee.name"]},
}
PLAIN = store(NODES, EDGES)


def noted(**given: Any) -> Any:
    """Return the graph with notes of some kinds."""
    graph = store(NODES, EDGES)
    notes = notes_from(given)
    check_notes(notes, graph.graph_schema())
    write_notes(graph, notes)
    return graph


def reading(graph: Any, question: str) -> Reading | None:
    return read_query(question, graph.graph_schema(), graph, unlike)


def rows_of(graph: Any, read: Reading) -> list[Any]:
    return sorted({row[0].name for row in graph.run(read.query).rows if hasattr(row[0], "name")})


NOTED = noted(**{kind: own for kind, own in NOTES.items() if kind != "hidden"})


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Who lives with Bob?", ["Ann", "Cid"]),
        ("Who lived with Ann?", ["Bob"]),
        ("Who shares their home with Cid?", ["Bob"]),
        ("Which staff members are there?", ["Ann", "Bob", "Cid"]),
        ("Which workers hauled P2?", ["Bob"]),
        ("Who has Cid's number?", ["Ann"]),
        ("Which parcels were hauled by Bob?", ["P2", "P3"]),
        ("Which parcels are shipped?", ["P1", "P3"]),
        ("Which parcels were sent off by Bob?", ["P3"]),
        ("Which returned parcels are there?", ["P1"]),
        ("Which parcels weigh more than 20 kg?", ["P1"]),
        ("Which express parcels did Bob carry?", ["P3"]),
    ],
)
def test_noted_words_are_read(question: str, answers: list[str]) -> None:
    assert sorted({*firsts(NOTED, question)}) == answers
    before = reading(PLAIN, question)
    if before and rows_of(PLAIN, before) == answers:
        assert before.confidence < read(NOTED, question).confidence


def test_a_synonym_of_a_property_is_shown() -> None:
    assert rows(NOTED, "What is the status of P1?") == [["P1", "ret"]]


def test_what_holds_either_way_is_counted_from_both_ends() -> None:
    assert firsts(NOTED, "How many workers live with Bob?") == [2]
    assert firsts(NOTED, "How many workers live with Ann?") == [1]


def test_a_synonym_that_is_another_property_s_name_is_either() -> None:
    graph = store([*NODES, node(8, "Claim", "C1", status="open")], EDGES)
    write_notes(graph, notes_from({"properties": NOTES["properties"]}))
    assert firsts(graph, "Which claims have the status open?") == ["C1"]
    assert sorted(firsts(graph, "Which parcels have the status open?")) == ["P2", "P3"]


def test_a_name_over_two_properties_is_one_node() -> None:
    people = [("Ann", "Fox"), ("Ann", "Hill"), ("Bo", "Fox"), ("Bo", "Hill")]
    nodes = [
        Node(i, str(i), ("Guest",), {"first": one, "last": two, "tag": f"g{i}"}, f"g{i}")
        for i, (one, two) in enumerate(people)
    ]
    graph = store(nodes, [(0, "MET", 1, {}), (0, "GREETED", 3, {}), (2, "MET", 1, {})])
    write_notes(graph, notes_from({"names": {"Guest": ["first", "last"]}}))
    whole = read(graph, "Which guests met Ann Hill and greeted Bo Hill?")
    assert [row[0].id for row in graph.run(whole.query).rows] == [0]
    assert len(whole.query.labels) == 3


def test_a_longer_name_holds_no_word_for_a_value() -> None:
    graph = store([*NODES, node(8, "Claim", "Sent off by mail")], EDGES)
    write_notes(graph, notes_from({"properties": NOTES["properties"]}))
    assert firsts(graph, "How many 'Sent off by mail' claims are there?") == [1]


def test_what_is_hidden_is_not_read() -> None:
    graph = noted(hidden={"labels": ["Log"], "properties": ["Parcel.outcome"]})
    assert firsts(PLAIN, "How many logs are there?") == [1]
    assert reading(graph, "How many logs are there?") is None
    whole = reading(graph, "Which parcels are open?")
    assert whole is None or not whole.query.bounds


def test_paths_know_synonyms_too() -> None:
    edges = [*EDGES, (2, "FOLLOWS", 3, {})]
    question, off = "Who lives with Bob?", RetrieverSettings(exact=ExactSettings("off"))
    plain, noting = store(NODES, edges), store(NODES, edges)
    write_notes(noting, notes_from({"types": NOTES["types"]}))
    before, after = (
        retriever(graph, WordEmbedder(), off).retrieve(question) for graph in (plain, noting)
    )
    assert {*after.answers} == {"Ann", "Cid"} != {*before.answers}


def test_no_notes_leave_a_reading_as_it_is() -> None:
    graph = store(NODES, EDGES)
    write_notes(graph, Notes())
    question = "Which parcels did Bob carry?"
    assert read(graph, question) == read(PLAIN, question)
