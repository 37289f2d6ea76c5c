"""`steiner train`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from steiner import session
from steiner.cli.options import ERRORS, OUT, connected, retrieving
from steiner.index.progress import Bars
from steiner.model_settings import ENCODERS, FORMS, POSITIONS, GraphModelSettings, TrainSettings
from steiner.settings import ConnectionSettings
from steiner.systems import trained_system

_ENCODE = ("kind", "layers", "width", "tokens", "dropout")
_MODEL = ("llm", "form", "position", "lora", "max_text")
_TRAIN = ("epochs", "batch", "accumulate", "rate", "patience", "seed", "cached", "warm", "threads")


def _options(command: Any) -> Any:
    chosen = (
        click.option("--llm", help="Hugging Face model or folder [SmolLM2-135M-Instruct]."),
        click.option("--form", type=click.Choice(FORMS), help="Soft prompt [graph]."),
        click.option("--position", type=click.Choice(POSITIONS), help="Of it, to the text."),
        click.option("--lora/--no-lora", default=None, help="Train LoRA adapters too."),
        click.option("--max-text", type=int, help="Tokens of graph text and question [512]."),
        click.option("--encoder", "kind", type=click.Choice(ENCODERS), help="Graph encoder."),
        click.option("--layers", type=int, help="Of the graph encoder [4]."),
        click.option("--width", type=int, help="Of the graph encoder [1024]."),
        click.option("--tokens", type=int, help="Soft tokens a graph [1]."),
        click.option("--dropout", type=float, help="Of the graph encoder [0]."),
        click.option("--epochs", type=int, help="At most [10]."),
        click.option("--batch", type=int, help="Questions a batch [4]."),
        click.option("--accumulate", type=int, help="Batches an optimiser step [1]."),
        click.option("--rate", type=float, help="Learning rate [1e-5]."),
        click.option("--patience", type=int, help="Epochs without a better loss [2]."),
        click.option("--seed", type=int, help="Of all random numbers [0]."),
        click.option("--cached/--no-cached", default=None, help="Keep frozen prefixes (after)."),
        click.option("--warm", type=int, help="Epochs of the soft prompt alone, first [0]."),
        click.option("--threads", type=int, help="Of the processor [2]."),
    )
    for option in reversed(chosen):
        command = option(command)
    return command


@click.command()
@connected
@retrieving
@click.option(
    "--questions",
    type=click.Path(path_type=Path),
    required=True,
    help="JSONL with `question` and `answers` a line; with `graph` too, no server is asked.",
)
@click.option(
    "--validation",
    type=click.Path(path_type=Path),
    help="The same for validation [a tenth of the questions].",
)
@click.option("--output", type=click.Path(path_type=Path), required=True, help="The folder made.")
@_options
def train(
    connection: ConnectionSettings,
    chosen: session.Chosen,
    questions: Path,
    validation: Path | None,
    output: Path,
    **given: Any,
) -> None:
    """Train a system's model on questions with answers. Safe to stop: it goes on where it was."""
    from steiner.train.live import main_first, split
    from steiner.train.run import train_model

    system = trained_system(chosen.system)
    model, settings = _settings(system.MODEL, system.TRAINING, given)
    with Bars(ERRORS) as bars:
        with main_first():
            found = session.examples(connection, chosen, questions, output / "train.jsonl", bars)
            file = output / "validation.jsonl"
            held = validation and session.examples(connection, chosen, validation, file, bars)
        examples = (found, held) if held else split(found, settings.seed)
        train_model(model, settings, examples, output, bars)
    text = f'Trained: steiner ask --system {chosen.system} --model {output} "…"'
    OUT.print(text, markup=False, soft_wrap=True)


def _settings(
    model: GraphModelSettings, training: TrainSettings, given: dict[str, Any]
) -> tuple[GraphModelSettings, TrainSettings]:
    told = {name: value for name, value in given.items() if value is not None}

    def of(names: tuple[str, ...]) -> dict[str, Any]:
        return {name: told[name] for name in names if name in told}

    encode = replace(model.encode, **of(_ENCODE))
    return replace(model, encode=encode, **of(_MODEL)), replace(training, **of(_TRAIN))
