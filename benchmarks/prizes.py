"""How do k, edge cost, node and edge retrieval change what G-Retriever finds (tables 6, 10)?

    python benchmarks/prizes.py --output DIR [--count 50]

Published prizes over WebQSP's pooled graph in memory: k nodes and k edges together, the edge cost,
and no node or no edge prizes. Prints mean coverage and gold triples in 512 tokens, nodes and
tokens; writes DIR/prizes.json and prizes.png.
"""

from __future__ import annotations

import argparse
import statistics
from dataclasses import replace
from pathlib import Path
from typing import Any

from data.pooled import Pooled, pooled
from matplotlib.figure import Figure
from shown import show

from steiner.evaluate.figures import all_measures, means
from steiner.evaluate.runner import row_of
from steiner.settings import PrizeSettings, RetrieverSettings
from steiner.systems import g_retriever

KS, COSTS = (3, 5, 10, 20), (0.25, 0.5, 1.0, 2.0)
BASE = PrizeSettings(nodes=3, relations=5, cost=0.5)
ROWS = {
    "as published": BASE,
    **{f"k {k}": replace(BASE, nodes=k, relations=k) for k in KS},
    **{f"cost {cost}": replace(BASE, cost=cost) for cost in COSTS},
    "without node prizes": replace(BASE, nodes=0),
    "without edge prizes": replace(BASE, relations=0),
}


def run(name: str, graph: Pooled) -> dict[str, Any]:
    """Ask all questions with the prizes of one row; return the means."""
    settings = RetrieverSettings(prizes=ROWS[name])
    retriever = g_retriever.retriever(graph.store, graph.embedder, settings)
    rows = [row_of(q, retriever.retrieve(q.text)) for q in graph.questions]
    found = all_measures(rows, [512])
    names = ("coverage@512", "gold triples", "nodes", "tokens@512")
    known = means(found)
    shown = {n: round(known[n].mean, 3) for n in names}
    times = [row["milliseconds"]["total"] for row in rows]
    return {"row": name, **shown, "ms p50": round(statistics.median(times), 1)}


def report(rows: list[dict[str, Any]], output: Path) -> None:
    """Print the table, write it as JSON and draw coverage over nodes."""
    show(rows, output / "prizes.json")
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot(xlabel="nodes of the subgraph", ylabel="share of answers covered")
    for place, row in enumerate(rows):
        # There are ten colours.
        axes.plot(row["nodes"], row["coverage@512"], "os"[place // 10], label=row["row"])
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize="small")
    figure.savefig(output / "prizes.png", dpi=120)


def main() -> None:
    """Read the command line, run every row and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--count", type=int, default=50, help="questions of each kind")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    graph = pooled(given.count)
    report([run(name, graph) for name in ROWS], given.output)


if __name__ == "__main__":
    main()
