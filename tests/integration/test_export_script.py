"""The Cypher script of an export, run by a real server."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from steiner.evidence import Evidence
from steiner.exports import cypher_script
from steiner.graph import Node, Point, Relationship, Subgraph
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.driver_values import native

EVIDENCE = Evidence("Who?", Subgraph(), "")
VALUES = {
    "whole": -7,
    "share": 1e-7,
    "flag": False,
    "day": datetime.date(1996, 7, 4),
    "moment": datetime.datetime(1996, 7, 4, 5, 6, 7, 89),
    "zoned": datetime.datetime(1996, 7, 4, tzinfo=datetime.UTC),
    "time": datetime.time(5, 6),
    "where": Point((1.5, 2.0, -3.0), 4979),
    "many": ["a", 'b"'],
}
ODD = "a\"b'c`d\\u0060e\\f\n\t\x01<script>{} 黒澤 😀 \u2028"


@pytest.mark.both_lines
def test_awkward_names_and_values_come_back_as_they_were(connection: Neo4jConnection) -> None:
    values = {**VALUES, "odd": ODD, "pro`p\n\"'": 1}
    graph = Subgraph(
        (Node(1, "n:1", ('La`bel "x"', "B"), values), Node(2, "n:2", (), {})),
        (Relationship(1, "r:1", "TY`PE\n;", 1, 2, {"since": 2001}),),
    )
    with connection.driver.session() as session:
        session.run(cypher_script(replace(EVIDENCE, subgraph=graph))).consume()
        (row,) = session.run("MATCH (a)-[r]->() RETURN labels(a), properties(a), type(r), r.since")
    assert set(row[0]) == {'La`bel "x"', "B"}
    assert {name: native(value) for name, value in row[1].items()} == values
    assert tuple(row)[2:] == ("TY`PE\n;", 2001)
