"""Shares, values that are words of the schema, numbers before a noun, what each has, metres."""

from __future__ import annotations

from datetime import date

import pytest
from read_graphs import firsts, node, read, rows_by_rules, store

SCHOOL = store(
    [
        node(1, "Tutors", "Ann", rank="tutor", hasDesk=True),
        node(2, "Tutors", "Bob", rank="senior tutor", hasDesk=False),
        node(3, "Tutors", "Cid", rank="tutor", hasDesk=False),
        node(4, "Lessons", "Latin", credits="5", opened=date(2020, 1, 1), wait_days=0),
        node(5, "Lessons", "Greek", credits="10", opened=date(2020, 1, 1), wait_days=4),
        node(6, "Lessons", "Norse", credits="10", opened=date(2021, 1, 1), wait_days=2),
        node(7, "Halls", "Elm", capacity=30, region="North", length_m=90),
        node(8, "Halls", "Oak", capacity=90, region="South", length_m=250),
        node(9, "Halls", "Fir", capacity=10, region="South", length_m=40),
        node(10, "Pupils", "Dan", home="Riga"),
        node(11, "Pupils", "Eva", home="Oslo"),
    ],
    [
        (1, "TEACHES", 4, {}),
        (2, "TEACHES", 5, {}),
        (4, "HELD_IN", 7, {"slot": "dawn"}),
        (5, "HELD_IN", 8, {"slot": "dusk"}),
        (6, "HELD_IN", 9, {"slot": "dusk"}),
        (10, "TOOK", 4, {"grade": 9}),
        (11, "TOOK", 4, {"grade": 7}),
        (11, "TOOK", 5, {"grade": 8}),
    ],
)


@pytest.mark.parametrize(
    ("question", "share"),
    [
        ("What share of the lessons has more than 5 credits?", 2 / 3),
        ("What percentage of tutors have a desk?", 100 / 3),
        ("What fraction of the halls in the South region has a capacity above 50?", 1 / 2),
        ("What proportion of pupils are from Riga?", 1 / 2),
    ],
)
def test_a_share_is_a_part_of_what_is_named_before_the_verb(question: str, share: float) -> None:
    assert rows_by_rules(SCHOOL, question) == [[pytest.approx(share)]]
    assert read(SCHOOL, question).confidence >= 0.8


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which tutor teaches nothing?", ["Cid"]),
        ("Which tutors have the rank of tutor?", ["Ann", "Cid"]),
        ("Which senior tutors teach Greek?", ["Bob"]),
        ("Which 10 credit lessons did Eva take?", ["Greek"]),
        ("How many lessons are worth 10 credits?", [2]),
        ("Which tutors don't have a desk?", ["Bob", "Cid"]),
        ("Which lessons have no wait?", ["Latin"]),
        ("Which is the smallest hall?", ["Fir"]),
        ("Which halls are longer than 80 m?", ["Elm", "Oak"]),
        ("Which halls are longer than 80m?", ["Elm", "Oak"]),
        ("How many lessons are held in each region?", ["North", "South"]),
    ],
)
def test_numbers_flags_and_values_beside_nouns(question: str, names: list[str]) -> None:
    assert sorted(set(firsts(SCHOOL, question))) == names
    assert read(SCHOOL, question).confidence >= 0.8


TREES = store(
    [
        node(1, "Taxon", "Rosa", level="genus", peak=2001, area_sqm=40),
        node(2, "Taxon", "Rosa canina", level="species", peak=2009, area_sqm=60),
        node(3, "Taxon", "Rosa rugosa", level="species", peak=2015, area_sqm=90),
        node(4, "Licence", "Open"),
        node(5, "Trip", "Dune", nights=9),
        node(6, "Port", "Riga"),
        node(7, "Call", "C1", arrived=date(2021, 3, 1)),
        node(8, "Call", "C2", arrived=date(2022, 3, 1)),
        node(9, "Boat", "Gull", built=1990),
        node(10, "Boat", "Tern", built=2000),
    ],
    [
        (2, "CHILD_OF", 1, {}),
        (3, "CHILD_OF", 1, {}),
        (2, "UNDER", 4, {}),
        (3, "UNDER", 4, {}),
        (7, "of_boat", 9, {}),
        (8, "of_boat", 10, {}),
        (7, "arrived_from", 6, {}),
        (8, "arrived_from", 6, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("How many taxons are under each licence?", ["Open"]),
        (
            "Which taxons have an area of more than 50 square metres?",
            ["Rosa canina", "Rosa rugosa"],
        ),
        ("Which taxons are larger than 50 square metres?", ["Rosa canina", "Rosa rugosa"]),
        ("Which boats arrived from Riga in 2022?", ["Tern"]),
        ("Which taxons are neither Rosa nor Rosa rugosa?", ["Rosa canina"]),
    ],
)
def test_prepositions_units_and_days_of_what_a_verb_joins(question: str, names: list[str]) -> None:
    assert sorted(set(firsts(TREES, question))) == names
    assert read(TREES, question).confidence >= 0.8
