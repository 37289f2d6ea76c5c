"""Are reasoning chains relevant and faithful, as a chat model judges (Align-GRAG, figure 8)?

    python benchmarks/judge_chains.py --output DIR --chains FILE [FILE …] --judge MODEL [MODEL …]

Each FILE is one that `steiner chains` wrote (say with and without --naive); --count of its lines
are drawn. MODEL is `provider:name` or a local model. Where a line has "relevance" or "faithfulness"
(true or false: a person's labels) the agreement with them is told. Writes DIR/chain_quality.json
and .png; replies are kept beside them, so that a judge that failed goes on.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from papers.measures.chain_quality import ASPECTS, agreement, judge, judged, sample
from rich.console import Console
from shown import show

from steiner.generate.writer import TextModel, Writer, open_text_model
from steiner.jobs import read_questions
from steiner.progress import Bars
from steiner.textual_graph import read_examples
from steiner.train.data.chains import read_chains

SEED = 0


def judge_file(file: Path, model: TextModel, count: int, output: Path) -> list[dict[str, Any]]:
    """Return a row for each aspect of the chains of one file."""
    lines = zip(read_examples(file), read_chains(file), read_questions(file), strict=True)
    drawn = sample(list(lines), count, SEED)
    chained = [(example, chain) for example, chain, _ in drawn]
    writer = Writer(model, output / "replies.jsonl")
    rows = []
    for aspect in ASPECTS:
        with Bars(Console(stderr=True)) as bars:
            labels = judge(aspect, chained, model, writer, bars)
        own = [row.get(aspect.name) for _, _, row in drawn]
        row = {"row": file.stem, "judge": model.name, "aspect": aspect.name}
        counted = {"chains": len(chained), **judged(labels)._asdict()}
        agreed = {"agrees with people": agreement(labels, own) if any(own) else None}
        rows.append({**row, **counted, **agreed})
    return rows


def report(rows: list[dict[str, Any]], output: Path) -> None:
    """Print the table, write it as JSON and draw the shares."""
    show(rows, output / "chain_quality.json")
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot(ylabel="share of the positive label", ylim=(0, 1))
    names = [f"{row['row']}\n{row['aspect']}\n{row['judge'].split(':')[-1]}" for row in rows]
    axes.bar(names, [row["share"] for row in rows])
    axes.tick_params(axis="x", labelsize="small")
    figure.savefig(output / "chain_quality.png", dpi=120)


def main() -> None:
    """Read the command line, ask every judge of every file and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--chains", type=Path, nargs="+", required=True)
    parser.add_argument("--judge", nargs="+", required=True)
    parser.add_argument("--count", type=int, default=100, help="chains of each file")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    models = [open_text_model(name) for name in given.judge]
    rows = [judge_file(f, m, given.count, given.output) for f in given.chains for m in models]
    report([row for part in rows for row in part], given.output)


if __name__ == "__main__":
    main()
