"""What is asked of a graph first: tables, where and when, who does something, who reports."""

from __future__ import annotations

from datetime import date

import pytest
from read_graphs import node, store
from word_doubles import WordEmbedder

from steiner.query.asking.listing import listed
from steiner.query.probability import probabilities
from steiner.systems.steiner import retriever

FIRM = store(
    [
        node(1, "Employee", "Ann Lee", birthdate=date(1980, 1, 2), home_town="Oslo", hired=2001),
        node(2, "Employee", "Bob Ray", birthdate=date(1985, 5, 6), home_town="Bergen", hired=2005),
        node(3, "Employee", "Cid Fox", birthdate=date(1990, 9, 9), home_town="Oslo", hired=2010),
        node(4, "Depot", "North", zip_code="0101", phone="555", city="Oslo", country="Norway"),
        node(5, "Depot", "South", zip_code="0202", phone="556", city="Bergen", country="Norway"),
        node(6, "Supplier", "Acme", rating=3),
        node(7, "Part", "Bolt"),
        node(8, "Job", "Move", opened=date(2024, 1, 3), closed=date(2024, 1, 5)),
    ],
    [
        (1, "WORKS_AT", 4, {}),
        (2, "WORKS_AT", 4, {}),
        (3, "WORKS_AT", 5, {}),
        (1, "REPORTS_TO", 2, {}),
        (3, "REPORTS_TO", 2, {}),
        (6, "SUPPLIES", 7, {}),
        (1, "PAINTED", 5, {}),
    ],
)
ASKED = retriever(FIRM, WordEmbedder())


@pytest.mark.parametrize(
    ("question", "columns"),
    [
        ("What are the zip codes of the depots?", ["zip_code"]),
        ("What are the zipcodes of the depots?", ["zip_code"]),
        ("What are the phone numbers of the depots?", ["phone"]),
        ("List all depots with their phone numbers and zip codes", ["phone", "zip_code"]),
        ("Show me the names and birth dates of all employees", ["name", "birthdate"]),
        ("Show the date of birth of each employee", ["birthdate"]),
    ],
)
def test_a_table_of_a_labels_properties_is_surely_read(question: str, columns: list[str]) -> None:
    readings = listed(question, FIRM.graph_schema())
    assert readings is not None
    assert [own.name for own in readings.best.query.shown] == columns
    assert ASKED.retrieve(question).exact


@pytest.mark.parametrize(
    "question",
    [
        "What are the parts of the suppliers?",
        "What are the dates of the employees?",
        "What are the salaries of the employees?",
        "What are the zip codes of the depots in Norway?",
    ],
)
def test_what_is_no_table_of_one_label_is_read_as_any_question(question: str) -> None:
    assert listed(question, FIRM.graph_schema()) is None


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the birth date of Ann Lee?", "1980-01-02"),
        ("What is the date of birth of Ann Lee?", "1980-01-02"),
        ("What is the zipcode of North?", "0101"),
        ("What is the phone number of South?", "556"),
        ("What is the hometown of Cid Fox?", "Oslo"),
        ("How long did Move take?", "2"),
    ],
)
def test_a_property_by_its_name_parted_joined_or_with_what_it_is(
    question: str, answer: str
) -> None:
    assert ASKED.retrieve(question).answers == (answer,)


def test_where_somebody_works_is_no_home_town() -> None:
    assert ASKED.retrieve("Where does Ann Lee work?").answers == ("North",)
    assert ASKED.retrieve("Where does Ann Lee live?").answers == ("Oslo",)


def test_where_something_is_is_told_by_all_that_says_so() -> None:
    table = ASKED.retrieve("Where is North located?").table
    assert table is not None
    assert {"city", "country"} <= {*table.columns}


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Who are the direct reports of Bob Ray?", {"Ann Lee", "Cid Fox"}),
        ("Who are Bob Ray's subordinates?", {"Ann Lee", "Cid Fox"}),
        ("How many direct reports does Bob Ray have?", {"2"}),
        ("Who has the most direct reports?", {"Bob Ray"}),
        ("What does Acme supply?", {"Bolt"}),
        ("How many painters are there?", {"1"}),
        ("List all painters", {"Ann Lee"}),
    ],
)
def test_who_reports_and_who_does_what_by_a_noun_or_a_verb(
    question: str, answers: set[str]
) -> None:
    assert {*ASKED.retrieve(question).answers} == answers


GALLERY = store(
    [
        node(1, "Painting", "Dawn", created_year=1890),
        node(2, "Painting", "Dusk", created_year=1910),
        node(3, "Person", "Ann Lee"),
        node(4, "Person", "Bob Ray"),
        node(5, "Club", "Ajax", owners=["Cid Fox"]),
        node(6, "Role", "Keeper"),
        node(7, "Order", "Order 1"),
        node(8, "Category", "Oils"),
    ],
    [
        (2, "CREATED_BY", 3, {}),
        (1, "REVIEWED_BY", 4, {}),
        (2, "REVIEWED_BY", 4, {}),
        (3, "PLAYS_AS", 6, {}),
        (4, "PLAYS_FOR", 5, {}),
        (4, "PLAYS_AS", 6, {}),
        (7, "ORDERS", 1, {}),
        (1, "PART_OF", 8, {}),
    ],
)
LOOKED = retriever(GALLERY, WordEmbedder())


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        # Nobody is known to have created Dawn, and Ann plays for no club.
        ("Which paintings were created before 1900?", {"Dawn"}),
        ("Which persons play as a Keeper?", {"Ann Lee", "Bob Ray"}),
    ],
)
def test_a_verb_that_is_explained_asks_for_nothing_else(question: str, answers: set[str]) -> None:
    assert {*LOOKED.retrieve(question).answers} == answers


def test_who_has_done_something_has_no_owners() -> None:
    table = LOOKED.retrieve("Who has played for Ajax?").table
    assert table is not None
    assert "owners" not in table.columns
    assert [row[0].name for row in table.rows] == ["Bob Ray"]


def test_of_a_passive_type_who_does_it_is_where_it_leads() -> None:
    assert LOOKED.retrieve("How many reviewers are there?").answers == ("1",)


def test_a_clause_goes_on_from_what_was_named_before() -> None:
    asked = "paintings part of the categories that the orders of the sorted Order 1 is part of?"
    assert LOOKED.retrieve(asked).question == asked


@pytest.mark.parametrize(("against", "most"), [("unknown deeds", 0.6), ("where lost", 0.45)])
def test_what_speaks_against_a_reading_leaves_it_not_sure(against: str, most: float) -> None:
    sure = {"rules": 1.0, "top": 1.0, "both": 1.0, "mass": 0.9, "margin": 0.9, "spotless": 1.0}
    assert probabilities([sure])[0] > 0.6
    assert probabilities([{**sure, against: 1.0}])[0] <= most
