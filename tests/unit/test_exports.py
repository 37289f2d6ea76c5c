"""Evidence as files: other programs read them, and awkward names come through."""

from __future__ import annotations

import datetime
import io
import struct
import sys
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from test_render import EVIDENCE

from steiner.display.drawing import HALF_HEIGHT, HALF_WIDTH, sketch
from steiner.errors import InvalidInput, MissingExtra
from steiner.exports import cypher_script, export, graphml, mermaid, png_picture, svg_picture
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


def test_svg_is_xml_of_its_own_with_a_box_a_node_and_text_for_markup() -> None:
    root = ElementTree.fromstring(svg_picture(AWKWARD))
    shape = "{http://www.w3.org/2000/svg}"
    titles = [title.text or "" for title in root.iter(f"{shape}title")]
    assert titles[0] == "2 nodes, 3 relationships"
    assert titles[1] == ODD.replace("\x01", "\ufffd") + " (A`b)"
    assert {element.tag.removeprefix(shape) for element in root.iter()} == {
        "svg", "title", "rect", "g", "path", "polygon", "text",
    }  # fmt: skip
    types = [text.text for text in root.iter(f"{shape}text") if text.get("font-size") == "10"]
    assert types == ['is "x"', 'is "x"', "self"]


def test_arrows_between_the_same_nodes_are_apart_and_end_beside_a_box() -> None:
    drawn = sketch(AWKWARD)
    first, second, loop = drawn.arrows
    assert first.at != second.at
    for arrow in (first, second, loop):
        x, y = drawn.boxes[1].centre
        assert abs(arrow.end[0] - x) == HALF_WIDTH
        assert abs(arrow.end[1] - y) < HALF_HEIGHT
        assert arrow.at[0] < drawn.width
        assert arrow.at[1] < drawn.height


def test_png_has_the_size_of_the_drawing_twice_over() -> None:
    image = png_picture(AWKWARD)
    drawn = sketch(AWKWARD)
    assert image.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", image[16:24])
    assert (width, height) == pytest.approx((2 * drawn.width, 2 * drawn.height), abs=1)


def test_png_without_matplotlib_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"pip install 'steiner\[draw\]'"):
        png_picture(AWKWARD)


@pytest.mark.parametrize("format", ["svg", "png"])
def test_a_picture_of_nothing_and_of_too_much(format: str) -> None:
    assert export(replace(EVIDENCE, subgraph=Subgraph()), format)
    nodes = tuple(Node(i, f"n:{i}", (), {}, f"$n_{i}$ 名") for i in range(100))
    assert export(replace(EVIDENCE, subgraph=Subgraph(nodes, ())), format)
    assert "40 more nodes" in svg_picture(replace(EVIDENCE, subgraph=Subgraph(nodes, ())))


def test_another_format_is_refused() -> None:
    with pytest.raises(InvalidInput, match="cypher, mermaid, svg, png, got 'pdf'"):
        export(EVIDENCE, "pdf")
