"""What a graph language model learns from: the graph that is retrieved for a question, as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from steiner.jobs import Row
from steiner.settings import Options
from steiner.textual_graph import Example, TextGraph, graph_json, read_examples
from steiner.textualise.table import text_graph


class TextGraphs:
    """Makes an Example of each question: what the model is to see when it is asked."""

    field = "graph"

    def collect(self, retriever: Any, row: Row, options: Options) -> Row:
        """Return the graph that `retriever` finds."""
        return {"graph": graph_json(text_graph(retriever.retrieve(row["question"], options)))}

    def empty(self) -> Row:
        """Return an empty graph."""
        return {"graph": graph_json(TextGraph())}

    def read(self, file: Path) -> list[Example]:
        """Return the examples. Raises InvalidInput with the number of a line that is none."""
        return read_examples(file)
