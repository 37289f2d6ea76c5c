"""`steiner train`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click

from steiner import session
from steiner.cli.options import ERRORS, OUT, connected, retrieving
from steiner.errors import InvalidInput
from steiner.model_settings import ENCODERS, FORMS, POSITIONS, TrainSettings
from steiner.progress import Bars
from steiner.settings import ConnectionSettings
from steiner.systems import DEFAULT_SYSTEM, trained_system


def _options(command: Any) -> Any:
    chosen = (
        click.option("--llm", help="Hugging Face model or folder [SmolLM2-135M-Instruct]."),
        click.option("--form", type=click.Choice(FORMS), help="Soft prompt [graph]."),
        click.option("--position", type=click.Choice(POSITIONS), help="Of it, to the text."),
        click.option("--lora/--no-lora", default=None, help="Train LoRA adapters too."),
        click.option("--max-text", type=int, help="Tokens of graph text and question [512]."),
        click.option("--encoder", "kind", type=click.Choice(ENCODERS), help="Graph encoder."),
        click.option("--layers", type=int, help="Of the graph encoder [4]."),
        click.option("--width", type=int, help="Of graph encoder or scorer [1024, 128]."),
        click.option("--tokens", type=int, help="Soft tokens a graph [1]."),
        click.option("--dropout", type=float, help="Of graph encoder or scorer [0, 0.3]."),
        click.option("--epochs", type=int, help="At most [10, 6]."),
        click.option("--batch", type=int, help="Questions a batch [4]."),
        click.option("--accumulate", type=int, help="Batches an optimiser step [1]."),
        click.option("--rate", type=float, help="Learning rate [1e-5, 3e-3]."),
        click.option("--patience", type=int, help="Epochs without a better loss [2, 3]."),
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
    help="JSONL with `question` and `answers` a line; lines with `graph` (of the scorer: `paths`) "
    "too need no server.",
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
    """Train a system's model on questions with answers. Safe to stop: it goes on where it was.

    Two defaults are those of g-retriever and of steiner's path scorer.
    """
    from steiner.train.live import main_first, split

    system = trained_system(chosen.system)
    model, settings = _settings(system, chosen.system, given)
    with Bars(ERRORS) as bars:
        with main_first():
            found = session.examples(connection, chosen, questions, output / "train.jsonl", bars)
            file = output / "validation.jsonl"
            held = validation and session.examples(connection, chosen, validation, file, bars)
        examples = (found, held) if held else split(found, settings.seed)
        _tell_unusable([e for half in examples for e in half])
        system.train(model, settings, examples, output, bars)
    use = "--scorer" if chosen.system == DEFAULT_SYSTEM else f"--system {chosen.system} --model"
    text = f'Trained: steiner ask {use} {output} "…"'
    OUT.print(text, markup=False, soft_wrap=True)


def _tell_unusable(examples: Sequence[Any]) -> None:
    if count := sum(not example.answers for example in examples):
        text = f"{count:,} of {len(examples):,} questions teach nothing: no answer was found."
        ERRORS.print(text, markup=False, soft_wrap=True)


def _settings(system: Any, name: str, given: dict[str, Any]) -> tuple[Any, TrainSettings]:
    told = {name: value for name, value in given.items() if value is not None}
    model, training = _take(system.MODEL, told), _take(system.TRAINING, told)
    if told:
        raise InvalidInput(
            f"The system {name!r} has no setting {', '.join(sorted(told))}. Leave it out."
        )
    return model, training


def _take(settings: Any, told: dict[str, Any]) -> Any:
    """Return the settings with what is told of them, which is taken out of `told`."""
    names = [field.name for field in fields(settings)]
    inner = {name: _take(getattr(settings, name), told) for name in names if name == "encode"}
    own = {name: told.pop(name) for name in names if name in told}
    return replace(settings, **inner, **own)
