"""Queries with branches: one of several conditions holds, a measure stands beside each row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from read_graphs import node, store

from steiner.algebra import (
    Bound,
    Measure,
    Ordering,
    Overall,
    Owner,
    PropertyOf,
    Query,
    QueryLink,
    apart,
    joined,
)
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


BOARD = Query(
    ("Firm", "Person"), (QueryLink(("HAS_ON_BOARD",), 0, 1),), measure=Measure("count", Owner(1))
)


def rows(query: Query) -> list[list[Any]]:
    """Return a query's rows, nodes by their names."""
    return [[c.name if isinstance(c, Node) else c for c in row] for row in FIRMS.run(query).rows]


def test_a_count_beside_rows_keeps_those_that_have_none() -> None:
    query = Query(("Firm",), beside=(BOARD,))
    assert rows(query) == [["Acme", 1], ["Brix", 1], ["Cord", 0]]
    assert FIRMS.run(query).columns == ("Firm", "number of Person")
    named = replace(BOARD, bounds=(Bound(PropertyOf(Owner(1), "name"), "=", "Ann"),))
    assert rows(replace(query, beside=(BOARD, named)))[0] == ["Acme", 1, 0]


def test_rows_are_ordered_and_limited_by_the_first_number_beside_them() -> None:
    founded = Query(
        ("Person", "Firm"), (QueryLink(("FOUNDED",), 0, 1),), measure=Measure("count", Owner(1))
    )
    query = Query(("Person",), beside=(founded,), order=Ordering(None, True))
    assert rows(query) == [["Ann", 2], ["Bob", 0]]
    assert rows(replace(query, order=Ordering(None, False), limit=1)) == [["Bob", 0]]
    several = Query(("Firm",), beside=(BOARD,), order=Ordering(None, True), limit=1)
    assert [row[0].name for row in FIRMS.run(several).tied] == ["Brix"]
    assert rows(replace(several, ties=True)) == [["Acme", 1], ["Brix", 1]]


def test_any_measure_stands_beside_rows_and_may_be_asked_for() -> None:
    founded = Query(
        ("Person", "Firm"),
        (QueryLink(("FOUNDED",), 0, 1),),
        measure=Measure("avg", STAFF._replace(owner=Owner(1))),
    )
    query = Query(("Person",), beside=(founded,))
    assert rows(query) == [["Ann", 27.5], ["Bob", None]]
    assert rows(replace(query, order=Ordering(None, False))) == [["Ann", 27.5]]
    some = replace(BOARD, measure=Measure("count", Owner(1), having=((">", 0.0),)))
    assert rows(Query(("Firm",), beside=(some,))) == [["Acme", 1], ["Brix", 1]]


def test_what_is_counted_beside_a_row_proves_it() -> None:
    table = FIRMS.run(Query(("Firm",), beside=(BOARD,)))
    assert {n.name for n in table.proof.nodes} == {"Acme", "Brix", "Cord", "Bob"}
    assert {r.type for r in table.proof.relationships} == {"HAS_ON_BOARD"}


def test_a_count_beside_rows_is_said_and_shown() -> None:
    query = Query(("Firm",), beside=(BOARD,), order=Ordering(None, True), limit=2)
    table = FIRMS.run(query)
    counted = "for each the number of Person, 0 too (Firm HAS_ON_BOARD Person)"
    assert table.reading == f"Firm: {counted}, number of Person most first, 2"
    assert "CALL (v0) {\nMATCH (v0)-[r0_1:`HAS_ON_BOARD`]->(v1_1:`Person`)\n" in table.cypher


@pytest.mark.parametrize(
    "parts",
    [
        {"beside": (FOUNDED,)},
        {"beside": (replace(BOARD, limit=2),)},
        {"beside": (BOARD,), "group": STAFF},
        {"beside": (BOARD,), "measure": Measure("count", Owner(0))},
    ],
)
def test_only_measures_stand_beside_rows_of_things(parts: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="`beside`"):
        Query(("Firm",), **parts)


def test_a_branch_is_taken_out_of_a_query_and_joined_again() -> None:
    whole = joined(joined(Query(("Firm",)), FOUNDED), replace(BOARD, bounds=LED.bounds))
    counted = Measure("count", Owner(2))
    shown = (PropertyOf(Owner(1), "name"), STAFF)
    query = replace(whole, measure=counted, bounds=(*whole.bounds, *LARGE.bounds), shown=shown)
    left, branch = apart(query, [1])
    assert branch == replace(BOARD, bounds=LED.bounds)
    assert left == replace(FOUNDED, bounds=(*FOUNDED.bounds, *LARGE.bounds), shown=shown)
    assert apart(whole, [0])[1] == FOUNDED
    assert apart(whole, [0, 1])[0] == Query(("Firm",))


def test_what_stays_keeps_its_measure_by_its_new_number() -> None:
    whole = joined(joined(Query(("Firm",)), FOUNDED), BOARD)
    left, branch = apart(replace(whole, measure=Measure("count", Owner(2))), [0])
    assert (left, branch) == (BOARD, FOUNDED)
    of_root = replace(whole, measure=Measure("avg", STAFF), single=True)
    assert apart(of_root, [0, 1])[0] == Query(("Firm",), measure=of_root.measure, single=True)


@pytest.mark.parametrize(
    "query",
    [
        Query(("A", "B", "C"), (QueryLink(("T",), 1, 0), QueryLink(("T",), 1, 2))),
        Query(("A", "B"), (QueryLink(("S",), 0, 1), QueryLink(("T",), 0, 1))),
        Query(
            ("A", "B", "C"),
            (QueryLink(("S",), 0, 2), QueryLink(("T",), 0, 1), QueryLink(("T",), 1, 2)),
        ),
        Query(
            ("A", "C", "B"),
            (QueryLink(("S",), 0, 1), QueryLink(("T",), 0, 2)),
            order=Ordering(PropertyOf(Owner(1, True), "since"), True),
        ),
    ],
)
def test_what_is_no_branch_is_not_taken_out(query: Query) -> None:
    with pytest.raises(InvalidInput, match="Expected links that leave the root"):
        apart(query, [1])


def test_a_link_over_several_steps_is_bounded() -> None:
    with pytest.raises(InvalidInput, match="1 to 10 steps, got 11"):
        Query(("Person", "Person"), (QueryLink(("LEADS",), 0, 1, steps=11),))
