"""What is compared with its own group: the average of its department, the most of its category."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from read_graphs import node, store
from written_forms import require_said_and_written

from steiner.algebra import Bound, Measure, OfGroup, Owner, PropertyOf, Query, QueryLink
from steiner.errors import InvalidInput
from steiner.query.proposing.form.query_form import query_from
from steiner.query.proposing.form.written_form import form_of

STAFF = store(
    [
        *(node(i, "Worker", name, pay=pay, grade=grade) for i, name, pay, grade in (
            (1, "Ann", 10, "a"), (2, "Bob", 20, "b"), (3, "Cid", 30, "b"), (4, "Dee", 40, "a"),
        )),
        *(node(5, "Team", "Red"), node(6, "Team", "Sky"), node(7, "Worker", "Eva", grade="a")),
    ],
    [(1, "IN", 5, {}), (2, "IN", 5, {}), (3, "IN", 6, {}), (4, "IN", 6, {}), (7, "IN", 5, {})],
)  # fmt: skip
SCHEMA = STAFF.graph_schema()
PAY, GRADE = PropertyOf(Owner(0), "pay", "number"), PropertyOf(Owner(0), "grade")
IN = QueryLink(("IN",), 0, 1)
BY_TEAM = Bound(PAY, ">", OfGroup("avg", Owner(1)))
IN_TEAM = Query(("Worker", "Team"), (IN,), (BY_TEAM,))
BY_GRADE = Query(("Worker",), bounds=(Bound(PAY, "=", OfGroup("max", GRADE)),))
OF_TEAM = Query(
    ("Team", "Worker"),
    (QueryLink(("IN",), 1, 0),),
    (Bound(PAY._replace(owner=Owner(1)), "<", OfGroup("median", Owner(0))),),
)


def names(query: Query) -> list[list[str]]:
    return [[cell.name for cell in row] for row in STAFF.run(query).rows]


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        (IN_TEAM, [["Bob", "Red"], ["Dee", "Sky"]]),
        (BY_GRADE, [["Cid"], ["Dee"]]),
        (OF_TEAM, [["Red", "Ann"], ["Sky", "Cid"]]),
        (
            replace(IN_TEAM, bounds=(replace(BY_TEAM, negated=True),)),
            [["Ann", "Red"], ["Cid", "Sky"], ["Eva", "Red"]],
        ),
        (Query(("Worker",), either=(IN_TEAM, BY_GRADE)), [["Bob"], ["Cid"], ["Dee"]]),
    ],
)
def test_a_thing_is_compared_with_its_own_group(query: Query, rows: list[list[str]]) -> None:
    assert names(query) == rows


TEAMS = """\
MATCH (v1:`Team`)
WITH v1, COLLECT { MATCH (v1_g:`Worker`)-[r0_g:`IN`]->(v1) WITH DISTINCT v1_g\
 RETURN avg(v1_g.`pay`) }[0] AS of_group
MATCH (v0:`Worker`)
MATCH (v0)-[r0:`IN`]->(v1:`Team`)
WHERE v0.`pay` > of_group
"""
GRADES = """\
MATCH (v0:`Worker`)
WITH v0.`grade` AS of_value, collect(v0) AS members, max(v0.`pay`) AS of_group
WITH members, of_group WHERE of_value IS NOT NULL
UNWIND members AS v0
WITH v0, of_group
MATCH (v0:`Worker`)
WHERE v0.`pay` = of_group
"""


COUNTED = replace(IN_TEAM, measure=Measure("count", Owner(0)), single=True)


@pytest.mark.parametrize(
    ("query", "begins"), [(IN_TEAM, TEAMS), (COUNTED, TEAMS), (BY_GRADE, GRADES)]
)
def test_each_group_is_computed_once_for_all_that_are_compared(query: Query, begins: str) -> None:
    assert STAFF.run(query).cypher.startswith(begins)


@pytest.mark.parametrize(
    "query",
    [
        replace(IN_TEAM, bounds=(BY_TEAM, Bound(PropertyOf(Owner(0), "name"), "=", "Bob"))),
        replace(IN_TEAM, bounds=(replace(BY_TEAM, negated=True),)),
    ],
)
def test_of_what_is_named_or_denied_the_group_is_computed_beside_it(query: Query) -> None:
    assert (
        "v0.`pay` > COLLECT { MATCH (v1_g:`Worker`)-[r0_g:`IN`]->(v1) WITH DISTINCT v1_g"
        " RETURN avg(v1_g.`pay`) }[0]"
    ) in STAFF.run(query).cypher


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            IN_TEAM,
            "Worker; Worker IN Team; Worker.pay > average of all of the same Team",
        ),
        (BY_GRADE, "Worker; Worker.pay = highest of all of the same grade"),
        (
            OF_TEAM,
            "Team; Worker IN Team; Worker.pay < median of all of the same Team",
        ),
    ],
)
def test_a_comparison_with_the_own_group_is_said_and_written(query: Query, said: str) -> None:
    require_said_and_written(query, said, SCHEMA)


@pytest.mark.parametrize(
    "parts",
    [
        {"links": (replace(IN, negated=True),)},
        {"links": (replace(IN, steps=3),)},
        {"bounds": (Bound(PAY, ">", OfGroup("avg", Owner(0))),)},
    ],
)
def test_a_group_needs_a_plain_link_to_it(parts: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="needs a node that one plain link joins to it"):
        query_from(form_of(replace(IN_TEAM, **parts)), SCHEMA)
