"""Lets a trained model list what supports its answers, and counts what is in the graph.

G-Retriever, section 6.4 and table 5: baseline and system are asked the same questions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from papers.layout import Figures
from papers.measures.graph_citations import INSTRUCTION, Cited, cited, validity
from steiner.chosen import Chosen
from steiner.evaluate.datasets.gold import Dataset
from steiner.evaluate.own_graphs import system_over_own_graphs
from steiner.generate.graph_generator import GraphGenerator
from steiner.session import open_generator
from steiner.textualise.table import text_graph
from steiner.whole_files import write_whole

_TOKENS = 80
"""Of an answer with its list; a trained model's 32 (appendix B.1) end in the middle of one."""


def cited_answers(chosen: Chosen, data: Dataset, count: int, file: Path) -> Figures:
    """Ask the first `count` questions, each over its own graph, and return the shares of citations.

    The model reads what its system retrieved; a citation is valid where it is in the question's
    whole graph. The answers are written to `file`, JSON lines.
    """
    texts: list[str] = []
    counts: list[Cited] = []
    for question, answer, own in _answers(chosen, data, count):
        texts.append(json.dumps({"question": question, "answer": answer, **own._asdict()}))
        counts.append(own)
    write_whole(file, "".join(f"{text}\n" for text in texts))
    shares = validity(counts)
    return {
        "valid nodes": shares.nodes,
        "valid edges": shares.edges,
        "fully valid": shares.fully,
        "cites nothing": shares.silent,
    }


def _answers(chosen: Chosen, data: Dataset, count: int) -> Iterator[tuple[str, str, Cited]]:
    opened, generator = system_over_own_graphs(chosen), open_generator(chosen)
    assert isinstance(generator, GraphGenerator)
    for question in islice(data.questions, count):
        if question.graph is None:
            continue
        shown = text_graph(opened(question.graph).retrieve(question.text))
        asked = f"{question.text}\n{INSTRUCTION}"
        (answer,) = generator.write([asked], [shown], max_new_tokens=_TOKENS)
        yield question.text, answer, cited(answer, question.graph)
