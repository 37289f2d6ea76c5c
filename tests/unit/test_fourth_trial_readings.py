"""Wordings that a trial on public example graphs read wrong: deeds, roles, days, pairs."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from read_graphs import firsts, node, read, store

from steiner.graph import Node
from steiner.retrieve.exact.computed_rows import asked_of

LEAGUE = store(
    [
        node(1, "Player", "Ann", dob=date(1990, 1, 1), joinedAt=date(2010, 5, 1), kind="left"),
        node(
            2,
            "Player",
            "Bob",
            dob=date(1980, 1, 1),
            joinedAt=date(2015, 5, 1),
            kind="right",
            retiredAt=date(2020, 1, 1),
        ),
        node(3, "Player", "Cid", dob=date(1985, 1, 1), joinedAt=date(2005, 5, 1), kind="left"),
        node(4, "Side", "Reds", sold=True),
        node(5, "Side", "Blues", sold=False),
        node(6, "Match", "M-One", played=date(2020, 1, 1)),
        node(7, "Match", "M-Two", played=date(2021, 1, 1)),
        node(8, "Verdict", "Lost", verdict="lost badly"),
        node(9, "Kit", "Tar"),
        node(10, "Kit", "Rope"),
        node(11, "Release", "Tar 1"),
        node(12, "Cup", "Gold"),
        Node(13, "13", ("Transfer",), {"ref": "T-1", "fee": 5}),
        Node(14, "14", ("Fan",), {"first": "Eve", "last": "Lee", "fan": True, "age": 30}),
        Node(15, "15", ("Fan",), {"first": "Gus", "last": "Orr", "fan": False, "age": 20}),
    ],
    [
        (4, "PLAYED_IN", 6, {"score": 2}),
        (5, "PLAYED_IN", 6, {"score": 1}),
        (1, "PLAYED_IN", 6, {}),
        (2, "PLAYED_IN", 6, {}),
        (1, "PLAYED_IN", 7, {}),
        (1, "SCORED_GOAL", 7, {"minute": 3}),
        (1, "SCORED_GOAL", 7, {"minute": 9}),
        (2, "SCORED_GOAL", 6, {"minute": 5}),
        (6, "ENDED_IN", 8, {}),
        (6, "OF_CUP", 12, {}),
        (7, "OF_CUP", 12, {}),
        (1, "KEEPS", 9, {"role": "owner"}),
        (1, "KEEPS", 10, {"role": "guest"}),
        (2, "KEEPS", 9, {"role": "guest"}),
        (9, "HAS_RELEASE", 11, {}),
        (11, "DEPENDS_ON", 10, {}),
        (1, "CALLED", 2, {}),
        (13, "TRANSFERRER", 4, {}),
        (13, "TRANSFERRED", 5, {}),
        (1, "KNOWS", 2, {}),
        (3, "KNOWS", 1, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("In which matches did Ann score?", ["M-Two"]),
        ("Who scored the most goals?", ["Ann"]),
        ("Which matches have no verdict?", ["M-Two"]),
        ("How many matches have no verdict?", [1]),
        ("What is the date of birth of Ann?", ["Ann"]),
        ("Which players were born after 1982?", ["Ann", "Cid"]),
        ("Which players joined before 2012?", ["Ann", "Cid"]),
        ("players by kind", ["left", "right"]),
        ("Which player kind is the most common?", ["left"]),
        ("Which players scored in M-One?", ["Bob"]),
        ("Who does Ann know?", ["Bob", "Cid"]),
        ("retired players", ["Bob"]),
        ("players called Ann", ["Ann"]),
    ],
)
def test_deeds_roles_and_days_are_read(question: str, expected: list[Any]) -> None:
    assert firsts(LEAGUE, question) == expected
    assert read(LEAGUE, question).confidence >= 0.9


@pytest.mark.parametrize(
    "question",
    [
        "Which side has the most players?",
        "Which player has the highest kind?",
        "sides that received more than 5 transfers",
        "Who was released in 2020?",
    ],
)
def test_pairs_whom_and_what_nobody_does_are_unsure(question: str) -> None:
    assert read(LEAGUE, question).confidence < 0.8


def test_a_noun_before_a_plural_one_does_nothing() -> None:
    films = store(
        [node(1, "Film", "Up"), node(2, "Critic", "Ann")],
        [(2, "REVIEWED", 1, {"summary": "moving"})],
    )
    assert read(films, "What are the summaries of film reviews?").confidence >= 0.95


def test_a_possession_is_no_role_of_its_owner() -> None:
    assert "role" not in str(read(LEAGUE, "What are Ann's own kits?").query)


@pytest.mark.parametrize(
    ("question", "yes"),
    [
        ("Did Ann and Bob play in M-One?", True),
        ("Did Ann and Cid play in M-One?", False),
        ("Did Ann or Cid play in M-One?", True),
    ],
)
def test_yes_is_said_of_all_that_are_named(question: str, yes: bool) -> None:
    reading = read(LEAGUE, question)
    table = asked_of(LEAGUE.run(reading.query), reading, question)
    assert table.whether
    assert bool(table.rows) == yes
