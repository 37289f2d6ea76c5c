"""Ages, rows for each, and properties that only a neighbour has."""

from __future__ import annotations

from datetime import date

import pytest
from read_graphs import node, read, rows, store

LEAGUE = store(
    [
        node(1, "Player", "Ann", height=180, role="captain"),
        node(2, "Player", "Bob", height=190, role="keeper"),
        node(3, "Team", "Reds"),
        node(4, "Team", "Blues"),
        node(5, "Coach", "Cid", age=50, hired_on=date(2001, 1, 1)),
        node(6, "Coach", "Dee", age=40, hired_on=date(1999, 1, 1)),
        node(7, "Series", "First"),
    ],
    [
        (1, "PLAYED_FOR", 3, {}),
        (2, "PLAYED_FOR", 4, {}),
        (5, "COACHED", 3, {}),
        (6, "COACHED", 4, {}),
        (3, "COMPETES_IN", 7, {}),
        (4, "COMPETES_IN", 7, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is the oldest coach?", [["Cid"]]),
        ("Which coach is the youngest?", [["Dee"]]),
        ("How many teams compete in each series?", [["First", 2]]),
        ("How many players played for each team?", [["Blues", 1], ["Reds", 1]]),
        ("What is the average height of players?", [[185]]),
    ],
)
def test_ages_order_and_each_has_a_row(question: str, expected: list[list[object]]) -> None:
    assert read(LEAGUE, question).confidence >= 0.8
    assert sorted(row[: len(expected[0])] for row in rows(LEAGUE, question)) == expected


def test_what_somebody_lacks_is_not_what_they_are_none_of() -> None:
    assert read(LEAGUE, "Which players are captain?").confidence >= 0.8
