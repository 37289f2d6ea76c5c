"""The form that a model fills: what it means, what is refused, and its JSON Schema."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from steiner.algebra import (
    Against,
    Between,
    Bound,
    FirstOfEach,
    Measure,
    Operand,
    Ordering,
    Overall,
    Owner,
    PropertyOf,
    Query,
    QueryLink,
    in_words,
)
from steiner.algebra.schema.graph_schema import GraphSchema, property_schema
from steiner.algebra.schema.schema_notes import Note, Notes
from steiner.errors import InvalidInput
from steiner.query.proposing.form.form_schema import form_schema
from steiner.query.proposing.form.query_form import query_from
from steiner.query.proposing.form.written_form import form_of

SCHEMA = GraphSchema(
    labels={
        "Ship": {
            "name": property_schema("name", ["Aurora"]),
            "price": property_schema("price", [5, 900]),
            "tonnage": property_schema("tonnage", ["12", "700"]),
            "built": property_schema("built", ["1996-07-04"]),
            "retired": property_schema("retired", [True, False]),
        },
        "Captain": {"name": property_schema("name", ["Ann"])},
    },
    types={"COMMANDED": {"days": property_schema("days", [3, 90])}, "KNOWS": {}},
    ends={"COMMANDED": [("Captain", "Ship")], "KNOWS": [("Captain", "Captain")]},
    names={"Ship": "name", "Captain": "name"},
)
CAPTAIN, SHIP = {"name": "c", "label": "Captain"}, {"name": "s", "label": "Ship"}
MOST: dict[str, Any] = {
    "find": "c",
    "nodes": [SHIP, CAPTAIN],
    "links": [{"from": "c", "type": "COMMANDED", "to": "s", "name": "k"}],
    "where": [{"of": "s", "property": "price", "is": ">", "value": 20}],
    "measure": {"kind": "count", "of": "s", "having": [{"is": ">", "number": 2}]},
    "order": {"descending": True},
    "limit": 3,
}


def changed(**parts: Any) -> dict[str, Any]:
    return {**MOST, **parts}


def where(**parts: Any) -> dict[str, Any]:
    return changed(where=[{**MOST["where"][0], **parts}])


def linked(**parts: Any) -> dict[str, Any]:
    return changed(links=[{**MOST["links"][0], **parts}])


def test_a_form_becomes_a_query_whatever_the_order_of_its_nodes() -> None:
    said = "Captain; Captain COMMANDED Ship; Ship.price > 20: count > 2, most first, 3"
    assert in_words(query_from(MOST, SCHEMA)) == said


def test_a_link_between_two_that_are_linked_already_comes_last() -> None:
    nodes = [SHIP, CAPTAIN, {"name": "d", "label": "Captain"}]
    links = [
        {"from": "c", "type": "KNOWS", "to": "d", "none": True},
        {"from": "d", "type": "COMMANDED", "to": "s"},
        {"from": "c", "type": "COMMANDED", "to": "s"},
    ]
    query = query_from({"find": "c", "nodes": nodes, "links": links}, SCHEMA)
    assert [(k.source, k.target, k.negated) for k in query.links] == [
        (0, 1, False),
        (2, 1, False),
        (0, 2, True),
    ]
    assert [*query.closing()] == [2]


def test_notes_and_the_form_turn_links_either_way() -> None:
    noted = SCHEMA.with_notes(Notes(types={"COMMANDED": Note(either_way=True)}))
    assert query_from(MOST, noted).links[0].mutual
    turned = linked(**{"from": "s", "to": "c", "either_way": True})
    assert query_from(turned, SCHEMA).links[0].mutual


@pytest.mark.parametrize(
    ("given", "value"),
    [
        (where(value="30"), 30),
        (where(property="tonnage", value="30"), 30),
        (where(property="name", **{"is": "="}, value=7), "7"),
        (where(property="retired", **{"is": "="}, value=False), False),
        (where(property="built", value="1997-01-01T00:00"), "1997-01-01"),
        (where(property="tonnage", **{"is": "in"}, value=[12, "30"]), ["12", "30"]),
        (where(value={"overall": "avg"}), Overall("avg")),
    ],
)
def test_values_are_of_the_kind_of_their_property(given: Any, value: Any) -> None:
    assert query_from(given, SCHEMA).bounds[0].value == value


@pytest.mark.parametrize("operator", ["year", "year="])
def test_a_year_may_be_written_as_the_other_comparisons_of_years_are(operator: str) -> None:
    given = where(property="built", **{"is": operator}, value=1996)
    assert query_from(given, SCHEMA).bounds[0].operator == "year="


def test_a_value_may_come_from_another_form() -> None:
    oldest = {
        "find": "t",
        "nodes": [{"name": "t", "label": "Ship"}],
        "measure": {"kind": "min", "of": "t", "property": "built"},
        "overall": True,
    }
    given = where(property="built", **{"is": "="}, value={"from": oldest})
    said = in_words(query_from(given, SCHEMA))
    assert "Ship.built = the Ship; earliest built" in said


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (changed(nodes=[CAPTAIN, {"name": "s", "label": "Boat"}]), "no label 'Boat'"),
        (linked(type="SANK"), "no relationship type 'SANK'"),
        (linked(**{"from": "s", "to": "c"}), "from Captain to Ship. Turn it around"),
        (linked(type="KNOWS"), "KNOWS does not lead from Captain to Ship"),
        (linked(to="x"), "no node 'x'"),
        (linked(any_type=True), "a type or any_type, not both"),
        (linked(type=[]), "needs a type, or any_type true"),
        (changed(links=[]), "must be linked to 'c'"),
        (linked(to="c"), "Add a second node"),
        (linked(none="false"), "true or false without quotation marks, got 'false'"),
        (where(of="c"), "no property of Captain 'price'"),
        (where(**{"is": "= 1 //"}), "no comparison '= 1 //'"),
        (where(value=None), "needs a number, a text, true or false"),
        (where(value="abc"), "compared with a number, got 'abc'"),
        (where(property="retired", value="no"), "compared with true or false, got 'no'"),
        (where(property="built", value="04.07.1996"), "a day written 2024-01-31"),
        (where(**{"is": "year"}, value=1996), "price holds no days"),
        (where(value={"from": MOST}), "needs values_of there"),
        (changed(measure={"kind": "sum", "of": "s"}), "sum needs a property"),
        (changed(measure={"kind": "share", "of": "c"}), "need conditions of a part"),
        (changed(measure={"kind": "count", "of": "x"}), "no node or named link 'x'"),
        (linked(none=True), "must be matched"),
        (changed(measure=None), "without a property needs a measure"),
        (changed(measure=None, order=None, overall=True), "overall needs a measure"),
        (changed(measure={"kind": "percentile", "of": "s", "property": "price"}), "from 0 to 100"),
        (where(**{"as": "month"}), "price has no month"),
        (where(**{"with": {"is": "-"}}), "a property or a value"),
        (where(**{"with": {"is": "-", "property": "name"}}), "name is: text"),
        (where(**{"with": {"is": "days", "value": 3}}), "price is: number"),
        (where(property="built", **{"with": {"is": "days", "value": 3}}), "2024-01-31, got 3"),
        (where(**{"with": {"is": "*", "value": "two"}}), "computes with a number, got 'two'"),
        (changed(between={"is": "/"}), "needs two measures"),
        (changed(against={"is": "-", "from": MOST}), "overall true in from"),
        (changed(first_of_each={"of": "c"}), "another node than the one"),
        (changed(first_of_each={"of": "s", "most": 0}), "from 1 on, got 0"),
        (changed(limit="3"), "limit must be a whole number"),
        (changed(limit=0), "from 1 on, got 0"),
        (changed(values_of={"of": "s", "property": "name"}), "Let find be the node"),
        (changed(wher=[]), "no key of the form 'wher'. There is: where"),
        (changed(nodes=["Ship"]), "a node must be an object"),
        (changed(either=[{"limit": 3}]), "no key of a branch 'limit'"),
        (changed(links={}), "links must be a list"),
        (
            changed(nodes=[{"name": f"n{i}", "label": "Ship"} for i in range(200)]),
            "at most 16 nodes, got 201",
        ),
        ("MATCH (n) DETACH DELETE n", "must be an object"),
        ({"find": ""}, "find must be the name of a node"),
    ],
)
def test_what_does_not_hold_is_refused_with_how_to_mend_it(given: Any, told: str) -> None:
    with pytest.raises(InvalidInput, match=told):
        query_from(given, SCHEMA)


PRICE, NAME = PropertyOf(Owner(0), "price", "number"), PropertyOf(Owner(1), "name")
BUILT = PropertyOf(Owner(0), "built", "date as text")
TONS_EACH = PRICE._replace(operand=Operand("/", "tonnage"))
AGE = BUILT._replace(kind="number", operand=Operand("years", value="2026-11-28"))
LED = QueryLink(("COMMANDED",), 1, 0)
BY_ANN = Query(("Ship", "Captain"), (LED,), (Bound(NAME, "=", "Ann"),))
DEAR = Query(("Ship",), bounds=(Bound(PRICE, ">", 20),))
LEADERS = Query(BY_ANN.labels, (LED,), measure=Measure("count", Owner(1)))
AVERAGE = Measure("avg", PRICE)
DEAREST = replace(DEAR, measure=AVERAGE, single=True)
QUERIES = [
    Query(("Ship",), bounds=(Bound(PRICE, "<=", Overall("avg"), True), Bound(PRICE, "present"))),
    Query(("Ship",), either=(BY_ANN, Query(("Ship",), DEAR.links, DEAR.bounds))),
    Query(("Ship",), beside=(Query(BY_ANN.labels, (LED,), measure=Measure("count", Owner(1))),)),
    Query(("Ship",), measure=Measure("percentage", Owner(0), (), DEAR.bounds), single=True),
    Query(BY_ANN.labels, (LED,), measure=Measure("count", Owner(1)), single=True, across="avg"),
    Query(("Ship",), group=PropertyOf(Owner(0), "built", "year")),
    Query(
        BY_ANN.labels,
        (LED, QueryLink(("COMMANDED",), 1, 0, True)),
        order=Ordering(PropertyOf(Owner(0, True), "days", "number"), True),
        limit=2,
        skip=1,
        listed=(NAME,),
    ),
    Query(
        ("Ship",),
        bounds=(
            Bound(PRICE, ">", Query(("Ship",), measure=Measure("avg", PRICE), single=True)),
            Bound(PropertyOf(Owner(0), "built", "date as text"), "year", 1996),
        ),
    ),
    Query(("Ship",), beside=(LEADERS, LEADERS), between=Between("/", ((">", 0.5),))),
    Query(("Ship",), measure=AVERAGE, single=True, against=Against("-", DEAREST)),
    Query(BY_ANN.labels, (LED,), order=Ordering(PRICE, True), each=FirstOfEach(Owner(1), 2)),
    Query(("Ship",), order=Ordering(PRICE, True), each=FirstOfEach(BUILT._replace(kind="year"))),
    Query(("Ship",), measure=Measure("percentile", PRICE, percent=90.0), single=True),
    Query(("Ship",), measure=Measure("median", TONS_EACH), group=BUILT._replace(kind="weekday")),
    Query(("Ship",), bounds=(Bound(AGE, ">", 30), Bound(BUILT._replace(kind="month"), "=", 7))),
    Query(("Ship", ""), (QueryLink((), 0, 1, mutual=True),)),
    Query(BY_ANN.labels, (QueryLink(("COMMANDED",), 1, 0, count=((">=", 2.0),), mutual=True),)),
]


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_is_written_as_a_form_that_its_json_schema_takes(query: Query) -> None:
    form = json.loads(json.dumps(form_of(query)))
    jsonschema.validate(form, form_schema(SCHEMA))
    read = query_from(form, SCHEMA)
    assert in_words(read).replace("year=", "year") == in_words(query)


def test_the_json_schema_has_the_names_of_this_graph_and_no_other() -> None:
    schema = form_schema(SCHEMA)
    jsonschema.validate({"cannot": "nothing of weather"}, schema)
    for wrong in (changed(wher=[]), linked(type="SANK"), where(property="age"), where(value=None)):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)
