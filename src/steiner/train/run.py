"""One training from settings and examples to a folder that `from_pretrained` loads."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import torch

from steiner.artefact import is_artefact, read_settings
from steiner.embed import Embedder
from steiner.errors import InvalidInput
from steiner.model_settings import GraphModelSettings, PathModelSettings, TrainSettings
from steiner.models import graph_artefact as artefact
from steiner.models import path_artefact
from steiner.models.graph_language_model import GraphLanguageModel
from steiner.models.path_model import PathModel
from steiner.models.prefixes import Prefixes
from steiner.progress import Report, silent
from steiner.retrieve.paths.candidates import PathExample
from steiner.textual_graph import Example
from steiner.train import checkpoint
from steiner.train.cards import SCORER, SOFT_PROMPT, Card
from steiner.train.loop import BEST, Trainer
from steiner.train.warm import warm_up

M = TypeVar("M", bound=torch.nn.Module)


class _Job(NamedTuple):
    """One training; `model_settings` as JSON types."""

    model_settings: dict[str, Any]
    settings: TrainSettings
    examples: tuple[Sequence[Any], Sequence[Any]]
    folder: Path
    report: Report

    def digest(self) -> str:
        """Tell settings and examples from others'."""
        told: list[Any] = [self.model_settings, asdict(self.settings)]
        told += [[e.to_json() for e in examples] for examples in self.examples]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()


class _Made(Protocol[M]):
    """What a training needs of the module that makes, writes and loads its model."""

    SYSTEM: str

    def save_pretrained(self, model: M, folder: Path, **facts: Any) -> None:
        """Write it."""

    def from_pretrained(self, folder: str | Path, embedder: Embedder | None = None) -> M:
        """Load it."""


def train_model(
    model_settings: GraphModelSettings,
    settings: TrainSettings,
    examples: tuple[Sequence[Example], Sequence[Example]],
    folder: Path,
    report: Report = silent,
    *,
    embedder: Embedder | None = None,
    prefixes: Prefixes | None = None,
) -> GraphLanguageModel:
    """Train on `examples` (training, validation) and return the best model, saved in `folder`.

    A training that was stopped goes on at its last checkpoint; one that is done is loaded.
    `prefixes` are those of an earlier training of the same frozen model. Raises InvalidInput
    where `folder` holds another training, TrainingFailed where this one cannot go on.
    """
    job = _Job(model_settings.to_dict(), settings, examples, folder, report)

    def make() -> tuple[GraphLanguageModel, Prefixes | None, Callable[[], None]]:
        model = artefact.new_model(model_settings, embedder)
        cached = prefixes or (Prefixes(model.llm, model.settings) if settings.cached else None)
        return model, cached, lambda: warm_up(model, examples[0], settings, report)

    return _train(job, artefact, make, SOFT_PROMPT, embedder)


def train_scorer(
    model_settings: PathModelSettings,
    settings: TrainSettings,
    examples: tuple[Sequence[PathExample], Sequence[PathExample]],
    folder: Path,
    report: Report = silent,
    *,
    embedder: Embedder | None = None,
) -> PathModel:
    """Train the path scorer on the examples of which a path answers; otherwise as `train_model`."""
    train, validation = ([e for e in half if e.answers] for half in examples)
    job = _Job(model_settings.to_dict(), settings, (train, validation), folder, report)

    def make() -> tuple[PathModel, None, Callable[[], None]]:
        model = path_artefact.new_model(model_settings, embedder)
        paths = (told for example in train for told in example.candidates)
        model.relations = tuple(sorted({step.text for told in paths for step in told.steps}))
        return model, None, lambda: None

    return _train(job, path_artefact, make, SCORER, embedder)


def _train(
    job: _Job,
    made: _Made[M],
    make: Callable[[], tuple[M, Prefixes | None, Callable[[], None]]],
    card: Card,
    embedder: Embedder | None,
) -> M:
    digest, folder = job.digest(), job.folder
    if is_artefact(folder):
        if read_settings(folder, made.SYSTEM).get("digest") != digest:
            raise InvalidInput(
                f"{folder} holds a model trained with other settings or examples. Name another "
                f"output folder, or remove this one."
            )
        return made.from_pretrained(folder, embedder)
    torch.manual_seed(job.settings.seed)
    model, prefixes, begin = make()
    trainer = Trainer(model, job.settings, folder, job.report, prefixes)
    progress = trainer.run(*job.examples, digest, begin)
    trainer.accelerator.wait_for_everyone()
    if trainer.accelerator.is_main_process:
        _card(job, card, made.SYSTEM, progress)
        told = {"settings": asdict(job.settings), "examples": len(job.examples[0])}
        told |= {"validation": progress.best}
        made.save_pretrained(model, folder, digest=digest, training=told)
        checkpoint.remove(folder)
        (folder / BEST).unlink(missing_ok=True)
    trainer.accelerator.wait_for_everyone()
    return model.eval()


def _card(job: _Job, card: Card, system: str, progress: checkpoint.Progress) -> None:
    card.write(
        job.folder,
        {**job.model_settings, **job.model_settings.get("encode", {}), **asdict(job.settings)},
        system=system,
        version=version("steiner"),
        examples=len(job.examples[0]),
        best=progress.best,
        epoch=progress.epoch - progress.stale,
        epochs=progress.epoch,
    )
