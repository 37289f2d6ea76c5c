"""`steiner chains`."""

from __future__ import annotations

from pathlib import Path

import click

from steiner import gathering
from steiner.chosen import Chosen
from steiner.cli.options import ERRORS, OUT, asked, connected, published, retrieving
from steiner.errors import InvalidInput
from steiner.evaluate.published_lines import PublishedLines
from steiner.progress import Bars
from steiner.settings import ConnectionSettings
from steiner.train.data.thoughts import KINDS


@click.command()
@connected
@retrieving
@published
@click.option(
    "--questions",
    type=click.Path(path_type=Path),
    help="JSONL with `question` and `answers` a line; lines with `graph` too need no retrieval.",
)
@click.option("--output", type=click.Path(path_type=Path), required=True, help="The JSONL made.")
@click.option("--naive", is_flag=True, help="Keep the answer back from the model (table 5).")
@click.option(
    "--clues",
    is_flag=True,
    help="By Prompt 3 of Retrieval & Reasoning, with the triples retrieved as clues: what its "
    "reasoner is trained on.",
)
@click.option(
    "--steps",
    type=click.Choice(KINDS),
    help="Write the steps of a chain of thought instead, which `tune` reads (Retrieval & "
    "Reasoning): guessed, or rationalised, with the answer known. Needs no server.",
)
def chains(
    connection: ConnectionSettings,
    chosen: Chosen,
    questions: Path | None,
    output: Path,
    naive: bool,
    clues: bool,
    steps: str | None,
    published: PublishedLines | None,
) -> None:
    """Write the reasoning chains that Align-GRAG and Retrieval & Reasoning are trained on.

    Safe to stop: it goes on.

    --model names what writes them, `provider:name` or a local model, from question, answers and
    the retrieved graph. Without one they are the facts along the relation path that leads to the
    answers best.
    """
    questions = asked(questions, published, output.parent)
    if naive and clues:
        raise InvalidInput("--clues are with the answer, --naive is without: leave one out.")
    if steps:
        if naive or clues:
            raise InvalidInput("--naive and --clues are of chains: with --steps, say its kind.")
        with Bars(ERRORS) as bars:
            empty = gathering.steps(chosen, questions, output, steps, bars)
        OUT.print(f"Steps in {output}: {empty:,} questions without.", markup=False, soft_wrap=True)
        return
    with Bars(ERRORS) as bars:
        gather = published.gather if published else None
        made = gathering.chains(connection, chosen, questions, output, naive, bars, gather, clues)
    text = f"{made.chains:,} chains in {output}: {made.empty:,} empty, {made.outside:,} with names "
    OUT.print(f"{text}that their graph lacks (field `outside`).", markup=False, soft_wrap=True)
