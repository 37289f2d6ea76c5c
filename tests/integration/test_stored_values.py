"""Every value that a real server stores is indexed, read, written and made anew from the script."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from index_doubles import HashEmbedder

from steiner.display.render import evidence_json
from steiner.evidence import Evidence
from steiner.exports import cypher_script, export
from steiner.index.build import Indexer
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore

VALUES = """
{whole: -9223372036854775808, most: 9223372036854775807, share: 1e-300,
 inf: Infinity, less: -Infinity, nan: NaN, infs: [Infinity, 1.5], flag: true, flags: [true, false],
 caesar: date('-0044-03-15'), far: date('+12024-01-01'), days: [date('-0044-03-15'), date()],
 zero: localdatetime('0000-01-01T00:00:00.5'), late: datetime('+10000-01-01T00:00Z'),
 early: datetime('0001-01-01T00:30+01:00'), zoned: datetime('2020-07-01T12:00[Europe/Berlin]'),
 clock: time('12:30+02:00'), local: localtime('23:59:59.999999'),
 span: duration('P1Y2M3DT4.5S'), back: duration('-P400000000Y'), spans: [duration('PT1S')],
 flat: point({x: 1, y: -2.5}), solid: point({x: 1, y: 2, z: 3}),
 place: point({longitude: 12.5, latitude: 41}), high: point({longitude: 1, latitude: 2, height: 3}),
 text: '"`\\\\ \\u0000 \U0001f600', texts: ['a', ''], none: []}
"""
MAKE = f"CYPHER 5 CREATE (a:Thing {VALUES}), (a)-[:HAS {VALUES}]->(b:Thing {{bytes: $bytes}})"


@pytest.mark.both_lines
def test_every_value_goes_in_and_comes_out(connection: Neo4jConnection) -> None:
    with connection.driver.session() as session:
        session.run(MAKE, bytes=b"\x00\xff").consume()
    index = Neo4jIndexStore(connection)
    Indexer(index, HashEmbedder()).run()
    again = Indexer(index, HashEmbedder()).run()
    ids = [row["id"] for row in connection.read_text("MATCH (n:Thing) RETURN id(n) AS id", {})]
    links = [r["id"] for r in connection.read_text("MATCH ()-[r:HAS]->() RETURN id(r) AS id", {})]
    graph = Neo4jStore(connection).hydrate(ids, links)
    evidence = Evidence("Who?", graph, "")
    assert {node.properties.get("caesar") for node in graph.nodes} == {"-0044-03-15", None}
    assert again is not None
    json.dumps(evidence_json(evidence), allow_nan=False)
    for written in ("json", "graphml", "cypher", "mermaid", "svg"):
        assert " object at 0x" not in str(export(evidence, written))
    with connection.driver.session() as session:
        session.run("MATCH (n:Thing) SET n:Old REMOVE n:Thing").consume()
        session.run(cypher_script(replace(evidence, subgraph=graph))).consume()
        text = """CYPHER 5 MATCH (a:Old)-[r:HAS]->() MATCH (b:Thing)-[s:HAS]->()
        UNWIND [k IN keys(r) WHERE k <> 'nan' AND NOT k STARTS WITH 'steiner_'] AS k
        WITH k, a, b, r, s WHERE NOT (a[k] = b[k] AND r[k] = s[k]) RETURN collect(k)"""
        (differing,) = session.run(text).single(strict=True)
    assert differing == []
