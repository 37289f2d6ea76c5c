"""Wordings of a fourth trial on recipes and registers: denials, roles, times, two of a kind."""

from __future__ import annotations

from datetime import date

import pytest
from read_graphs import firsts, node, read, rows, store

KITCHEN = store(
    [
        node(1, "Style", "Asian"),
        node(2, "Style", "Thai"),
        node(3, "Style", "Nordic"),
        node(4, "Dish", "Larb", vegan=False, effort="easy", legible=True),
        node(5, "Dish", "Satay", vegan=False, effort="hard", legible=False),
        node(6, "Dish", "Curry", vegan=True, effort="hard", legible=True),
        node(7, "Herb", "Dill", price_eur=14.0),
        node(8, "Herb", "Mint", price_eur=9.0),
        node(9, "Inn", "Mori", stars=2, kind="hotel"),
        node(10, "Inn", "Ouzo", stars=0, kind="tavern"),
        node(11, "Cook", "Ann", joined=date(2020, 1, 2)),
        node(12, "Cook", "Bob", joined=date(2020, 5, 2)),
        node(13, "Cook", "Cid", joined=date(2021, 5, 2)),
        node(14, "Book", "Blue", year=1999, kind="atlas"),
        node(15, "Book", "Green", year=2004, kind="guide"),
        node(16, "Note", "n1", built=2000),
        node(17, "Ferry", "Clio", built=1900),
    ],
    [
        (2, "PART_OF", 1, {}),
        (4, "BELONGS_TO", 2, {}),
        (5, "BELONGS_TO", 3, {}),
        (14, "WRITTEN_BY", 11, {}),
        (15, "WRITTEN_BY", 12, {}),
        (12, "WROTE", 16, {}),
        (11, "TRAINED_UNDER", 13, {"years": 4}),
        (11, "marriedTo", 12, {"date": date(2001, 1, 1)}),
        (11, "sailed_on", 17, {"year": 1920}),
        (12, "sailed_on", 17, {"year": 1930}),
        (14, "KEPT_AT", 9, {}),
        (15, "KEPT_AT", 9, {}),
        (14, "KEPT_AT", 10, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which dishes are neither vegan nor easy?", ["Satay"]),
        ("Which dishes are illegible?", ["Satay"]),
        ("Which inns have a star?", ["Mori"]),
        ("Which styles belong to the Asian style?", ["Thai"]),
        ("Which dishes belong to the Thai style?", ["Larb"]),
        ("Which herbs cost more than 12 euros?", ["Dill"]),
        ("Which is more expensive, Dill or Mint?", ["Dill"]),
        ("Who wrote Blue?", ["Ann"]),
        ("Who wrote n1?", ["Bob"]),
        ("Who sailed on Clio in 1920?", ["Ann"]),
        ("Books from between 1990 and 2000", ["Blue"]),
    ],
)
def test_what_is_denied_costs_or_belongs(question: str, names: list[str]) -> None:
    assert firsts(KITCHEN, question) == names
    assert read(KITCHEN, question).confidence >= 0.95


def test_years_are_those_of_what_is_counted() -> None:
    assert sorted(rows(KITCHEN, "How many cooks joined each year?")) == [[2020, 2], [2021, 1]]


def test_each_kind_is_that_of_what_is_counted() -> None:
    assert sorted(rows(KITCHEN, "How many books of each kind?")) == [["atlas", 1], ["guide", 1]]


def test_how_long_shows_the_time_of_the_verb() -> None:
    assert rows(KITCHEN, "How long did Ann train under Cid?") == [["Ann", "Cid", 4]]


@pytest.mark.parametrize("name", ["Ann", "Bob"])
def test_what_holds_both_ways_is_there_from_either_end(name: str) -> None:
    marriage = rows(KITCHEN, f"When did {name} marry?")
    assert [row[-1] for row in marriage] == [date(2001, 1, 1)]


KIN = store(
    [
        node(1, "Person", "Ann", birth_year=1800, death_year=1890),
        node(2, "Person", "Bob", birth_year=1820, death_year=1850),
        node(3, "Person", "Cid", birth_year=1840, death_year=1880),
        node(4, "Ship", "Clio"),
    ],
    [
        (1, "emigrated_on", 4, {"year": 1860, "fare_paid": True}),
        (2, "emigrated_on", 4, {"year": 1845, "fare_paid": False}),
        (3, "emigrated_on", 4, {"year": 1855, "fare_paid": True}),
        (1, "parentOf", 2, {}),
        (1, "parentOf", 3, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who emigrated most recently?", ["Ann"]),
        ("Who was the first person to emigrate?", ["Bob"]),
        ("Who was the last person to die?", ["Ann"]),
        ("Which person was born last?", ["Cid"]),
    ],
)
def test_the_first_to_do_something_is_so_by_its_own_year(question: str, names: list[str]) -> None:
    assert firsts(KIN, question)[:1] == names


def test_whose_fare_was_paid_are_counted() -> None:
    assert rows(KIN, "How many persons who emigrated paid their fare?")[-1][-1] == 2
