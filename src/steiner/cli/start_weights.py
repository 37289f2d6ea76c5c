"""`steiner pretrain`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from steiner.cli.options import ERRORS, OUT
from steiner.errors import MissingExtra
from steiner.progress import Bars
from steiner.settings import DEFAULT_EMBEDDER

_PATH = click.Path(path_type=Path)


@click.command()
@click.option(
    "--data",
    type=_PATH,
    required=True,
    help="Folder of simple_questions, freebase_schema and text2cypher.",
)
@click.option("--output", type=_PATH, required=True, help="The folder made.")
@click.option("--embedder", default=DEFAULT_EMBEDDER, help="Encoder to make weights for.")
@click.option("--questions", type=int, help="Drawn of the first two [36000].")
@click.option("--epochs", type=int, help="[2]")
@click.option("--seed", type=int, help="Of all random numbers [0].")
@click.option("--threads", type=int, help="Of the processor [2].")
def pretrain(data: Path, output: Path, embedder: str, questions: int | None, **given: Any) -> None:
    """Make the weights that trainings of steiner's path scorer begin with, for an encoder.

    Safe to stop: it goes on where it was. Then: steiner train --start FOLDER.
    """
    MissingExtra.require("torch", "train")
    from steiner.train.pretraining import PRETRAINING, QUESTIONS
    from steiner.train.pretraining import pretrain as run

    settings = replace(PRETRAINING, **{k: v for k, v in given.items() if v is not None})
    with Bars(ERRORS) as bars:
        run(data, output, embedder, questions or QUESTIONS, settings, bars)
    OUT.print(f"Made: steiner train --start {output} …", markup=False, soft_wrap=True)
