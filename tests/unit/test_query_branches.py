"""Queries with branches: one of several conditions holds of what is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from test_readings import node, store

from steiner.algebra import Bound, Measure, Ordering, Overall, Owner, PropertyOf, Query, QueryLink
from steiner.algebra import in_words as said
from steiner.errors import InvalidInput
from steiner.graph import Node

FIRMS = store(
    [
        node(1, "Firm", "Acme", staff=5),
        node(2, "Firm", "Brix", staff=50),
        node(3, "Firm", "Cord", staff=500),
        node(4, "Club", "Dock"),
        node(5, "Person", "Ann"),
        node(6, "Person", "Bob"),
    ],
    [
        (5, "FOUNDED", 1, {}),
        (5, "FOUNDED", 2, {}),
        (2, "HAS_ON_BOARD", 6, {}),
        (1, "HAS_ON_BOARD", 6, {}),
        (5, "FOUNDED", 4, {}),
    ],
)
STAFF = PropertyOf(Owner(0), "staff", "number")


def linked(
    type: str, outgoing: bool, name: str, negated: bool = False, root: str = "Firm"
) -> Query:
    """Return the branch of what a person of that name is linked to."""
    ends = (0, 1) if outgoing else (1, 0)
    named = Bound(PropertyOf(Owner(1), "name"), "=", name)
    return Query((root, "Person"), (QueryLink((type,), *ends, negated),), (named,))


FOUNDED, LED = linked("FOUNDED", False, "Ann"), linked("HAS_ON_BOARD", True, "Bob")
LARGE = Query(("Firm",), bounds=(Bound(STAFF, ">", 100),))


def cells(query: Query) -> list[Any]:
    """Return the first column of a query's rows, nodes by their names."""
    rows = FIRMS.run(query).rows
    return [row[0].name if isinstance(row[0], Node) else row[0] for row in rows]


@pytest.mark.parametrize(
    ("either", "names"),
    [
        ((FOUNDED, LED), ["Acme", "Brix"]),
        ((FOUNDED, LARGE), ["Acme", "Brix", "Cord"]),
        ((linked("FOUNDED", False, "Ann", negated=True), LED), ["Acme", "Brix", "Cord"]),
        ((linked("FOUNDED", False, "Ann", negated=True), LARGE), ["Cord"]),
        (
            (LARGE, Query(("Firm",), bounds=(Bound(STAFF, "<", Overall("avg")),))),
            ["Acme", "Brix", "Cord"],
        ),
        (
            (replace(LED, either=(LARGE, Query(("Firm",), bounds=(Bound(STAFF, "<", 9),)))),),
            ["Acme"],
        ),
    ],
)
def test_rows_are_those_of_one_branch_or_another_each_once(
    either: tuple[Query, ...], names: list[str]
) -> None:
    assert cells(Query(("Firm",), either=either)) == names


def test_what_is_asked_of_a_union_is_asked_of_its_rows() -> None:
    union = Query(("Firm",), either=(FOUNDED, LED))
    count = Measure("count", Owner(0))
    assert cells(replace(union, measure=count, single=True)) == [2]
    assert cells(replace(union, measure=Measure("avg", STAFF), single=True)) == [27.5]
    assert cells(replace(union, order=Ordering(STAFF, True), limit=1)) == ["Brix"]
    assert cells(replace(union, bounds=(Bound(STAFF, "<", 9),))) == ["Acme"]
    many = (QueryLink(("HAS_ON_BOARD",), 0, 1, count=((">=", 1),)),)
    several = Query(("Firm", "Person"), many, either=(LARGE, FOUNDED))
    assert cells(several) == ["Acme", "Brix"]


def test_branches_may_be_of_several_labels() -> None:
    either = (linked("FOUNDED", False, "Ann", root="Club"), LARGE)
    assert cells(Query(("",), either=either)) == ["Cord", "Dock"]


def test_the_branch_that_holds_proves_a_row() -> None:
    proof = FIRMS.run(Query(("Firm",), either=(FOUNDED, LED, LARGE))).proof
    assert {n.name for n in proof.nodes} == {"Acme", "Brix", "Cord", "Ann", "Bob"}
    assert [r.type for r in proof.relationships].count("FOUNDED") == 2
    assert [r.type for r in proof.relationships].count("HAS_ON_BOARD") == 2
    counted = Query(("Firm",), measure=Measure("count", Owner(0)), single=True, either=(FOUNDED,))
    assert {n.name for n in FIRMS.run(counted).proof.nodes} == {"Acme", "Brix", "Ann"}


def test_a_union_is_one_condition_and_said_in_a_line() -> None:
    query = Query(("Firm",), bounds=(Bound(STAFF, ">", 400),), either=(FOUNDED, LED))
    table = FIRMS.run(query)
    either = (
        "either Person FOUNDED Firm, Person.name = 'Ann'"
        " or Firm HAS_ON_BOARD Person, Person.name = 'Bob'"
    )
    assert table.reading == said(query) == f"Firm; Firm.staff > 400; {either}"
    assert set(table.emptied_by) == {"Firm.staff > 400", either}
    assert table.cypher.count("EXISTS {") == 2
    assert table.parameters == {"p0": 400, "p1": "Ann", "p2": "Bob", "limit": 1000}


def test_a_branch_that_orders_or_measures_is_refused() -> None:
    with pytest.raises(InvalidInput, match="A branch of `either` has labels, links, bounds"):
        Query(("Firm",), either=(replace(LARGE, limit=3),))
