"""Groups by the year of a day, a passive of who does it, who was first, what a role measures."""

from __future__ import annotations

from datetime import date

import pytest
from test_readings import firsts, node, read, rows, store

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


def test_who_did_something_first_is_no_thing_that_it_was_done_to() -> None:
    assert firsts(CREW, "Who joined a yard first?") == ["Bob"]
    assert firsts(CREW, "Which crews rescued nobody?") == []


@pytest.mark.parametrize(
    "question", ["Which crews were rescued?", "Which yard has the youngest mate?"]
)
def test_a_passive_of_who_acts_and_what_a_role_measures_are_unsure(question: str) -> None:
    assert read(CREW, question).confidence < 0.8


def test_what_was_done_to_a_thing_is_sure() -> None:
    assert sorted(set(firsts(CREW, "Which boats were rescued?"))) == ["Gull", "Tern"]
    assert read(CREW, "Which boats were rescued?").confidence >= 0.8
