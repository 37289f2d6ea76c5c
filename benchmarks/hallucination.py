"""How much of what the model cites is in the graph (G-Retriever, section 6.4, table 5)?

    python benchmarks/hallucination.py --output DIR [--count 20] [--model FOLDER]

Asks ExplaGraphs validation questions with the order to list supporting nodes and edges, with and
without the graph's text, and counts the citations against the graph; a model that `steiner train`
made reads its graph token too. Prints shares, writes DIR/hallucination.json with every answer and
hallucination.png.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "2")

from expla_graphs import DATA
from matplotlib.figure import Figure
from papers.measures.graph_citations import INSTRUCTION, Validity, cited, validity
from rich.console import Console
from rich.table import Table

from steiner.evaluate.datasets.expla_graphs import read_expla_graphs
from steiner.generate.graph_generator import GraphGenerator
from steiner.model_settings import GraphModelSettings
from steiner.models.graph_artefact import from_pretrained, new_model
from steiner.models.language_model.graph_language_model import GraphLanguageModel
from steiner.textual_graph import Example

_TOKENS = 80


def run(model: GraphLanguageModel, examples: list[Example], textual: bool) -> list[str]:
    """Return the answers of the model, with or without the graph's text."""
    model.settings = replace(model.settings, textual=textual, max_new_tokens=_TOKENS)
    generator = GraphGenerator(model)
    questions = [f"{example.question}\n{INSTRUCTION}" for example in examples]
    return [
        generator.write([question], [example.graph])[0]
        for question, example in zip(questions, examples, strict=True)
    ]


def report(found: dict[str, Validity], output: Path) -> None:
    """Print the shares and draw them."""
    table = Table("row", "valid nodes", "valid edges", "fully valid", "cites nothing")
    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.add_subplot(ylabel="share", ylim=(0, 1))
    for place, (name, shares) in enumerate(found.items()):
        table.add_row(name, *(f"{share:.2f}" for share in shares))
        at = [i + 0.4 * place for i in range(len(shares))]
        axes.bar(at, shares, width=0.4, label=name)
    axes.set_xticks([i + 0.2 for i in range(4)], ["nodes", "edges", "fully", "nothing cited"])
    axes.legend()
    figure.savefig(output / "hallucination.png", dpi=120)
    Console().print(table)


def main() -> None:
    """Read the command line, ask and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--model", type=Path, help="what `steiner train` made [untrained]")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    model = (
        from_pretrained(given.model) if given.model else new_model(GraphModelSettings(form="text"))
    )
    examples = read_expla_graphs(DATA / "val.tsv")[: given.count]
    rows: list[dict[str, Any]] = []
    found = {}
    for name, textual in (("without graph text", False), ("with graph text", True)):
        answers = run(model, examples, textual)
        counts = [cited(a, e.graph) for a, e in zip(answers, examples, strict=True)]
        found[name] = validity(counts)
        rows.append({"row": name, **found[name]._asdict(), "answers": answers})
    told = json.dumps({"settings": asdict(model.settings), "rows": rows}, indent=1)
    (given.output / "hallucination.json").write_text(told, encoding="utf-8")
    report(found, given.output)


if __name__ == "__main__":
    main()
