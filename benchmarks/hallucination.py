"""How much of what the model cites is in the graph (G-Retriever, section 6.4, table 5)?

    python benchmarks/hallucination.py --output DIR [--count 20] [--model FOLDER]
                                       [--baseline FOLDER] [--dataset scene-graphs --data FOLDER]

Asks test questions of SceneGraphs (or of another --dataset with a graph a question) with the order
to list supporting nodes and edges, with and without the graph's text, and counts the citations
against the graph. --model is what `steiner train` made, which reads its graph token too, --baseline
what it made with --no-textual (none: the same, untrained). Without --data scenes are made up, in
the format of the authors' files. Prints shares, writes DIR/hallucination.json with every answer and
hallucination.png.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "2")

from matplotlib.figure import Figure
from papers.measures.graph_citations import INSTRUCTION, Validity, cited, validity
from papers.stand_in import stand_in
from rich.console import Console
from rich.table import Table

from steiner.evaluate.datasets import load_dataset
from steiner.generate.graph_generator import GraphGenerator
from steiner.model_settings import DEFAULT_MODEL, GraphModelSettings
from steiner.models.graph_artefact import from_pretrained, new_model
from steiner.models.language_model.graph_language_model import GraphLanguageModel
from steiner.textual_graph import Example

_TOKENS = 80


def asked(dataset: str, data: Path | None, output: Path, count: int) -> list[Example]:
    """Return `count` test questions, each with its graph; without `data` of made-up scenes."""
    folder = data or stand_in("scene-graphs", output / "data", (count, count, count))
    questions = load_dataset(dataset, folder, "test").questions
    return [Example(q.text, q.answers, q.graph) for q in islice(questions, count) if q.graph]


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


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, ask and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--model", type=Path, help="what `steiner train` made [untrained]")
    parser.add_argument("--baseline", type=Path, help="made with --no-textual [the model]")
    parser.add_argument("--dataset", default="scene-graphs", help="its graphs a question each")
    parser.add_argument("--data", type=Path, help="its folder [scenes are made up]")
    parser.add_argument("--llm", default=DEFAULT_MODEL, help="of a model that is not trained")
    given = parser.parse_args(arguments)
    given.output.mkdir(parents=True, exist_ok=True)
    examples = asked(given.dataset, given.data, given.output, given.count)
    rows: list[dict[str, Any]] = []
    found = {}
    for name, folder in (("baseline", given.baseline or given.model), ("G-Retriever", given.model)):
        model = (
            from_pretrained(folder)
            if folder
            else new_model(GraphModelSettings(form="text", llm=given.llm))
        )
        answers = run(model, examples, textual=name != "baseline")
        counts = [cited(a, e.graph) for a, e in zip(answers, examples, strict=True)]
        found[name] = validity(counts)
        settings = asdict(model.settings)
        rows.append({"row": name, **found[name]._asdict(), "answers": answers, "model": settings})
    told = json.dumps({"rows": rows}, indent=1)
    (given.output / "hallucination.json").write_text(told, encoding="utf-8")
    report(found, given.output)


if __name__ == "__main__":
    main()
