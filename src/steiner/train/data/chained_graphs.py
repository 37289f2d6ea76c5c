"""What an aligner learns from: a question's graph, and the chain that was written for it.

A chain holds the answer. Only training rows have one; nothing that answers a question reads it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from steiner.textual_graph import TextGraph, graph_json, read_examples
from steiner.train.data.text_graphs import TextGraphs


@dataclass(frozen=True, slots=True)
class AlignExample:
    """A question, the chain that was written for it, and the graph that was retrieved."""

    question: str
    chain: str
    graph: TextGraph

    @property
    def answers(self) -> bool:
        """Whether it teaches: an empty chain, or a graph without nodes, does not."""
        return bool(self.chain.strip() and self.graph.ids)

    def to_json(self) -> str:
        """Write as one line of JSON."""
        graph = graph_json(self.graph)
        return json.dumps({"question": self.question, "chain": self.chain, "graph": graph})


class ChainedGraphs(TextGraphs):
    """Makes an AlignExample of each line of `steiner chains`, with the graph of its question."""

    def read(self, file: Path) -> list[AlignExample]:  # type: ignore[override]
        """Return the examples. Raises InvalidInput with the number of a line without a chain."""
        from steiner.train.data.chains import read_chains

        lines = zip(read_examples(file), read_chains(file), strict=True)
        return [AlignExample(e.question, chain, e.graph) for e, chain in lines]
