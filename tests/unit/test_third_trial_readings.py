"""Wordings that a trial on strange graphs read wrong: nouns that are verbs, figures, denials."""

from __future__ import annotations

from datetime import date

import pytest
from test_readings import firsts, node, read, rows, store

ZOO = store(
    [
        node(1, "Guide", "Ann", hired_on=date(2020, 5, 1)),
        node(2, "Guide", "Bob", hired_on=date(2019, 5, 1)),
        node(3, "Guide", "Cid", hired_on=date(2021, 5, 1)),
        node(4, "Tour", "Dawn"),
        node(5, "Tour", "Dusk"),
        node(6, "Feeder", "Dan"),
        node(7, "Feeder", "Eva"),
        node(8, "Animal", "Leo", weight_kg=190, early_hits=3, late_hits=5, born=date(2010, 1, 1)),
        node(9, "Animal", "Mia", weight_kg=90, early_hits=6, late_hits=1, born=date(2011, 1, 1)),
        node(10, "Animal", "Rex", weight_kg=50, early_hits=2, late_hits=2, born=date(2012, 1, 1)),
        node(11, "House", "Barn"),
        node(12, "House", "Aviary"),
        node(13, "Patron", "Acme"),
        node(14, "Feeder", "Fay"),
    ],
    [
        (1, "guides", 4, {}),
        (2, "guides", 4, {}),
        (1, "plans", 5, {}),
        (3, "plans", 4, {}),
        (6, "weighs", 8, {}),
        (6, "weighs", 9, {}),
        (6, "feeds", 9, {"meal": 3}),
        (7, "feeds", 8, {"meal": 1}),
        (7, "weighs", 10, {}),
        (7, "feeds", 10, {"meal": 2}),
        (8, "lodged_at", 11, {"lodged_on": date(2021, 1, 1), "escaped": True}),
        (9, "lodged_at", 11, {"lodged_on": date(2020, 1, 1), "released_on": date(2020, 2, 1)}),
        (10, "lodged_at", 12, {"lodged_on": date(2022, 1, 1), "escaped": False}),
        (13, "bought", 8, {"fee": 700}),
        (13, "bought", 9, {"fee": 900}),
    ],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who guides Dawn?", ["Ann", "Bob"]),
        ("Which guide guides Dawn?", ["Ann", "Bob"]),
        ("Which guides planned Dawn?", ["Cid"]),
        ("Which tours does Ann guide?", ["Dawn"]),
        ("Which feeders feed Mia?", ["Dan"]),
        ("Which feeders that feed Leo weigh Rex?", ["Eva"]),
        ("Which feeders without an animal are there?", ["Fay"]),
    ],
)
def test_a_word_that_names_a_label_and_a_type_is_what_it_stands_for(
    question: str, names: list[str]
) -> None:
    assert sorted(set(firsts(ZOO, question))) == names


def test_the_last_verb_tells_types_apart_that_a_noun_leaves_open() -> None:
    assert rows(ZOO, "How many animals does each feeder weigh?") == [["Dan", 2], ["Eva", 1]]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which guide was hired first?", ["Bob"]),
        ("Which guide was hired last?", ["Cid"]),
        ("Which animal was lodged at the Barn last?", ["Leo"]),
        ("What is the most expensive animal that Acme bought?", ["Mia"]),
        ("Which animals are heavier than 80 kg?", ["Leo", "Mia"]),
        ("Which feeders feed after the 1st meal?", ["Dan", "Eva"]),
        ("Which animals have not been released yet from the Barn?", ["Leo"]),
        ("Which houses have never had an animal escape?", ["Aviary"]),
    ],
)
def test_what_is_first_heavier_or_not_yet_done(question: str, names: list[str]) -> None:
    assert firsts(ZOO, question) == names


def test_a_unit_is_no_part_of_what_is_measured() -> None:
    assert rows(ZOO, "What is the average weight of the animals?") == [[110]]


def test_how_much_shows_the_only_number_of_what_was_done() -> None:
    assert rows(ZOO, "For how much was Leo bought?") == [["Leo", "Acme", 700]]


@pytest.mark.parametrize(
    "question",
    [
        "Which animal has the most hits?",
        "How old is Leo?",
        "How much does the Barn hold?",
        "Is the weight of Leo greater than that of Mia?",
        "Which guides have not chaperoned a tour?",
        "Which animals were never released?",
        "How many animals were lodged at the Barn until noon?",
    ],
)
def test_what_two_things_may_be_or_nothing_says_is_unsure(question: str) -> None:
    assert read(ZOO, question).confidence < 0.8
