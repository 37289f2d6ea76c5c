"""The same textual graph in the forms that papers compare: triples a line, or YAML by head.

The table of G-Retriever is in `table`; sentences are what `FactWriter` writes.
"""

from __future__ import annotations

from collections import defaultdict
from importlib.util import find_spec

from steiner.errors import MissingExtra
from steiner.textual_graph import TextGraph


def triples(graph: TextGraph) -> str:
    """Write `(head, relation, tail)` a line, then the nodes without an edge."""
    text = dict(zip(graph.ids, graph.nodes, strict=True))
    lines = [
        f"({text[source]}, {relation}, {text[target]})" for source, relation, target in graph.edges
    ]
    return "\n".join([*lines, *(text[id] for id in graph.unjoined())])


def yaml(graph: TextGraph) -> str:
    """Write heads, under each its relations, under each the tails (Retrieval & Reasoning, 3.3).

    Tails of the same head and relation stand in one list, so that neither is repeated. Raises
    MissingExtra without PyYAML.
    """
    if find_spec("yaml") is None:
        raise MissingExtra.named("pyyaml", "evaluate")
    from yaml import safe_dump

    text = dict(zip(graph.ids, graph.nodes, strict=True))
    heads: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for source, relation, target in graph.edges:
        heads[text[source]][relation].append(text[target])
    by_head = {
        head: {relation: _one(tails) for relation, tails in tails_of.items()}
        for head, tails_of in heads.items()
    }
    alone = {text[id]: None for id in graph.unjoined() if text[id] not in by_head}
    written: str = safe_dump(
        {**by_head, **alone},
        sort_keys=False,
        allow_unicode=True,
        width=10_000,
        default_flow_style=None,
    )
    return written


def _one(tails: list[str]) -> str | list[str]:
    return tails[0] if len(tails) == 1 else tails
