"""What the composition reads without the rules, on a graph of films, people, shops and parcels."""

from __future__ import annotations

from typing import Any

import pytest
from read_graphs import node, store
from word_doubles import alike

from steiner.graph import Node
from steiner.query.composing.compose import compose
from steiner.query.weights import COMPOSING

_NODES = (
    node(1, "Person", "Ann Lee", born=1960), node(2, "Person", "Bob Ray", born=1970),
    node(3, "Person", "Cid Fox", born=1980),
    node(4, "Film", "Dawn", released=1999, price=10, languages=["en", "fr", "de"], remote=True),
    node(5, "Film", "Dusk", released=2004, price=20, languages=["en"], remote=False),
    node(6, "Film", "Noon", released=2004, price=40, languages=["en", "it"], remote=False),
    node(7, "Town", "Aro"), node(8, "Town", "Byx"),
    node(9, "Parcel", "P1"), node(10, "Parcel", "P2"),
    node(11, "Shop", "Corner", city="Riga", staff=3),
    node(12, "Shop", "Plaza", city="Riga", staff=9),
    node(13, "Shop", "Quay", city="Oslo", staff=5),
)  # fmt: skip
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (1, "DIRECTED", 4, {}), (1, "PRODUCED", 4, {}), (1, "PRODUCED", 5, {}),
    (2, "DIRECTED", 5, {}), (2, "DIRECTED", 6, {}),
    (1, "ACTED_IN", 5, {}), (3, "ACTED_IN", 5, {}), (3, "ACTED_IN", 6, {}),
    (2, "REPORTS_TO", 1, {}), (1, "REPORTS_TO", 3, {}),
    (9, "ORIGIN", 7, {}), (9, "DESTINATION", 8, {}),
    (10, "ORIGIN", 8, {}), (10, "DESTINATION", 7, {}),
    (11, "SOLD", 4, {"quantity": 9}), (12, "SOLD", 4, {"quantity": 2}),
    (12, "SOLD", 5, {"quantity": 3}),
]  # fmt: skip
STORE = store(_NODES, _LINKS)


def rows(question: str) -> list[list[str]]:
    """Return the rows of the most probable composition, each cell as text, in their order."""
    query = compose(question, STORE.graph_schema(), STORE, alike, COMPOSING)[0].query
    return [
        [cell.name if isinstance(cell, Node) else str(cell) for cell in row]
        for row in STORE.run(query).rows
    ]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which films did Ann Lee produce but not direct?", ["Dusk"]),
        ("Which films did Ann Lee neither direct nor produce?", ["Noon"]),
        ("Which films are not more expensive than Dusk?", ["Dawn", "Dusk"]),
        ("Which films are not more expensive than average?", ["Dawn", "Dusk"]),
        ("Who has Ann Lee as their manager?", ["Bob Ray"]),
        ("Parcels from Aro", ["P1"]),
        ("Which parcels go from Byx to Aro?", ["P2"]),
        ("Who acted in a film with Ann Lee?", ["Cid Fox"]),
        ("Which films have more than 2 languages?", ["Dawn"]),
        ("Which film has the most languages?", ["Dawn"]),
        ("Which people have all their films above 15?", ["Bob Ray"]),
        ("the top 2 people who acted in more than 1 film", ["Cid Fox"]),
        ("films from between 2000 and 2010", ["Dusk", "Noon"]),
    ],
)
def test_names_are_read(question: str, names: list[str]) -> None:
    assert sorted({row[0] for row in rows(question)}) == names


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("In which year were the most films released?", ["2004", "2"]),
        ("What share of the films is remote?", ["0.3333333333333333"]),
        ("What share of the films cost more than 15?", ["0.6666666666666666"]),
        ("What percentage of the films is remote?", ["33.333333333333336"]),
        ("Which shop sold the most units?", ["Corner", "9"]),
        ("What is the highest staff for each city?", ["Riga", "9"]),
        ("How many languages does each film have?", ["Dawn", "3"]),
        ("How many Dawn were sold?", ["11"]),
        ("How many shops per city, the top 1?", ["Riga", "2"]),
    ],
)
def test_numbers_are_read(question: str, first: list[str]) -> None:
    assert first in [row[: len(first)] for row in rows(question)]


def test_what_is_said_once_more_is_the_same_thing() -> None:
    asked = "Who directed films released in 2004, and how many such films has each person directed?"
    assert rows(asked) == [["Bob Ray", "2"]]


def test_what_stands_beside_the_first_few_is_listed() -> None:
    asked = "Who are the 2 oldest people and the films they directed?"
    assert [row[:2] for row in rows(asked)] == [
        ["Ann Lee", "['Dawn']"],
        ["Bob Ray", "['Dusk', 'Noon']"],
    ]
