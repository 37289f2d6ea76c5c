"""How much of what an answer cites is in the graph (G-Retriever, section 6.4 and table 5).

The paper's raters checked by hand; here a citation is valid where node or triple is in the graph.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from steiner.textual_graph import TextGraph

INSTRUCTION = (
    "Answer the question, then list the nodes and edges that support the answer, one a line: "
    "`* node` for a node, `* source -> relation -> target` for an edge."
)
_LINE = re.compile(r"^\s*[-*•]\s+(.+?)\s*$", re.MULTILINE)
_ARROW = re.compile(r"\s*(?:->|→)\s*")
_NUMBER = re.compile(r"\s*\((?:node|edge)\s*(\d+)\)$", re.IGNORECASE)


class Cited(NamedTuple):
    """Valid and all cited nodes, valid and all cited edges of one answer."""

    valid_nodes: int
    nodes: int
    valid_edges: int
    edges: int


class Validity(NamedTuple):
    """Shares: of all cited nodes and edges that exist, of answers without a false citation.

    `silent` is the share of answers that cite nothing; they are not among the others. A share of
    nothing is 0.
    """

    nodes: float
    edges: float
    fully: float
    silent: float


def cited(answer: str, graph: TextGraph) -> Cited:
    """Count the citations of one answer: lines `* node` and `* source -> [relation ->] target`.

    A node that is cited by number, `* deer (node 1)`, is valid where the graph gives that number to
    a node of that name; edges have none in the table that a model reads.
    """
    text = dict(zip(graph.ids, map(_called, graph.nodes), strict=True))
    names = set(text.values())
    whole = {(text[s], _folded(relation), text[t]) for s, relation, t in graph.edges}
    ends = {(source, target) for source, _, target in whole}
    nodes, edges = [], []
    for line in _LINE.findall(answer):
        parts = tuple(_called(part) for part in _ARROW.split(_NUMBER.sub("", line)))
        if len(parts) == 1:
            number = _NUMBER.search(line)
            known = {text.get(int(number[1]))} if number else names
            nodes.append(parts[0] in known)
        else:
            edges.append(parts in whole or parts in ends)
    return Cited(sum(nodes), len(nodes), sum(edges), len(edges))


def validity(answers: Sequence[Cited]) -> Validity:
    """Return the shares over all answers; citations are pooled (micro)."""
    citing = [answer for answer in answers if answer.nodes + answer.edges]
    fully = [(f.valid_nodes, f.valid_edges) == (f.nodes, f.edges) for f in citing]
    return Validity(
        _share(sum(f.valid_nodes for f in answers), sum(f.nodes for f in answers)),
        _share(sum(f.valid_edges for f in answers), sum(f.edges for f in answers)),
        _share(sum(fully), len(fully)),
        _share(len(answers) - len(citing), len(answers)),
    )


def _called(node: str) -> str:
    """Return what answers call a node: of SceneGraphs' "name: cup; attribute: red; …" its name."""
    return _folded(node.removeprefix("name: ").partition(";")[0])


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
