"""Weights that trainings of the path scorer begin with, made of other people's questions."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from random import Random

import torch

from start_weights.database_questions import database_questions
from start_weights.ontology import read_ontology
from start_weights.path_questions import path_questions, people_words
from start_weights.people_words import read_people_words
from steiner.artefact import is_artefact
from steiner.embed import Embedder, named_embedder
from steiner.model_settings import PathModelSettings, Preset, TrainSettings
from steiner.models.paths.candidates import PathExample
from steiner.models.paths.path_artefact import PATH_START
from steiner.models.paths.path_scorer import PathModel
from steiner.models.paths.question_tokens import QuestionTokens
from steiner.progress import Report, silent
from steiner.train.cards import START
from steiner.train.run import Training, train

QUESTIONS = 36_000
PRETRAINING = TrainSettings(
    epochs=2,
    batch=16,
    rate=1e-3,
    weight_decay=0.01,
    betas=(0.9, 0.999),
    clip=1.0,
    warmup=0.02,
    checkpoint=500,
)
_DROPOUT = 0.1
_VALIDATION = 50
"""One question of so many validates."""
_MADE = 400
"""Questions by templates of each of text2cypher's schemas."""


def pretrain(
    data: Path,
    output: Path,
    embedder: str,
    questions: int = QUESTIONS,
    training: TrainSettings = PRETRAINING,
    report: Report = silent,
    encoder: Embedder | None = None,
    without: Collection[str] = (),
) -> PathModel:
    """Train a path scorer on drawn graphs and leave it in `output`; goes on where it was stopped.

    `data` has simple_questions, freebase_schema and text2cypher; `questions` are drawn of the first
    two, and `without` names databases and domains of Freebase that nothing is read of, to measure
    on. Raises InvalidInput where a file is missing.
    """
    chosen = encoder or named_embedder(embedder)
    examples = worded_questions(data, chosen, questions, training.seed, without)
    kept = max(1, len(examples) // _VALIDATION)
    preset = Preset(PathModelSettings(embedder=embedder, dropout=_DROPOUT), training)
    halves = (examples[kept:], examples[:kept])
    torch.manual_seed(training.seed)
    model = PathModel(preset.model, QuestionTokens(chosen, len(examples)))
    if not is_artefact(output):
        asked = dict.fromkeys(example.candidates[0].asked for example in examples)
        model.tokens.keep(list(asked), report)
    pretraining = Training("steiner", preset, halves, output, START)
    return train(PATH_START, pretraining, report, chosen, model)


def worded_questions(
    data: Path, embedder: Embedder, count: int, seed: int, without: Collection[str]
) -> list[PathExample]:
    """Return `count` questions over drawn graphs and all over text2cypher's schemas, shuffled."""
    worded = read_people_words(data / "simple_questions")
    ontology = read_ontology(data / "freebase_schema", worded).without(without)
    examples = list(path_questions(people_words(ontology, worded), count, seed))
    examples += database_questions(data / "text2cypher", embedder, _MADE, seed, without)
    Random(seed).shuffle(examples)
    return examples
