"""How many tokens does the same subgraph take in each form, and what do 512 tokens hold of it?

    python benchmarks/textualisations.py --output DIR [--count 50]

Subgraphs of the default system for WebQSP questions (pooled graph in memory, 2,000 tokens of
facts), written as triples, YAML, G-Retriever's table and steiner's facts; tokens of SmolLM2.
Prints tokens, their share of the triples', and the coverage of the first 512 tokens; writes
DIR/textualisations.json and textualisations.png.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

from data.pooled import Pooled, pooled
from matplotlib.figure import Figure
from shown import show
from textual_forms import triples, yaml

from steiner.evaluate.metrics.coverage import coverage
from steiner.evidence import Evidence
from steiner.generate.local import LocalGenerator
from steiner.settings import RetrieverSettings, TextSettings
from steiner.systems.steiner import retriever as steiner_retriever
from steiner.textualise.table import table, text_graph

FORMS: dict[str, Callable[[Evidence], str]] = {
    "triples": lambda evidence: triples(text_graph(evidence)),
    "yaml": lambda evidence: yaml(text_graph(evidence)),
    "table": lambda evidence: table(text_graph(evidence)),
    "facts": lambda evidence: evidence.text,
}


def run(graph: Pooled) -> list[dict[str, Any]]:
    """Write each question's evidence in each form and count."""
    tokenizer = LocalGenerator().tokenizer
    settings = RetrieverSettings(text=TextSettings(budget=2_000))
    retriever = steiner_retriever(graph.store, graph.embedder, settings)
    asked = [(question, retriever.retrieve(question.text)) for question in graph.questions]
    rows: list[dict[str, Any]] = []
    for name, form in FORMS.items():
        texts = [form(evidence) for _, evidence in asked]
        ids = [tokenizer.encode(text, add_special_tokens=False) for text in texts]
        cut = [tokenizer.decode(tokens[:512]) for tokens in ids]
        held = [coverage(text, q.answers) for text, (q, _) in zip(cut, asked, strict=True)]
        tokens = statistics.fmean(map(len, ids))
        rows.append(
            {
                "form": name,
                "tokens": round(tokens),
                "coverage@512": round(statistics.fmean(held), 3),
            }
        )
        rows[-1]["share of triples"] = round(tokens / rows[0]["tokens"], 3)
    return rows


def report(rows: list[dict[str, Any]], output: Path) -> None:
    """Print the table, write it as JSON and draw the tokens."""
    show(rows, output / "textualisations.json")
    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.add_subplot(ylabel="tokens of the same subgraph")
    axes.bar([row["form"] for row in rows], [row["tokens"] for row in rows])
    figure.savefig(output / "textualisations.png", dpi=120)


def main() -> None:
    """Read the command line, write all forms and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--count", type=int, default=50, help="questions of each kind")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    report(run(pooled(given.count)), given.output)


if __name__ == "__main__":
    main()
