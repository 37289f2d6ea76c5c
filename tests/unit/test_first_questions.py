"""What people ask of a graph first: what it has, whether something is so, the last one's price."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from read_graphs import node, store
from word_doubles import WordEmbedder

from steiner.query.asking.introduced import introduced
from steiner.query.asking.listing import listed
from steiner.settings import Options
from steiner.systems.steiner import retriever

SHOP = store(
    [
        *(
            node(i, "Product", name, price=price, sold=sold, stock=stock)
            for i, name, price, sold, stock in (
                (1, "Chai", 18, False, 5), (2, "Chang", 19, True, 0), (3, "Ikura", 31, False, 9),
            )
        ),
        node(4, "Supplier", "Tokyo Traders"), node(5, "Supplier", "Exotic Liquids"),
        node(6, "Customer", "Ann Lee"), node(7, "Customer", "Bob Ray"),
        *(
            node(i, "Order", f"R-{i}", placed=date(2024, month, 1), freight=freight)
            for i, month, freight in ((8, 1, 50), (9, 2, 70), (10, 3, 20))
        ),
        node(11, "Employee", "Vera Dahl", hired=date(2011, 8, 8)),
        node(12, "Department", "Sales"),
    ],
    [
        (5, "SUPPLIES", 1, {}), (5, "SUPPLIES", 2, {}), (4, "SUPPLIES", 3, {}),
        (6, "PLACED", 8, {}), (6, "PLACED", 9, {}), (7, "PLACED", 10, {}),
        (6, "RATED", 1, {"stars": 3}), (7, "RATED", 1, {"stars": 2}), (6, "RATED", 3, {"stars": 5}),
        (11, "WORKS_IN", 12, {"since": 2015}),
    ],
)  # fmt: skip
ASKING = retriever(SHOP, WordEmbedder())


def rows(question: str) -> list[list[Any]]:
    """Return the rows that answer a question, nodes by their names."""
    evidence = ASKING.retrieve(question, Options(today=date(2026, 11, 30)))
    assert evidence.table is not None
    return [[getattr(c, "name", c) for c in row] for row in evidence.table.rows]


def names(question: str) -> list[str]:
    return sorted(str(row[0]) for row in rows(question))


@pytest.mark.parametrize(
    "question",
    [
        *("list suppliers", "what suppliers are there?", "Which suppliers do we have?"),
        *(
            "What suppliers do we know of?",
            "suppliers",
            "show me all the suppliers, please",
            "Who are our suppliers?",
        ),
    ],
)
def test_all_of_a_kind_are_listed_surely(question: str) -> None:
    assert ASKING.retrieve(question).exact
    assert names(question) == ["Exotic Liquids", "Tokyo Traders"]


@pytest.mark.parametrize("question", ["list suppliers of Chai", "placed", "show me the way", ""])
def test_whatever_says_more_is_no_list(question: str) -> None:
    assert listed(question, SHOP.graph_schema()) is None


@pytest.mark.parametrize(("name", "sold"), [("Chai", False), ("Chang", True)])
def test_whether_something_is_so_is_a_yes_or_a_no(name: str, sold: bool) -> None:
    assert rows(f"Is {name} sold?") == [[name, sold]]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("freight of the latest order", ["R-10", 20]),
        ("freight of the first order", ["R-8", 50]),
        ("last order of Ann Lee", ["R-9"]),
    ],
)
def test_the_last_one_is_told_by_its_day_alone(question: str, first: list[Any]) -> None:
    assert rows(question)[0][: len(first)] == first


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("products out of stock", ["Chang"]),
        ("best rated product", ["Ikura"]),
        ("worst rated product", ["Chai"]),
        ("I'm interested in the product Chai. Who supplies it?", ["Exotic Liquids"]),
        ("Consider Tokyo Traders. Which products do they supply?", ["Ikura"]),
    ],
)
def test_everyday_words_have_the_right_rows(question: str, expected: list[str]) -> None:
    assert names(question) == expected


def test_when_somebody_was_hired_is_no_question_of_a_department() -> None:
    assert date(2011, 8, 8) in rows("When was Vera Dahl hired?")[0]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        (
            "We have a supplier called Tokyo Traders. What do they supply?",
            "What do the supplier Tokyo Traders supply?",
        ),
        ("I am looking at Chai. What's its price?", "What's Chai's price?"),
        ("Consider Chai. Which suppliers are new?", "Consider Chai. Which suppliers are new?"),
        ("Who supplies it?", "Who supplies it?"),
    ],
)
def test_what_was_introduced_stands_for_its_pronoun(said: str, asked: str) -> None:
    assert introduced(said) == asked


def test_nobody_is_the_youngest_by_the_day_of_being_hired() -> None:
    assert not ASKING.retrieve("youngest employee").exact
