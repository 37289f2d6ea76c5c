"""Groups by the year of a day, a passive of who does it, who was first, what a role measures."""

from __future__ import annotations

from datetime import date

import pytest
from read_graphs import firsts, node, read, rows, store

CREW = store(
    [
        node(1, "Crew", "Ann", born=date(1980, 1, 1)),
        node(2, "Crew", "Bob", born=date(1990, 1, 1)),
        node(3, "Boat", "Gull", launched_on=date(2001, 5, 1), built_at="Riga"),
        node(4, "Boat", "Tern", launched_on=date(2001, 9, 1), built_at="Oslo"),
        node(5, "Boat", "Rook", launched_on=date(2003, 2, 1), built_at="Oslo"),
        node(6, "Yard", "North", founded_year=1900),
        node(7, "Yard", "South", founded_year=1950),
    ],
    [
        (1, "rescued", 3, {}),
        (2, "rescued", 4, {}),
        (1, "signed_with", 6, {"joined_on": date(2010, 1, 1), "post": "mate"}),
        (2, "signed_with", 7, {"joined_on": date(2005, 1, 1), "post": "cook"}),
        (3, "moored_at", 6, {}),
    ],
)


@pytest.mark.parametrize(
    "question",
    ["How many boats were launched each year?", "How many boats were launched per year?"],
)
def test_days_are_grouped_by_their_year(question: str) -> None:
    assert rows(CREW, question) == [[2001, 2], [2003, 1]]
    assert read(CREW, question).confidence >= 0.8


def test_the_year_of_the_most_is_one_row() -> None:
    question = "In which year were the most boats launched?"
    assert rows(CREW, question) == [[2001, 2]]
    assert read(CREW, question).confidence >= 0.8


def test_who_did_something_to_nobody_is_denied() -> None:
    assert firsts(CREW, "Which crews rescued nobody?") == []


def test_what_was_done_to_a_thing_is_sure() -> None:
    assert sorted(set(firsts(CREW, "Which boats were rescued?"))) == ["Gull", "Tern"]
    assert read(CREW, "Which boats were rescued?").confidence >= 0.8


CLASSES = store(
    [
        node(1, "Teacher", "Ann"),
        node(2, "Teacher", "Bob"),
        node(3, "Class", "Latin"),
        node(4, "Class", "Greek"),
        node(5, "Pupil", "Dan", grant=True),
        node(6, "Pupil", "Eva", grant=False),
        node(7, "House_call", "C1"),
        node(8, "House_call", "C2"),
        node(9, "Street", "Elm"),
        node(10, "Street", "Oak"),
    ],
    [
        (1, "TEACHES", 3, {}),
        (2, "TEACHES", 4, {}),
        (1, "MENTORS", 5, {}),
        (5, "TOOK", 3, {"mark": 9}),
        (6, "TOOK", 4, {"mark": 7}),
        (7, "CALL_OF", 1, {}),
        (8, "CALL_OF", 1, {}),
        (7, "IN_STREET", 9, {}),
        (8, "IN_STREET", 10, {}),
    ],
)


def test_a_flag_behind_per_is_what_rows_are_for() -> None:
    assert rows(CLASSES, "How many pupils are there per grant?") == [[False, 1], [True, 1]]


def test_what_was_done_is_no_noun_that_another_describes() -> None:
    question = "Which teacher called in the most streets?"
    assert rows(CLASSES, question) == [["Ann", 2]]


PARTS = store(
    [
        node(1, "Part", "Axle", grade="rough", area_cm2=9, forged=True),
        node(2, "Part", "Bolt", grade="fine", area_cm2=3, forged=True),
        node(3, "Batch", "B1", made_on=date(2020, 1, 1)),
        node(4, "Batch", "B2", made_on=date(2021, 1, 1)),
        node(5, "Smith", "Ann", started_on=date(2019, 1, 1)),
        node(6, "Smith", "Bob", started_on=date(2022, 1, 1)),
        node(7, "Land", "North", zone="cold"),
        node(8, "Land", "South", zone="warm"),
    ],
    [
        (3, "BATCH_OF", 1, {}),
        (4, "BATCH_OF", 2, {}),
        (4, "NEEDS", 1, {}),
        (5, "LOOKS_AFTER", 3, {}),
        (1, "MADE_IN", 7, {}),
        (2, "MADE_IN", 8, {}),
    ],
)


@pytest.mark.parametrize(
    "question",
    [
        "In which zone are the most parts made?",
    ],
)
def test_what_is_asked_for_is_neither_what_is_named_nor_left_out(question: str) -> None:
    assert read(PARTS, question).confidence < 0.8


@pytest.mark.parametrize(
    ("question", "names"),
    [("What is the largest forged part?", ["Axle"]), ("Which smiths started after 2020?", ["Bob"])],
)
def test_a_flag_is_not_what_is_measured_and_after_is_no_verb(
    question: str, names: list[str]
) -> None:
    assert firsts(PARTS, question) == names
    assert read(PARTS, question).confidence >= 0.8
