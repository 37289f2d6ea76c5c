"""Days that are kept as texts with the year last: recognised, compared, computed, shown as kept."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from read_graphs import node, store
from scripted_model import ScriptedModel
from word_doubles import WordEmbedder

from steiner.algebra import Bound, Operand, Ordering, Overall, Owner, PropertyOf, Query
from steiner.algebra.schema.graph_schema import GraphSchema, property_schema
from steiner.algebra.schema.written_days import iso_day, ways_written
from steiner.calls.remarks import remarked
from steiner.errors import InvalidInput
from steiner.evidence import Evidence
from steiner.graph import Subgraph
from steiner.index.build import Indexer
from steiner.lexicon.notes import check_notes, notes_from, read_notes
from steiner.lexicon.notes_text import draft_text
from steiner.query.proposing.form.query_form import query_from
from steiner.query.proposing.prompt.shown_schema import schema_text
from steiner.settings import IndexSettings, Options
from steiner.stores.memory import MemoryStore
from steiner.systems.steiner import retriever

DAYS = ("5/08/2016", "28/09/2017", "1/12/2017")
CRIMES = store(
    [
        node(i, "Crime", f"C-{i}", date=day, filed="1/2/2018")
        for i, day in enumerate((*DAYS, "unknown"), 1)
    ],
    [],
)
ORDERS = store(
    [
        node(i, "Order", f"O-{i}", shipped=day, fee=fee)
        for i, (day, fee) in enumerate(
            (
                ("1998-05-02 00:00:00.000", "7"),
                ("1998-05-06 00:00:00.000", "12.5"),
                ("1998-05-06 08:30:00.000", "NULL"),
                ("NULL", "3"),
            ),
            1,
        )
    ],
    [],
)
SHIPPED = PropertyOf(Owner(0), "shipped", "date as text")
DATE = PropertyOf(Owner(0), "date", "date as text")
ROOT = {"find": "a", "nodes": [{"name": "a", "label": "Crime"}]}


def names(query: Query) -> list[str]:
    return [row[0].name for row in CRIMES.run(query).rows]


def asked(question: str, *replies: str) -> Evidence:
    made: Any = retriever(CRIMES, WordEmbedder(), reader=ScriptedModel(*replies))
    evidence: Evidence = made.retrieve(question, Options(today=date(2026, 11, 30)))
    return evidence


@pytest.mark.parametrize(
    ("texts", "ways"),
    [
        (DAYS, ("d/m/yyyy",)),
        (("8/5/2016", "9/28/2017 14:30"), ("m/d/yyyy",)),
        (("05-08-2016", "28-09-2017"), ("d-m-yyyy",)),
        (("1.2.2018",), ("d.m.yyyy",)),
        (("1/2/2018", "3/4/2019"), ("d/m/yyyy", "m/d/yyyy")),
        (("13/13/2018",), ()),
        (("1/2/2018", "3-4-2019"), ()),
        (("1/2/2018", "soon"), ()),
        (("2018-02-01",), ()),
        ((), ()),
    ],
)
def test_how_days_are_written_is_told_by_all_texts(texts: Any, ways: Any) -> None:
    assert ways_written(texts) == ways


def test_a_text_of_one_way_is_turned_into_iso_and_another_is_none() -> None:
    assert iso_day("5/8/2016 09:30", "d/m/yyyy") == "2016-08-05 09:30"
    assert iso_day("9/28/2017", "m/d/yyyy") == "2017-09-28"
    for other in ("2016-08-05", "5-8-2016", "", None, 3):
        assert iso_day(other, "d/m/yyyy") is None
    assert iso_day("5/8/2016", "") is None


def test_such_texts_are_compared_ordered_and_computed_as_days_and_shown_as_kept() -> None:
    assert names(Query(("Crime",), order=Ordering(DATE, True))) == ["C-3", "C-2", "C-1"]
    assert names(Query(("Crime",), bounds=(Bound(DATE, ">=", "2017-09-28"),))) == ["C-2", "C-3"]
    assert names(Query(("Crime",), bounds=(Bound(DATE, "year=", 2016),))) == ["C-1"]
    assert names(Query(("Crime",), bounds=(Bound(DATE, "<", "28/09/2017"),))) == ["C-1"]
    assert names(Query(("Crime",), bounds=(Bound(DATE, "=", "05/08/2016"),))) == ["C-1"]
    month = DATE._replace(kind="month")
    table = CRIMES.run(Query(("Crime",), bounds=(Bound(month, "=", 12),), shown=(DATE,)))
    assert [row[1] for row in table.rows] == ["1/12/2017"]
    assert "right('0' + part[1], 2)" in table.cypher
    since = DATE._replace(kind="number", operand=Operand("days", value="2017-12-31"))
    assert names(Query(("Crime",), bounds=(Bound(since, "<", 40),))) == ["C-3"]


def test_questions_about_such_days_are_read_without_a_model() -> None:
    assert asked("Which crimes were after 2016?").answers == ("C-2", "C-3")
    assert asked("What is the latest crime?").answers == ("C-3",)


def test_a_model_reads_how_days_are_written_and_may_write_either() -> None:
    schema = CRIMES.graph_schema()
    assert "(written d/m/yyyy, compared as 2024-01-31)" in schema_text(schema)
    for value in ("2017-09-28", "28/09/2017"):
        where = [{"of": "a", "property": "date", "is": ">", "value": value}]
        query = query_from({**ROOT, "where": where}, schema)
        assert query.bounds[0].value == "2017-09-28"
        assert names(query) == ["C-3"]


def test_what_may_be_written_in_two_ways_stays_text_until_a_note_says(tmp_path: Path) -> None:
    schema: GraphSchema = CRIMES.graph_schema()
    assert schema.labels["Crime"]["filed"].kind == "text"
    assert '# days = "d/m/yyyy"  # or "m/d/yyyy"' in draft_text(schema)
    file = tmp_path / "notes.toml"
    file.write_text('properties."Crime.filed".days = "m/d/yyyy"', encoding="utf-8")
    noted = schema.with_notes(read_notes(file))
    assert noted.labels["Crime"]["filed"].kind == "date as text"
    assert noted.written_days["Crime", "filed"] == "m/d/yyyy"


@pytest.mark.parametrize(
    ("note", "told"),
    [
        ('"Crime.date".days = "y/m/d"', "one of d/m/yyyy"),
        ('"Crime.size".days = "d/m/yyyy"', "number"),
    ],
)
def test_a_note_on_days_that_cannot_be_is_refused(tmp_path: Path, note: str, told: str) -> None:
    file = tmp_path / "notes.toml"
    file.write_text(f"properties.{note}", encoding="utf-8")
    own = {"date": property_schema("date", ["soon"]), "size": property_schema("size", [3])}
    with pytest.raises(InvalidInput, match=told):
        check_notes(read_notes(file), GraphSchema({"Crime": own}, {}, {}))


def orders(*bounds: Bound, **parts: Any) -> list[str]:
    return [row[0].name for row in ORDERS.run(Query(("Order",), bounds=bounds, **parts)).rows]


def test_what_a_load_writes_for_none_is_no_day_after_all_others() -> None:
    assert ORDERS.graph_schema().labels["Order"]["shipped"].kind == "date as text"
    assert orders(Bound(SHIPPED, ">", "1998-05-01")) == ["O-1", "O-2", "O-3"]
    assert orders(order=Ordering(SHIPPED, True), limit=1) == ["O-3"]
    assert orders(Bound(SHIPPED, "missing")) == ["O-4"]
    assert orders(Bound(PropertyOf(Owner(0), "fee", "number as text"), "missing")) == ["O-3"]


def test_what_is_as_late_as_the_latest_moment_is_of_that_day() -> None:
    assert orders(Bound(SHIPPED, "=", Overall("max"))) == ["O-2", "O-3"]
    assert orders(Bound(SHIPPED, "<", Overall("max"))) == ["O-1"]


def test_indexing_says_which_days_nobody_can_tell_until_a_note_does() -> None:
    graph = Subgraph((node(1, "Crime", "C-1", date="28/9/2017", filed="1/2/2018"),), ())
    note = notes_from({"properties": {"Crime.filed": {"days": "m/d/yyyy"}}})
    for notes in (None, note):
        with remarked() as remarks:
            Indexer(MemoryStore(graph), WordEmbedder(), IndexSettings(), notes=notes).run()
        told = ["Crime.filed may be days written d/m/yyyy or m/d/yyyy"] * (notes is None)
        assert [remark.partition(",")[0] for remark in remarks] == told
