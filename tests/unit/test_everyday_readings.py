"""What people ask first: stored decimals, counts that the question says, averages, names alone."""

from __future__ import annotations

from typing import Any

import pytest
from word_doubles import WordEmbedder, alike, indexed

from steiner.generate.evidence_only import EvidenceOnly
from steiner.graph import Node
from steiner.query.readings import read
from steiner.stores.memory import MemoryStore
from steiner.systems.steiner import retriever

SURE = 0.9


def graph() -> MemoryStore:
    def node(id: int, label: str, called: str, **own: Any) -> Node:
        return Node(id, str(id), (label,), own, called)

    nodes = [
        node(1, "Person", "Ann Lee", name="Ann Lee", skills=["contracts"]),
        node(2, "Person", "Bob Ray", name="Bob Ray", skills=["welding"], born=1950),
        node(3, "Film", "Dusk", title="Dusk", rating=3.5, avg_length_min=90.0, itemNo="F-1"),
        node(4, "Film", "Dawn", title="Dawn", rating=4.5, avg_length_min=120.0, itemNo="F-2"),
        node(5, "Film", "Noon", title="Noon", rating=2.0, avg_length_min=100.0, itemNo="F-3"),
        node(6, "Contract", "C-1", ref="C-1", worth=7.5),
        node(7, "Contract", "C-2", ref="C-2", worth=9.5),
    ]
    links = [
        (1, "ACTED_IN", 3), (1, "DIRECTED", 3), (1, "ACTED_IN", 4), (2, "ACTED_IN", 4),
        (2, "DIRECTED", 5), (1, "SIGNED", 6), (2, "SIGNED", 7), (2, "REVIEWED", 3),
    ]  # fmt: skip
    return indexed(nodes, links)


STORE = graph()
SCHEMA = STORE.graph_schema()
RETRIEVER = retriever(STORE, WordEmbedder())


def rows(question: str) -> list[list[Any]]:
    readings = read(question, SCHEMA, STORE, alike)
    assert readings is not None
    table = STORE.run(readings.best.query)
    return [[cell.name if isinstance(cell, Node) else cell for cell in row] for row in table.rows]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which films have a rating below 3.5?", {"Noon"}),
        ("Which films have a rating of more than 3.5?", {"Dawn"}),
        ("Which films have a rating of 4.5?", {"Dawn"}),
        ("Which contracts are worth more than 8?", {"C-2"}),
        ("Which film has the lowest average length?", {"Dusk"}),
        ("Which films have an average length above 95 min?", {"Dawn", "Noon"}),
        ("Who both acted in and directed a film?", {"Ann Lee"}),
        ("Which films have a title containing aw?", {"Dawn"}),
        ("films with the word Dusk in their title", {"Dusk"}),
        ("How many films have a rating of at most 3.5?", {2}),
    ],
)
def test_everyday_questions_are_read(question: str, names: set[str]) -> None:
    assert {row[0] for row in rows(question)} == names


def test_an_average_of_all_is_computed_though_each_has_one() -> None:
    assert rows("What is the average length of all films?")[0][0] == pytest.approx(310 / 3)


def test_no_behind_a_noun_is_a_number() -> None:
    assert rows("What is the item no of Dawn?") == [["Dawn", "F-2"]]


def test_a_count_is_an_answer_though_the_question_says_the_number() -> None:
    evidence = RETRIEVER.retrieve("How many films have a rating of at least 2?")
    assert evidence.table is not None
    assert evidence.answers == ("3",)


@pytest.mark.parametrize(
    "question",
    ["Who is Ann Lee?", "Tell me about Ann Lee", "ann lee", "Describe the person Ann Lee."],
)
def test_what_is_only_named_is_described(question: str) -> None:
    evidence = RETRIEVER.retrieve(question)
    assert evidence.exact
    assert evidence.answers == ("Ann Lee",)
    assert evidence.table is not None
    assert evidence.table.columns == ("Person", "skills")  # When Ann was born is not known.
    first, *around = EvidenceOnly().answer(question, evidence).text.splitlines()
    assert first.startswith("Ann Lee: skills contracts [F")
    # One of each type comes before the second of one.
    assert {line.split()[2] for line in around[:3]} == {"acted", "directed", "signed"}


def test_who_somebody_is_to_another_is_not_described() -> None:
    evidence = RETRIEVER.retrieve("Who is the director of Dusk?")
    assert evidence.answers == ("Ann Lee",)


PARTS = indexed(
    [
        Node(1, "1", ("Staff",), {"first": "Petra", "last": "Stanek", "pay": 10}, "Petra"),
        Node(2, "2", ("Staff",), {"first": "Stella", "last": "Hunt", "pay": 20}, "Stella"),
        Node(3, "3", ("Staff",), {"first": "Petra", "last": "Hunt", "pay": 30}, "Petra"),
    ],
    [(1, "REPORTS_TO", 2), (3, "REPORTS_TO", 2), (2, "TRAINED_BY", 3)],
)


@pytest.mark.parametrize(
    ("question", "pay"),
    [
        ("Who does Petra Stanek report to?", 20),
        ("Who reports to Stella Hunt and has the highest pay?", 30),
        ("Which staff that reports to Stella Hunt has the highest pay?", 30),
        ("Who is Stella Hunt trained by?", 30),
        ("Who is Petra Hunt?", 30),
    ],
)
def test_a_name_of_two_parts_is_one_and_what_is_asked_for_is_ranked(
    question: str, pay: int
) -> None:
    table = retriever(PARTS, WordEmbedder()).retrieve(question).table
    assert table is not None
    assert [row[0].properties["pay"] for row in table.rows] == [pay]
