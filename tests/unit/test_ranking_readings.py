"""Rankings with something beside them: another bound, what else is asked for, who has the most."""

from __future__ import annotations

import pytest
from read_graphs import node, read, rows, rows_by_rules, store

STUDIO = store(
    [
        node(1, "Potter", "Ann", born=1950),
        node(2, "Potter", "Bob", born=1960),
        node(3, "Potter", "Cid", born=1970),
        node(4, "Bowl", "Tern", glaze="ash", shipCountry="Peru"),
        node(5, "Bowl", "Lark", glaze="iron", shipCountry="Peru", shippedDate="2001-02-03"),
        node(6, "Bowl", "Wren", glaze="ash", shipCountry="Chad", shippedDate="2001-02-04"),
        node(7, "Buyer", "Dora"),
        node(8, "Buyer", "Egon"),
    ],
    [
        (1, "SHAPED", 4, {}),
        (1, "SHAPED", 5, {}),
        (2, "SHAPED", 6, {}),
        (1, "GLAZED", 6, {}),
        (3, "GLAZED", 4, {}),
        (2, "GLAZED", 5, {}),
        (7, "BOUGHT", 4, {"quantity": 2, "note": "dark"}),
        (7, "BOUGHT", 5, {"quantity": 3, "note": "light"}),
        (8, "BOUGHT", 6, {"quantity": 4, "note": "dark"}),
    ],
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Who are the 2 oldest potters and the bowls they have shaped?",
            [["Ann", ["Lark", "Tern"], 1950], ["Bob", ["Wren"], 1960]],
        ),
        (
            "List the 2 youngest potters and the bowls they glazed.",
            [["Cid", ["Tern"], 1970], ["Bob", ["Lark"], 1960]],
        ),
    ],
)
def test_all_that_is_asked_for_beside_limited_rows_is_listed(
    question: str, expected: list[object]
) -> None:
    assert rows(STUDIO, question) == expected


def test_who_has_the_highest_is_shown_beside_it() -> None:
    assert rows(STUDIO, "Which buyer has the highest quantity of a single bowl bought?") == [
        ["Egon", 4, "Wren"]
    ]


def test_a_bound_of_one_count_holds_beside_a_ranking_by_another() -> None:
    question = "Which 2 potters have the most glazed bowls, having shaped at least two bowls?"
    assert rows(STUDIO, question) == [["Ann", 1]]


def test_the_most_units_are_all_of_them_together() -> None:
    assert rows_by_rules(STUDIO, "Which buyer bought the most units?") == [["Dora", 5]]


def test_a_top_goes_by_the_number_that_is_bounded() -> None:
    assert rows_by_rules(STUDIO, "What are the top 2 bowls bought with quantities above 2?") == [
        ["Wren", 4, "Egon"],
        ["Lark", 3, "Dora"],
    ]


def test_values_that_appear_often_are_counted() -> None:
    question = "What are the most frequently appearing bought notes?"
    assert rows_by_rules(STUDIO, question)[0] == ["dark", 2]


def test_a_verb_that_names_the_property_compared_asks_for_no_day() -> None:
    assert [row[0] for row in rows(STUDIO, "List the bowls shipped to 'Peru'.")] == ["Tern", "Lark"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is the second oldest potter?", [["Bob", 1960]]),
        ("Which potter has shaped the second most bowls?", [["Bob", 1]]),
        ("Who is the 3rd youngest potter?", [["Ann", 1950]]),
    ],
)
def test_the_second_is_behind_the_first(question: str, expected: list[object]) -> None:
    assert rows(STUDIO, question) == expected
    assert read(STUDIO, question).confidence >= 0.8


def test_names_are_those_of_the_noun_behind_them() -> None:
    shown = read(STUDIO, "What are the names of the bowls that Dora bought?").query.shown
    assert [own.owner.number for own in shown] == [0]
