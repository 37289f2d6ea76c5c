"""Types between two labels that a preposition tells apart, and what verbs say of a property."""

from __future__ import annotations

import pytest
from read_graphs import firsts, node, read, rows, store

POST = store(
    [
        node(1, "town", "Aro", land="Norway"),
        node(2, "town", "Bex", land="Malta"),
        node(3, "town", "Cys", land="Malta"),
        node(4, "parcel", "p1", weight_kg=3),
        node(5, "parcel", "p2", weight_kg=9),
        node(6, "parcel", "p3", weight_kg=1),
        node(7, "firm", "Nord"),
        node(8, "firm", "Sol"),
        node(9, "person", "Ann", salary=900, languages=["Finnish", "Dutch"]),
        node(10, "person", "Bob", salary=400, languages=["Dutch"]),
    ],
    [
        (4, "ORIGIN", 1, {}),
        (4, "DESTINATION", 2, {}),
        (5, "ORIGIN", 2, {}),
        (5, "DESTINATION", 1, {}),
        (6, "ORIGIN", 1, {}),
        (6, "DESTINATION", 3, {}),
        (4, "SHIPPER", 7, {}),
        (5, "SHIPPER", 8, {}),
        (6, "SHIPPER", 8, {}),
        (7, "SEAT", 3, {}),
        (8, "SEAT", 2, {}),
        (9, "EMPLOYEE", 7, {}),
        (9, "CEO", 8, {}),
        (10, "EMPLOYEE", 8, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which parcels went to Bex?", ["p1"]),
        ("Parcels from Aro", ["p1", "p3"]),
        ("Which parcels left from Bex?", ["p2"]),
        ("Which parcels go from Aro to Cys?", ["p3"]),
        ("Which parcels arrived at Aro?", ["p2"]),
        ("Which parcels did not go to Bex?", ["p2", "p3"]),
        ("Which firms have their seat in Cys?", ["Nord"]),
        ("Who works for Nord?", ["Ann"]),
    ],
)
def test_where_something_goes_and_what_a_verb_measures(question: str, names: list[str]) -> None:
    assert firsts(POST, question) == names
    assert read(POST, question).confidence >= 0.95


def test_what_was_sent_somewhere_is_counted() -> None:
    assert rows(POST, "How many parcels went to Aro?") == [[1]]


def test_where_it_is_open_a_town_is_unsure() -> None:
    assert read(POST, "How many parcels are of Bex?").confidence < 0.8


YARD = store(
    [
        node(1, "Owner", "Ann"),
        node(2, "Crane", "c1", capacity=5, code="K1", bought_year=2001),
        node(3, "Crane", "c2", capacity=9, code="K2", bought_year=2001),
        node(4, "Barge", "b1", capacity=70),
    ],
    [(1, "HAS_CRANE", 2, {}), (1, "HAS_CRANE", 3, {}), (1, "HAS_BARGE", 4, {})],
)


def test_a_number_that_two_kinds_of_things_have_is_unsure() -> None:
    assert read(YARD, "What is the total capacity per owner?").confidence < 0.8
    assert read(YARD, "What is the total capacity of the cranes per owner?").confidence >= 0.8


def test_the_year_that_is_asked_for_is_no_open_word() -> None:
    question = "In which year were the most cranes bought?"
    assert rows(YARD, question) == [[2001, 2]]
    assert "year" not in read(YARD, question).unread


def test_what_is_grouped_tells_whose_the_numbers_are() -> None:
    mills = store(
        [
            node(1, "Mill", "A", power=4, fuel="peat"),
            node(2, "Mill", "B", power=8, fuel="peat"),
            node(3, "Pump", "P", power=100),
        ],
        [(1, "FEEDS", 3, {})],
    )
    assert rows(mills, "Average power by fuel") == [["peat", 6]]
