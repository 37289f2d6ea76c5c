"""Comparisons with the average of all that there are."""

from __future__ import annotations

import pytest
from read_graphs import firsts, node, read, rows, store

KILNS = store(
    [
        node(1, "Kiln", "Alba", volume=10, fuel="gas", opened=1990),
        node(2, "Kiln", "Bora", volume=40, fuel="wood", opened=2001),
        node(3, "Kiln", "Cora", volume=70, fuel="gas", opened=2010),
        node(4, "Pot", "p1", price="8.5", length_cm=10),
        node(5, "Pot", "p2", price="20.5", length_cm=30),
    ],
    [(1, "FIRED", 4, {"hours": 3}), (3, "FIRED", 5, {"hours": 9}), (3, "FIRED", 4, {"hours": 3})],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which kilns have a volume above the average?", ["Cora"]),
        ("Which kilns have a volume below the average volume?", ["Alba"]),
        ("Which kilns are larger than the average kiln?", ["Cora"]),
        ("Which kilns have a higher volume than the average of all kilns?", ["Cora"]),
        ("Which gas kilns have a volume above the average?", ["Cora"]),
        ("Which pots are longer than average?", ["p2"]),
        ("Pots with a price over the average", ["p2"]),
        ("Which pots are not longer than average?", ["p1"]),
    ],
)
def test_what_is_more_than_the_average_is_so_of_all(question: str, names: list[str]) -> None:
    assert firsts(KILNS, question) == names
    assert read(KILNS, question).confidence >= 0.8


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which kilns are larger than Bora?", []),
        ("Which kilns have a lower volume than Bora?", ["Alba"]),
        ("Which kilns are older than Cora?", ["Alba", "Bora"]),
        ("Kilns opened after Bora", ["Cora"]),
        ("Which kilns use the same fuel as Alba?", ["Cora"]),
        ("Which pots are more expensive than p1?", ["p2"]),
        ("Which pots have a higher price than p1?", ["p2"]),
        ("Which gas kilns are newer than Bora?", ["Cora"]),
    ],
)
def test_what_is_asked_for_is_compared_with_a_named_one(question: str, names: list[str]) -> None:
    if names:
        assert firsts(KILNS, question) == names
    assert (read(KILNS, question).confidence >= 0.95) == bool(names)


def test_of_several_of_one_name_nothing_is_more() -> None:
    twins = store(
        [node(1, "Urn", "A", size=1), node(2, "Urn", "A", size=5), node(3, "Urn", "B", size=9)], []
    )
    assert firsts(twins, "Which urns have a larger size than A?") == []


def test_those_above_the_average_are_counted() -> None:
    assert rows(KILNS, "How many pots are longer than the average?") == [[1]]


@pytest.mark.parametrize(
    "question",
    [
        "Which kilns have a volume above the average in Alba?",
        "Which kilns are older than average?",
        "Which kilns glaze more than the average kiln?",
        "Which kilns took more hours than average?",
    ],
)
def test_an_average_of_something_else_is_unsure(question: str) -> None:
    assert read(KILNS, question).confidence < 0.8


def test_an_average_is_said_in_words() -> None:
    table = KILNS.run(read(KILNS, "Which kilns have a volume above the average?").query)
    assert (table.reading, table.parameters["p0"]) == ("Kiln; Kiln.volume > average of all", 40)


@pytest.mark.parametrize(
    ("question", "mean"),
    [
        ("What is the average number of pots per kiln?", 1.5),
        ("How many pots does each kiln fire on average?", 1.5),
        ("On average, how many pots does a kiln fire?", 1.5),
    ],
)
def test_how_many_there_are_on_average_is_of_all_that_have_some(question: str, mean: float) -> None:
    fired = store(
        [
            *(node(i, "Kiln", name) for i, name in enumerate(("Alba", "Bora", "Cora"), 1)),
            *(node(i, "Pot", f"p{i}") for i in (4, 5, 6)),
        ],
        [(1, "FIRED", 4, {}), (1, "FIRED", 5, {}), (2, "FIRED", 6, {})],
    )
    assert firsts(fired, question) == [mean]
    assert read(fired, question).confidence >= 0.8
