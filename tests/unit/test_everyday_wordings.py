"""Days, lengths, orders, denials and long values as people word them: the same rows."""

from __future__ import annotations

from datetime import date

import pytest
from read_graphs import node, store
from word_doubles import alike

from steiner.graph import Node
from steiner.query.english.courtesies import without_courtesies
from steiner.query.english.days import day
from steiner.query.readings import read
from steiner.query.widening.larger_forms import plainer, widened_readings

TODAY = date(2026, 11, 30)
UNSOLVED = "Investigation complete; no suspect identified"
CASES = (
    (1, "C-1", "2021-04-03", 60, 35, UNSOLVED), (2, "C-2", "2021-04-20", 90, 40, "Offender fined"),
    (3, "C-3", "2022-01-05", 90, 50, UNSOLVED), (4, "C-4", "2023-07-09", 30, 20, None),
)  # fmt: skip
STATION = store(
    [
        *(
            node(i, "Case", name, opened=date.fromisoformat(opened), duration=long, fee=fee)
            if outcome is None
            else node(
                i, "Case", name, opened=date.fromisoformat(opened), duration=long, fee=fee,
                outcome=outcome,
            )
            for i, name, opened, long, fee, outcome in CASES
        ),
        node(5, "Place", "Mill Lane"), node(6, "Place", "Quay Road"), node(7, "Place", "Elm Court"),
    ],
    [
        (1, "OCCURRED_AT", 5, {}), (2, "OCCURRED_AT", 5, {}), (3, "OCCURRED_AT", 6, {}),
    ],
)  # fmt: skip
SCHEMA = STATION.graph_schema()


def names(question: str) -> list[str]:
    """Return the names of the things that answer a question."""
    readings = widened_readings(question, SCHEMA, STATION, alike, TODAY)
    readings = readings or read(question, SCHEMA, STATION, alike)
    assert readings is not None
    table = STATION.run(readings.best.query)
    return sorted(cell.name for row in table.rows for cell in row[:1] if isinstance(cell, Node))


@pytest.mark.parametrize(
    "said",
    [
        *("from April 3, 2021", "of 3 April 2021", "dated Apr 3, 2021", "from 2021-04-03"),
        *("opened on the 3rd of April 2021", "opened on 2021/04/03", "opened Apr 3rd 2021"),
    ],
)
def test_a_day_is_understood_however_it_is_written(said: str) -> None:
    assert names(f"cases {said}") == ["C-1"]
    assert day("2021/04/03") == "2021-04-03"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("opened on or after the 20th of April, 2021", ["C-2", "C-3", "C-4"]),
        ("opened no later than the 20th of April 2021", ["C-1", "C-2"]),
        ("opened from April 20, 2021 on", ["C-2", "C-3", "C-4"]),
        ("opened by April 20, 2021", ["C-1", "C-2"]),
        ("opened past 2021-04-20", ["C-3", "C-4"]),
        ("with a fee not above 35", ["C-1", "C-4"]),
        ("with a fee starting at 40", ["C-2", "C-3"]),
    ],
)
def test_bounds_are_read_to_the_right_side(said: str, expected: list[str]) -> None:
    assert names(f"cases {said}") == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("2021 cases", ["C-1", "C-2"]),
        ("Which case was opened last with a fee over 30?", ["C-3"]),
        ("What was the initial case to be opened?", ["C-1"]),
        ("bottom 2 cases by fee", ["C-1", "C-4"]),
        ("90-minute cases", ["C-2", "C-3"]),
        ("cases that lasted 90 minutes", ["C-2", "C-3"]),
        ("places with zero cases", ["Elm Court"]),
        ("cases that occurred in 2021", ["C-1", "C-2"]),
        ("cases with an outcome other than Offender fined", ["C-1", "C-3"]),
        ("cases marked as investigation complete with no suspect found", ["C-1", "C-3"]),
    ],
)
def test_everyday_wordings_have_the_right_rows(question: str, expected: list[str]) -> None:
    assert names(question) == expected


LISTINGS = store(
    [
        *(
            node(i, "Home", name, avg_rent=rent, act_flg=flag)
            for i, name, rent, flag in (
                (1, "H-1", 900, True), (2, "H-2", 1100, True), (3, "H-3", 1300, False),
            )
        ),
        node(4, "Agent", "Ann Lee"), node(5, "Agent", "Bob Ray"),
    ],
    [(1, "LISTED_BY", 4, {}), (2, "LISTED_BY", 5, {}), (4, "REPORTS_TO", 5, {})],
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Can you list the homes with an avg rent over 1000?", ["H-2", "H-3"]),
        ("Which of the homes listed by Ann Lee has the highest avg rent?", ["H-1"]),
    ],
)
def test_short_forms_and_requests_are_no_parts_of_a_query(
    question: str, expected: list[str]
) -> None:
    schema = LISTINGS.graph_schema()
    readings = widened_readings(question, schema, LISTINGS, alike, TODAY)
    readings = readings or read(question, schema, LISTINGS, alike)
    assert readings is not None
    rows = LISTINGS.run(readings.best.query).rows
    assert sorted(row[0].name for row in rows) == expected


def test_what_is_said_beside_a_full_name_is_asked_of_others() -> None:
    firm = store(
        [
            node(1, "Worker", "Vera Dahl", grade="high"), node(2, "Worker", "Ann Lee", grade="low"),
            node(3, "Worker", "Bob Ray", grade="high"), node(4, "Worker", "Cid Orr", grade="low"),
        ],
        [(2, "REPORTS_TO", 1, {}), (3, "REPORTS_TO", 1, {})],
    )  # fmt: skip
    asked = "workers that report to Vera Dahl with the grade low"
    readings = read(asked, firm.graph_schema(), firm, alike)
    assert readings is not None
    assert [row[0].name for row in firm.run(readings.best.query).rows] == ["Ann Lee"]


@pytest.mark.parametrize(
    "said",
    ["cases marked as 'Offender fined and sent'", "cases of 2021 with a fee of 40"],
)
def test_what_is_quoted_or_plain_is_left_as_it_is(said: str) -> None:
    assert plainer(said, SCHEMA, TODAY).text == said


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("Hi, could you please tell me which films are new? Thanks!", "which films are new"),
        ("I'd like to know how many cases there are in our database.", "how many cases there are."),
        ("We need a list of all films", "List a list of all films"),
        ("Hello, Dolly", "Hello, Dolly"),
        ("Thanks!", "Thanks!"),
        ("Who wrote Please Please Me", "Who wrote Please Please Me"),
    ],
)
def test_courtesies_ask_nothing(said: str, plain: str) -> None:
    assert without_courtesies(said) == plain


def test_two_values_that_hundreds_share_are_both_seen() -> None:
    many = [
        node(i, "Ticket", f"T-{i}", state="waiting for a reply of the customer since then", n=i)
        for i in range(300)
    ]
    calm = [
        node(i, "Ticket", f"T-{i}", state="handed over to the second line of support", n=i)
        for i in range(300, 600)
    ]
    held = store([*many, *calm], [])
    asked = (
        'how many tickets are "waiting for a reply of the customer since then" or '
        '"handed over to the second line of support"'
    )
    readings = read(asked, held.graph_schema(), held, alike)
    assert readings is not None
    assert held.run(readings.best.query).rows[0][0] == 600
