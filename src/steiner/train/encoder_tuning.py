"""Tunes a sentence encoder on question and triple, with sentence-transformers' own trainer."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from steiner.embed import resolve
from steiner.errors import InvalidInput, MissingExtra
from steiner.settings import DEFAULT_EMBEDDER, positive
from steiner.train.data.triple_pairs import TriplePairs


@dataclass(frozen=True, slots=True)
class TuningSettings:
    """How an encoder is tuned (Retrieval & Reasoning, section 4.1: 5 epochs, 1e-5, batches of 64).

    `temperature`: of the cosines, which the paper does not divide: 1. `steps`: at most, 0 for no
    limit.
    """

    encoder: str = DEFAULT_EMBEDDER
    epochs: int = 5
    rate: float = 1e-5
    batch: int = 64
    temperature: float = 1.0
    seed: int = 0
    steps: int = 0

    def __post_init__(self) -> None:
        positive(self, epochs=self.epochs, rate=self.rate, batch=self.batch)
        positive(self, temperature=self.temperature)


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
    arguments = SentenceTransformerTrainingArguments(
        output_dir=str(output / "checkpoints"),
        num_train_epochs=settings.epochs,
        max_steps=settings.steps or -1,
        learning_rate=settings.rate,
        per_device_train_batch_size=settings.batch,
        seed=settings.seed,
        # A batch is 64 questions with eight texts each: without it 16 GB.
        gradient_checkpointing=True,
        report_to="none",
        save_strategy="no",
        logging_steps=10,
    )
    loss = TripleContrast(model, pairs.positives, settings.temperature)
    trainer: Any = SentenceTransformerTrainer(
        model=model, args=arguments, train_dataset=_dataset(pairs), loss=loss
    )
    trainer.train()
    model.save_pretrained(str(output))
    return output


def _dataset(pairs: TriplePairs) -> Any:
    from datasets import Dataset
    from datasets.table import InMemoryTable

    columns: dict[str, list[Any]] = {"query": pairs.queries, "triple": pairs.own}
    for number in range(max(map(len, pairs.others), default=0)):
        columns[f"other_{number}"] = [others[number] for others in pairs.others]
    columns["label"] = pairs.questions
    # By its content: the library's own fingerprint pickles pyarrow, which not all versions bear.
    fingerprint = hashlib.sha256(json.dumps(columns).encode()).hexdigest()[:16]
    return Dataset(InMemoryTable.from_pydict(columns), fingerprint=fingerprint)
