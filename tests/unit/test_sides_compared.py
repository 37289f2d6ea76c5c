"""A thing is compared with another one at its side: a boss, a neighbour's number, a day."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from read_graphs import node, store
from word_doubles import alike

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.graph import Node
from steiner.query.widening.comparing.other_side import OtherSide
from steiner.query.widening.larger_forms import plainer, widened_readings

TODAY = date(2026, 11, 29)
FIRM = store(
    [
        *(
            node(i, "Potter", name, wage=wage, hired=hired, village=village)
            for i, name, wage, hired, village in (
                (1, "Ada Moor", 40, "2001-02-03", "Ashby"),
                (2, "Ben Cole", 50, "1999-04-05", "Ashby"),
                (3, "Cleo Finn", 30, "2010-06-07", "Brook"),
                (4, "Dov Hart", 35, "2005-08-09", "Brook"),
            )
        ),
        node(5, "Kiln", "West", worth=900, built=1800),
        node(6, "Kiln", "East", worth=300, built=1850),
        node(7, "Bid", "B-1", amount=950, made="2020-01-05"),
        node(8, "Bid", "B-2", amount=250, made="2021-01-05"),
        node(9, "Bid", "B-3", amount=350, made="2021-03-04"),
        node(10, "Reply", "R-1", sent="2020-01-05", length=20),
        node(11, "Reply", "R-2", sent="2021-03-09", length=30),
    ],
    [
        (2, "REPORTS_TO", 1, {}), (3, "REPORTS_TO", 1, {}), (4, "REPORTS_TO", 3, {}),
        (1, "TAUGHT", 4, {}), (3, "TAUGHT", 2, {}),
        *((i, "WORKS_IN", 5, {}) for i in (1, 2)), *((i, "WORKS_IN", 6, {}) for i in (3, 4)),
        (7, "BID_FOR", 5, {}), (8, "BID_FOR", 6, {}), (9, "BID_FOR", 6, {}),
        (10, "ANSWERS", 7, {}), (11, "ANSWERS", 9, {}),
    ],
)  # fmt: skip
SCHEMA = FIRM.graph_schema()


def rows(question: str) -> set[Any]:
    """Return what is in the first column."""
    readings = widened_readings(question, SCHEMA, FIRM, alike, TODAY)
    assert readings is not None
    firsts = [row[0] for row in FIRM.run(readings.best.query).rows]
    return {cell.name if isinstance(cell, Node) else cell for cell in firsts}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which potters have a higher wage than their boss?", {"Ben Cole", "Dov Hart"}),
        ("Which potters have a lower wage than the potter they report to?", {"Cleo Finn"}),
        ("potters who were hired before their own manager", {"Ben Cole", "Dov Hart"}),
        ("Which potters have a higher wage than the potter who taught them?", {"Ben Cole"}),
        ("Which potters have a higher wage than the boss?", {"Ben Cole", "Dov Hart"}),
        ("How many potters have a higher wage than their boss?", {2}),
    ],
)
def test_a_thing_is_compared_with_one_of_its_kind(question: str, expected: set[Any]) -> None:
    assert rows(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which bids have an amount above the worth of the kiln they're for?", {"B-1", "B-3"}),
        ("Which bids have an amount below their kiln's worth?", {"B-2"}),
        ("Which replies were sent on the same day as their bid?", {"R-1"}),
        ("Which replies were sent on the very day the bid was made?", {"R-1"}),
        ("Which replies were sent in the same year as their bid?", {"R-1", "R-2"}),
    ],
)
def test_it_is_compared_with_what_it_belongs_to(question: str, expected: set[Any]) -> None:
    assert rows(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("potters from the same village as their boss", {"Ben Cole", "Dov Hart"}),
        ("potters who work in the same kiln as their boss", {"Ben Cole", "Dov Hart"}),
        ("potters who taught a potter with a higher wage than themselves", {"Cleo Finn"}),
    ],
)
def test_two_share_a_value_or_a_neighbour(question: str, expected: set[Any]) -> None:
    assert rows(question) == expected


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Kilns whose worth exceeds that of East",
            "Kilns with a higher worth than East",
        ),
        (
            "Kilns that have a worth that is lower than the worth of West",
            "Kilns that have a lower worth than West",
        ),
        (
            "Potters older than Ada Moor but from the same village",
            "Potters older than Ada Moor but from the same village as Ada Moor",
        ),
        ("By how much is Ada's wage above that of her boss?", None),
        ("Potters other than their boss", None),
        ("Potters with a higher wage than their cook", None),
    ],
)
def test_only_what_the_schema_names_is_reworded(question: str, text: str | None) -> None:
    assert plainer(question, SCHEMA, TODAY).text == (text or question)


@pytest.mark.parametrize(
    ("type", "noun", "outgoing"),
    [
        ("REPORTS_TO", "boss", [True]), ("MANAGES", "boss", [False]),
        ("MANAGED_BY", "boss", [True]), ("HAS_MANAGER", "boss", [True]),
        ("MANAGER", "boss", [True]), ("TAUGHT", "teacher", [False]),
        ("PARENT_OF", "child", [True]), ("CHILD_OF", "parent", [True]),
        ("SEQUEL", "sequel", [True]), ("SEQUEL_OF", "original", [True]),
        ("MARRIED_TO", "spouse", [True]), ("EATS", "boss", []),
    ],
)  # fmt: skip
def test_a_noun_names_one_end_of_a_type(type: str, noun: str, outgoing: list[bool]) -> None:
    own: dict[str, Any] = {"labels": {"Person": {}}, "types": {type: {}}}
    schema = GraphSchema(**own, ends={type: [("Person", "Person")]})
    steps = OtherSide(noun).steps("Person", schema)
    assert [step.outgoing for step in steps] == outgoing
