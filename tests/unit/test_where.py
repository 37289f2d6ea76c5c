"""Conditions compare as Cypher does, and are read from text."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from steiner.errors import InvalidInput
from steiner.filters import Condition, Filter, parse_condition
from steiner.settings import ExpandSettings


@pytest.mark.parametrize(
    ("operator", "value", "property", "met"),
    [
        ("=", 1, 1.0, True),
        ("=", 1, True, False),
        ("=", "1", 1, False),
        ("=", "a", None, False),
        ("<>", "a", None, False),
        ("<>", "a", 1, True),
        ("<", 2, 1.5, True),
        ("<", 2, "1", False),
        (">=", "b", "b", True),
        (">", date(2024, 1, 1), date(2024, 1, 2), True),
        ("in", [1, 2], 2.0, True),
        ("in", [1, 2], "2", False),
        ("contains", "anna", ["bo", "anna"], True),
        ("contains", "anna", "anna", False),
        ("=", ["a", "b"], ["a", "b"], True),
    ],
)
def test_conditions_compare_as_cypher_does(
    operator: str, value: Any, property: Any, met: bool
) -> None:
    assert Condition("p", operator, value).met_by({"p": property}) is met


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("year >= 1999", Condition("year", ">=", 1999)),
        ("tenant = 'acme corp'", Condition("tenant", "=", "acme corp")),
        ("tenant = acme", Condition("tenant", "=", "acme")),
        ("zip = '01234'", Condition("zip", "=", "01234")),
        ("year in 1999, 2003", Condition("year", "in", [1999, 2003])),
        ("readers contains anna", Condition("readers", "contains", "anna")),
        ("open = true", Condition("open", "=", True)),
        ("born < 1970-01-31", Condition("born", "<", date(1970, 1, 31))),
        ("a<>b", Condition("a", "<>", "b")),
    ],
)
def test_conditions_are_read_from_text(text: str, condition: Condition) -> None:
    assert parse_condition(text) == condition


@pytest.mark.parametrize("text", ["", "year", "year ~ 3", "= 3", "year ="])
def test_what_is_no_condition_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="written PROPERTY OPERATOR VALUE"):
        parse_condition(text)


@pytest.mark.parametrize(("operator", "value"), [("like", "x"), ("in", "x"), ("=", None)])
def test_conditions_that_cannot_be_are_refused(operator: str, value: Any) -> None:
    with pytest.raises(InvalidInput):
        Condition("p", operator, value)


def test_a_name_that_is_asked_for_many_times_is_asked_for_once() -> None:
    # Of one label 3,000 times a server planned for longer than a question has.
    many = Filter().narrowed(["Person", "Film"] * 1_500, ["LEADS"] * 1_500)
    assert many == Filter(labels=("Person", "Film"), types=("LEADS",))
    assert Filter(labels=("Film",)).narrowed(["Person", "Film"] * 9).labels == ("Film",)


def test_everything_that_is_given_must_hold() -> None:
    where = Filter(labels=("A", "B"), nodes=(Condition("x", ">", 1),))
    assert where.accepts_node(["B", "C"], {"x": 2})
    assert not where.accepts_node(["C"], {"x": 2})
    assert not where.accepts_node(["A"], {"x": 1})
    assert not Filter()
    assert where


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"hops": 20}, "hops must be 0 to 6, got 20"),
        ({"degree_cap": 0}, "degree_cap must be above 0"),
        ({"max_nodes": 0}, "max_nodes must be above 0"),
        ({"direction": "up"}, "direction must be both, out or in, got 'up'"),
    ],
)
def test_an_expansion_that_cannot_be_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        ExpandSettings(**settings)
