"""Comparisons with something named, and what else was confidently wrong beside them."""

from __future__ import annotations

import pytest
from read_graphs import firsts, node, read, rows, store
from word_doubles import WordEmbedder

from steiner.systems.steiner import retriever

MARKET = store(
    [
        node(1, "Tea", "Assam", price=4.0, grams=100),
        node(2, "Tea", "Darjeeling", price=9.0, grams=50),
        node(3, "Tea", "Sencha", price=6.0, grams=80, shippedDate="2001-02-03"),
        node(4, "Stall", "Ann", opened=1990),
        node(5, "Stall", "Bob", opened=2005),
        node(6, "Order", "A1", orderDate="2001-02-01"),
        node(7, "Order", "A2", orderDate="2002-02-01"),
        node(8, "Order", "A3", orderDate="2002-03-01"),
    ],
    [
        (4, "OFFERS", 1, {}),
        (4, "OFFERS", 2, {}),
        (5, "OFFERS", 3, {}),
        (6, "ORDERS", 3, {"quantity": 2}),
        (7, "ORDERS", 3, {"quantity": 3}),
        (8, "ORDERS", 3, {"quantity": 1}),
        (8, "ORDERS", 1, {"quantity": 5}),
    ],
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which teas cost more than Sencha?", ["Darjeeling"]),
        ("Which teas are cheaper than Sencha?", ["Assam"]),
        ("Which teas are not more expensive than Sencha?", ["Assam", "Sencha"]),
        ("Which teas have fewer grams than Sencha?", ["Darjeeling"]),
        ("Which stalls are older than Bob?", ["Ann"]),
        ("Which stalls opened after Ann?", ["Bob"]),
        ("Who is older than Bob?", ["Ann"]),
        ("Is Darjeeling more expensive than Sencha?", ["Darjeeling"]),
        ("Is Assam more expensive than Sencha?", []),
    ],
)
def test_what_is_compared_with_something_named(question: str, expected: list[str]) -> None:
    assert firsts(MARKET, question) == expected
    assert read(MARKET, question).confidence >= 0.8


def test_what_something_is_compared_with_is_said_in_the_reading() -> None:
    said = MARKET.run(read(MARKET, "Which teas cost more than Sencha?").query).reading
    assert said == "Tea; Tea.price > that of 'Sencha'"


def test_what_is_done_most_often_is_counted() -> None:
    assert rows(MARKET, "Which stall's teas are ordered most often?") == [["Bob", 3]]


def test_how_much_was_done_is_all_of_it() -> None:
    assert firsts(MARKET, "How much Sencha was ordered in 2002?") == [4]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What are the prices of the teas that Ann offers?", "price"),
        ("Which teas does Ann offer?", ""),
    ],
)
def test_the_property_that_is_asked_for_is_known(question: str, asked: str) -> None:
    assert read(MARKET, question).asked == asked


def test_what_a_year_is_divisible_by_is_none() -> None:
    assert firsts(MARKET, "Which stalls have an opened year divisible by 10?") == ["Ann"]


def test_names_that_are_asked_for_are_ranked_once() -> None:
    evidence = retriever(MARKET, WordEmbedder()).retrieve(
        "What are the names of the 2 oldest stalls?"
    )
    assert evidence.ranking == ("Ann", "Bob")
