"""Shortest paths between two things or sets: rows, words, form, proof, bounds, refusals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from read_graphs import node, store
from written_forms import require_said_and_written

from steiner.algebra import Bound, Measure, Ordering, Owner, PropertyOf, Query, QueryLink
from steiner.display.cells import cell_text
from steiner.errors import InvalidInput
from steiner.graph import Node
from steiner.query.query_reading import Reading
from steiner.query.same_meaning import meaning_of
from steiner.retrieve.exact.computed_rows import asked_of

ROADS = store(
    [
        *(node(i, "Town", name) for i, name in enumerate(("Ai", "By", "Cz", "Do", "Ey"), 1)),
        node(6, "Ferry", "Fram"),
    ],
    [
        *((1, "ROAD", 2, {}), (2, "ROAD", 3, {}), (3, "ROAD", 4, {}), (2, "ROAD", 1, {})),
        *((3, "ROAD", 3, {}), (6, "CALLS", 1, {}), (6, "CALLS", 4, {})),
    ],
)
SCHEMA = ROADS.graph_schema()


def named(number: int, *names: str) -> Bound:
    return Bound(PropertyOf(Owner(number), "name"), "in", list(names))


def between(first: str, *last: str, **link: Any) -> Query:
    way = QueryLink(**{"types": ("ROAD",), "source": 0, "target": 1, "steps": 10, **link})
    return Query(("Town", "Town"), (way,), (named(0, first), named(1, *last)), path=0)


def rows(query: Query) -> list[list[Any]]:
    return [[cell_text(cell) for cell in row] for row in ROADS.run(query).rows]


@pytest.mark.parametrize(
    ("query", "ways"),
    [
        (between("Ai", "Do"), [["Ai", "Do", "By, Cz", "3"]]),
        (between("Do", "Ai"), []),
        (between("Do", "Ai", mutual=True), [["Do", "Ai", "Cz, By", "3"]]),
        (between("Do", "Ai", source=1, target=0), [["Do", "Ai", "Cz, By", "3"]]),
        (between("Do", "Ai", types=(), mutual=True), [["Do", "Ai", "Fram", "2"]]),
        (between("Ai", "By", types=(), mutual=True), [["Ai", "By", "", "1"]]),
        (between("Ai", "Do", steps=2), []),
        (between("Ai", "Ai"), []),
        (between("Ai", "Ey", types=(), mutual=True), []),
        (between("Ai", "Do", "Cz"), [["Ai", "Cz", "By", "2"], ["Ai", "Do", "By, Cz", "3"]]),
        (replace(between("Ai", "Do", "Cz"), limit=1), [["Ai", "Cz", "By", "2"]]),
    ],
)
def test_a_row_is_a_shortest_way_with_what_lies_on_it(query: Query, ways: list[list[str]]) -> None:
    assert rows(query) == ways


def test_what_proves_a_way_is_the_way() -> None:
    proof = ROADS.run(between("Ai", "Do")).proof
    assert {(r.source, r.target) for r in proof.relationships} == {(1, 2), (2, 3), (3, 4)}
    assert {n.name for n in proof.nodes} == {"Ai", "By", "Cz", "Do"}


def test_nothing_leads_through_what_steiner_keeps() -> None:
    table = ROADS.run(between("Do", "Ai", types=(), mutual=True))
    assert "MATCH path = shortestPath((v0)-[*1..10]-(v1))" in table.cypher
    assert "WHERE all(n IN nodes(path) WHERE NOT n:(SteinerRelation|" in table.cypher


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("How are Ai and Do connected?", "on the way"),
        ("How many steps lie between Ai and Do?", "steps"),
    ],
)
def test_the_answer_is_what_lies_between_or_how_far_it_is(question: str, column: str) -> None:
    query = between("Ai", "Do")
    table = asked_of(ROADS.run(query), Reading(query, (), 0.9, True), question)
    assert table.columns[table.answers_in] == column


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            replace(between("Ai", "Do"), limit=1),
            "Town; Town ROAD Town 2, in up to 10 steps; Town.name in ['Ai']; Town 2.name in"
            " ['Do']: a shortest way from Town to Town 2, 1",
        ),
        (
            between("Ai", "Do", types=(), mutual=True, steps=3),
            "Town; Town linked to Town 2, either way, in up to 3 steps; Town.name in ['Ai'];"
            " Town 2.name in ['Do']: a shortest way from Town to Town 2",
        ),
    ],
)
def test_a_path_is_said_and_written_as_a_form(query: Query, said: str) -> None:
    require_said_and_written(query, said, SCHEMA)
    assert meaning_of(query) != meaning_of(replace(query, path=None))


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"path": 1}, "got link 1 of 1"),
        ({"links": (QueryLink(("ROAD",), 0, 1),)}, "of several steps"),
        ({"links": (QueryLink(("ROAD",), 0, 1, True, steps=3),)}, "is no condition"),
        ({"measure": Measure("count", Owner(1))}, "Leave out what is measured"),
        ({"order": Ordering(PropertyOf(Owner(0), "name"), True)}, "by which they are ordered"),
    ],
)
def test_a_path_that_cannot_be_is_refused(parts: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidInput, match=told):
        replace(between("Ai", "Do"), **parts)


def test_nodes_on_the_way_are_nodes() -> None:
    (row,) = ROADS.run(between("Ai", "Do")).rows
    assert [type(cell) for cell in row[2]] == [Node, Node]
