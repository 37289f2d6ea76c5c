"""Distances between points: on earth, with heights, in a plane; to what is named; refusals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from read_graphs import node, store
from written_forms import written_and_read

from steiner.algebra import Bound, Operand, Ordering, Owner, PropertyOf, Query, in_words
from steiner.errors import InvalidInput
from steiner.graph import Point
from steiner.query.proposing.form.query_form import query_from
from steiner.query.proposing.form.written_form import form_of
from steiner.stores.memory_computing.distances import distance


def on_earth(*coordinates: float) -> Point:
    return Point(coordinates, 4979 if len(coordinates) > 2 else 4326)


INNS = store(
    [
        node(1, "Inn", "Anker", at=on_earth(10.75, 59.91)),
        node(2, "Inn", "Brygge", at=on_earth(10.70, 59.90)),
        node(3, "Inn", "Roma", at=on_earth(12.5, 41.9)),
        node(4, "Inn", "Lost"),
        node(5, "Station", "Central", at=on_earth(10.75, 59.911)),
    ],
    [],
)
SCHEMA = INNS.graph_schema()
AT, NAME = PropertyOf(Owner(0), "at", "point"), PropertyOf(Owner(0), "name")
CENTRAL = Query(("Station",), bounds=(Bound(NAME, "=", "Central"),), group=AT)
FAR = AT._replace(kind="number", operand=Operand("distance", value=CENTRAL))
NEAREST = Query(("Inn",), order=Ordering(FAR, False), limit=2)


@pytest.mark.parametrize(
    ("left", "right", "metres"),
    [
        (on_earth(0, 0), on_earth(0, 1), 111_319.5),
        (on_earth(179, 0), on_earth(-179, 0), 222_639.0),
        (on_earth(0, 0, 0), on_earth(0, 0, 30), 30.0),
        (Point((0, 0), 7203), Point((3, 4), 7203), 5.0),
        (Point((0, 0), 7203), on_earth(3, 4), None),
        ("unknown", on_earth(3, 4), None),
    ],
)
def test_distances_are_metres_on_earth(left: Any, right: Any, metres: float | None) -> None:
    assert distance(left, right) == (metres and pytest.approx(metres, abs=1.0))


def test_what_is_near_a_named_thing_comes_first() -> None:
    table = INNS.run(NEAREST)
    assert [row[0].name for row in table.rows] == ["Anker", "Brygge"]
    assert table.rows[0][1] == pytest.approx(111, abs=1)
    assert "point.distance(v0.`at`, point($p0))" in table.cypher
    within = Query(("Inn",), bounds=(Bound(FAR, "<", 5000.0),))
    assert [row[0].name for row in INNS.run(within).rows] == ["Anker", "Brygge"]
    nowhere = replace(CENTRAL, bounds=(Bound(NAME, "=", "nowhere"),))
    lost = FAR._replace(operand=Operand("distance", value=nowhere))
    assert not INNS.run(replace(NEAREST, order=Ordering(lost, False))).rows


def test_a_distance_is_said_and_written_as_a_form() -> None:
    said = "Inn: distance from at to Central least first, 2"
    assert in_words(NEAREST) == said
    assert in_words(written_and_read(NEAREST, SCHEMA)) == said


@pytest.mark.parametrize(
    ("operand", "told"),
    [
        ({"is": "distance", "value": 3}, "must be an object with from"),
        ({"is": "distance", "property": "name"}, "name is: text"),
        (
            {"is": "distance", "value": {"from": form_of(replace(CENTRAL, group=NAME))}},
            "values_of a point",
        ),
        ({"is": "-", "value": 3}, "at is: point"),
    ],
)
def test_a_distance_needs_points(operand: dict[str, Any], told: str) -> None:
    form = form_of(NEAREST)
    form["order"]["with"] = operand
    with pytest.raises(InvalidInput, match=told):
        query_from(form, SCHEMA)
