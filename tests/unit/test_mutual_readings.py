"""What holds both ways, what ends before it is denied of another, and answers that are none."""

from __future__ import annotations

from datetime import date

import pytest
from read_graphs import firsts, node, read, rows, rows_by_rules, store

from steiner.evidence import Table
from steiner.retrieve.exact.computed_rows import denies

VALLEY = store(
    [
        node(1, "Village", "Alm", insured=True, tongue="x"),
        node(2, "Village", "Bree", insured=False),
        node(3, "Village", "Cork"),
        node(4, "Village", "Dorn", insured=True),
        node(5, "Clerk", "Ann"),
        node(6, "Clerk", "Bob"),
        node(7, "Storm", "Xaver", started_at=date(2022, 12, 30), ended_at=date(2023, 1, 2)),
        node(8, "Storm", "Zita", started_at=date(2023, 5, 1), ended_at=date(2023, 5, 2)),
        node(9, "Book", "Annals", language="Latin", icd10="G43"),
        node(10, "Book", "Basics", language="Dutch", icd10="E11"),
        node(11, "Inn", "Swan"),
    ],
    [
        (1, "NEIGHBOUR_OF", 2, {"since": 1900}),
        (3, "NEIGHBOUR_OF", 2, {"since": 1950}),
        (2, "NEIGHBOUR_OF", 3, {"since": 1950}),
        (1, "TRADES_WITH", 2, {"goods": "wool"}),
        (1, "TWINNED_WITH", 4, {}),
        (1, "IN_LOVE_WITH", 3, {}),
        (3, "DEPENDS_ON", 4, {}),
        (5, "SERVES", 1, {}),
        (5, "SERVES", 3, {}),
        (6, "SERVES", 4, {}),
        (6, "SERVES", 2, {}),
        (6, "OWNS", 11, {"share_percent": 40}),
        (5, "OWNS", 11, {"share_percent": 60}),
        (5, "MOVED_TO", 1, {"movedOn": date(2020, 1, 1), "registeredOn": date(2021, 1, 1)}),
        (6, "MOVED_TO", 1, {"movedOn": date(2022, 1, 1), "registeredOn": date(2022, 5, 1)}),
    ],
)

GUILD = store(
    [
        node(1, "Clerk", "Ann"),
        node(2, "Guild", "Reds"),
        node(3, "Inn", "Swan"),
        node(4, "Bank", "Vault"),
    ],
    [
        (1, "OWNS", 3, {}),
        (2, "OWNS", 3, {}),
        (1, "HAS_ACCOUNT_WITH", 4, {"balance": 4}),
        (2, "HAS_ACCOUNT_WITH", 4, {"balance": 5}),
    ],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which villages are neighbours of Bree?", ["Alm", "Cork"]),
        ("Which villages have no neighbours?", ["Dorn"]),
        ("Who trades with Alm?", ["Bree"]),
        ("Which villages trade with Bree?", ["Alm"]),
        ("With which village is Dorn twinned?", ["Alm"]),
    ],
)
def test_what_holds_both_ways_is_read_both_ways(question: str, names: list[str]) -> None:
    assert sorted(set(firsts(VALLEY, question))) == names or names[0] in rows(VALLEY, question)[0]
    assert read(VALLEY, question).confidence >= 0.95


def test_two_that_are_stored_both_ways_are_counted_once() -> None:
    assert rows(VALLEY, "How many neighbours does Bree have?") == [[2]]


def test_what_may_be_one_sided_or_stored_twice_is_unsure() -> None:
    assert read(VALLEY, "Which villages are in love with Alm?").confidence < 0.8


def test_between_two_that_are_linked_says_no_more() -> None:
    question = "What are the goods of the trade between Bree and Alm?"
    assert rows_by_rules(VALLEY, question)[0][-1] == "wool"


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which villages with no dependencies does Ann serve?", ["Alm"]),
        ("Which villages that have no dependencies does Ann serve?", ["Alm"]),
        ("Which villages with no dependencies are insured?", ["Alm", "Dorn"]),
        ("Which villages that depend on Dorn does Ann serve?", ["Cork"]),
        ("Which villages not depending on Dorn does Bob serve?", ["Bree"]),
        ("Which villages without insurance does Ann serve?", ["Cork"]),
    ],
)
def test_what_is_said_of_what_is_asked_for_is_said_of_nothing_else(
    question: str, names: list[str]
) -> None:
    assert firsts(VALLEY, question) == names


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many storms happened in 2023?", [[1]]),
        ("How many storms were there in 2022?", [[1]]),
        ("When did Xaver start?", [["Xaver", date(2022, 12, 30)]]),
        ("When did Xaver end?", [["Xaver", date(2023, 1, 2)]]),
    ],
)
def test_what_lasts_happens_when_it_begins(question: str, answer: list[list[object]]) -> None:
    assert rows(VALLEY, question) == answer
    assert read(VALLEY, question).confidence >= 0.8


def test_a_verb_tells_which_day_of_what_was_done_also_from_afar() -> None:
    question = "Who moved to Alm since December 2021?"
    assert firsts(VALLEY, question) == ["Bob"]
    assert read(VALLEY, question).confidence >= 0.95


def test_a_percentage_is_of_what_is_measured_so() -> None:
    assert firsts(VALLEY, "Who owns more than 50% of the Swan?") == ["Ann"]


def test_what_is_written_in_something_is_so_in_a_language() -> None:
    assert rows(VALLEY, "How many books are written in Latin?") == [[1]]


def test_a_name_of_one_word_is_met_by_its_parts() -> None:
    reading = read(VALLEY, "What is the ICD-10 of Annals?")
    assert (reading.asked, reading.confidence) == ("icd10", 1.0)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which clerks do not serve insured villages?", []),
        ("Which villages do not depend on insured villages?", ["Alm", "Bree", "Dorn"]),
        ("Which clerks serve villages that are not insured?", ["Bob"]),
    ],
)
def test_a_denied_verb_denies_no_flag_behind_it(question: str, names: list[str]) -> None:
    assert sorted(set(firsts(VALLEY, question))) == names


def test_who_owns_may_be_of_several_labels() -> None:
    assert rows(GUILD, "What is the total balance of all accounts?") == [[9]]


@pytest.mark.parametrize(
    ("question", "none"),
    [
        ("Which clerks serve more than 5 villages?", True),
        ("Which clerks serve at least one village?", False),
        ("Which clerks own more than 90% of the Swan?", True),
    ],
)
def test_nothing_is_as_much_as_what_is_asked_for(question: str, none: bool) -> None:
    reading = read(VALLEY, question)
    table: Table = VALLEY.run(reading.query)
    assert denies(table, reading) == none
