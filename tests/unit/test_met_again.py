"""Two links that meet in the same thing, of which one is denied, or that lead to two things."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from read_graphs import node, store
from word_doubles import alike

from steiner.query.widening.larger_forms import plainer, widened_readings

TODAY = date(2026, 11, 29)
BEES = store(
    [
        *(node(i, "Keeper", name) for i, name in enumerate(("Ann", "Bob", "Cid"), 1)),
        *(node(i, "Hive", name) for i, name in ((4, "Blue Hive"), (5, "Red Hive"))),
        *(node(i, "Guild", name) for i, name in ((6, "Northern Guild"), (7, "Southern Guild"))),
        *(node(i, "Fair", name) for i, name in ((8, "Spring Fair"), (9, "Autumn Fair"))),
        *(node(i, "Crate", name) for i, name in ((10, "C-1"), (11, "C-2"), (12, "C-3"))),
        *(node(i, "Depot", name) for i, name in ((13, "Oslo Depot"), (14, "Bern Depot"))),
    ],
    [
        (1, "OWNS", 4, {}), (1, "INSPECTED", 4, {}), (1, "INSPECTED", 5, {}),
        (2, "OWNS", 5, {}), (3, "INSPECTED", 5, {}),
        (1, "MEMBER_OF", 6, {}), (2, "MEMBER_OF", 7, {}),
        (6, "ORGANISED", 8, {}), (7, "ORGANISED", 9, {}),
        (1, "ATTENDED", 8, {}), (2, "ATTENDED", 8, {}), (3, "ATTENDED", 9, {}),
        (10, "SENT_FROM", 13, {}), (10, "DELIVERED_TO", 14, {}),
        (11, "SENT_FROM", 13, {}), (11, "DELIVERED_TO", 13, {}), (12, "SENT_FROM", 14, {}),
    ],
)  # fmt: skip
SCHEMA = BEES.graph_schema()


def names(question: str) -> list[Any]:
    readings = widened_readings(question, SCHEMA, BEES, alike, TODAY)
    assert readings is not None
    return sorted({row[0].name for row in BEES.run(readings.best.query).rows})


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which keepers inspected a hive that they also own?", ["Ann"]),
        ("Which keepers inspected a hive which they themselves own?", ["Ann"]),
        ("Which keepers own a hive and inspected that same hive?", ["Ann"]),
        ("Which keepers attended a fair organised by a guild and are a member of the same guild?",
         ["Ann"]),
    ],
)  # fmt: skip
def test_both_lead_to_the_same(question: str, expected: list[str]) -> None:
    assert names(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which keepers inspected a hive they don't own?", ["Ann", "Cid"]),
        ("Which keepers inspected a hive that they do not own?", ["Ann", "Cid"]),
        ("Which keepers own a hive they have never inspected?", ["Bob"]),
        ("Which keepers inspected a hive without being an owner of that very hive?",
         ["Ann", "Cid"]),
        ("Which keepers attended a fair organised by a guild of which they are not a member?",
         ["Bob", "Cid"]),
    ],
)  # fmt: skip
def test_only_the_first_leads_there(question: str, expected: list[str]) -> None:
    assert names(question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "Which crates were sent from one depot but delivered to another?",
        "Which crates were sent from one depot and later delivered to a different one?",
        "Which crates were delivered to another depot than they were sent from?",
        "Which crates were delivered to a different depot than the one they were sent from?",
        "Which crates were delivered to a depot other than the one that they were sent from?",
    ],
)
def test_each_leads_to_another(question: str) -> None:
    assert names(question) == ["C-1"]


@pytest.mark.parametrize(
    "question",
    [
        "Which keepers are members of the same guild as Ann?",
        "Which keepers own another hive?",
        "What did Ann inspect, and when was it?",
        "For each guild, count the keepers it has.",
    ],
)
def test_what_compares_no_two_links_is_left_as_it_is(question: str) -> None:
    plain = plainer(question, SCHEMA, TODAY)
    assert (plain.text, plain.widenings) == (question, ())


def test_the_same_is_read_in_its_stead() -> None:
    said = "Who inspected a hive they have never owned?"
    assert plainer(said, SCHEMA, TODAY).text == "Who inspected a hive and have owned the same hive?"
