"""Wordings that were read as their opposite, or as a neighbour's, on graphs nobody had seen."""

from __future__ import annotations

from datetime import date

import pytest
from read_graphs import firsts, node, read, rows, rows_by_rules, store

CLUB = store(
    [
        node(1, "Boat", "Kestrel", on_charter=True, inDock=2, leased=False, hours=5),
        node(2, "Boat", "Puffin", on_charter=False, inDock=0, leased=True, hours=7),
        node(3, "Boat", "Tern", on_charter=True, inDock=1, leased=True, hours=9),
        node(4, "BoatClass", "Sloop", length=9),
        node(5, "BoatClass", "Yawl", length=12),
        node(6, "Sailor", "Ann", rank="skipper", joined=date(2020, 1, 1)),
        node(7, "Sailor", "Bob", rank="skipper", joined=date(2021, 1, 1)),
        node(8, "Sailor", "Cid", rank="mate", joined=date(2022, 1, 1)),
        node(9, "Fault", "leak", noted_on=date(2024, 1, 1), minor=True),
        node(10, "Fault", "crack", noted_on=date(2024, 2, 1), minor=False),
        node(11, "Marina", "Oslo"),
        node(12, "Marina", "Bergen"),
    ],
    [
        (1, "OF_CLASS", 4, {}),
        (2, "OF_CLASS", 4, {}),
        (3, "OF_CLASS", 5, {}),
        (7, "SPONSORED_BY", 6, {}),
        (8, "SPONSORED_BY", 6, {}),
        (6, "SPONSORED_BY", 8, {}),
        (7, "NOTES_TO", 6, {}),
        (8, "NOTES_TO", 6, {}),
        (8, "NOTED", 9, {}),
        (6, "NOTED", 10, {}),
        (8, "SKIPPERED", 1, {}),
        (6, "STAYS_AT", 11, {}),
        (7, "STAYS_AT", 11, {}),
        (8, "STAYS_AT", 12, {}),
        (1, "PLACED_AT", 11, {}),
        (2, "PLACED_AT", 12, {}),
        (3, "PLACED_AT", 12, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which boats are off charter?", ["Puffin"]),
        ("Which boats are no longer on charter?", ["Puffin"]),
        ("Which boats are on charter?", ["Kestrel", "Tern"]),
        ("Which boats are not on charter in Bergen?", ["Puffin"]),
        ("Which boats are in dock?", ["Kestrel", "Tern"]),
        ("Which boats are out of dock?", ["Puffin"]),
        ("Which boats are not in dock?", ["Puffin"]),
        ("Which boats are no longer leased?", ["Kestrel"]),
    ],
)
def test_what_is_out_of_something_is_not_in_it(question: str, names: list[str]) -> None:
    assert [row[0] for row in rows_by_rules(CLUB, question)] == names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who did Ann sponsor?", ["Bob", "Cid"]),
        ("Which sailors did Ann sponsor?", ["Bob", "Cid"]),
        ("Which sailors does Ann sponsor?", ["Bob", "Cid"]),
        ("List the sailors that Ann sponsors.", ["Bob", "Cid"]),
        ("Who sponsors Ann?", ["Cid"]),
        ("Who are the sponsors of Bob?", ["Ann"]),
        ("Who is the sponsor of Bob?", ["Ann"]),
        ("Which sailors were sponsored by Ann?", ["Bob", "Cid"]),
    ],
)
def test_a_verb_that_ends_as_who_does_it_is_a_verb(question: str, names: list[str]) -> None:
    assert firsts(CLUB, question) == names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who notes to Ann?", ["Bob", "Cid"]),
        ("Who does Bob note to?", ["Ann"]),
        ("Which sailors noted the leak?", ["Cid"]),
    ],
)
def test_the_preposition_behind_a_verb_tells_types_apart(question: str, names: list[str]) -> None:
    assert firsts(CLUB, question) == names
    assert len(read(CLUB, question).query.links) == 1


def test_a_row_for_each_is_of_the_noun_that_a_type_is_named_by() -> None:
    assert rows(CLUB, "Average hours per class") == [["Yawl", 9], ["Sloop", 6]]
    assert rows(CLUB, "How many boats are there of each class?") == [["Sloop", 2], ["Yawl", 1]]


def test_a_plural_value_is_no_verb() -> None:
    assert firsts(CLUB, "Which skippers are there?") == ["Ann", "Bob"]
    assert firsts(CLUB, "Who are the skippers of Kestrel?") == ["Cid"]


def test_yes_and_no_are_not_counted() -> None:
    assert read(CLUB, "How many minor were noted in Oslo?").confidence < 0.8


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which sailors have nobody noting to them?", ["Bob", "Cid"]),
        ("Which sailors have someone noting to them?", ["Ann", "Ann"]),
        ("Which sailor has the most people noting to them?", ["Ann"]),
        ("Which sailors does nobody note to?", ["Bob", "Cid"]),
        ("Which sailors do not note to anybody?", ["Ann"]),
    ],
)
def test_who_a_verb_is_done_to_is_not_who_does_it(question: str, names: list[str]) -> None:
    assert firsts(CLUB, question) == names


SHOP = store(
    [
        node(1, "Tool", "saw", unit_price=30, openHours=True),
        node(2, "Tool", "axe", unit_price=50, openHours=False),
        node(3, "Repair", "R1", cost=10, state="open"),
        node(4, "Repair", "R2", cost=90, state="shut"),
        node(5, "Smith", "Ann"),
        node(6, "Smith", "Bob"),
    ],
    [
        (3, "MENDS", 1, {}),
        (4, "MENDS", 2, {}),
        (5, "MADE", 1, {}),
        (5, "SHARPENED", 2, {}),
        (6, "SHARPENED", 2, {}),
        (6, "DID", 4, {}),
    ],
)


def test_what_something_costs_is_its_price() -> None:
    assert firsts(SHOP, "Which tools cost less than 40?") == ["saw"]
    assert firsts(SHOP, "Which repairs cost less than 40?") == ["R1"]


def test_a_name_of_two_words_goes_before_a_value_of_one() -> None:
    assert firsts(SHOP, "Which tools have open hours?") == ["saw"]
    assert firsts(SHOP, "Which repairs are open?") == ["R1"]


RACES = store(
    [
        node(1, "Race", "Spring Cup", sort="final"),
        node(2, "Race", "Autumn Cup", sort="heat"),
        node(3, "Track", "north"),
        node(4, "Venue", "Old Park", town="Porto"),
        node(5, "Maker", "Acme", town="Porto"),
        node(6, "Umpire", "Ann"),
        node(7, "Umpire", "Bob"),
        node(8, "Bike", "red"),
    ],
    [
        (1, "RUN_IN", 3, {}),
        (2, "RUN_IN", 3, {}),
        (3, "IN", 4, {}),
        (6, "JUDGED", 1, {}),
        (6, "JUDGED", 2, {}),
        (7, "LEFT", 1, {}),
        (5, "BUILT", 8, {}),
    ],
)


def test_the_end_of_a_verb_is_no_type_of_its_own() -> None:
    reading = read(RACES, "How many races were run in each venue?")
    assert [link.types[0] for link in reading.query.links] == ["IN", "RUN_IN"]
    assert reading.confidence >= 0.8


def test_a_value_is_of_what_can_be_reached() -> None:
    assert firsts(RACES, "How many finals were run in Porto?") == [1]
    assert firsts(RACES, "How many races took place in Porto?") == [2]


def test_a_verb_behind_says_which_of_several_types_it_was() -> None:
    assert rows_by_rules(RACES, "How many races did each umpire judge?") == [["Ann", 2]]
    assert read(RACES, "How many races did each umpire judge?").confidence >= 0.8
    assert read(RACES, "How many races does each umpire have?").confidence < 0.8


KITCHEN = store(
    [
        node(1, "Cook", "Ann"),
        node(2, "Cook", "Bob"),
        node(3, "Stall", "Salt", ranking=5),
        node(4, "Stall", "Mint", ranking=2),
        node(5, "Dish", "Plum cake", cost=9, trouble="burnt crust"),
        node(6, "Dish", "Rye loaf", cost=4, trouble="soft crust"),
    ],
    [
        (1, "RANKED_ON", 5, {}),
        (1, "SELLS", 5, {}),
        (2, "SELLS", 6, {}),
        (2, "WITHDREW_FROM", 3, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which stalls have a ranking above 4?", ["Salt"]),
        ("Which cooks have no ranking?", ["Bob"]),
        ("Which cooks sell plum cakes?", ["Ann"]),
        ("Who sells Rye loafs?", ["Bob"]),
        ("How many dishes have burnt crusts?", [1]),
        ("What is the most expensive dish?", ["Plum cake"]),
        ("Which cooks withdrew themselves from a stall?", ["Bob"]),
    ],
)
def test_nouns_as_people_say_them(question: str, names: list[str]) -> None:
    assert firsts(KITCHEN, question)[:1] == names
    assert read(KITCHEN, question).confidence >= 0.8


def test_a_verb_without_an_object_is_of_the_noun_before_it() -> None:
    graph = store(
        [node(1, "Firm", "Acme"), node(2, "Firm", "Bolt"), node(3, "Person", "Ann")],
        [(1, "HAS_SUPPLIER", 2, {}), (1, "HAS_HEAD", 3, {})],
    )
    assert firsts(graph, "Which firms have a head and suppliers?") == ["Acme"]


def test_each_at_the_end_is_each_row() -> None:
    reading = read(RACES, "List the top 2 umpires by the number of races judged by each.")
    assert "each" not in reading.unread


def test_people_are_who_does_it() -> None:
    assert rows(CLUB, "How many people note to Ann?") == [[2]]
    assert read(CLUB, "How many people note to Ann?").confidence >= 0.8
    assert read(CLUB, "Which sailors don't note to anybody?").confidence == 1
