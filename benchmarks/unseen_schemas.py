"""The path scorer on schemas that its weights never saw: one row a schema, none of them left in.

    python benchmarks/unseen_schemas.py --output DIR [--learnt 30] [--asked 150] [--questions 5000]

The schemas are text2cypher's (the package's weights have read none of them) and three domains of
Freebase, for which weights are made without these domains, of --questions questions. A schema
counts as a graph of three nodes a label, joined as its relationships say; what is asked there is
the one path from a named value to what is returned, or the drawn path. Prints a line of JSON for
each schema: the share of questions whose best path is right, zero-shot, by the weights unasked, and
of --learnt questions from nothing and from the weights, on those not learnt from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import torch
from data import SHARED

from steiner.embed import open_embedder
from steiner.model_settings import PathModelSettings, Preset
from steiner.models.paths.candidates import PathExample
from steiner.models.paths.path_artefact import PATH_START
from steiner.models.paths.path_scorer import PathModel
from steiner.models.paths.question_tokens import QuestionTokens
from steiner.settings import DEFAULT_EMBEDDER
from steiner.train.cards import START
from steiner.train.data.worded.ontology import Ontology, read_ontology
from steiner.train.data.worded.path_questions import PeopleWords, path_questions, people_words
from steiner.train.data.worded.people_words import read_people_words
from steiner.train.pretraining import PRETRAINING
from steiner.train.run import Training, train

DOMAINS = ("music", "film", "book")
"""The largest of SimpleQuestions beside people and location, which the others lead through."""
Examples = Sequence[PathExample | None]
"""None where the path that is meant is no candidate."""


def people(domains: Iterable[str], within: bool) -> PeopleWords:
    """Return the ontology and its questions with only these domains, or without them."""
    chosen = set(domains)
    worded = read_people_words(SHARED / "simple_questions")
    whole = read_ontology(SHARED / "freebase_schema", worded)
    kept = {
        name: relation
        for name, relation in whole.relations.items()
        if (name.split(".")[0] in chosen) == within
    }
    ontology = Ontology(kept, whole.reverse, whole.kinds)
    return people_words(ontology, worded)


def pretrain_without(domains: Sequence[str], count: int, output: Path) -> PathModel:
    """Make weights as `steiner pretrain` does, of fewer questions and without these domains."""
    examples = list(path_questions(people(domains, within=False), count, PRETRAINING.seed))
    kept = max(1, count // 50)
    embedder = open_embedder(DEFAULT_EMBEDDER)
    preset = Preset(PathModelSettings(dropout=0.1), PRETRAINING)
    torch.manual_seed(PRETRAINING.seed)
    model = PathModel(preset.model, QuestionTokens(embedder))
    halves = (examples[kept:], examples[:kept])
    return train(
        PATH_START,
        Training("steiner", preset, halves, output, START),
        embedder=embedder,
        model=model,
    )
