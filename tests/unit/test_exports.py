"""Evidence as files: other programs read them, and awkward names come through."""

from __future__ import annotations

import datetime
import io
from dataclasses import replace

import pytest
from test_render import EVIDENCE

from steiner.errors import InvalidInput
from steiner.exports import cypher_script, export, graphml, mermaid
from steiner.graph import Node, Point, Relationship, Subgraph

ODD = "<script>alert(\"x\")</script> `b` 'c' & \\u0060 [d]\nnext {e} #35; 黒澤 \x01"
VALUES = {
    "te`xt": ODD,
    "flag": True,
    "count": 7,
    "share": 0.5,
    "day": datetime.date(1996, 7, 4),
    "where": Point((1.5, 2.0), 4326),
    "many": ["a", 'b"'],
}
AWKWARD = replace(
    EVIDENCE,
    subgraph=Subgraph(
        (Node(1, "n:1", ("A`b",), VALUES, ODD), Node(2, "n:2", (), {}, "plain")),
        (
            Relationship(1, "r:1", 'IS "x"', 1, 2, {"since": 2001}),
            Relationship(2, "r:2", 'IS "x"', 1, 2),
            Relationship(3, "r:3", "SELF", 2, 2),
        ),
    ),
)


def test_networkx_reads_graphml_with_every_edge_and_property() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.read_graphml(io.BytesIO(graphml(AWKWARD).encode()), force_multigraph=True)
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (2, 3)
    node = graph.nodes["n:1"]
    assert node["te`xt"] == node["_name"] == ODD.replace("\x01", "\ufffd")
    assert (node["flag"], node["count"], node["share"]) == (True, 7, 0.5)
    assert (node["day"], node["_labels"]) == ("1996-07-04", "A`b")
    assert graph.edges["n:1", "n:2", "r:1"] == {"since": 2001, "_type": 'IS "x"'}


def test_cypher_escapes_names_and_values() -> None:
    script = cypher_script(AWKWARD)
    assert script.startswith("CREATE\n  (n0:`A``b` {`te``xt`: ")
    assert "\\u0001" in script
    assert '`day`: date("1996-07-04"), `where`: point({srid: 4326, x: 1.5, y: 2.0})' in script
    assert '(n0)-[:`IS "x"` {`since`: 2001}]->(n1)' in script
    assert cypher_script(replace(EVIDENCE, subgraph=Subgraph())).startswith("//")


def test_mermaid_has_no_markup_of_a_name() -> None:
    head, box, *rest = mermaid(AWKWARD).splitlines()
    assert head == "flowchart LR"
    assert box.startswith('  n0["#60;script#62;alert(#34;x#34;)#60;/script#62; #96;b#96;')
    assert box.endswith('<br/>(A#96;b)"]')
    assert rest[-2:] == ['  n0 -->|"IS #34;x#34;"| n1', '  n1 -->|"SELF"| n1']


def test_another_format_is_refused() -> None:
    with pytest.raises(InvalidInput, match="one of json, graphml, cypher, mermaid, got 'pdf'"):
        export(EVIDENCE, "pdf")
