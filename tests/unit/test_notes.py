"""Notes on a schema: their form, what is refused, and what a reading makes of them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from steiner.algebra.schema.graph_schema import GraphSchema, PropertySchema
from steiner.algebra.schema.schema_notes import Notes
from steiner.errors import InvalidInput
from steiner.lexicon.notes import check_notes, notes_from, read_notes
from steiner.lexicon.notes_text import draft_text, notes_text

TEXT = """
[labels.Employee]
synonyms = ["worker", "staff member"]
description = "Whoever is paid."
[types.KNOWS_LW]
synonyms = ["lives with"]
either_way = true
[properties."Parcel.state"]
synonyms = ["status"]
values = { 3 = ["shipped", "sent"] }
[properties.Parcel.weight]
unit = "kg"
[names]
Employee = ["first", "last"]
[hidden]
types = ["LOGGED"]
properties = ["Employee.pin"]
"""


def properties(**kinds: str) -> dict[str, PropertySchema]:
    return {name: PropertySchema(name, kind) for name, kind in kinds.items()}


SENT = {
    **properties(sentOn="date"),
    "phase": PropertySchema("phase", "text", texts=("here", "on the way")),
}
SCHEMA = GraphSchema(
    {
        "Employee": properties(first="text", last="text", pin="text"),
        "Parcel": properties(state="number", weight="number", gone="yes or no"),
        "Log": {},
    },
    {"KNOWS_LW": {}, "SENT": SENT, "LOGGED": {}},
    {
        "KNOWS_LW": [("Employee", "Employee")],
        "SENT": [("Employee", "Parcel")],
        "LOGGED": [("Log", "Employee")],
    },
)


def written(folder: Path, text: str) -> Path:
    path = folder / "notes.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_read_and_fits_its_graph(tmp_path: Path) -> None:
    notes = read_notes(written(tmp_path, TEXT))
    check_notes(notes, SCHEMA)
    assert notes.labels["Employee"].synonyms == ("worker", "staff member")
    assert notes.either_way == {"KNOWS_LW"}
    assert notes.property("Parcel", "state").values == {"3": ("shipped", "sent")}
    assert notes.property("Parcel", "weight").unit == "kg"
    assert notes.names == {"Employee": ("first", "last")}
    assert notes.hides("Employee", "pin")


def test_json_is_read_back_as_it_was(tmp_path: Path) -> None:
    notes = read_notes(written(tmp_path, TEXT))
    assert Notes.from_json(notes.to_json()) == notes
    assert Notes.from_json("") == Notes()


def test_toml_is_read_back_as_it_was(tmp_path: Path) -> None:
    notes = read_notes(written(tmp_path, TEXT))
    assert read_notes(written(tmp_path, notes_text(notes))) == notes
    assert notes_text(Notes()) == ""


def test_a_draft_is_empty_notes_on_all_that_the_graph_has(tmp_path: Path) -> None:
    draft = draft_text(SCHEMA)
    notes = read_notes(written(tmp_path, draft))
    check_notes(notes, SCHEMA)
    assert notes.tables() == {}
    assert [*notes.labels] == [*SCHEMA.labels]
    assert "[types.KNOWS_LW]  # Employee to Employee\n# synonyms = []\n# either_way = true" in draft
    assert draft.count("either_way") == 1
    assert '# values = { here = [], "on the way" = [] }' in draft
    filled = draft.replace("# values = { here = []", '# values = { here = ["arrived"]')
    notes = read_notes(written(tmp_path, re.sub("^# (?=values)", "", filled, flags=re.M)))
    assert notes.property("SENT", "phase").values["here"] == ("arrived",)


def test_what_is_hidden_is_not_in_the_schema() -> None:
    noted = SCHEMA.with_notes(
        notes_from({"hidden": {"labels": ["Log"], "properties": ["Employee.pin"]}})
    )
    assert [*noted.labels] == ["Employee", "Parcel"]
    assert [*noted.labels["Employee"]] == ["first", "last"]
    assert [*noted.types] == [*noted.ends] == ["KNOWS_LW", "SENT"]  # LOGGED only joined logs.


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"label": {}}, "Is 'labels' meant?"),
        ({"labels": {"Employee": {"synonym": ["a"]}}}, "labels.Employee have no key 'synonym'"),
        ({"labels": {"Employee": {"either_way": True}}}, "no key 'either_way'"),
        ({"labels": {"Employee": {"synonyms": "worker"}}}, "must be a list of texts, got 'worker'"),
        ({"labels": {"Employee": {"synonyms": [""]}}}, "must be a list of texts"),
        ({"labels": {"Employee": "worker"}}, r"written \[labels.Employee\], got 'worker'"),
        ({"types": {"KNOWS_LW": {"either_way": "yes"}}}, "must be a true or false, got 'yes'"),
        ({"properties": {"age": 3}}, r'written \[properties."Label.property"\], got 3'),
        ({"properties": {"Parcel.state": {"values": {"3": "sent"}}}}, "table of lists of texts"),
        ({"hidden": {"label": []}}, "Is 'labels' meant?"),
        ({"names": {"Employee": "first"}}, "names.Employee must be a list of texts"),
    ],
)
def test_what_notes_cannot_have_is_refused(given: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        notes_from(given)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"labels": {"employe": {}}}, "'employe', but the graph has no such label. Nearest: Emp"),
        ({"types": {"KNOWS_WL": {}}}, "Nearest: KNOWS_LW"),
        ({"properties": {"Parcel.wieght": {}}}, "Nearest: Parcel.weight"),
        ({"names": {"Employee": ["frist"]}}, "no such property of Employee. Nearest: first"),
        ({"hidden": {"types": ["zzzz"]}}, "It has: KNOWS_LW, LOGGED, SENT"),
        ({"properties": {"Parcel.state": {"values": {"three": ["sent"]}}}}, "'three' of Parcel"),
        ({"properties": {"Parcel.gone": {"values": {"1": ["sent"]}}}}, "values are: yes or no"),
    ],
)
def test_what_the_graph_has_not_is_refused_with_the_nearest(
    given: dict[str, object], said: str
) -> None:
    with pytest.raises(InvalidInput, match=said):
        check_notes(notes_from(given), SCHEMA)


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="cannot be read: No such file"):
        read_notes(tmp_path / "none.toml")
    with pytest.raises(InvalidInput, match="are no TOML"):
        read_notes(written(tmp_path, "[labels"))


def test_the_notes_of_the_page_are_notes() -> None:
    page = (Path(__file__).parents[2] / "docs" / "notes.md").read_text("utf-8")
    blocks = re.findall(r"^```toml\n(.*?)^```", page, re.M | re.S)
    notes = [notes_from(tomllib.loads(block)) for block in blocks]
    assert [*notes[0].labels] == ["Person"]
    assert notes[1].either_way == {"KNOWS_LW"}
