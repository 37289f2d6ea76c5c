"""Words that are not what they share a stem, a part of a name or a nearness with."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np
import pytest
from read_graphs import firsts, node, store, unlike

from steiner.query.composing.words.lattice import Lattice, lattice
from steiner.query.naming.schema.schema_mentions import Floats

_NODES = (
    node(1, "Team", "Red", annual_budget=900), node(2, "Team", "Blue", annual_budget=100),
    node(3, "Employee", "Ann Lee", hired=date(2019, 1, 1), is_full_time=True, country="Norway"),
    node(4, "Employee", "Bob Ray", hired=date(2020, 1, 1), is_full_time=False, country="Sweden"),
    node(5, "Employee", "Cid Fox", hired=date(2021, 1, 1), is_full_time=True, country="Sweden"),
    node(6, "Product", "Chai", unitPrice=9, unitsOnOrder=3),
    node(7, "Product", "Chang", unitPrice=4, unitsOnOrder=0),
    node(8, "Flat", "F1", sqm=40, askingPrice=900), node(9, "Flat", "F2", sqm=80, askingPrice=500),
    node(10, "Band", "Foxes", formed=1999, disbanded=2010), node(11, "Band", "Owls", formed=1990),
    node(12, "Order", "O1", total=20), node(13, "Order", "O2", total=70),
)  # fmt: skip
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (3, "MEMBER_OF", 1, {"since": date(2019, 1, 1), "until": date(2022, 1, 1)}),
    (4, "MEMBER_OF", 2, {"since": date(2020, 1, 1)}),
    (5, "MEMBER_OF", 2, {"since": date(2021, 1, 1)}),
    (3, "TRAINED_BY", 4, {}), (5, "TRAINED_BY", 3, {}),
    (3, "PLACED", 12, {}), (4, "PLACED", 13, {}),
    (12, "ORDERS", 6, {"quantity": 2}), (13, "ORDERS", 6, {"quantity": 5}),
    (3, "RATED", 7, {"stars": 5}),
]  # fmt: skip
GRAPH = store(_NODES, _LINKS)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which team is the biggest?", ["Blue"]),
        ("part-time employees", ["Bob Ray"]),
        ("Who is still a member of a team?", ["Bob Ray", "Cid Fox"]),
        ("Which teams have only one member?", ["Red"]),
        ("Which products were never ordered?", ["Chang"]),
        ("largest flat", ["F2"]),
        ("oldest band", ["Owls"]),
        ("Who trained Ann Lee?", ["Bob Ray"]),
    ],
)
def test_words_are_told_apart(question: str, names: list[str]) -> None:
    assert sorted(dict.fromkeys(firsts(GRAPH, question))) == names


def near(left: Sequence[str], right: Sequence[str]) -> Floats:
    """Take all words for near in meaning."""
    return np.full((len(left), len(right)), 0.9)


def looked_up(question: str) -> Lattice:
    return lattice(question, GRAPH.graph_schema(), GRAPH, near)


def values_of(looked: Lattice, word: str) -> set[Any]:
    place = next(i for i, w in enumerate(looked.words) if w.text == word)
    meant = (item.meaning for item in looked.items[place])
    return {value for meaning in meant if meaning for value in meaning.values}


def test_a_name_is_near_to_no_other_name() -> None:
    assert not values_of(looked_up("Which employees live in Oslo?"), "Oslo")


def test_where_somebody_comes_from_is_near_to_a_country() -> None:
    assert values_of(looked_up("Which employees are Swedish?"), "Swedish")


def test_a_part_of_a_whole_name_is_no_other_property() -> None:
    looked = lattice("the asking prices of all flats", GRAPH.graph_schema(), GRAPH, unlike)
    elements = [i.element for items in looked.items for i in items if i.kind == "property"]
    assert {e.name for e in elements if e} == {"askingPrice"}
