"""Notes that a model suggests: what fits the graph stands in the draft, the rest is said."""

from __future__ import annotations

import json
import tomllib

import pytest
from scripted_model import ScriptedModel

from steiner.algebra.schema.graph_schema import GraphSchema, property_schema
from steiner.algebra.schema.schema_notes import Note
from steiner.errors import InvalidInput
from steiner.lexicon.notes import notes_from
from steiner.lexicon.notes_text import draft_text
from steiner.query.proposing.drafted_notes import suggested_notes

NAMED = {"name": property_schema("name", ["Ann"])}
SCHEMA = GraphSchema(
    {"Clnt": NAMED, "Job": {"prio": property_schema("prio", ["H", "L"])}},
    {"KNOWS_LW": {}, "ORDERED": {}},
    {"KNOWS_LW": [("Clnt", "Clnt")], "ORDERED": [("Clnt", "Job")]},
    {"Clnt": "name"},
)
REPLY = {
    "labels": {"Clnt": {"synonyms": ["client"]}, "Boat": {"synonyms": ["ship"]}},
    "types": {"KNOWS_LW": {"synonyms": ["lives with"], "either_way": True, "colour": "red"}},
    "properties": {
        "Job.prio": {"synonyms": ["priority"], "unit": 7, "values": {"H": ["urgent"]}},
        "Job.age": {"unit": "days"},
    },
    "hidden": {"labels": ["Job"]},
}


def test_what_fits_the_graph_is_filled_in_and_the_rest_is_said() -> None:
    model = ScriptedModel(json.dumps(REPLY))
    notes, refused = suggested_notes(SCHEMA, model)
    assert "KNOWS_LW (Clnt)->(Clnt)" in model.prompts[0]
    assert notes.labels == {"Clnt": Note(("client",))}
    assert notes.types == {"KNOWS_LW": Note(("lives with",), either_way=True)}
    assert notes.properties == {"Job.prio": Note(("priority",), values={"H": ("urgent",)})}
    assert notes.hidden.labels == ()
    said = " ".join(refused)
    for reason in ("no such label", "no key 'colour'", "must be a text", "no such property"):
        assert reason in said


def test_the_draft_is_notes_already_and_asks_for_the_rest() -> None:
    notes = suggested_notes(SCHEMA, ScriptedModel(json.dumps(REPLY))).notes
    draft = draft_text(SCHEMA, notes)
    read = notes_from(tomllib.loads(draft))
    assert read.types["KNOWS_LW"] == notes.types["KNOWS_LW"]
    assert 'values = { H = ["urgent"], L = [] }' in draft
    assert "[types.ORDERED]  # Clnt to Job\n# synonyms = []\n" in draft


def test_a_large_schema_is_sent_in_parts() -> None:
    labels = {f"Thing{n:04}": NAMED for n in range(900)}
    schema = GraphSchema(labels, {}, {}, dict.fromkeys(labels, "name"))
    model = ScriptedModel(*(['{"labels": {}}'] * 9))
    suggested_notes(schema, model)
    assert 1 < len(model.prompts) < 9
    assert all(f"Thing{n:04} " in "".join(model.prompts) for n in (0, 450, 899))


def test_a_reply_that_is_no_object_is_refused() -> None:
    with pytest.raises(InvalidInput, match="Expected one JSON object"):
        suggested_notes(SCHEMA, ScriptedModel("I cannot."))
