"""The default system: hybrid seeds, relation paths, Steiner tree, facts in a token budget.

Relation paths are scored without training, or by a scorer that is trained on questions and answers.
"""

from __future__ import annotations

from typing import Any

from steiner.embed import Embedder
from steiner.model_settings import PathModelSettings, TrainSettings
from steiner.retrieve.paths.candidates import PathExample, Rater
from steiner.retrieve.pipeline import TreeRetriever
from steiner.settings import RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.train.live import Halves, Lessons
from steiner.train.path_examples import Paths

MODEL = PathModelSettings()
TRAINING = TrainSettings(
    epochs=6,
    batch=4,
    rate=3e-3,
    weight_decay=0.01,
    betas=(0.9, 0.999),
    clip=1.0,
    patience=3,
)
"""Chosen on MetaQA development questions: of a hundred, larger batches make too few steps."""


def retriever(store: GraphStore, embedder: Embedder, settings: RetrieverSettings) -> TreeRetriever:
    """Compose the retriever as it is set."""
    return TreeRetriever(store, embedder, settings)


def lessons() -> Lessons[PathExample]:
    """What the scorer learns from: the relation paths of each question, and where they end."""
    return Paths()


def train(
    model: PathModelSettings, settings: TrainSettings, examples: Halves[PathExample], *rest: Any
) -> None:
    """Train a scorer; `rest` are the folder and where progress is reported."""
    from steiner.train.run import train_scorer

    train_scorer(model, settings, examples, *rest)


def scorer(folder: str, embedder: Embedder) -> Rater:
    """Load a scorer that `steiner train` made."""
    from steiner.models.path_artefact import PathRater, from_pretrained

    return PathRater(from_pretrained(folder, embedder))
