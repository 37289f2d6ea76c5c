"""One training from settings and examples to a folder that `from_pretrained` loads."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch

from steiner.errors import InvalidInput
from steiner.examples import Example
from steiner.generate.artefact import (
    from_pretrained,
    new_model,
    read_settings,
    save_pretrained,
)
from steiner.generate.checkpoint import is_artefact
from steiner.generate.graph_model import GraphLanguageModel
from steiner.generate.prefixes import Prefixes
from steiner.index.embed import Embedder
from steiner.index.progress import Report, silent
from steiner.model_settings import GraphModelSettings, TrainSettings
from steiner.train import checkpoint
from steiner.train.loop import BEST, Trainer
from steiner.train.record import write_card


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
    Raises InvalidInput where `folder` holds another training, TrainingFailed where this one
    cannot go on.
    """
    digest = _digest(model_settings, settings, examples)
    if is_artefact(folder):
        return _done(folder, digest, embedder)
    torch.manual_seed(settings.seed)
    model = new_model(model_settings, embedder)
    trainer = Trainer(model, settings, folder, report, prefixes)
    progress = trainer.run(*examples, digest)
    trainer.accelerator.wait_for_everyone()
    if trainer.accelerator.is_main_process:
        _publish(model, settings, progress, len(examples[0]), folder)
    trainer.accelerator.wait_for_everyone()
    return model.eval()


def _done(folder: Path, digest: str, embedder: Embedder | None) -> GraphLanguageModel:
    if read_settings(folder).get("digest") != digest:
        raise InvalidInput(
            f"{folder} holds a model trained with other settings or examples. Name another "
            f"output folder, or remove this one."
        )
    return from_pretrained(folder, embedder)


def _digest(*parts: Any) -> str:
    model, settings, (train, validation) = parts
    told = [model.to_dict(), asdict(settings)]
    told += [[e.to_json() for e in examples] for examples in (train, validation)]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def _publish(
    model: GraphLanguageModel,
    settings: TrainSettings,
    progress: checkpoint.Progress,
    count: int,
    folder: Path,
) -> None:
    write_card(
        folder,
        system="g-retriever",
        version=version("steiner"),
        llm=model.settings.llm,
        form=model.settings.form,
        embedder=model.settings.embedder,
        examples=count,
        best=progress.best,
        epoch=progress.epoch - progress.stale,
        epochs=progress.epoch,
        settings={**_flat(model.settings.to_dict()), **asdict(settings)},
    )
    trained = {"settings": asdict(settings), "examples": count, "validation": progress.best}
    save_pretrained(model, folder, digest=progress.digest, training=trained)
    checkpoint.remove(folder)
    (folder / BEST).unlink(missing_ok=True)


def _flat(settings: dict[str, Any]) -> dict[str, Any]:
    inner = {f"encode.{name}": value for name, value in settings["encode"].items()}
    return {**{k: v for k, v in settings.items() if k != "encode"}, **inner}
