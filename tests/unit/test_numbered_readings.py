"""Things with a number and no name, what is added up of them, whose deeds are asked for."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from read_graphs import firsts, node, read, rows, store

from steiner.evidence import Table
from steiner.graph import Node
from steiner.retrieve.exact.computed_rows import asked_of


def numbered(id: int, label: str, **properties: Any) -> Node:
    return Node(id, str(id), (label,), properties)


FARM = store(
    [
        numbered(1, "Parcel", parcelNo=4101, weight=7, total=12.5, paid=True),
        numbered(2, "Parcel", parcelNo=4102, weight=3, total=30.0, paid=False),
        numbered(3, "Parcel", parcelNo=4103, weight=5, total=8.0, paid=True),
        numbered(4, "Crop", sku="C-BEAN", unitPrice=3.0),
        numbered(5, "Crop", sku="C-KALE", unitPrice=2.0),
        node(6, "Buyer", "Ann", region="west"),
        node(7, "Buyer", "Bob", region="east"),
        node(8, "Picker", "Cid"),
        node(9, "Picker", "Dee"),
        node(10, "Field", "North"),
        node(11, "Field", "South"),
        node(12, "Crew", "Reds"),
    ],
    [
        (1, "HOLDS", 4, {"quantity": 40}),
        (1, "HOLDS", 5, {"quantity": 5}),
        (2, "HOLDS", 5, {"quantity": 6}),
        (3, "HOLDS", 5, {"quantity": 2}),
        (6, "BOUGHT", 1, {}),
        (7, "BOUGHT", 2, {}),
        (7, "BOUGHT", 3, {}),
        (8, "PICKED", 4, {"hours": 3}),
        (8, "PICKED", 5, {"hours": 4}),
        (9, "PICKED", 5, {"hours": 1}),
        (10, "DEPENDS_ON", 11, {"urgent": True}),
        (11, "REPLACED", 10, {"done_on": date(2024, 5, 1)}),
        (8, "BELONGS_TO", 12, {"rank": "lead", "seen_on": date(2020, 1, 1)}),
        (9, "BELONGS_TO", 12, {"rank": "hand"}),
        (6, "OWNS", 10, {"share": 40}),
    ],
)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Who bought parcel 4102?", ["Bob"]),
        ("Who bought parcel no. 4101?", ["Ann"]),
        ("Which buyer bought parcel #4103?", ["Bob"]),
        ("Which crops does parcel 4102 hold?", ["Crop C-KALE"]),
    ],
)
def test_a_number_behind_a_noun_is_what_the_thing_is_known_by(
    question: str, answers: list[str]
) -> None:
    assert firsts(FARM, question) == answers
    assert read(FARM, question).confidence > 0.95


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("How many parcels have a total over 4102?", [[0]]),
        ("How many parcels have a total over 10?", [[2]]),
        ("What is the average total of the parcels Bob bought?", [[19]]),
        ("total of all parcels", [[50.5]]),
        ("Which buyer bought the parcel with the highest total?", [["Bob", 30, "Parcel 4102"]]),
    ],
)
def test_a_total_that_things_have_is_theirs(question: str, answers: list[list[Any]]) -> None:
    assert rows(FARM, question) == answers


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many C-KALE were in parcel 4102?", 6),
        ("How many units of C-KALE were held?", 13),
        ("What is the total of parcel 4102?", 30),
        ("Total hours of picker Cid", 7),
        ("What is the total number of parcels?", 3),
        ("total count of parcels", 3),
        ("How many hands does Reds have?", 1),
    ],
)
def test_what_is_added_up_or_counted_is_one_number(question: str, number: float) -> None:
    assert rows(FARM, question) == [[number]]
    assert read(FARM, question).confidence >= 0.85


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("average parcel total by buyer", [["Bob", 19.0], ["Ann", 12.5]]),
        ("total hours by picker", [["Cid", 7], ["Dee", 1]]),
        ("number of parcels by region", [["east", 2], ["west", 1]]),
    ],
)
def test_by_one_of_another_kind_asks_for_a_row_for_each(
    question: str, table: list[list[Any]]
) -> None:
    assert rows(FARM, question) == table


def test_how_many_units_is_no_price() -> None:
    assert rows(FARM, "How many units were held in parcels?") == [[53]]
    assert read(FARM, "How many units do buyers have?").confidence < 0.8


def test_what_is_named_by_its_number_is_no_answer() -> None:
    question = "What does parcel 4102 hold?"
    reading = read(FARM, question)
    table: Table = FARM.run(reading.query)
    assert asked_of(table, reading, question).answers_in == 1


def test_a_property_behind_the_noun_of_each_is_what_there_is_a_row_for() -> None:
    assert rows(FARM, "number of parcels per buyer region") == [["east", 2], ["west", 1]]


def test_who_did_what_only_a_day_tells_and_a_price_of_many_are_unsure() -> None:
    assert read(FARM, "What is the total unit price of parcel 4101?").confidence < 0.8


def test_by_several_may_be_who_does_it() -> None:
    assert read(FARM, "number of parcels bought by buyers").query.single


def test_in_total_is_no_total_that_things_have() -> None:
    assert rows(FARM, "How many crops are there in total?") == [[2]]


def test_what_is_unpaid_is_not_paid() -> None:
    assert firsts(FARM, "Which parcels are unpaid?") == ["Parcel 4102"]


def test_a_sum_counts_nothing() -> None:
    assert rows(FARM, "sum of all unpaid parcels") == [[30]]
    assert read(FARM, "the sum of crops").confidence < 0.8


def test_the_most_is_how_much_and_most_often_how_many_times() -> None:
    assert rows(FARM, "Which crop was held the most?") == [["Crop C-BEAN", 40]]
    assert rows(FARM, "Which crop was held most often?") == [["Crop C-KALE", 3]]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Which dependencies does North have?", "South"),
        ("What are the urgent dependencies of North?", "South"),
        ("Which dependencies on South are urgent?", "North"),
        ("When was North replaced?", "South"),
        ("By what was North replaced?", "South"),
    ],
)
def test_a_noun_of_a_deed_and_a_verb_before_its_subject_say_who_does_it(
    question: str, name: str
) -> None:
    assert name in rows(FARM, question)[0]


def test_how_much_is_answered_by_the_figure() -> None:
    assert read(FARM, "How much of North does Ann own?").asked == "share"
    assert read(FARM, "How much of North does each buyer own?").asked == ""
