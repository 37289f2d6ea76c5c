"""Numbers that a query computes: of properties, days and results, and the first of each group."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from read_graphs import node, store

from steiner.algebra import (
    Against,
    Between,
    Bound,
    FirstOfEach,
    Measure,
    Operand,
    Ordering,
    Owner,
    PropertyOf,
    Query,
    QueryLink,
    apart,
)
from steiner.errors import InvalidInput
from steiner.graph import Node

STAFF = store(
    [
        node(1, "Worker", "Ann", pay=10, cost=4, born="1990-02-28", hired="2020-01-31"),
        node(2, "Worker", "Bob", pay=20, cost=0, born="2000-02-29", hired="2020-03-01"),
        node(3, "Worker", "Cid", pay=20, cost=5, born="unknown", hired="2021-06-07"),
        node(4, "Worker", "Dee", pay=40, born="1995-12-31"),
        node(5, "Team", "Red"),
        node(6, "Team", "Sky"),
    ],
    [(1, "IN", 5, {}), (2, "IN", 5, {}), (3, "IN", 5, {}), (4, "IN", 6, {}), (4, "LED", 6, {})],
)
PAY, COST = (PropertyOf(Owner(0), name, "number") for name in ("pay", "cost"))
BORN, HIRED = (PropertyOf(Owner(0), name, "date as text") for name in ("born", "hired"))
WORKERS = Query(("Worker",))
IN_TEAM = Query(("Worker", "Team"), (QueryLink(("IN",), 0, 1),), order=Ordering(PAY, True))


def rows(query: Query) -> list[list[Any]]:
    """Return a query's rows, nodes by their names."""
    return [[c.name if isinstance(c, Node) else c for c in row] for row in STAFF.run(query).rows]


def value_of(measure: Measure) -> Any:
    return rows(replace(WORKERS, measure=measure, single=True))[0][0]


def with_(own: PropertyOf, operator: str, other: float | str) -> PropertyOf:
    """Return a property computed with another, by name, or with a number or day."""
    named = isinstance(other, str) and not other[0].isdigit()
    operand = Operand(operator, str(other)) if named else Operand(operator, value=other)
    return own._replace(kind="number", operand=operand)


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        (Measure("median", PAY), 20.0),
        (Measure("percentile", PAY, percent=0), 10.0),
        (Measure("percentile", PAY, percent=90), 34.0),
        (Measure("stdev", PAY), 12.583),
        (Measure("stdev", PropertyOf(Owner(0), "none", "number")), None),
        (Measure("median", PropertyOf(Owner(0), "none", "number")), None),
        (Measure("avg", with_(PAY, "-", "cost")), 13.667),
        (Measure("max", with_(PAY, "/", "cost")), 4.0),
        (Measure("sum", with_(PAY, "*", 2.0)), 180.0),
    ],
)
def test_measures_of_what_is_stored_and_computed(measure: Measure, value: float | None) -> None:
    assert value_of(measure) == (None if value is None else pytest.approx(value, abs=1e-3))


@pytest.mark.parametrize(
    ("own", "values"),
    [
        (with_(BORN, "years", "2024-02-28"), [34, 23, None, 28]),
        (with_(BORN, "months", "2000-03-28"), [121, 0, None, 50]),
        (with_(BORN, "days", "hired"), [10929, 7306, None, None]),
        (BORN._replace(kind="quarter"), [1, 1, None, 4]),
        (HIRED._replace(kind="weekday"), [5, 7, 1, None]),
        (PropertyOf(Owner(0), "name", "length"), [3, 3, 3, 3]),
    ],
)
def test_days_have_parts_and_time_between_them(own: PropertyOf, values: list[Any]) -> None:
    shown = own if own.kind != "length" else own._replace(kind="text")
    if own.kind == "length":
        longer = replace(WORKERS, bounds=(Bound(own, ">", 2),))
        assert len(rows(longer)) == len(rows(replace(WORKERS, shown=(shown,)))) == 4
        return
    assert [row[1] for row in rows(replace(WORKERS, shown=(own,)))] == values


def test_what_is_computed_is_compared_ordered_by_and_named() -> None:
    net = with_(PAY, "-", "cost")
    table = STAFF.run(replace(WORKERS, order=Ordering(net, True), shown=(net,), limit=1))
    assert table.columns == ("Worker", "pay - cost")
    assert rows(replace(WORKERS, bounds=(Bound(net, ">", 14.0),))) == [["Bob"], ["Cid"]]
    assert "toFloatOrNull(v0.`pay`) - toFloatOrNull(v0.`cost`)" in table.cypher


def test_the_first_of_each_are_shown_with_what_ties() -> None:
    each = replace(IN_TEAM, each=FirstOfEach(Owner(1)))
    assert rows(each) == [["Dee", "Sky", 40], ["Bob", "Red", 20], ["Cid", "Red", 20]]
    least = replace(each, order=Ordering(PAY, False), each=FirstOfEach(Owner(1), 2))
    assert [row[0] for row in rows(least)] == ["Ann", "Bob", "Cid", "Dee"]
    year = HIRED._replace(kind="year")
    years = replace(WORKERS, order=Ordering(PAY, True), each=FirstOfEach(year))
    assert rows(years) == [["Bob", 20, 2020], ["Cid", 20, 2021]]


def test_the_most_counted_of_each_are_shown() -> None:
    counted = Query(
        ("Team", "Worker"), (QueryLink(("IN",), 1, 0),), measure=Measure("count", Owner(1))
    )
    by_pay = replace(counted, each=FirstOfEach(PAY._replace(owner=Owner(1))))
    assert rows(by_pay) == [["Red", 2, 20], ["Red", 1, 10], ["Sky", 1, 40]]


def test_numbers_of_two_results_stand_beside_and_alone() -> None:
    counted = Query(
        ("Team", "Worker"), (QueryLink(("IN",), 1, 0),), measure=Measure("count", Owner(1))
    )
    led = replace(counted, links=(QueryLink(("LED",), 1, 0),))
    query = Query(("Team",), beside=(led, counted), between=Between("/"))
    assert rows(query) == [["Red", 0, 3, 0.0], ["Sky", 1, 1, 1.0]]
    assert STAFF.run(query).columns[-1] == "number of Worker / number of Worker"
    ordered = replace(query, order=Ordering(None, True), limit=1)
    assert rows(ordered)[0][0] == "Sky"
    assert len(rows(replace(query, between=Between("-", (("<", 0.0),))))) == 1
    dear = replace(WORKERS, bounds=(Bound(PAY, ">", 30),), measure=Measure("sum", PAY), single=True)
    everyone = replace(dear, bounds=())
    assert rows(replace(dear, against=Against("/", everyone))) == [[pytest.approx(4 / 9)]]


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"between": Between("/")}, "needs two measures beside the rows, got 0"),
        ({"against": Against("-", 3)}, "Only one number is computed"),
        ({"each": FirstOfEach(PAY)}, "Add an order"),
        ({"across": "avg"}, "one number of what each has"),
    ],
)
def test_numbers_need_what_they_are_computed_of(parts: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidInput, match=told):
        replace(WORKERS, **parts)


def test_the_sum_of_a_text_names_what_is_no_number() -> None:
    with pytest.raises(InvalidInput, match="median of 'name' needs numbers, got 'Ann'"):
        value_of(Measure("median", PropertyOf(Owner(0), "name")))


def test_what_rows_are_the_first_of_is_not_taken_out_of_a_query() -> None:
    with pytest.raises(InvalidInput, match="order by the rest"):
        apart(replace(IN_TEAM, each=FirstOfEach(Owner(1))), [0])
