"""A textual graph in the forms that papers compare: triples a line, or YAML by head.

The table of G-Retriever is in `table`; sentences are what `FactWriter` writes.
"""

from __future__ import annotations

from steiner.textual_graph import TextGraph
from steiner.textualise import triple_texts


def triples(graph: TextGraph) -> str:
    """Write `(head, relation, tail)` a line, then the nodes without an edge."""
    edges, alone = _parts(graph)
    return "\n".join([*filter(None, [triple_texts.linear(edges)]), *alone])


def yaml(graph: TextGraph) -> str:
    """Write heads, below each its relations, below each the tails; then nodes without an edge."""
    edges, alone = _parts(graph)
    heads = {head for head, _, _ in edges}
    names = [f"{triple_texts.scalar(name)}:" for name in alone if name not in heads]
    return "\n".join([*filter(None, [triple_texts.yaml(edges)]), *names])


def _parts(graph: TextGraph) -> tuple[list[tuple[str, str, str]], list[str]]:
    text = dict(zip(graph.ids, graph.nodes, strict=True))
    edges = [(text[source], relation, text[target]) for source, relation, target in graph.edges]
    return edges, list(dict.fromkeys(text[id] for id in graph.unjoined()))
