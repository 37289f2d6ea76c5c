"""A model reads a question: its form is checked, mended once, and never run as Cypher."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from steiner.algebra import in_words
from steiner.algebra.graph_schema import GraphSchema, property_schema
from steiner.errors import InvalidInput
from steiner.query.model_reading import model_reading, schema_text
from steiner.query.query_form import query_from

SCHEMA = GraphSchema(
    labels={
        "Ship": {
            "name": property_schema("name", ["Aurora"]),
            "price": property_schema("price", [5, 900]),
        },
        "Captain": {"name": property_schema("name", ["Ann"])},
    },
    types={"COMMANDED": {"days": property_schema("days", [3, 90])}},
    ends={"COMMANDED": [("Captain", "Ship")]},
    names={"Ship": "name", "Captain": "name"},
)
MOST = {
    "labels": ["Captain", "Ship"],
    "links": [{"types": ["COMMANDED"], "source": 0, "target": 1}],
    "conditions": [{"of": {"label": 1, "property": "price"}, "operator": ">", "value": 20}],
    "measure": {"kind": "count", "of": {"label": 1}, "having": [[">", 2]]},
    "order": {"by": None, "descending": True},
    "limit": 3,
}


class Writes:
    """Writes the given answers in turn and keeps the prompts."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.prompts = list(answers), list[str]()

    def __call__(self, prompts: Sequence[str]) -> list[str]:
        self.prompts += prompts
        return [self.answers.pop(0) for _ in prompts]


def changed(**parts: Any) -> dict[str, Any]:
    return {**MOST, **parts}


def test_a_form_becomes_a_query() -> None:
    said = "Captain; Captain COMMANDED Ship; Ship.price > 20: count > 2, most first, 3"
    assert in_words(query_from(MOST, SCHEMA)) == said


def test_branches_of_a_form_are_forms() -> None:
    price = {"of": {"label": 0, "property": "price"}, "operator": ">", "value": 20}
    name = {"of": {"label": 1, "property": "name"}, "operator": "=", "value": "Ann"}
    links = [{"types": ["COMMANDED"], "source": 1, "target": 0}]
    led = {"labels": ["Ship", "Captain"], "links": links, "conditions": [name]}
    large = {"labels": ["Ship"], "conditions": [price]}
    query = query_from({"labels": ["Ship"], "either": [large, led]}, SCHEMA)
    said = "Ship; either Ship.price > 20 or Captain COMMANDED Ship, Captain.name = 'Ann'"
    assert in_words(query) == said


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (changed(labels=["Captain", "Boat"]), "no label 'Boat'"),
        (changed(links=[{"types": ["SANK"], "source": 0, "target": 1}]), "type 'SANK'"),
        (changed(links=[]), "Every label needs a link"),
        (changed(links=[{"types": ["COMMANDED"], "source": 1, "target": 1}]), "reached: \\[0\\]"),
        (
            changed(conditions=[{"of": {"label": 0, "property": "price"}, "operator": ">"}]),
            "no property of Captain 'price'",
        ),
        (
            changed(
                conditions=[
                    {"of": {"label": 1, "property": "name"}, "operator": "= 1 //", "value": 1}
                ]
            ),
            "no operator '= 1 //'",
        ),
        (
            changed(conditions=[{"of": {"label": 1, "property": "name"}, "operator": "="}]),
            "needs a number, a text or a boolean",
        ),
        (changed(measure={"kind": "sum", "of": {"label": 1}}), "sum needs a property"),
        (changed(measure={"kind": "count", "of": {"label": 7}}), "no such place"),
        (changed(measure=None), "An order by null needs a measure"),
        ("MATCH (n) DETACH DELETE n", "not filled as it should be"),
        ({}, "not filled as it should be"),
        (changed(either=["Ship"]), "not filled as it should be"),
        (changed(either=[{"labels": ["Boat"]}]), "no label 'Boat'"),
        (changed(either=[{"labels": ["Captain"], "limit": 3}]), "A branch of `either`"),
    ],
)
def test_what_the_graph_does_not_have_is_refused(given: object, told: str) -> None:
    with pytest.raises(InvalidInput, match=told):
        query_from(given, SCHEMA)


def test_an_error_is_mended_once() -> None:
    wrong = json.dumps(changed(labels=["Captain", "Boat"]))
    writes = Writes(wrong, f"Here:\n```json\n{json.dumps(MOST)}\n```")
    reading = model_reading("Who?", SCHEMA, ["Captain", "Ship"], writes, 0.9)
    assert reading is not None
    assert (reading.computes, reading.confidence) == (True, 0.9)
    assert "no label 'Boat'" in writes.prompts[1]
    assert model_reading("Who?", SCHEMA, ["Ship"], Writes(wrong, "no"), 0.9) is None


def test_the_prompt_shows_the_part_of_the_schema_that_is_near() -> None:
    assert "Captain" not in schema_text(SCHEMA, ["Ship"])
    assert "(:Captain)-[:COMMANDED]->(:Ship) {days: number}" in schema_text(
        SCHEMA, ["Ship", "Captain"]
    )
