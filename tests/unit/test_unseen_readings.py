"""Wordings that were read as their opposite, or as a neighbour's, on graphs nobody had seen."""

from __future__ import annotations

from datetime import date

import pytest
from test_readings import firsts, node, read, rows, store

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
        (1, "KEPT_AT", 11, {}),
        (2, "KEPT_AT", 12, {}),
        (3, "KEPT_AT", 12, {}),
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
    assert firsts(CLUB, question) == names


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


def test_what_there_is_no_row_for_is_unsure() -> None:
    assert read(CLUB, "Average hours per captain").confidence < 0.8


def test_a_plural_value_is_no_verb() -> None:
    assert firsts(CLUB, "Which skippers are there?") == ["Ann", "Bob"]
    assert firsts(CLUB, "Who are the skippers of Kestrel?") == ["Cid"]


def test_yes_and_no_are_not_counted() -> None:
    assert read(CLUB, "How many minor were noted in Oslo?").confidence < 0.8
