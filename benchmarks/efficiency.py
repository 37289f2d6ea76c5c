"""What does retrieval save (G-Retriever, table 4)? Tokens, nodes and minutes before and after.

    python benchmarks/efficiency.py --output DIR [--count 20]

`before`: 2 hops around the question's entities, whole, as the paper's table; `after`: what the
system retrieved. Questions of WebQSP on its pooled graph in memory; minutes are those in which the
default model reads 1,000 prompts of the mean length on this machine, cut at a quarter of its
context. Prints a table, writes DIR/efficiency.json and efficiency.png.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "2")

import torch
from data.pooled import Pooled, pooled
from matplotlib.figure import Figure
from shown import show

from steiner.evaluate import baselines
from steiner.evidence import Evidence
from steiner.model_settings import GraphModelSettings
from steiner.models.graph_artefact import new_model
from steiner.settings import ExpandSettings, RetrieverSettings, TextSettings
from steiner.textual_graph import TextGraph
from steiner.textualise.table import table, text_graph

ROWS = {"before: 2 hops": "", "after: g-retriever": "g-retriever", "after: steiner": "steiner"}
WHOLE = ExpandSettings(hops=2, degree_cap=100_000, max_nodes=100_000, max_relationships=100_000)


def run(graph: Pooled) -> list[dict[str, Any]]:
    """Retrieve with each system and time the model on the mean length."""
    model = new_model(GraphModelSettings(form="text"))
    rows = []
    for name, system in ROWS.items():
        graphs = retrieved(graph, system) if system else whole(graph)
        texts = [table(found) for found in graphs]
        tokens = statistics.fmean(len(ids) for ids in model.tokenizer(texts)["input_ids"])
        nodes = statistics.fmean(len(found.nodes) for found in graphs)
        room = model.llm.config.max_position_embeddings // 4
        minutes = 1_000 * seconds(model.llm, min(round(tokens), room)) / 60
        rows.append({"row": name, "tokens": round(tokens), "nodes": round(nodes, 1)})
        rows[-1] |= {"minutes for 1,000 prompts": round(minutes, 1), "cut": tokens > room}
    return rows


def whole(graph: Pooled) -> list[TextGraph]:
    """Return 2 hops around the entities of each question, all of it."""
    found = []
    for question in graph.questions:
        around = graph.store.expand(graph.store.find(question.topics), WHOLE)
        subgraph = graph.store.hydrate(around.nodes.tolist(), around.relationships.tolist())
        found.append(text_graph(Evidence(question.text, subgraph, "")))
    return found


def retrieved(graph: Pooled, system: str) -> list[TextGraph]:
    """Return what the system finds for each question in 512 tokens."""
    settings = RetrieverSettings(text=TextSettings(budget=512))
    retriever = baselines.retriever(system)(graph.store, graph.embedder, settings)
    return [text_graph(retriever.retrieve(question.text)) for question in graph.questions]


def seconds(llm: Callable[..., Any], tokens: int) -> float:
    """Return the processor's seconds in which the model reads so many tokens."""
    ids = torch.ones((1, max(1, tokens)), dtype=torch.int64)
    begun = time.process_time()
    with torch.no_grad():
        llm(input_ids=ids, logits_to_keep=1)
    return time.process_time() - begun


def report(rows: list[dict[str, Any]], output: Path) -> None:
    """Print the table, write it as JSON and draw the tokens."""
    show(rows, output / "efficiency.json")
    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.add_subplot(ylabel="tokens of a prompt's graph")
    axes.bar([row["row"] for row in rows], [row["tokens"] for row in rows])
    figure.savefig(output / "efficiency.png", dpi=120)


def main() -> None:
    """Read the command line, measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--count", type=int, default=20, help="questions of each kind")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    report(run(pooled(given.count)), given.output)


if __name__ == "__main__":
    main()
