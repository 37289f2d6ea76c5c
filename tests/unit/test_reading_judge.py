"""The judge of readings: what it calls right, and what its figures say."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from data.created_graphs import created
from judge.changes import changes
from judge.gold_statement import MEASURED, GoldStatement
from judge.lines import Line
from judge.reading_figures import calibration_error, precision_of_surest
from judge.strict_forms import differing
from judge.strict_tables import strictly_right

from steiner.algebra import Bound, Measure, Ordering, Owner, PropertyOf, Query, QueryLink
from steiner.algebra.schema.graph_schema import GraphSchema

SCHEMA = GraphSchema(
    {"User": {}, "Post": {}}, {}, {"WROTE": [("User", "Post")], "FOLLOWS": [("User", "User")]}
)
NAME = PropertyOf(Owner(1), "name")
LINE = Line("all", "1", "Who?", True, True, 0.9, 0.9, "User", [], 1.0)


def test_a_script_of_create_statements_is_a_graph(tmp_path: Path) -> None:
    script = tmp_path / "graph.cypher"
    script.write_text(
        "CREATE CONSTRAINT IF NOT EXISTS FOR (p:P) REQUIRE (p.name) IS UNIQUE;\n"
        "CREATE (a:P {name: 'O\\'Hara', born: date('1990-05-01')}), (b:P:Q {tags: [\"x\", 2.5]})\n"
        "CREATE (a)<-[:KNOWS {since: -3}]-(b)-[:KNOWS]->(a);\n"
    )
    graph = created(script)
    assert [dict(n.properties) for n in graph.nodes] == [
        {"name": "O'Hara", "born": date(1990, 5, 1)},
        {"tags": ["x", 2.5]},
    ]
    assert graph.nodes[1].labels == ("P", "Q")
    assert [(r.source, r.target, dict(r.properties)) for r in graph.relationships] == [
        (1, 0, {"since": -3}),
        (1, 0, {}),
    ]


def test_a_script_that_matches_is_refused(tmp_path: Path) -> None:
    script = tmp_path / "graph.cypher"
    script.write_text("MATCH (a:P) SET a.seen = true;\n")
    with pytest.raises(ValueError, match="expected CREATE, got 'MATCH'"):
        created(script)


def test_a_gold_says_what_it_returns_counts_and_orders_by() -> None:
    gold = GoldStatement(
        "MATCH (u:User)-[:WROTE]->(p) WITH u, count(p) AS posts ORDER BY posts DESC LIMIT 3 "
        "RETURN u.name AS author, posts",
        SCHEMA,
    )
    assert gold.roots == frozenset({"User"})
    assert gold.counted == frozenset({"Post"})
    assert gold.ordered == MEASURED


@pytest.mark.parametrize(
    "condition",
    [
        "WHERE NOT (u)-[:WROTE]->(:Post) RETURN u",
        "WHERE NOT EXISTS { MATCH (u)-[:WROTE]->(:Post) } RETURN u",
        "OPTIONAL MATCH (u)-[:WROTE]->(p:Post) WHERE p IS NULL RETURN u",
        "OPTIONAL MATCH (u)-[w:WROTE]->(:Post) WITH u, w WHERE w IS NULL RETURN u",
    ],
)
def test_a_gold_says_which_types_it_denies(condition: str) -> None:
    assert GoldStatement(f"MATCH (u:User) {condition}", SCHEMA).denied == {"WROTE"}


def test_a_relationship_within_one_label_has_a_direction() -> None:
    gold = "MATCH (u:User)-[:FOLLOWS]->(:User {name: 'Ann'}) RETURN u.name"
    bound = (Bound(NAME, "=", "Ann"),)
    followers = Query(("User", "User"), (QueryLink(("FOLLOWS",), 0, 1),), bound)
    followed = Query(("User", "User"), (QueryLink(("FOLLOWS",), 1, 0),), bound)
    assert differing(gold, followers, SCHEMA) == []
    assert differing(gold, followed, SCHEMA) == ["direction"]


def test_a_query_differs_in_what_it_counts_and_in_what_rows_are_of() -> None:
    gold = "MATCH (u:User)-[:WROTE]->(p:Post) RETURN p.title, count(u) AS n ORDER BY n DESC"
    most = Ordering(None, True)
    links = (QueryLink(("WROTE",), 0, 1),)
    authors = Query(("User", "Post"), links, measure=Measure("count", Owner(1)), order=most)
    posts = Query(
        ("Post", "User"),
        (QueryLink(("WROTE",), 1, 0),),
        measure=Measure("count", Owner(1)),
        order=most,
    )
    assert differing(gold, authors, SCHEMA) == ["root", "counted"]
    assert differing(gold, posts, SCHEMA) == []


def canon(value: Any) -> Any:
    return value


ANN = {"labels": ["Person"], "name": "Ann", "properties": {"name": "Ann", "born": 1990}}
BOB = {"labels": ["Person"], "name": "Bob", "properties": {"name": "Bob"}}


def test_an_asked_property_has_a_column_of_its_own() -> None:
    gold = {"columns": ["n.name", "n.born"], "rows": [["Ann", 1990]]}
    assert not strictly_right([[ANN]], gold, canon)
    assert strictly_right([["more"], [ANN], [1990]], gold, canon)


def test_rows_without_the_asked_value_may_be_left_out() -> None:
    gold = {"columns": ["n.name", "n.born"], "rows": [["Ann", 1990], ["Bob", None]]}
    assert strictly_right([[ANN], [1990]], gold, canon)
    assert strictly_right([[ANN, BOB], [1990, None]], gold, canon)
    assert not strictly_right([[BOB], [None]], gold, canon)


def test_a_difference_has_either_sign() -> None:
    rows = [[5]]
    assert strictly_right([[-5]], {"columns": ["a.x - b.x"], "rows": rows}, canon)
    assert not strictly_right([[-5]], {"columns": ["a.x"], "rows": rows}, canon)


def lines(*judged: tuple[float, bool]) -> list[Line]:
    return [replace(LINE, probability=p, right=right) for p, right in judged]


def test_of_equally_sure_lines_an_equal_part_counts() -> None:
    given = lines((0.5, True), (0.9, True), (0.5, False), (0.5, False))
    assert precision_of_surest(given) == pytest.approx((1 + 1 / 3) / 2)


def test_a_probability_that_is_the_share_of_right_ones_has_no_error() -> None:
    assert calibration_error(lines((1.0, True), (0.0, False))) == 0
    assert calibration_error(lines((1.0, False), (0.0, False))) == pytest.approx(0.5)


def test_what_was_gained_and_what_misleads_anew_is_listed() -> None:
    wrong = replace(LINE, right=False, exact=False, reading="Post")
    assert changes({"set": [wrong]}, {"set": [LINE]}) == [
        "## set: 1 read otherwise, 1 gained",
        "gained:",
        "- 1: Who? [Post -> User]",
    ]
    (heading, *_) = changes({"set": [LINE]}, {"set": [replace(LINE, right=False)]})
    assert heading == "## set: 0 read otherwise, 1 lost, 1 newly wrong and exact"
