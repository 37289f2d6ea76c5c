"""Tunes a sentence encoder on question and triple, with sentence-transformers' own trainer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from steiner.embed import resolve
from steiner.errors import InvalidInput, MissingExtra
from steiner.settings import DEFAULT_EMBEDDER, positive
from steiner.train.data.triple_pairs import NEGATIVES, TriplePairs
from steiner.train.processes import shared_batch, training_devices


@dataclass(frozen=True, slots=True)
class TuningSettings:
    """How an encoder is tuned (Retrieval & Reasoning, section 4.1: 5 epochs, 1e-5, batches of 64).

    `negatives`: random triples of a question, beside those of its batch. `temperature`: of the
    cosines, which the paper does not divide: 1. `layers`: only the last ones are trained, 0 for
    all. `length`: tokens of a text that are read while tuning, 0 for all that the encoder reads.
    `steps`: at most, 0 for no limit. `batch` is that of all processes and GPUs together.
    """

    encoder: str = DEFAULT_EMBEDDER
    epochs: int = 5
    rate: float = 1e-5
    batch: int = 64
    negatives: int = NEGATIVES
    temperature: float = 1.0
    layers: int = 0
    length: int = 0
    seed: int = 0
    steps: int = 0

    def __post_init__(self) -> None:
        positive(self, epochs=self.epochs, rate=self.rate, batch=self.batch)
        positive(self, temperature=self.temperature)
        if not 0 <= self.negatives <= NEGATIVES or self.layers < 0 or self.length < 0:
            raise InvalidInput(
                f"TuningSettings expects negatives from 0 to {NEGATIVES}, layers and length of 0 "
                f"or more, got {self.negatives}, {self.layers}, {self.length}."
            )


TUNING_PRESETS: Mapping[str, TuningSettings] = {
    "published": TuningSettings(encoder="BAAI/bge-base-en-v1.5"),
    "small": TuningSettings(
        epochs=3, rate=1e-4, batch=16, negatives=2, temperature=0.05, layers=2, length=96
    ),
}
"""Published: section 4.1. Small: for two cores, a step in two seconds where that takes forty."""


def tune(pairs: TriplePairs, settings: TuningSettings, output: Path) -> Path:
    """Tune, and write an encoder to `output`, for `steiner index --embedder`; return the folder.

    Raises InvalidInput where no question has a path.
    """
    if find_spec("datasets") is None:
        raise MissingExtra.named("datasets", "train")
    if not pairs.queries:
        raise InvalidInput(
            f"No question has a path from a topic to an answer ({pairs.pathless:,} were read): "
            f"there is no triple to learn from. Lines need `topics` and `answers` as the graph "
            f"names them."
        )
    from sentence_transformers import (
        SentenceTransformer,
        SentenceTransformerTrainer,
        SentenceTransformerTrainingArguments,
    )

    from steiner.train.objectives.contrastive import TripleContrast

    model = SentenceTransformer(resolve(settings.encoder))
    reads = model.max_seq_length
    model.max_seq_length = settings.length or reads
    train_last_layers(model, settings.layers)
    if not settings.layers:
        _keep_no_activations(model)
    arguments = SentenceTransformerTrainingArguments(
        output_dir=str(output / "checkpoints"),
        num_train_epochs=settings.epochs,
        max_steps=settings.steps or -1,
        learning_rate=settings.rate,
        per_device_train_batch_size=shared_batch(settings.batch, training_devices()),
        seed=settings.seed,
        report_to="none",
        save_strategy="no",
        logging_steps=10,
    )
    loss = TripleContrast(model, pairs.positives, settings.temperature)
    trainer: Any = SentenceTransformerTrainer(
        model=model, args=arguments, train_dataset=_dataset(pairs, settings.negatives), loss=loss
    )
    trainer.train()
    model.max_seq_length = reads
    model.save_pretrained(str(output))
    return output


def train_last_layers(model: Any, count: int) -> None:
    """Freeze all weights of an encoder but those of its last `count` layers; 0 freezes none.

    Raises InvalidInput where it has fewer layers.
    """
    from torch import nn

    if not count:
        return
    stacks = [part for part in model.modules() if isinstance(part, nn.ModuleList)]
    layers = max(stacks, key=len, default=nn.ModuleList())
    if count > len(layers):
        raise InvalidInput(f"The encoder has {len(layers)} layers, {count} are to be trained.")
    model.requires_grad_(False)
    for layer in layers[len(layers) - count :]:
        layer.requires_grad_(True)


def _keep_no_activations(model: Any) -> None:
    """Let the encoder's networks compute them anew for the gradients.

    A batch is 64 questions with eight texts each: without it 16 GB. The trainer's own switch fails
    in some pairs of versions (sentence-transformers 6.0 and transformers 5.17).
    """
    from transformers import PreTrainedModel

    for network in model.modules():
        if isinstance(network, PreTrainedModel) and network.supports_gradient_checkpointing:
            # Newer transformers call it so.
            newer = getattr(network, "activation_checkpointing_enable", None)
            (newer or network.gradient_checkpointing_enable)({"use_reentrant": False})


def _dataset(pairs: TriplePairs, negatives: int) -> Any:
    from datasets import Dataset
    from datasets.table import InMemoryTable

    columns: dict[str, list[Any]] = {"query": pairs.queries, "triple": pairs.own}
    for number in range(min(negatives, min(map(len, pairs.others), default=0))):
        columns[f"other_{number}"] = [others[number] for others in pairs.others]
    columns["label"] = pairs.questions
    # By its content: the library's own fingerprint pickles pyarrow, which not all versions bear.
    fingerprint = hashlib.sha256(json.dumps(columns).encode()).hexdigest()[:16]
    return Dataset(InMemoryTable.from_pydict(columns), fingerprint=fingerprint)
