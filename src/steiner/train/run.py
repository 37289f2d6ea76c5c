"""One training from settings and examples to a folder that can be loaded."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Generic

import torch

from steiner.artefact import is_artefact, read_artefact
from steiner.embed import Embedder
from steiner.errors import InvalidInput
from steiner.model_settings import Preset
from steiner.models.trainable import M, ModelKind
from steiner.progress import Report, silent
from steiner.train import checkpoint
from steiner.train.cards import Card
from steiner.train.data.collection import split
from steiner.train.loop import Trainer
from steiner.train.metrics import PLOT, Metrics
from steiner.train.sharding import gather

_OTHERS = "others"
"""Folder of trainings beside the one at hand, until it is done."""


@dataclass(frozen=True, slots=True)
class Training:
    """What is trained for a `system`: settings, examples (training, validation), and where to.

    Only examples with an answer teach; `card` is what the folder says of itself; `part` names what
    of the system it is, where several things are trained. Of fewer than `few` examples all
    validate.
    """

    system: str
    preset: Preset
    examples: tuple[Sequence[Any], Sequence[Any]]
    folder: Path
    card: Card
    part: str = ""
    few: int = 0

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
    counted = model.check([*training.examples[0], *training.examples[1]], training.preset.training)
    trainer = Trainer(model, training.preset.training, folder, report)
    state = trainer.run(*training.examples, digest)
    others = OtherTrainings(kind, training, report, model.embedder)
    others.average(model)
    if kind.weigh is not None:
        kind.weigh(model, training.examples, others.on, training.preset.training.seed)
    if trainer.keeper.parts > 1:
        sharded, model = model, kind.new(training.preset.model, model.embedder)
        gather(sharded, model)
    if trainer.accelerator.is_main_process:
        Metrics(folder).plot(folder / PLOT)
        _finish(kind, model, training, state, {**counted, **trainer.shared()})
        others.remove()
    trainer.accelerator.wait_for_everyone()
    return model.eval()


class OtherTrainings(Generic[M]):
    """Trainings beside the one at hand: in another order, or on some of its examples."""

    def __init__(
        self, kind: ModelKind[M], training: Training, report: Report, embedder: Embedder
    ) -> None:
        self._kind, self._training, self._report = kind, training, report
        self._embedder, self._folder = embedder, training.folder / _OTHERS
        self._count = 0

    def average(self, model: M) -> None:
        """Average the weights with those of other orders (model soups, Wortsman et al. 2022).

        Of one order they stay as they are, without a copy of them.
        """
        settings, halves = self._training.preset.training, self._training.examples
        orders = settings.averaged if len(halves[0]) < self._training.few else 1
        if orders == 1:
            return
        models = [model, *(self._trained(halves, settings.seed + n) for n in range(1, orders))]
        weights = [checkpoint.trained(each) for each in models]
        mean = {name: torch.stack([w[name] for w in weights]).mean(0) for name in weights[0]}
        checkpoint.restore(model, mean)

    def on(self, examples: Sequence[Any]) -> M:
        """Train a new model on some of the examples."""
        seed = self._training.preset.training.seed
        few = len(examples) < self._training.few
        return self._trained((examples, examples) if few else split(examples, seed), seed)

    def remove(self) -> None:
        """Remove what they left in the folder."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _trained(self, halves: tuple[Sequence[Any], Sequence[Any]], seed: int) -> M:
        settings = replace(self._training.preset.training, seed=seed)
        torch.manual_seed(seed)
        model = self._kind.new(self._training.preset.model, self._embedder)
        folder, self._count = self._folder / str(self._count), self._count + 1
        preset = replace(self._training.preset, training=settings)
        training = replace(self._training, preset=preset, examples=halves)
        Trainer(model, settings, folder, self._report).run(*halves, training.digest())
        return model.eval()


def _teaching(training: Training) -> Training:
    train, validation = ([e for e in half if e.answers] for half in training.examples)
    return replace(training, examples=(train, validation))


def _finish(
    kind: ModelKind[M],
    model: M,
    training: Training,
    state: checkpoint.TrainingState,
    counted: dict[str, Any],
) -> None:
    settings, folder = asdict(training.preset.training), training.folder
    _write_card(training, state)
    record = {"settings": settings, "examples": len(training.examples[0])}
    record |= {"validation": state.best, **counted}
    facts: dict[str, Any] = {"part": training.part} if training.part else {}
    if training.preset.retrieval:
        facts["retrieval"] = dict(training.preset.retrieval)
    kind.save(model, training.system, folder, digest=training.digest(), training=record, **facts)
    checkpoint.remove(folder)


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
