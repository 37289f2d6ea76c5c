"""Evidence of lines as they were retrieved: triples, walks, what a search looked at."""

from __future__ import annotations

from collections.abc import Sequence

from steiner.evidence import Evidence
from steiner.graph import Subgraph
from steiner.settings import Options, RetrieverSettings
from steiner.textualise.pack import Line, fill, tagged


def line_evidence(
    question: str,
    offered: Sequence[Line],
    graph: Subgraph,
    options: Options,
    settings: RetrieverSettings,
    unit: str,
) -> Evidence:
    """Return the first of `offered` that the budget holds, and the part of `graph` they are about.

    Nodes and relationships have the score of the first line that is about them. `unit` is what
    a line holds, in words: what does not fit is counted in it.
    """
    budget = options.budget or settings.text.budget
    lines, tokens, _ = fill(offered, budget, options.count_tokens)
    first = list(reversed(lines))
    nodes = {node: line.score for line in first for node in line.nodes}
    edges = {edge: line.score for line in first for edge in line.relationships}
    cut = f"{len(offered) - len(lines)} of {len(offered)} {unit} do not fit {budget} tokens"
    return Evidence(
        question=question,
        subgraph=graph.part(nodes, edges),
        text="\n".join(line.text for line in lines),
        facts=tagged(lines),
        tokens=tokens,
        budget=budget,
        cuts=(cut,) if len(lines) < len(offered) else (),
        node_scores=nodes,
        relationship_scores=edges,
    )
