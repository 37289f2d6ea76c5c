"""The second reading: everyday words, slips of the pen, units, and what holds of every reading."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from word_doubles import alike, indexed

from steiner.algebra import Bound, Measure, Owner, PropertyOf, Query, QueryLink
from steiner.graph import Node
from steiner.lexicon.measured_units import factor, scaled, unit_of
from steiner.query.checks.word_checks import checks
from steiner.query.composing.compose import compose
from steiner.query.composing.words.lattice import lattice
from steiner.query.weights import COMPOSING
from steiner.stores.memory import MemoryStore


def node(id: int, label: str, name: str, **own: Any) -> Node:
    return Node(id, str(id), (label,), {"name": name, **own}, name)


def clinic() -> MemoryStore:
    nodes = [
        node(1, "Doctor", "Ann Lee", salary=90_000),
        node(2, "Doctor", "Bob Ray", salary=70_000),
        node(3, "Doctor", "Cid Fox", salary=50_000),
        node(4, "Ward", "Surgery"),
        node(5, "Ward", "Children"),
        node(6, "Visit", "V1", duration_min=30, opened=date(2023, 1, 9)),
        node(7, "Visit", "V2", duration_min=90, opened=date(2023, 5, 2)),
        node(8, "Visit", "V3", duration_min=150, opened=date(2024, 2, 1)),
    ]
    links = [
        (2, "SUPERVISED_BY", 1), (3, "SUPERVISED_BY", 2), (1, "WORKS_ON", 4), (2, "WORKS_ON", 4),
        (3, "WORKS_ON", 5), (1, "HEAD_OF", 4), (6, "WITH_DOCTOR", 2), (7, "WITH_DOCTOR", 2),
        (8, "WITH_DOCTOR", 1),
    ]  # fmt: skip
    return indexed(nodes, links)


STORE = clinic()
SCHEMA = STORE.graph_schema()


def rows(question: str) -> list[tuple[Any, ...]]:
    query = compose(question, SCHEMA, STORE, alike, COMPOSING)[0].query
    return [
        tuple(cell.name if isinstance(cell, Node) else cell for cell in row)
        for row in STORE.run(query).rows
    ]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who is the boss of Bob Ray?", ["Ann Lee"]),
        ("Who runs Surgery?", ["Ann Lee"]),
        ("vistis longer than 1 hour", ["V2", "V3"]),
        ("visits between 1 and 2 hours", ["V2"]),
        ("the highest paid doctor", ["Ann Lee"]),
        ("doctors of Surgery besides Bob Ray", ["Ann Lee"]),
        ("doctors sorted by salary from lowest to highest", ["Cid Fox", "Bob Ray", "Ann Lee"]),
        ("the 2023 visits", ["V1", "V2"]),
        ("visits in the first quarter of 2023", ["V1"]),
        ("the second highest paid doctor", ["Bob Ray"]),
        ("doctors who work in the same ward as Ann Lee", ["Bob Ray"]),
        ("visits in chronological order", ["V1", "V2", "V3"]),
        ("hw many visits are there", [3]),
    ],
)
def test_words_that_the_schema_does_not_have_are_read(question: str, names: list[str]) -> None:
    assert [row[0] for row in rows(question)] == names


def test_each_keeps_those_of_which_there_are_none() -> None:
    met = {(row[0], row[-1]) for row in rows("How many visits does each doctor have?")}
    assert met == {("Ann Lee", 1), ("Bob Ray", 2), ("Cid Fox", 0)}


DOCTOR = Query(("Doctor",), bounds=(Bound(PropertyOf(Owner(0), "name"), "=", "Ann Lee"),))
WITH = QueryLink(("WITH_DOCTOR",), 1, 0)
PER_DOCTOR = Query(("Doctor", "Visit"), (WITH,), measure=Measure("count", Owner(1)))
ANYTHING = Query(("", "Ward"), (QueryLink(("HEAD_OF",), 0, 1),))


@pytest.mark.parametrize(
    ("question", "query", "wrong"),
    [
        ("hobbies of Ann Lee", DOCTOR, "says itself"),
        ("doctors who earn more than Ann Lee", DOCTOR, "than lost"),
        ("how many visits does each doctor have", PER_DOCTOR, "each lost"),
        ("how many wards have visits", PER_DOCTOR, "other counted"),
        ("who runs Surgery", ANYTHING, "who lost"),
    ],
)
def test_what_holds_of_no_right_reading_is_noticed(question: str, query: Query, wrong: str) -> None:
    noticed = checks(query, lattice(question, SCHEMA, STORE, alike))
    assert noticed[wrong]


@pytest.mark.parametrize(
    ("said", "measured", "by"),
    [
        ("minutes", "sec", 60.0),
        ("hours", "hours", 1.0),
        ("hours", "min", 60.0),
        ("kg", "sec", None),
    ],
)
def test_numbers_are_converted_between_units_of_time(
    said: str, measured: str, by: float | None
) -> None:
    assert factor(said, measured) == by


def test_a_rate_is_measured_in_what_stands_before_per() -> None:
    assert unit_of("hours per week") == "hours"
    assert unit_of("length sec") == "sec"


def test_a_number_that_is_whole_stays_so() -> None:
    assert repr(scaled(1.5, 60)) == "90"
    assert scaled(0.25, 2) == 0.5
