"""`steiner train`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click

from steiner.artefact import is_artefact
from steiner.chosen import Chosen
from steiner.cli.options import ERRORS, OUT, connected, published, retrieving, tell_left_out
from steiner.cli.train.part_training import Files, PartTraining, check_files, left_out
from steiner.cli.train.word_training import forget_words, learn_words
from steiner.errors import InvalidInput, MissingExtra
from steiner.evaluate.published_lines import PublishedLines
from steiner.model_settings import (
    ENCODERS,
    FORMS,
    NODE_LOSSES,
    POOLINGS,
    POSITIONS,
    TARGETS,
    Preset,
)
from steiner.progress import Bars
from steiner.settings import ConnectionSettings
from steiner.systems import trained_system
from steiner.train.parts.trained import Trained

_FILE = click.Path(path_type=Path)


_ENCODING = (
    click.option("--pooling", type=click.Choice(POOLINGS), help="Of the graph encoder [mean]."),
    click.option("--gated/--no-gated", default=None, help="Count by distance from the question."),
    click.option("--edges/--no-edges", default=None, help="Pool edges beside the nodes."),
    click.option("--reversed/--no-reversed", default=None, help="Pass edges both ways."),
    click.option("--likeness/--no-likeness", default=None, help="Read cosines with the question."),
    click.option("--question/--no-question", default=None, help="Read the question's vector."),
    click.option("--words/--no-words", default=None, help="Edges by the language model's tokens."),
    click.option("--fixed/--no-fixed", default=None, help="Freeze an aligned graph encoder."),
)
"""What the papers do not have, and what stays as the aligner learnt it."""
_ALIGNING = (
    click.option("--target", type=click.Choice(TARGETS), help="Of an aligner's nodes [cosine]."),
    click.option("--node-loss", type=click.Choice(NODE_LOSSES), help="Of them [divergence]."),
    click.option("--temperature", type=float, help="Of the cosines of that target [1]."),
    click.option("--tau", type=float, help="Of the contrast of graphs and chains [0.07]."),
    click.option("--node-weight", type=float, help="0: without node alignment [1]."),
    click.option("--graph-weight", type=float, help="0: without representation alignment [1]."),
    click.option("--per-node/--no-per-node", default=None, help="Node loss by number of nodes."),
    click.option("--random/--no-random", default=None, help="Align to random labels."),
)


_TRAINING = (
    click.option(
        "--preset",
        help="Settings to begin with: the papers' `published` (7 billion weights, a GPU), or "
        "`small`, with which SmolLM2-135M learns [the system's first].",
    ),
    click.option(
        "--llm",
        help="Hugging Face model or folder [small SmolLM2-135M-Instruct; "
        "published Llama-2-7b-hf, or -chat-hf].",
    ),
    click.option("--form", type=click.Choice(FORMS), help="Soft prompt [graph]."),
    click.option("--position", type=click.Choice(POSITIONS), help="Of it, to the text."),
    click.option("--textual/--no-textual", default=None, help="Show the graph's text."),
    click.option("--labelled/--no-labelled", default=None, help="Name the prompt's parts."),
    click.option("--virtual-tokens", type=int, help="Of prompt tuning [10]."),
    click.option("--max-new-tokens", type=int, help="Of an answer that is written [32]."),
    click.option("--lora/--no-lora", default=None, help="Train LoRA adapters too."),
    click.option("--rank", type=int, help="Of LoRA adapters [8]."),
    click.option("--alpha", type=int, help="Of LoRA adapters [16]."),
    click.option("--quantised/--no-quantised", default=None, help="Its own weights in 4 bits."),
    click.option("--whole/--no-whole", default=None, help="Train all its weights."),
    click.option("--max-text", type=int, help="Tokens of graph text and question [512]."),
    click.option("--max-label", type=int, help="Tokens of an answer to learn [512]."),
    click.option("--cut", type=float, help="Share of answers that may lose their end [.01]."),
    click.option("--encoder", "kind", type=click.Choice(ENCODERS), help="Graph encoder."),
    click.option("--layers", type=int, help="Of the graph encoder [4]."),
    click.option("--heads", type=int, help="Of its attention [4]."),
    click.option("--projector", type=int, help="Width of its hidden layer; 0: none [2048]."),
    click.option("--width", type=int, help="Of graph encoder or scorer [1024, 128]."),
    click.option("--tokens", type=int, help="Soft tokens a graph [1]."),
    click.option(
        "--start", help="Scorer: `nothing`, or a folder of benchmarks/pretrain.py [package]."
    ),
    click.option("--dropout", type=float, help="Of graph encoder or scorer [0, 0.3]."),
    click.option("--epochs", type=int, help="At most [10, 6]."),
    click.option("--batch", type=int, help="Questions a batch [4]."),
    click.option("--accumulate", type=int, help="Batches an optimiser step [1]."),
    click.option("--rate", type=float, help="Learning rate [1e-5, 3e-3]."),
    click.option("--lora-rate", type=float, help="Of LoRA adapters [that rate]."),
    click.option("--floor", type=float, help="What the rate falls to [0, published 5e-6]."),
    click.option("--warmup", type=float, help="Epochs until the highest rate [1]."),
    click.option("--weight-decay", type=float, help="Of AdamW [.05]."),
    click.option("--clip", type=float, help="Norm that gradients are clipped to [.1]."),
    click.option("--patience", type=int, help="Epochs without a better loss [2, 3]."),
    click.option("--seed", type=int, help="Of all random numbers [0]."),
    click.option("--cached/--no-cached", default=None, help="Keep frozen prefixes (after)."),
    click.option("--recompute/--no-recompute", default=None, help="Keep no layer's results."),
    click.option("--sharded/--no-sharded", default=None, help="A part of all weights a process."),
    click.option("--warm", type=int, help="Epochs of the soft prompt alone, first [0]."),
    click.option("--averaged", type=int, help="Scorer of few questions: trainings [4]."),
    click.option("--threads", type=int, help="Of the processor [2]."),
    click.option(
        "--steps",
        type=int,
        help="Optimiser steps after which it ends [no limit]; of "
        "align-grag's parts the aligner: the degree of alignment.",
    ),
)
"""What every trained system has."""


def _options(command: Any) -> Any:
    for option in reversed((*_TRAINING, *_ENCODING, *_ALIGNING)):
        command = option(command)
    return command


@click.command()
@connected
@retrieving
@published
@click.option(
    "--questions",
    type=_FILE,
    help="JSONL with `question` and `answers` a line; lines with `graph` (of the scorer: `paths`) "
    "too need no server. Without --output a line may have `cypher`, a gold statement, instead.",
)
@click.option(
    "--chains", type=_FILE, help="What `steiner chains` wrote, for a system that learns from them."
)
@click.option(
    "--validation",
    type=_FILE,
    help="The same for validation, with chains for "
    "what learns from them; or a folder with a JSONL called as each part [a tenth of what is "
    "learnt from].",
)
@click.option(
    "--own-graphs",
    is_flag=True,
    help="Retrieve from the `graph` that a line brings, as `evaluate` does, in place of taking it "
    "as it is.",
)
@click.option("--validation-split", help="Of the data set, to validate on [a tenth of --split].")
@click.option("--only", help="Train this part of the system alone, such as `aligner` [all].")
@click.option(
    "--output",
    type=_FILE,
    help="The folder made. Without it words are learnt, kept with the index.",
)
@click.option("--forget", is_flag=True, help="Remove what was learnt of words; train nothing.")
@_options
def train(
    connection: ConnectionSettings,
    chosen: Chosen,
    output: Path | None,
    only: str | None,
    own_graphs: bool,
    forget: bool,
    published: PublishedLines | None,
    **given: Any,
) -> None:
    """Train a system's model on questions with answers. Safe to stop: it goes on where it was.

    With --dataset the questions are those of a published data set, and what is learnt is retrieved
    from its own graphs; chains are those of `steiner chains --dataset`.

    Without --output it learns what words mean in the graph, which needs 10 questions or more, says
    on how many more it reads right, and keeps it with the index where it helps (docs/adapt.md).

    Two defaults are those of g-retriever, as published, and of steiner's path scorer. A part that
    was trained before is not trained again where --only names another.
    """
    if forget:
        forget_words(connection)
        return
    if output is None:
        others = {**given, "dataset": published and published.name}
        learn_words(connection, chosen, _questions_alone(chosen, only, others))
        return
    MissingExtra.require("torch", "train")
    if chosen.model:
        raise InvalidInput("A training begins without a trained model: leave --model out.")
    system = trained_system(chosen.system_name())
    files = _files(given, published, output)
    stages = system.needs_training().stages() if only is None else (system.stage(only),)
    if only is None:
        stages = tuple(stage for stage in stages if not left_out(stage, files))
    check_files(stages, files, system.name)
    presets = _presets(stages, {**given, "embedder": chosen.embedder}, system.name)
    for stage, preset in zip(stages, presets, strict=True):
        folder = system.folder(stage, output)
        finished = is_artefact(folder)
        with Bars(ERRORS) as bars:
            own = own_graphs or published is not None
            part = PartTraining(system, stage, preset, output, own, published)
            part.run(connection, chosen, files, bars)
        done = "Nothing to do, it was trained before with these settings" if finished else "Trained"
        OUT.print(f'{done}: steiner ask --model {folder} "…"', markup=False, soft_wrap=True)


def _files(given: dict[str, Any], lines: PublishedLines | None, output: Path) -> Files:
    """Take the files to learn from out of `given`; what a data set brings is written."""
    files = {name: given.pop(name) for name in ("questions", "chains", "validation")}
    split = given.pop("validation_split")
    if lines is None:
        if split is not None:
            raise InvalidInput("--validation-split is of a data set: give --dataset and --data.")
        return files
    files["questions"] = lines.given(files["questions"], output)
    if files["chains"] is not None:
        lines.given(files["chains"], output)
    validation = files["validation"]
    if validation is not None and not validation.is_dir():
        lines.given(validation, output)
    if split is not None:
        files["validation"] = lines.write(output, split)
    tell_left_out(lines)
    return files


def _questions_alone(chosen: Chosen, only: str | None, given: dict[str, Any]) -> Path:
    """Return the file of questions; raise InvalidInput where a model is to be trained, or none."""
    others = {"only": only, "system": chosen.system, **given}
    named = sorted(k for k, v in others.items() if k != "questions" and v is not None)
    if named:
        raise InvalidInput(
            f"The folder of what is trained with {', '.join(named)} is not named: give --output "
            "FOLDER. Without one the meanings of words are learnt, which need --questions alone."
        )
    if given["questions"] is None:
        raise InvalidInput("What words mean is learnt from questions: give --questions FILE.")
    path: Path = given["questions"]
    return path


def _presets(stages: Sequence[Trained], given: dict[str, Any], system: str) -> list[Preset]:
    """Return the settings of the preset that was named, with what was given besides, a stage each.

    What is given counts for each stage that has a setting of this name; of several stages, steps
    count for the one that they are a degree of (Align-GRAG, section 5.9.2).
    """
    name, unknown = given.pop("preset"), {k for k, value in given.items() if value is not None}
    presets = []
    for stage in stages:
        chosen = stage.preset(name)
        ends = len(stages) == 1 or stage.stepped
        own = {k: v for k, v in given.items() if v is not None and (ends or k != "steps")}
        left = dict(own)
        presets.append(Preset(_take(chosen.model, left), _take(chosen.training, left)))
        unknown -= set(own) - set(left)
    if "steps" in unknown:
        parts = ", ".join(stage.part for stage in stages)
        raise InvalidInput(
            f"--steps ends the training of one part, and there are {parts}. Name it with --only."
        )
    if unknown:
        raise InvalidInput(
            f"The system {system!r} has no setting {', '.join(sorted(unknown))}. Leave it out."
        )
    return presets


def _take(settings: Any, left: dict[str, Any]) -> Any:
    """Return the settings with those values of `left` that they have, taken out of it."""
    names = [field.name for field in fields(settings)]
    inner = {name: _take(getattr(settings, name), left) for name in names if name == "encode"}
    own = {name: left.pop(name) for name in names if name in left}
    return replace(settings, **inner, **own)
