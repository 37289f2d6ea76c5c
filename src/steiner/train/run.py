"""One training from settings and examples to a folder that can be loaded."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch

from steiner.artefact import is_artefact, read_artefact
from steiner.embed import Embedder
from steiner.errors import InvalidInput
from steiner.model_settings import Preset
from steiner.models.trainable import M, ModelKind
from steiner.progress import Report, silent
from steiner.train import checkpoint
from steiner.train.cards import Card
from steiner.train.loop import BEST, Trainer


@dataclass(frozen=True, slots=True)
class Training:
    """What is trained for a `system`: settings, examples (training, validation), and where to.

    Only examples with an answer teach; `card` is what the folder says of itself; `part` names what
    of the system it is, where several things are trained.
    """

    system: str
    preset: Preset
    examples: tuple[Sequence[Any], Sequence[Any]]
    folder: Path
    card: Card
    part: str = ""

    def digest(self) -> str:
        """Tell settings and examples from others'."""
        described: list[Any] = [asdict(self.preset.model), asdict(self.preset.training)]
        described += [[e.to_json() for e in examples] for examples in self.examples]
        return hashlib.sha256(json.dumps(described).encode()).hexdigest()


def begin(make: Callable[[], M], preset: Preset) -> tuple[Preset, M]:
    """Return the preset with the settings of what `make` makes by its seed, and that model."""
    torch.manual_seed(preset.training.seed)
    model = make()
    return replace(preset, model=model.settings), model


def train(
    kind: ModelKind[M],
    training: Training,
    report: Report = silent,
    embedder: Embedder | None = None,
    model: M | None = None,
) -> M:
    """Train a new model of the kind, or `model`, and return the best, saved in the folder.

    A training that was stopped goes on at its last checkpoint; one that is done is loaded.
    Raises InvalidInput where the folder has another training, TrainingFailed where this one cannot
    go on.
    """
    training = _teaching(training)
    digest, folder = training.digest(), training.folder
    if is_artefact(folder):
        if read_artefact(folder).facts.get("digest") != digest:
            raise InvalidInput(
                f"{folder} holds a model trained with other settings or examples. Name another "
                f"output folder, or remove this one."
            )
        return kind.load(folder, embedder)
    if model is None:
        torch.manual_seed(training.preset.training.seed)
        model = kind.new(training.preset.model, embedder)
    trainer = Trainer(model, training.preset.training, folder, report)
    state = trainer.run(*training.examples, digest)
    if trainer.accelerator.is_main_process:
        _finish(kind, model, training, state)
    trainer.accelerator.wait_for_everyone()
    return model.eval()


def _teaching(training: Training) -> Training:
    train, validation = ([e for e in half if e.answers] for half in training.examples)
    return replace(training, examples=(train, validation))


def _finish(
    kind: ModelKind[M], model: M, training: Training, state: checkpoint.TrainingState
) -> None:
    settings, folder = asdict(training.preset.training), training.folder
    _write_card(training, state)
    record = {"settings": settings, "examples": len(training.examples[0])}
    record |= {"validation": state.best}
    facts = {"part": training.part} if training.part else {}
    kind.save(model, training.system, folder, digest=training.digest(), training=record, **facts)
    checkpoint.remove(folder)
    (folder / BEST).unlink(missing_ok=True)


def _write_card(training: Training, state: checkpoint.TrainingState) -> None:
    model = asdict(training.preset.model)
    training.card.write(
        training.folder,
        {**model, **model.get("encode", {}), **asdict(training.preset.training)},
        system=training.system,
        version=version("steiner"),
        examples=len(training.examples[0]),
        best=state.best,
        epoch=state.epoch - state.stale,
        epochs=state.epoch,
    )
