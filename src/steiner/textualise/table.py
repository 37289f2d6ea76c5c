"""A textual graph as two CSV tables, nodes then edges (G-Retriever, section 4.1, Table 9)."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

from steiner.evidence import Evidence
from steiner.graph import Node, Subgraph
from steiner.textual_graph import TEXT_LABEL, TextGraph
from steiner.textualise.facts import FactWriter

_LONGEST_VALUE = 300


def table(graph: TextGraph) -> str:
    """Write the graph as published: `node_id,node_attr` rows, then `src,edge_attr,dst` rows.

    Node ids stay as they are, parallel edges are all kept, with direction.
    """
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("node_id", "node_attr"))
    rows.writerows(zip(graph.ids, graph.nodes, strict=True))
    rows.writerow(("src", "edge_attr", "dst"))
    rows.writerows(graph.edges)
    return text.getvalue()


def fitted(graph: TextGraph, fits: Callable[[str], bool]) -> TextGraph:
    """Return the largest beginning of the graph whose table `fits`: whole rows, best edges first.

    Nodes without an edge go first. A graph of which nothing fits is empty.
    """
    alone, edges = len(graph.unjoined()), len(graph.edges)

    def part(size: int) -> TextGraph:
        return graph.part(min(size, edges), max(0, size - edges))

    return part(longest(edges + alone, lambda size: fits(table(part(size)))))


def longest(most: int, fits: Callable[[int], bool]) -> int:
    """Return the largest number from 0 to `most` that `fits`; 0 is not asked about."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if fits(middle):
            low = middle
        else:
            high = middle - 1
    return low


def text_graph(evidence: Evidence) -> TextGraph:
    """Return the evidence's subgraph with the text of each node and relationship, best first.

    Ids are the store's. The texts do not depend on the question, so that they are embedded once.
    """
    nodes, worth = evidence.node_scores, evidence.relationship_scores
    graph = Subgraph(
        tuple(sorted(evidence.subgraph.nodes, key=lambda n: -nodes.get(n.id, 0.0))),
        tuple(sorted(evidence.subgraph.relationships, key=lambda r: -worth.get(r.id, 0.0))),
    )
    return written_graph(graph)


def written_graph(graph: Subgraph) -> TextGraph:
    """Return a subgraph with the text of each node and relationship, in its order.

    Of a textual graph the texts as they stand, so that what is evaluated reads as what is trained.
    """
    ids = tuple(node.id for node in graph.nodes)
    if all(map(_is_text, graph.nodes)) and not any(r.properties for r in graph.relationships):
        edges = tuple((r.source, r.type, r.target) for r in graph.relationships)
        return TextGraph(ids, tuple(node.name for node in graph.nodes), edges)
    writer = FactWriter(graph, "", _LONGEST_VALUE)
    lines = [writer.node(node) for node in graph.nodes]
    return TextGraph(
        ids,
        tuple(f"{line.text}; {line.more}" if line.more else line.text for line in lines),
        tuple((r.source, writer.relation(r), r.target) for r in graph.relationships),
    )


def _is_text(node: Node) -> bool:
    """Say whether a node is a text and nothing else: others that tools mark have properties."""
    return node.labels == (TEXT_LABEL,) and set(node.properties) <= {"name"}
