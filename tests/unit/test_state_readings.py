"""States that a property is named by, though a label is called the same."""

from __future__ import annotations

import pytest
from read_graphs import node, rows_by_rules, store

SHOP = store(
    [
        node(1, "Product", "Tea", unitsOnOrder=0, unitsInStock=5),
        node(2, "Product", "Rice", unitsOnOrder=40, unitsInStock=0),
        node(3, "Product", "Salt", unitsOnOrder=7, unitsInStock=2),
        node(4, "Order", "A1", city="Oslo"),
        node(5, "Order", "A2", city="Riga"),
        node(6, "Maker", "Ann", town="Bergen"),
    ],
    [
        (4, "HOLDS", 1, {}),
        (5, "HOLDS", 1, {}),
        (4, "HOLDS", 3, {}),
        (6, "MAKES", 1, {}),
        (6, "MAKES", 3, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which products are on order?", ["Rice", "Salt"]),
        ("Which products are not on order?", ["Tea"]),
        ("Which products have no units on order?", ["Tea"]),
        ("How many units are on order?", [47]),
        ("How many units of Salt are in stock?", [2]),
        ("How many products are on order?", [2]),
        ("Which products are out of stock?", ["Rice"]),
        ("Which orders hold Salt?", ["A1"]),
    ],
)
def test_a_state_names_the_property(question: str, expected: list[object]) -> None:
    assert [row[0] for row in rows_by_rules(SHOP, question)] == expected
