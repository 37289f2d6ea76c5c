"""What is compared with a property of another node: hired before their boss, kept elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest
from read_graphs import node, store
from written_forms import written_and_read

from steiner.algebra import Bound, Measure, Owner, PropertyOf, Query, QueryLink, in_words
from steiner.errors import InvalidInput
from steiner.query.proposing.form.query_form import query_from
from steiner.query.proposing.form.written_form import form_of
from steiner.query.same_meaning import meaning_of

FIRM = store(
    [
        node(1, "Clerk", "Ann", hired=2001, town="Oslo"),
        node(2, "Clerk", "Bob", hired=1999, town="Oslo"),
        node(3, "Clerk", "Cid", hired=2005, town="Bern"),
        node(4, "Car", "Ant"),
        node(5, "Car", "Bee"),
        node(6, "Line", "Red"),
        node(7, "Line", "Sky"),
    ],
    [
        (2, "REPORTS_TO", 1, {"since": 2002}),
        (3, "REPORTS_TO", 1, {"since": 2004}),
        (4, "OWNED_BY", 6, {}),
        (4, "RUN_BY", 7, {}),
        (5, "OWNED_BY", 6, {}),
        (5, "RUN_BY", 6, {}),
    ],
)
SCHEMA = FIRM.graph_schema()


def of(variable: int, name: str, kind: str = "text") -> PropertyOf:
    return PropertyOf(Owner(variable), name, kind)


NOBODY = Bound(of(0, "name"), "=", "Nobody")
BOSS = QueryLink(("REPORTS_TO",), 0, 1)
BEFORE = Bound(of(0, "hired", "number"), "<", of(1, "hired", "number"))
EARLIER = Query(("Clerk", "Clerk"), (BOSS,), (BEFORE,))
SAME_TOWN = Query(("Clerk", "Clerk"), (BOSS,), (Bound(of(0, "town"), "=", of(1, "town")),))
LINES = (QueryLink(("OWNED_BY",), 0, 1), QueryLink(("RUN_BY",), 0, 2))
ELSEWHERE = Query(("Car", "Line", "Line"), LINES, (Bound(of(1, "name"), "<>", of(2, "name")),))
SINCE = PropertyOf(Owner(0, True), "since", "number")
LONG_HIRED = Query(("Clerk", "Clerk"), (BOSS,), (Bound(SINCE, "<", of(0, "hired", "number")),))


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        (EARLIER, ["Bob"]),
        (SAME_TOWN, ["Bob"]),
        (ELSEWHERE, ["Ant"]),
        (LONG_HIRED, ["Cid"]),
        (Query(("Clerk", "Clerk"), (QueryLink(("REPORTS_TO",), 0, 1, True),), (BEFORE,)),
         ["Ann", "Cid"]),
    ],
    ids=("along a link", "the same", "of two branches", "with a link's", "none such"),
)  # fmt: skip
def test_a_property_is_compared_with_another_nodes(query: Query, rows: list[str]) -> None:
    assert [row[0].name for row in FIRM.run(query).rows] == rows


def test_it_is_counted_once_whatever_is_matched() -> None:
    counted = Query(
        ELSEWHERE.labels, LINES, ELSEWHERE.bounds, measure=Measure("count", Owner(0)), single=True
    )
    assert FIRM.run(counted).rows == ((1,),)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (EARLIER, "Clerk; Clerk REPORTS_TO Clerk 2; Clerk.hired < Clerk 2.hired"),
        (ELSEWHERE, "Car; Car OWNED_BY Line; Car RUN_BY Line 2; Line.name <> Line 2.name"),
    ],
)
def test_both_are_named_in_words(query: Query, said: str) -> None:
    assert in_words(query) == said


@pytest.mark.parametrize("query", [EARLIER, SAME_TOWN, ELSEWHERE, LONG_HIRED])
def test_a_model_can_say_so(query: Query) -> None:
    assert meaning_of(written_and_read(query, SCHEMA)) == meaning_of(query)


SHOP = store(
    [
        node(1, "Guest", "Ann", age=30), node(2, "Guest", "Bob", age=40),
        node(3, "Dish", "Soup"), node(4, "Dish", "Cake"),
        node(5, "Meal", "Noon"), node(6, "Meal", "Evening"), node(7, "Meal", "Feast"),
    ],
    [
        (1, "ATE", 5, {}), (1, "ATE", 7, {}), (2, "ATE", 6, {}),
        (1, "PRAISED", 3, {}), (2, "PRAISED", 4, {}),
        (5, "HAD", 3, {}), (5, "HAD", 4, {}), (6, "HAD", 3, {}), (7, "HAD", 3, {}),
    ],
)  # fmt: skip
PRAISED_AND_ATE = Query(
    ("Guest", "Meal", "Dish"),
    (QueryLink(("ATE",), 0, 1), QueryLink(("PRAISED",), 0, 2), QueryLink(("HAD",), 1, 2)),
)


def test_what_a_link_joins_of_two_branches_is_the_same() -> None:
    assert {row[0].name for row in SHOP.run(PRAISED_AND_ATE).rows} == {"Ann"}
    either = Query(("Guest",), either=(PRAISED_AND_ATE, replace(PRAISED_AND_ATE, bounds=(NOBODY,))))
    assert [row[0].name for row in SHOP.run(either).rows] == ["Ann"]


@pytest.mark.parametrize(
    ("measure", "number"),
    [(Measure("count", Owner(0)), 1), (Measure("sum", of(0, "age", "number")), 30)],
)
def test_what_is_joined_counts_once(measure: Measure, number: int) -> None:
    assert SHOP.run(replace(PRAISED_AND_ATE, measure=measure, single=True)).rows == ((number,),)


def test_of_whom_it_is_is_part_of_what_it_means() -> None:
    own = Query(EARLIER.labels, (BOSS,), (Bound(BEFORE.property, "<", BEFORE.property),))
    assert meaning_of(own) != meaning_of(EARLIER)


def test_what_is_denied_is_not_compared_with_another_branch() -> None:
    form = form_of(ELSEWHERE)
    form["links"][1]["none"] = True
    with pytest.raises(InvalidInput, match="another branch"):
        query_from(form, SCHEMA)
