"""The judge of a model's replies: golds of POLE as queries, what counts as right, no repair."""

from __future__ import annotations

from typing import Any

import pytest
from judge.pole_rows import gold_query, pole_judge
from judge.replied import RepliedModel
from judge.replied_weights import Example, fitted

from steiner.algebra import Query, in_words
from steiner.evidence import Table
from steiner.graph import Node

ANN, BOB, EVE = (
    Node(id, f"e{id}", ("Person",), {"name": name, "age": age, "seen": seen})
    for id, name, age, seen in (
        (0, "Ann", "9", "8/08/2017"),
        (1, "Bob", "30", "25/08/2017"),
        (2, "Eve", "30", "25/08/2017"),
    )
)
PEOPLE = 'MATCH (x0:Person)-[:KNOWS]-(x1:Person WHERE x1.name = "Al")\nRETURN '


class Holds:
    """A store whose every query has the same rows."""

    def __init__(self, *rows: tuple[Any, ...]) -> None:
        self.rows = rows

    def run(self, query: Query, _: float) -> Table:
        return table(*self.rows)


def table(*rows: tuple[Any, ...], limited: bool = False) -> Table:
    return Table(("c",), rows, len(rows), "LIMIT" * limited, {}, "")


def test_a_gold_statement_is_a_query_from_what_it_returns() -> None:
    text = (
        'MATCH (x0:Phone)-[:CALLER]-(x2:PhoneCall WHERE x2.call_date = "02/08/2017")\n'
        'MATCH (x0:Phone)-[:HAS_PHONE]-(x1:Person WHERE x1.surname = "Gordon")\n'
        "RETURN COUNT(DISTINCT x0)"
    )
    query, own = gold_query(text)
    assert own == ""
    assert in_words(query) == (
        "Phone; Phone CALLER PhoneCall, either way; Phone HAS_PHONE Person, either way;"
        " PhoneCall.call_date = '02/08/2017'; Person.surname = 'Gordon': count of Phone"
    )


@pytest.mark.parametrize(
    ("returned", "given", "right"),
    [
        ("x0", table((ANN,), (BOB,), (EVE,)), True),
        ("x0", table((ANN,), (BOB,)), False),
        ("x0", table(("Ann",), ("Bob",), ("Eve",)), True),
        ("x0.name", table((ANN, "Ann"), (BOB, "Bob"), (EVE, "Eve")), True),
        ("x0.name", table((ANN,), (BOB,), (EVE,)), False),
        ("x0\nORDER BY x0.age DESC\nLIMIT 1", table((ANN,)), True),
        ("x0\nORDER BY x0.age DESC\nLIMIT 1", table((BOB,), (EVE,)), True),
        ("x0\nORDER BY x0.age DESC\nLIMIT 1", table((BOB,), limited=True), True),
        ("x0\nORDER BY x0.age DESC\nLIMIT 1", table((BOB,)), False),
        ("x0.seen\nORDER BY x0.seen ASC\nLIMIT 1", table(("8/08/2017",)), True),
        ("x0", None, False),
    ],
)
def test_nodes_what_identifies_them_and_values_are_right(
    returned: str, given: Table | None, right: bool
) -> None:
    judge = pole_judge({"cypher": PEOPLE + returned}, Holds((ANN,), (BOB,), (EVE,)))
    assert judge(given) is right


def test_a_number_is_right_where_it_is_the_one_in_the_row() -> None:
    judge = pole_judge({"cypher": f"{PEOPLE}COUNT(DISTINCT x0)"}, Holds((3,)))
    assert judge(table((3,)))
    assert not judge(table((3,), (3,)))
    assert not judge(table((True,)))


def test_replies_are_known_by_question_and_nothing_is_mended() -> None:
    model = RepliedModel({"Who?": "wrong"})
    prompt = "The graph\nQuestion: Who?\nJSON:"
    assert model.fill(prompt, {}).text == "wrong"
    again = f"{prompt}\nwrong\n\nThat was refused: no object\nAgain:"
    assert model.fill(again, {}).text == ""
    assert model.refused["Who?"].startswith("no object")


def test_weights_say_how_often_what_agrees_is_right() -> None:
    agrees, alone = {"rules agree": 1.0}, {"rules agree": 0.0}
    examples = [Example("a", agrees, n > 0, False) for n in range(20)]
    weights = fitted([*examples, *(Example("a", alone, n > 9, False) for n in range(20))])
    assert abs(weights["bias"]) < 0.5
    assert weights["rules agree"] > 1.5
