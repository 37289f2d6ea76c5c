"""`steiner evaluate` and `report`."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click

from steiner.chosen import Chosen
from steiner.cli.options import ERRORS, OUT, connected, keeping, retrieving
from steiner.progress import Bars
from steiner.settings import ConnectionSettings

_PATH = click.Path(path_type=Path)


@click.command()
@connected
@retrieving
@click.option(
    "--dataset",
    required=True,
    help="questions, text2cypher, expla-graphs, metaqa, freebase, rog, rog-lower, scene-graphs or "
    "crag.",
)
@click.option("--data", "place", type=_PATH, required=True, help="Its folder or file.")
@click.option("--split", default="dev", show_default=True, help="As the data set names it.")
@click.option("--count", type=click.IntRange(min=1), help="Questions of each kind, drawn [all].")
@click.option("--in-memory", is_flag=True, help="The data set's shared graph, without a server.")
@click.option(
    "--prompt",
    default="plain",
    show_default=True,
    help="Or cot-bag, zero-cot; alone before the question: from-context, facts, table, "
    "table-cot-bag, table-zero-cot.",
)
@click.option("--reranker", help="Cross-encoder of the system `cross-encoder`, name or folder.")
@click.option(
    "--retrieved",
    type=_PATH,
    help="JSONL of the system `retrieved`: what another system's own code found for each question.",
)
@click.option("--skip-broken", is_flag=True, help="Leave out lines that cannot be used.")
@keeping
@click.option("--output", type=_PATH, required=True, help="The run's folder.")
def evaluate(
    connection: ConnectionSettings, chosen: Chosen, output: Path, kept: Path | None, **given: Any
) -> None:
    """Ask a system the questions of a data set. Safe to stop: it goes on where it was."""
    from steiner.evaluate.bench import Bench, evaluate
    from steiner.evaluate.runner import read_run

    chosen = replace(chosen, kept=kept)
    bench = Bench(version=version("steiner"), **given)
    with Bars(ERRORS) as bars:
        failed, broken = evaluate(connection, chosen, bench, output, bars)
    for line in broken:
        ERRORS.print(f"left out: {line}", markup=False, soft_wrap=True)
    if failed:
        ERRORS.print(f"{failed} lines hold an error instead of evidence.", markup=False)
    if unanswered := read_run(output)[0].get("unanswered"):
        text = f"{unanswered:,} questions have no gold answer: they are kept, and count 0."
        ERRORS.print(text, markup=False)
    OUT.print(f"Done: steiner report {output}", markup=False, soft_wrap=True)


@click.command()
@click.argument("runs", nargs=-1, required=True, type=_PATH)
@click.option("--output", type=_PATH, default=Path("report"), show_default=True)
def report(runs: tuple[Path, ...], output: Path) -> None:
    """Compare RUNS, the folders of `steiner evaluate`: Markdown and one page of HTML."""
    from steiner.evaluate.report import write_report

    for path in write_report(runs, output):
        OUT.print(str(path), markup=False, soft_wrap=True)
