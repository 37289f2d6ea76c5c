"""`steiner train`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click

from steiner import session
from steiner.artefact import is_artefact
from steiner.chosen import Chosen
from steiner.cli.options import ERRORS, OUT, connected, retrieving
from steiner.errors import InvalidInput
from steiner.model_settings import ENCODERS, FORMS, POSITIONS, Preset
from steiner.progress import Bars
from steiner.settings import ConnectionSettings
from steiner.systems import trained_system
from steiner.systems.system import System


def _options(command: Any) -> Any:
    chosen = (
        click.option(
            "--preset",
            help="Settings to begin with [the system's first]. g-retriever: `published`, or "
            "`small`, with which SmolLM2-135M learns.",
        ),
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
    chosen: Chosen,
    questions: Path,
    validation: Path | None,
    output: Path,
    **given: Any,
) -> None:
    """Train a system's model on questions with answers. Safe to stop: it goes on where it was.

    Two defaults are those of g-retriever, as published, and of steiner's path scorer.
    """
    from steiner.train.data.collection import main_first, split

    if chosen.model:
        raise InvalidInput("A training begins without a trained model: leave --model out.")
    system = trained_system(chosen.system_name())
    preset, finished = _preset(system, given), is_artefact(output)
    with Bars(ERRORS) as bars:
        with main_first():
            halves = [
                session.examples(connection, chosen, path, output / f"{name}.jsonl", bars)
                for name, path in (("train", questions), ("validation", validation))
                if path
            ]
        examples = (halves[0], halves[1]) if validation else split(halves[0], preset.training.seed)
        _warn_of_unusable([e for half in examples for e in half])
        system.train(preset, examples, output, bars)
    done = "Nothing to do, it was trained before with these settings" if finished else "Trained"
    OUT.print(f'{done}: steiner ask --model {output} "…"', markup=False, soft_wrap=True)


def _warn_of_unusable(examples: Sequence[Any]) -> None:
    if count := sum(not example.answers for example in examples):
        text = f"{count:,} of {len(examples):,} questions teach nothing: no path led to an answer."
        ERRORS.print(text, markup=False, soft_wrap=True)


def _preset(system: System, given: dict[str, Any]) -> Preset:
    """Return the settings of the preset that was named, with what was given besides."""
    chosen = system.needs_training().preset(given.pop("preset"))
    left = {name: value for name, value in given.items() if value is not None}
    preset = Preset(_take(chosen.model, left), _take(chosen.training, left))
    if left:
        raise InvalidInput(
            f"The system {system.name!r} has no setting {', '.join(sorted(left))}. Leave it out."
        )
    return preset


def _take(settings: Any, left: dict[str, Any]) -> Any:
    """Return the settings with those values of `left` that they have, taken out of it."""
    names = [field.name for field in fields(settings)]
    inner = {name: _take(getattr(settings, name), left) for name in names if name == "encode"}
    own = {name: left.pop(name) for name in names if name in left}
    return replace(settings, **inner, **own)
