"""A price that things and their sales have, units that a text speaks of, and who does it by."""

from __future__ import annotations

import pytest
from read_graphs import firsts, node, read, rows, store

STALL = store(
    [
        node(1, "Kind", "Fruit"),
        node(2, "Kind", "Roots"),
        node(3, "Ware", "Plum", unitPrice=4.0, quantityPerUnit="10 in a bag"),
        node(4, "Ware", "Pear", unitPrice=6.0, quantityPerUnit="5 in a bag"),
        node(5, "Ware", "Beet", unitPrice=1.0, quantityPerUnit="loose"),
        node(6, "Sale", "First"),
        node(7, "Sale", "Second"),
        node(8, "Grower", "Ann"),
        node(9, "Grower", "Bob"),
    ],
    [
        (3, "PART_OF", 1, {}),
        (4, "PART_OF", 1, {}),
        (5, "PART_OF", 2, {}),
        (6, "ORDERS", 3, {"unitPrice": 2.0, "quantity": 30}),
        (7, "ORDERS", 3, {"unitPrice": 2.0, "quantity": 12}),
        (7, "ORDERS", 4, {"unitPrice": 3.0, "quantity": 1}),
        (8, "SUPPLIES", 3, {}),
        (8, "SUPPLIES", 5, {}),
        (9, "SUPPLIES", 4, {}),
    ],
)


def test_of_a_kind_the_price_of_its_wares_is_nearer_than_what_they_were_sold_for() -> None:
    assert rows(STALL, "average unit price by kind") == [["Fruit", 5.0], ["Roots", 1.0]]


def test_units_that_were_ordered_are_a_quantity_and_no_text() -> None:
    assert firsts(STALL, "How many units of Plum were ordered?") == [42]


@pytest.mark.parametrize(
    ("question", "doers"),
    [
        ("Who is Plum supplied by?", ["Ann"]),
        ("Who are the wares of Roots supplied by", ["Ann"]),
    ],
)
def test_who_something_is_done_by_is_who_does_it(question: str, doers: list[str]) -> None:
    assert firsts(STALL, question) == doers
    assert read(STALL, question).confidence >= 0.8
