"""What an insurer's clerks ask: things called by their names' property, compounds, one number."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from word_doubles import alike, indexed

from steiner.algebra import Query
from steiner.graph import Node
from steiner.query.checks.word_checks import checks
from steiner.query.composing.compose import candidates
from steiner.query.composing.words.lattice import lattice
from steiner.query.readings import read
from steiner.query.weights import COMPOSING
from steiner.stores.memory import MemoryStore


def graph() -> MemoryStore:
    def node(id: int, label: str, name: str, **own: Any) -> Node:
        return Node(id, str(id), (label,), own, name)

    nodes = [
        node(1, "Broker", "Aire Broking", firm="Aire Broking", town="Leeds"),
        node(2, "Broker", "Fell & Partners", firm="Fell & Partners", town="York"),
        node(3, "Holder", "Ann Lee", full_name="Ann Lee"),
        node(4, "Holder", "Bob Ray", full_name="Bob Ray"),
        node(5, "Policy", "MTR-1", policy_no="MTR-1", addons=["breakdown", "windscreen"]),
        node(6, "Policy", "MTR-2", policy_no="MTR-2", addons=["breakdown"]),
        node(7, "Policy", "HOM-3", policy_no="HOM-3", addons=["windscreen"]),
    ]
    links = [
        (1, "SOLD", 5), (1, "SOLD", 6), (2, "SOLD", 7),
        (3, "HOLDS", 5), (4, "HOLDS", 6), (4, "HOLDS", 7),
    ]  # fmt: skip
    return indexed(nodes, links)


STORE = graph()
SCHEMA = STORE.graph_schema()


def best(question: str) -> Query:
    readings = read(question, SCHEMA, STORE, alike)
    assert readings is not None
    return readings.best.query


@pytest.mark.parametrize(
    "question", ["Which firm has sold the most policies?", "firms that sold MTR-1 but not HOM-3"]
)
def test_what_a_name_property_calls_is_asked_for(question: str) -> None:
    rows = STORE.run(best(question)).rows
    assert [row[0].name for row in rows] == ["Aire Broking"]


def test_a_compound_is_what_it_ends_in() -> None:
    looked = lattice("Who is the policyholder of MTR-1?", SCHEMA, STORE, alike)
    assert "Holder" in looked.named(slice(None), "noun", 0.85)


def test_one_number_is_asked_for() -> None:
    question = "How many policies did Aire Broking sell?"
    looked, query = lattice(question, SCHEMA, STORE, alike), best(question)
    assert [row[-1] for row in STORE.run(query).rows] == [2]
    assert not checks(query, looked)["each made up"]
    assert checks(replace(query, single=False), looked)["each made up"]


def test_a_list_may_have_to_hold_both() -> None:
    asked = "Which policies include both breakdown and windscreen?"
    looked = lattice(asked, SCHEMA, STORE, alike)
    own = [c.query for c in candidates(looked, COMPOSING)]
    both = [q for q in own if q.bounds and all(b.operator == "contains" for b in q.bounds)]
    assert ["MTR-1"] in [[row[0].name for row in STORE.run(query).rows] for query in both]
