"""What a question compares: properties by their words, bounds by their phrases."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import numpy as np
import pytest
from word_doubles import WordEmbedder

from steiner.filters import Condition
from steiner.graph import Node, Relationship, Subgraph
from steiner.index.build import Indexer
from steiner.question.conditions import comparisons
from steiner.settings import IndexSettings
from steiner.stores.memory import MemoryStore
from steiner.systems.steiner import retriever as steiner_retriever

NAMES = ["unitPrice", "unitsInStock", "released", "born", "discontinued", "isActive", "name"]


def told(question: str) -> list[tuple[str, str, Any]]:
    found = comparisons(question, NAMES)
    return [(c.property, c.operator, c.value) for each in found for c in each.conditions]


@pytest.mark.parametrize(
    ("question", "conditions"),
    [
        ("Which products have a unit price over $1,050.50?", [("unitPrice", ">", 1050.5)]),
        ("products with a price of at least 20", [("unitPrice", ">=", 20)]),
        # Beyond 64 bits: a filter refuses what no property of Neo4j can be, a question is answered.
        ("products with a price above 9223372036854775808", [("unitPrice", ">", 2.0**63)]),
        ("products with 20 or more units in stock", [("unitsInStock", ">=", 20)]),
        ("products with no more than five units in stock", [("unitsInStock", "<=", 5)]),
        ("Which have a 'unitsInStock' exactly 0?", [("unitsInStock", "=", 0)]),
        (
            "unitsInStock value between 10 and 20",
            [("unitsInStock", ">=", 10), ("unitsInStock", "<=", 20)],
        ),
        (
            "people born before 1960 in movies released after 1990",
            [("born", "<", 1960), ("released", ">", 1990)],
        ),
        ("Who was born in the 1960s?", [("born", ">=", 1960), ("born", "<=", 1969)]),
        ("Who was born in the '60s?", [("born", ">=", 1960), ("born", "<=", 1969)]),
        ("Which products are discontinued?", [("discontinued", "=", True)]),
        ("Which categories have no discontinued products?", [("discontinued", "=", False)]),
        (
            "Which discontinued products do not come from Germany?",
            [("discontinued", "=", True)],
        ),
        ("Which products that are not discontinued are sold?", [("discontinued", "=", False)]),
        ("Which products aren't discontinued?", [("discontinued", "=", False)]),
        ("Which do not have any discontinued items?", [("discontinued", "=", False)]),
        (
            "Which do not come from Berlin and are discontinued?",
            [("discontinued", "=", True)],
        ),
        (
            "movies released after 1990 and before 2000",
            [("released", ">", 1990), ("released", "<", 2000)],
        ),
        ("released after 1990 or after 1995", [("released", ">", 1990)]),
        ("born before 4 July 1996", []),
        ("born after the 4th of July 1996", []),
        ("born after July 4, 1996", []),
        ("products with a unit price below -5", []),
        ("Which accounts are active?", [("isActive", "=", True)]),
        ("Which have a unitprice below 5?", [("unitPrice", "<", 5)]),
        ("released later than '1997-01-01'", [("released", ">", "1997-01-01")]),
        (
            'released between "1997-01-01" and "1997-06-30"',
            [("released", ">=", "1997-01-01"), ("released", "<=", "1997-06-30")],
        ),
        (
            "products with names starting with 'Tr'",
            [("name", ">=", "Tr"), ("name", "<", "Tr\uffff")],
        ),
        ('names that begin with "S"', [("name", ">=", "S"), ("name", "<", "S\uffff")]),
        ("products starting with love", []),
        ("Who leads Aurora?", []),
        ("Name 3 persons over the age of consent", []),
        ("the first 3 movies above the rest", []),
        ("", []),
    ],
)
def test_a_question_is_read_as_conditions(
    question: str, conditions: list[tuple[str, str, Any]]
) -> None:
    assert told(question) == conditions


def test_the_key_is_what_the_question_says() -> None:
    (found,) = comparisons("Products with a unit price over $50?", NAMES)
    assert found.key == "over 50"


@pytest.mark.parametrize(
    "held",
    [
        str,
        date.fromisoformat,
        datetime.fromisoformat,
        lambda day: datetime.fromisoformat(day).replace(tzinfo=UTC),
    ],
    ids=["text", "date", "time", "time with zone"],
)
def test_a_day_is_compared_however_the_graph_holds_it(held: Callable[[str], Any]) -> None:
    days = {"First": "1996-07-04", "Second": "1997-01-02", "Third": "1998-05-06"}
    nodes = [
        Node(i, f"n{i}", ("Order",), {"name": name, "shippedDate": held(day)})
        for i, (name, day) in enumerate(days.items())
    ]
    made = MemoryStore(Subgraph(tuple(nodes), ()))
    Indexer(made, WordEmbedder(), IndexSettings()).run()
    asked = "Which orders have a shipped date later than '1997-01-01'?"
    found = steiner_retriever(made, WordEmbedder()).retrieve(asked)
    assert {s.name for s in found.seeds if "value" in s.channels} == {"Second", "Third"}
    nonsense = asked.replace("1997-01-01", "1997-13-45")
    steiner_retriever(made, WordEmbedder()).retrieve(nonsense)


@pytest.fixture
def store() -> MemoryStore:
    prices = {"Tea": 4, "Saffron": 90, "Truffle": 120}
    nodes = [
        Node(i, f"n{i}", ("Product",), {"name": name, "unitPrice": price})
        for i, (name, price) in enumerate(prices.items())
    ]
    groups = [Node(3, "n3", ("Category",), {"name": "Drinks"})]
    groups += [Node(4, "n4", ("Category",), {"name": "Spices"})]
    edges = [Relationship(i, f"r{i}", "PART_OF", i, 3 if i == 0 else 4) for i in range(3)]
    made = MemoryStore(Subgraph((*nodes, *groups), tuple(edges)))
    Indexer(made, WordEmbedder(), IndexSettings()).run()
    return made


def test_what_meets_the_comparison_is_linked_and_answers(store: MemoryStore) -> None:
    found = steiner_retriever(store, WordEmbedder()).retrieve(
        "Which categories have products with a unit price over $50?"
    )
    linked = {seed.name for seed in found.seeds if "value" in seed.channels}
    assert linked == {"Saffron", "Truffle"}
    assert found.answers == ("Spices",)


def test_what_begins_so_is_linked(store: MemoryStore) -> None:
    found = steiner_retriever(store, WordEmbedder()).retrieve(
        "Products with names starting with 'T'"
    )
    assert {s.name for s in found.seeds if "value" in s.channels} == {"Tea", "Truffle"}


def test_a_narrowed_store_shows_only_what_meets_the_conditions(store: MemoryStore) -> None:
    view = store.narrowed([Condition("unitPrice", ">", 50)])
    vector = np.ones(WordEmbedder.dimensions, dtype=np.float32)
    assert set(view.search_nodes(vector, 9).ids.tolist()) == {1, 2}
    assert len(store.search_nodes(vector, 9).ids) == 5
    assert store.properties() == ["name", "unitPrice"]
