"""What an adjective grades: deaths, wealth, the noun that it is made of, a size in people."""

from __future__ import annotations

from typing import Any

import pytest
from read_graphs import firsts, node, store

WORLD = store(
    [
        node(1, "Accident", "Alpha", fatalities=3, injuries=90, happened="2020-08-02"),
        node(2, "Accident", "Beta", fatalities=40, injuries=1, happened="2021-12-24"),
        node(3, "Accident", "Gamma", fatalities=7, injuries=2, happened="2022-12-01"),
        node(4, "Jurisdiction", "Arden", secrecy_score=20),
        node(5, "Jurisdiction", "Berg", secrecy_score=70),
        node(6, "Company", "Acme", employees=900, founded=1990),
        node(7, "Company", "Borg", employees=30, founded=1950),
        node(8, "Politician", "Ann Lee", net_worth=5, height=190),
        node(9, "Politician", "Bob Ray", net_worth=80, height=170),
    ],
    [(8, "CITIZEN_OF", 4, {}), (9, "CITIZEN_OF", 4, {}), (6, "BASED_IN", 5, {})],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What was the deadliest accident?", ["Beta"]),
        ("the two deadliest accidents", ["Beta", "Gamma"]),
        ("Most secretive jurisdiction?", ["Berg"]),
        ("Which jurisdiction is the least secretive?", ["Arden"]),
        ("Which is the largest company?", ["Acme"]),
        ("Who is the richest politician?", ["Bob Ray"]),
    ],
)
def test_an_adjective_is_measured_by_what_it_grades(question: str, names: list[Any]) -> None:
    assert firsts(WORLD, question) == names


@pytest.mark.parametrize(
    "question",
    ["Which accidents happened in the month of December?", "accidents from December"],
)
def test_a_month_of_any_year(question: str) -> None:
    assert sorted(firsts(WORLD, question)) == ["Beta", "Gamma"]
