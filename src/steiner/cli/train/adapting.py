"""`steiner synthesise` and `adapt`: training data of the graph itself, and what it brings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from steiner.cli.options import ERRORS, OUT, asked, connected, published
from steiner.errors import MissingExtra
from steiner.evaluate.published_lines import PublishedLines
from steiner.jobs import read_questions
from steiner.progress import Bars
from steiner.settings import ConnectionSettings, TripleSettings

_PATH = click.Path(path_type=Path)


def _making(command: Any) -> Any:
    for option in (
        click.option("--output", type=_PATH, required=True, help="The folder made."),
        click.option("--model", help="Chat or local model that rewords the questions [none]."),
        click.option("--seed", type=int, default=0, show_default=True, help="Of the draw."),
        click.option("--held-out", type=float, default=0.2, show_default=True, help="Share."),
        click.option("--answers", type=int, default=150, show_default=True, help="At most."),
        click.option("--hops", type=int, default=3, show_default=True, help="Of the longest path."),
        click.option(
            "--count", type=int, default=1000, show_default=True, help="Questions in all."
        ),
    ):
        command = option(command)
    return command


@click.command()
@connected
@_making
@click.option(
    "--kind",
    type=click.Choice(["questions", "instructions"]),
    default="questions",
    show_default=True,
    help="Instructions: masked entities and relations, and the whole graph as documents.",
)
@click.option("--texts", type=_PATH, help="JSONL of `triples` and `texts`, for instructions too.")
def synthesise(
    connection: ConnectionSettings,
    output: Path,
    model: str | None,
    kind: str,
    texts: Path | None,
    **given: Any,
) -> None:
    """Make training data of the graph alone, for `train` and `evaluate`."""
    from steiner.train.data.synthetic import making
    from steiner.train.data.synthetic.instructions import InstructionSettings
    from steiner.train.data.synthetic.made_questions import QuestionSettings

    files: tuple[Path, ...]
    with Bars(ERRORS) as bars:
        if kind == "questions":
            asked = QuestionSettings(**given)
            files = making.synthesise_questions(connection, output, asked, model, bars)
        else:
            same = {name: given[name] for name in ("count", "held_out", "seed")}
            chosen = InstructionSettings(**same)
            files = making.synthesise_instructions(connection, output, chosen, texts, bars)
    for file in files:
        OUT.print(str(file), markup=False, soft_wrap=True)


@click.command()
@connected
@_making
@click.option("--questions", "check", type=_PATH, help="Ask these in place of held-out ones.")
def adapt(
    connection: ConnectionSettings,
    output: Path,
    model: str | None,
    check: Path | None,
    **given: Any,
) -> None:
    """Learn from a graph without labelled questions. Safe to stop: it goes on where it was.

    Makes questions of the graph, trains the path scorer on them, and asks those held out with and
    without it. A scorer that is worse is not kept.
    """
    MissingExtra.require("torch", "train")
    from steiner.evaluate.adaptation import adapt as run
    from steiner.train.data.synthetic.made_questions import QuestionSettings

    with Bars(ERRORS) as bars:
        made = run(connection, output, QuestionSettings(**given), model, check, bars)
    OUT.print(
        f"Hits@1 of {made.asked:,} questions: {made.before:.3f} without training, {made.after:.3f} "
        f"adapted (p = {made.difference.p:.3f}).",
        markup=False,
        soft_wrap=True,
    )
    if made.scorer is None:
        text = f"The adapted scorer is worse and is not kept: ask without it. {output / 'rejected'}"
        ERRORS.print(text, markup=False, soft_wrap=True)
    else:
        OUT.print(f'steiner ask --model {made.scorer} "…"', markup=False, soft_wrap=True)


@click.command()
@connected
@published
@click.option("--questions", type=_PATH, help="JSONL: question, topics, answers; steps.")
@click.option("--output", type=_PATH, required=True, help="The folder of the tuned encoder.")
@click.option(
    "--encoder",
    help="Name or folder to begin with [small all-MiniLM-L6-v2, published bge-base-en-v1.5].",
)
@click.option(
    "--preset",
    type=click.Choice(["published", "small"]),
    default="small",
    show_default=True,
    help="Small: the last layers alone, at the pace of a laptop.",
)
@click.option("--epochs", type=int, help="[small 3, published 5]")
@click.option("--rate", type=float, help="Learning rate [1e-4, 1e-5].")
@click.option("--batch", type=int, help="Questions a batch [16, 64].")
@click.option("--negatives", type=int, help="Random triples of a question, at most 6 [2, 6].")
@click.option("--temperature", type=float, help="Of the cosines [.05, 1].")
@click.option("--layers", type=int, help="The last ones alone are trained, 0: all [2, 0].")
@click.option("--length", type=int, help="Tokens of a text read, 0: all [96, 0].")
@click.option(
    "--neighbours",
    type=click.IntRange(min=0),
    help="Triples beside each, a side; 0: the triple alone [as the triples are indexed, or 4].",
)
@click.option("--seed", type=int, help="Of the draw [0].")
@click.option("--steps", type=int, help="Optimiser steps after which it ends [no limit].")
def tune(
    connection: ConnectionSettings,
    questions: Path | None,
    output: Path,
    preset: str,
    neighbours: int | None,
    published: PublishedLines | None,
    **given: Any,
) -> None:
    """Tune the encoder on questions and the triples on their paths, by contrast.

    Where lines have `steps`, as `steiner chains --steps rationalised` writes them, a query carries
    some of them.

    Then: steiner index --rebuild --embedder FOLDER. With --dataset the triples are those of each
    question's own graph, and no server is asked.
    """
    MissingExtra.require("torch", "train")
    from steiner.train.data.own_triple_pairs import own_triple_pairs
    from steiner.train.data.synthetic.making import pairs_of_graph
    from steiner.train.encoder_tuning import TUNING_PRESETS
    from steiner.train.encoder_tuning import tune as run

    chosen = {name: value for name, value in given.items() if value is not None}
    settings = replace(TUNING_PRESETS[preset], **chosen)
    file = asked(questions, published, output)
    if published:
        count = TripleSettings().neighbours if neighbours is None else neighbours
        pairs = own_triple_pairs(read_questions(file), published.graph, settings.seed, count)
    else:
        pairs = pairs_of_graph(connection, file, settings.seed, neighbours)
    if pairs.pathless:
        ERRORS.print(f"{pairs.pathless:,} questions without a path are left out.", markup=False)
    folder = run(pairs, settings, output)
    text = f"Tuned: steiner index --rebuild --embedder {folder}"
    OUT.print(text, markup=False, soft_wrap=True)
