"""Tables by several keys, with several measures, and pairs: rows, words, form, proof, refusals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from read_graphs import node, store
from written_forms import require_said_and_written

from steiner.algebra import (
    Bound,
    Grouping,
    Measure,
    Ordering,
    Owner,
    PropertyOf,
    Query,
    QueryLink,
    apart,
    in_words,
)
from steiner.errors import InvalidInput
from steiner.evidence import Table
from steiner.graph import Node
from steiner.query.proposing.form.query_form import query_from
from steiner.query.proposing.form.written_form import form_of
from steiner.query.same_meaning import meaning_of

FILMS = store(
    [
        node(1, "Actor", "Ann", born="Oslo"),
        node(2, "Actor", "Bob", born="Rome"),
        node(3, "Actor", "Cid", born="Oslo"),
        node(4, "Film", "Aurora", genres=["drama", "war"], shot="1999-05-01", cost=4),
        node(5, "Film", "Borealis", genres=["drama"], shot="1999-08-01", cost=10),
        node(6, "Film", "Crown", shot="2001-01-01"),
    ],
    [
        *((1, "IN", 4, {}), (2, "IN", 4, {}), (1, "IN", 5, {}), (2, "IN", 5, {})),
        *((2, "IN", 6, {}), (3, "IN", 6, {}), (1, "IN", 4, {})),
    ],
)
SCHEMA = FILMS.graph_schema()
CAST = (QueryLink(("IN",), 1, 0),)
BORN = PropertyOf(Owner(1), "born")
YEAR = PropertyOf(Owner(0), "shot", "year")
COST = PropertyOf(Owner(0), "cost", "number")
GENRE = PropertyOf(Owner(0), "genres", "item")
TITLE = PropertyOf(Owner(0), "name")
COUNT, AVERAGE = Measure("count", Owner(0)), Measure("avg", COST)
BY_BOTH = Query(("Film", "Actor"), CAST, grouping=Grouping((BORN, YEAR), (COUNT, AVERAGE)))
TOGETHER = Query(
    ("Actor", "Film", "Actor"),
    (QueryLink(("IN",), 0, 1), QueryLink(("IN",), 2, 1)),
    grouping=Grouping((Owner(0), Owner(2)), (Measure("count", Owner(1)),), pairs=True),
    order=Ordering(None, True),
)
ONLY_PAIRS = replace(TOGETHER, grouping=Grouping((Owner(0), Owner(2)), pairs=True), order=None)
BY_GENRE = Query(("Film",), grouping=Grouping((GENRE,), (COUNT, Measure("sum", COST))))
CONDITION = {"of": "a", "property": "genres", "as": "item", "is": "=", "value": 1}
AB = ["Aurora", "Borealis"]
IN_ONE_CELL = Query(
    ("Film", "Actor"),
    CAST,
    grouping=Grouping((Owner(1),), (Measure("collect", TITLE), Measure("count", Owner(0)))),
)


def cells(table: Table) -> list[list[Any]]:
    return [[c.name if isinstance(c, Node) else c for c in row] for row in table.rows]


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        (
            BY_BOTH,
            [
                *(["Oslo", 1999, 2, 7.0], ["Oslo", 2001, 1, None]),
                *(["Rome", 1999, 2, 7.0], ["Rome", 2001, 1, None]),
            ],
        ),
        (TOGETHER, [["Ann", "Bob", 2], ["Bob", "Cid", 1]]),
        (BY_GENRE, [["drama", 2, 14], ["war", 1, 4]]),
        (IN_ONE_CELL, [["Ann", AB, 2], ["Bob", [*AB, "Crown"], 3], ["Cid", ["Crown"], 1]]),
        (replace(BY_GENRE, grouping=Grouping((), (COUNT, AVERAGE))), [[3, 7.0]]),
        (ONLY_PAIRS, [["Ann", "Bob"], ["Bob", "Cid"]]),
    ],
)
def test_a_row_is_a_combination_of_keys_with_its_measures(query: Query, rows: Any) -> None:
    assert cells(FILMS.run(query)) == rows


def test_a_table_is_ordered_cut_and_compared_by_any_measure() -> None:
    dear = Grouping((BORN, YEAR), (AVERAGE, replace(COUNT, having=((">", 1.0),))))
    query = replace(BY_BOTH, grouping=dear, order=Ordering(None, True), limit=1)
    table = FILMS.run(query)
    assert cells(table) == [["Oslo", 1999, 7.0, 2]]
    assert [row[0] for row in table.tied] == ["Rome"]
    by_key = replace(query, order=Ordering(YEAR, True), limit=None)
    assert [row[1] for row in cells(FILMS.run(by_key))] == [1999, 1999]


def test_what_proves_a_pair_is_what_both_are_linked_to() -> None:
    table = FILMS.run(replace(TOGETHER, limit=1))
    assert {n.name for n in table.proof.nodes} == {"Ann", "Bob", "Aurora", "Borealis"}
    assert "CASE WHEN id(v0) < id(v2) THEN [v0, v2] ELSE [v2, v0] END AS pair" in table.cypher


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            BY_BOTH,
            "Film; Actor IN Film: count of Film, average cost of Film, for each born of Actor"
            " and year of shot of Film",
        ),
        (
            TOGETHER,
            "Actor; Actor IN Film; Actor 2 IN Film: count of Film, for each pair of Actor and"
            " Actor 2, most first",
        ),
        (BY_GENRE, "Film: count, total cost, for each item of genres"),
        (
            IN_ONE_CELL,
            "Film; Actor IN Film: all name of Film, count of Film, for each Actor",
        ),
    ],
)
def test_a_table_is_said_and_written_as_a_form(query: Query, said: str) -> None:
    require_said_and_written(query, said, SCHEMA)
    assert meaning_of(query) != meaning_of(replace(query, grouping=Grouping((), (COUNT,))))


def test_columns_are_named_by_keys_and_measures() -> None:
    assert FILMS.run(TOGETHER).columns == ("Actor", "Actor 2", "number of Film")
    assert FILMS.run(BY_BOTH).columns == (
        *("born", "year of shot", "number of Film"),
        "average cost",
    )


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: Grouping(), "what its rows are by, or a measure"),
        (lambda: Grouping((BORN, YEAR), pairs=True), "two different nodes as the first"),
        (lambda: Grouping((Owner(0, True),)), "name its property"),
        (lambda: replace(BY_BOTH, measure=COUNT), "in its own measures"),
        (lambda: replace(BY_BOTH, order=Ordering(TITLE, True)), "its first measure, or by a key"),
        (lambda: apart(BY_BOTH, [0]), "Expected links that leave the root"),
        (
            lambda: query_from({**form_of(BY_GENRE), "where": [CONDITION]}, SCHEMA),
            "no as 'item'",
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused(made: Any, told: str) -> None:
    with pytest.raises(InvalidInput, match=told):
        made()


def test_texts_are_one_in_lower_case() -> None:
    lower = PropertyOf(Owner(0), "born", "lower case")
    towns = store(
        [node(i, "Actor", "x", born=b) for i, b in enumerate(("Oslo", "OSLO", "Rome"))], []
    )
    table = Grouping((lower,), (COUNT,))
    assert cells(towns.run(Query(("Actor",), grouping=table))) == [["oslo", 2], ["rome", 1]]
    query = Query(("Actor",), bounds=(Bound(lower, "=", "oslo"),))
    assert len(towns.run(query).rows) == 2
    assert in_words(query) == "Actor; (lower case of born of Actor) = 'oslo'"
    assert in_words(query_from(form_of(query), towns.graph_schema())) == in_words(query)


def test_conditions_hold_in_a_table() -> None:
    named = Bound(PropertyOf(Owner(1), "name"), "=", "Cid")
    assert cells(FILMS.run(replace(BY_BOTH, bounds=(named,)))) == [["Oslo", 2001, 1, None]]
