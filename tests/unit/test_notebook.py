"""Evidence and answers in a notebook: HTML that loads nothing and shows names as text."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree as Xml

from test_exports import AWKWARD
from test_render import ANSWER, EVIDENCE

import steiner
from steiner.display.drawing import DRAWN
from steiner.display.notebook import answer_html, drawing, evidence_html
from steiner.evidence import Seed, Table
from steiner.graph import Node, Relationship, Subgraph

ALLOWED = {"div", "p", "b", "br", "small", "ul", "li", "table", "tr", "th", "td"} | {
    "svg", "title", "path", "polygon", "text", "g", "rect",
}  # fmt: skip


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


def tags(html: str) -> Tags:
    reader = Tags()
    reader.feed(html)
    return reader


def test_jupyter_finds_both_records_html() -> None:
    evidence: Any = steiner.Evidence("Who?", Subgraph(), "")
    assert "The subgraph is empty." in evidence._repr_html_()
    answer: Any = ANSWER
    assert answer._repr_html_() == answer_html(ANSWER)
    assert "not in the evidence: Bo [unknown]" in answer_html(ANSWER)


def test_names_that_hold_html_are_text() -> None:
    evil = "<img src=x onerror=alert(1)>\"'"
    fact = replace(EVIDENCE.facts[0], text=evil, tag="<b>")
    evidence = replace(AWKWARD, question=evil, facts=(fact,), cuts=(evil,))
    answer = replace(ANSWER, text=evil, ungrounded=(evil,), evidence=evidence)
    read = tags(answer_html(answer))
    assert read.tags <= ALLOWED
    assert not {name for name in read.attributes if name.startswith("on")}
    assert not read.attributes & {"src", "href", "style"}


def test_the_drawing_has_every_node_and_line_and_seeds_stand_out() -> None:
    svg = drawing(EVIDENCE)
    root = Xml.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{space}g")) == len(EVIDENCE.subgraph.nodes)
    assert len(root.findall(f"{space}path")) == len(EVIDENCE.subgraph.relationships)
    assert svg.count('stroke-width="3"') == 1
    assert "F1" in evidence_html(EVIDENCE)


def test_a_large_subgraph_is_cut_and_says_so() -> None:
    nodes = tuple(Node(i, f"n:{i}", (), {}, f"Node {i}") for i in range(2_000))
    lines = tuple(Relationship(i, f"r:{i}", "NEXT", i, i + 1) for i in range(1_999))
    star = tuple(Relationship(i, f"r:{i}", "NEXT", 0, i) for i in range(1, 2_000))
    for relationships in (lines, star):
        graph = Subgraph(nodes, relationships)
        svg = drawing(replace(EVIDENCE, subgraph=graph, seeds=(Seed(0, 1.0, ("name",)),)))
        assert svg.count("<rect") == DRAWN
        assert "1940 more nodes are not drawn." in svg


def test_a_computed_table_is_shown_as_text_with_its_cypher() -> None:
    table = Table(("<b>",), (("<script>",), (3.0,)), 100, "MATCH (n) // <i>", {}, "n: count")
    html = evidence_html(replace(EVIDENCE, table=table))
    assert tags(html).tags <= ALLOWED - {"i"}
    assert "&lt;script&gt;" in html
    assert "98 more rows are not shown." in html
    assert "MATCH (n) // &lt;i&gt;" in html
