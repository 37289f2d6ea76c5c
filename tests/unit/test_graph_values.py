"""Every value that a Neo4j can hold has a way into text, JSON, files, LangChain and MCP."""

from __future__ import annotations

import datetime
import io
import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import neo4j
import pytest
from neo4j import time
from neo4j.vector import Vector
from starlette.responses import JSONResponse
from test_render import EVIDENCE

from steiner.display.render import evidence_json
from steiner.evidence import Evidence, Fact, Table
from steiner.exports import cypher_script, export, graphml
from steiner.graph import IsoText, Node, Point, Relationship, Subgraph
from steiner.integrations.agents.records import entity_record, evidence_record
from steiner.integrations.langchain.retriever import document
from steiner.stores.neo4j.driver_values import native, row
from steiner.stores.neo4j.far_moments import far_moment
from steiner.text import readable
from steiner.textualise.facts import FactWriter

BERLIN = datetime.datetime(2020, 1, 2, 3, 4, 5, tzinfo=ZoneInfo("Europe/Berlin"))
PLUS_ONE = datetime.timezone(datetime.timedelta(hours=1))
VALUES: list[tuple[Any, str, Any, str]] = [
    # value, as people read it, as JSON, as Cypher 5
    (True, "yes", True, "true"),
    (-(2**63), "-9223372036854775808", -(2**63), "-9223372036854775808"),
    (1e-7, "1e-07", 1e-7, "1e-07"),
    (2.0, "2", 2.0, "2.0"),
    (float("inf"), "Infinity", "Infinity", "Infinity"),
    (float("-inf"), "-Infinity", "-Infinity", "-Infinity"),
    (float("nan"), "NaN", "NaN", "NaN"),
    ('"\\\n', '"\\', '"\\\n', '"\\"\\\\\\n"'),
    (datetime.date(1, 2, 3), "0001-02-03", "0001-02-03", 'date("0001-02-03")'),
    (IsoText("-0044-03-15", "date"), "-0044-03-15", "-0044-03-15", 'date("-0044-03-15")'),
    (datetime.time(5, 6), "05:06:00", "05:06:00", 'localtime("05:06:00")'),
    (datetime.time(5, 6, tzinfo=PLUS_ONE), "05:06:00+01:00", "05:06:00+01:00",
     'time("05:06:00+01:00")'),
    (datetime.datetime(2020, 1, 2, 3), "2020-01-02 03:00:00", "2020-01-02T03:00:00",
     'localdatetime("2020-01-02T03:00:00")'),
    (BERLIN, "2020-01-02 03:04:05+01:00", "2020-01-02T03:04:05+01:00",
     'datetime("2020-01-02T03:04:05+01:00[Europe/Berlin]")'),
    (IsoText("P1Y2M3DT4S", "duration"), "P1Y2M3DT4S", "P1Y2M3DT4S", 'duration("P1Y2M3DT4S")'),
    (Point((1.5, 2.0, -3.0), 4979), "(1.5, 2, -3)", "(1.5, 2, -3)",
     "point({srid: 4979, x: 1.5, y: 2.0, z: -3.0})"),
    (Point((float("nan"), 2.0), 7203), "(NaN, 2)", "(NaN, 2)",
     "point({srid: 7203, x: NaN, y: 2.0})"),
    (b"\x00\xff", "2 bytes", "AP8=", "[0, 255]"),
    ([1, 2], "1, 2", [1, 2], "[1, 2]"),
    ([float("nan"), 1.0], "NaN, 1", ["NaN", 1.0], "[NaN, 1.0]"),
    ([IsoText("+12024-01-01", "date")], "+12024-01-01", ["+12024-01-01"], '[date("+12024-01-01")]'),
]  # fmt: skip
ROW_VALUES: list[tuple[Any, str, Any]] = [
    # What rows of queries may hold beside: not storable, so no Cypher.
    (None, "None", None),
    ([[1, 2], [3]], "(1, 2), (3)", [[1, 2], [3]]),
    ([{"a": 1.0}, {"b": [float("inf")]}], "a: 1, b: Infinity", [{"a": 1.0}, {"b": ["Infinity"]}]),
    ({"at": datetime.date(2020, 1, 2), "raw": b"a"}, "at: 2020-01-02; raw: 1 bytes",
     {"at": "2020-01-02", "raw": "YQ=="}),
]  # fmt: skip
DAY = datetime.date(1970, 1, 1).toordinal()


class BrokenValue:
    """What the driver gives for what it cannot read."""

    def __init__(self, raw: Any) -> None:
        self.error, self.raw_data = ValueError("out of range"), raw


def structure(tag: bytes, *fields: Any) -> SimpleNamespace:
    return SimpleNamespace(tag=tag, fields=list(fields))


def evidence_of(value: Any) -> Evidence:
    """Return evidence that holds a value wherever one can stand."""
    node = Node(1, "n:1", ("Thing",), {"own": value}, "one", ("own", value))
    link = Relationship(1, "r:1", "IS", 1, 1, {"own": value})
    table = Table(("it", "own"), ((node, value),), 1, "", {"p": value}, "", ((node, value),))
    facts = (Fact("F1", "one", (1,), (1,), 1.0),)
    graph = Subgraph((node,), (link,))
    return replace(EVIDENCE, subgraph=graph, facts=facts, table=table, seeds=())


@pytest.mark.parametrize(("value", "text", "written", "cypher"), VALUES)
def test_a_stored_value_has_a_way_into_every_form(
    value: Any, text: str, written: Any, cypher: str
) -> None:
    evidence = evidence_of(value)
    assert readable(value) == text
    (shown, own), *_ = evidence_json(evidence)["table"]["rows"]
    assert own == shown["properties"]["own"] == written
    assert cypher_script(evidence).count(f"`own`: {cypher}}}") == 2
    assert document(evidence.facts[0], evidence).metadata["keys"][0]["value"] == written
    assert entity_record(evidence.subgraph.nodes[0]).properties["own"] == text[:120]
    FactWriter(evidence.subgraph, "own?", 200).node(evidence.subgraph.nodes[0])


@pytest.mark.parametrize(("value", "text", "written"), ROW_VALUES)
def test_a_value_of_a_row_has_a_way_into_text_and_json(value: Any, text: str, written: Any) -> None:
    evidence = evidence_of(value)
    assert readable(value) == text
    (_, own), *_ = evidence_json(evidence)["table"]["rows"]
    assert own == written


@pytest.mark.parametrize("value", [each[0] for each in (*VALUES, *ROW_VALUES)])
def test_what_is_written_is_strict_json_for_files_http_langchain_and_mcp(value: Any) -> None:
    evidence = evidence_of(value)
    JSONResponse(evidence_json(evidence))  # Refuses what JSON does not have.
    json.loads(export(evidence, "json"), parse_constant=pytest.fail)
    table = evidence_record(evidence).table
    metadata = document(evidence.facts[0], evidence).metadata
    json.dumps([table.rows if table else None, metadata], allow_nan=False)


@pytest.mark.parametrize("value", [each[0] for each in VALUES])
def test_networkx_reads_the_graphml_of_every_value(value: Any) -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.read_graphml(io.BytesIO(graphml(evidence_of(value)).encode()))
    own = graph.nodes["n:1"]["own"]
    if isinstance(value, int | float):
        assert own == value or value != value
        assert type(own) is type(value)
    else:
        assert isinstance(own, str)


@pytest.mark.parametrize(
    ("raw", "text", "kind"),
    [
        (structure(b"D", -735_525), "-0044-03-15", "date"),
        (structure(b"D", datetime.date(2024, 2, 29).toordinal() - DAY), "2024-02-29", "date"),
        (structure(b"D", datetime.date.max.toordinal() + 1 - DAY), "+10000-01-01", "date"),
        (structure(b"D", datetime.date.min.toordinal() - 1 - DAY), "0000-12-31", "date"),
        (structure(b"d", -62_167_219_201, 5_000_000), "-0001-12-31T23:59:59.005", "localdatetime"),
        (structure(b"I", -62_135_596_800, 0, -3600), "0000-12-31T23:00:00-01:00", "datetime"),
        (structure(b"I", 253_402_300_800, 0, 0), "+10000-01-01T00:00:00Z", "datetime"),
        (structure(b"i", 0, 0, "Mars/Olympus"), "1970-01-01T00:00:00Z[Mars/Olympus]", "datetime"),
    ],
)
def test_moments_outside_the_years_of_python_are_iso_texts(raw: Any, text: str, kind: str) -> None:
    known = far_moment(raw.tag, tuple(raw.fields))
    assert (known, known.kind) == (text, kind)
    day = datetime.date(2020, 1, 2)
    nested = BrokenValue([BrokenValue([BrokenValue(raw), time.Date(2020, 1, 2)]), 1])
    assert native(nested) == [[text, day], 1]
    assert native({"a": BrokenValue(raw)}) == {"a": text}


def test_days_inside_the_years_of_python_are_as_python_writes_them() -> None:
    for ordinal in range(1, datetime.date.max.toordinal(), 9_973):
        day = datetime.date.fromordinal(ordinal)
        assert far_moment(b"D", (ordinal - DAY,)) == day.isoformat()


def test_a_row_with_what_the_driver_cannot_read_is_read() -> None:
    made: Any = neo4j.Record
    broken = tuple.__new__(made, (1, BrokenValue(structure(b"D", -735_525))))
    vars(broken)["_Record__keys"] = ("a", "b")
    assert native(row(broken)) == {"a": 1, "b": "-0044-03-15"}


def test_values_of_the_driver_become_pythons_own() -> None:
    duration = native(time.Duration(years=1, seconds=4))
    assert (duration, duration.kind) == ("P1YT4S", "duration")
    assert native(Vector([1.5, 2.0], "f32")) == [1.5, 2.0]
    assert native(bytearray(b"a")) == b"a"
    assert native(structure(b"?", 1)) is not None
