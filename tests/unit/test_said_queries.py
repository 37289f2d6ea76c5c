"""What a query says in words: whose property is meant, and which of several of one label."""

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
    condition_in_words,
    in_words,
    variable_names,
)

BOSS = Query(
    ("Employee", "Employee"),
    (QueryLink(("REPORTS_TO",), 0, 1),),
    (Bound(PropertyOf(Owner(1), "name"), "=", "Rita"),),
)
SALARY = PropertyOf(Owner(0), "salary", "number")
NET = SALARY._replace(operand=Operand("-", "tax"))
HIRED = PropertyOf(Owner(0), "hired", "date")
SERVED = HIRED._replace(kind="number", operand=Operand("years", value="2026-01-31"))
BOSSES = SALARY._replace(owner=Owner(1))
ALL = Query(("Employee",), measure=Measure("avg", SALARY), single=True)
PAID = Query(("Employee",), measure=Measure("sum", SALARY))
COUNTED = replace(BOSS, bounds=(), measure=Measure("count", Owner(1)))
SAID = "Employee; Employee REPORTS_TO Employee 2; Employee 2.name = 'Rita'"
KNOWN = Query(("Person",) * 3, (QueryLink(("KNOWS",), 0, 1), QueryLink(("KNOWS",), 1, 2)))


@pytest.mark.parametrize(
    ("parts", "asked"),
    [
        ({"measure": Measure("avg", SALARY), "single": True}, "average salary of Employee"),
        ({"measure": Measure("max", BOSSES), "single": True}, "highest salary of Employee 2"),
        (
            {"measure": Measure("stdev", NET), "single": True},
            "standard deviation of salary - tax of Employee",
        ),
        (
            {"measure": Measure("percentile", BOSSES, percent=90), "single": True},
            "percentile 90 of salary of Employee 2",
        ),
        (
            {"order": Ordering(SERVED, True)},
            "years from hired to 2026-01-31 of Employee most first",
        ),
        ({"group": HIRED._replace(kind="weekday")}, "for each weekday of hired of Employee"),
        (
            {"order": Ordering(SALARY, True), "each": FirstOfEach(Owner(1), 2)},
            "salary of Employee most first, the first 2 of each Employee 2 and ties",
        ),
        (
            {"measure": Measure("avg", SALARY), "single": True, "against": Against("/", ALL)},
            "average salary of Employee, / (Employee; average salary)",
        ),
        (
            {"beside": (PAID, COUNTED), "between": Between("/", ((">", 2.0),))},
            "for each the total salary, for each the number of Employee 3, 0 too"
            " (Employee REPORTS_TO Employee 3), total salary / number of Employee 3 > 2",
        ),
        ({"measure": Measure("count", Owner(1))}, "count of Employee 2"),
        ({"order": Ordering(SALARY, True)}, "salary of Employee most first"),
        ({"group": SALARY}, "for each salary of Employee"),
        ({"limit": 3, "listed": (BOSSES,)}, "all salary of Employee 2, any 3"),
    ],
)
def test_variables_of_one_label_are_told_apart(parts: dict[str, Any], asked: str) -> None:
    assert in_words(replace(BOSS, **parts)) == f"{SAID}: {asked}"


def test_links_of_any_type_are_said() -> None:
    query = replace(KNOWN, links=(QueryLink((), 0, 1, True), QueryLink((), 1, 2, mutual=True)))
    said = "Person; without Person linked to Person 2; Person 2 linked to Person 3, either way"
    assert in_words(query) == said


def test_so_are_variables_of_no_label() -> None:
    said = "anything; anything REPORTS_TO anything 2; anything 2.name = 'Rita'"
    assert in_words(replace(BOSS, labels=("", ""))) == said


def test_links_of_one_type_are_told_apart_by_what_they_link() -> None:
    since = Bound(PropertyOf(Owner(1, True), "since", "number"), ">", 2000)
    wanted = "(Person 2 KNOWS Person 3).since > 2000"
    assert condition_in_words(KNOWN, since) == wanted
    assert variable_names(replace(KNOWN, labels=("Person", "", ""))) == ("Person", "", "")


def test_branches_do_not_name_what_is_named_before() -> None:
    friend = Query(("Person", "Person"), (QueryLink(("LIKES",), 0, 1),))
    query = replace(KNOWN, either=(friend, Query(("Ghost", "Ghost"), friend.links)))
    either = "either Person LIKES Person 4 or a Ghost, Ghost LIKES Ghost 2"
    assert in_words(query).endswith(f"; {either}")
    counted = replace(friend, measure=Measure("count", Owner(1)))
    said = "for each the number of Person 2, 0 too (Person LIKES Person 2)"
    assert in_words(Query(("Person",), beside=(counted,))) == f"Person: {said}"


def test_columns_are_called_as_the_words_say() -> None:
    staff = store(
        [node(1, "Employee", "Ann", salary=3), node(2, "Employee", "Rita", salary=9)],
        [(1, "REPORTS_TO", 2, {})],
    )
    assert staff.run(BOSS).columns == ("Employee", "Employee 2")
    highest = replace(BOSS, measure=Measure("max", BOSSES))
    assert staff.run(highest).columns == ("Employee", "highest salary", "Employee 2")
    named = replace(BOSS, limit=2, listed=(PropertyOf(Owner(1), "name"),))
    assert staff.run(named).columns == ("Employee", "Employee 2 name")
