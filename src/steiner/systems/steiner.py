"""The default system: linked names, relation paths, Steiner tree, facts in a token budget.

Relation paths are scored without training, or by a scorer trained on questions and answers.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from steiner.embed import Embedder
from steiner.generate.writer import open_text_model
from steiner.query.proposing.model_reading import FormWriter
from steiner.question.reading import read, read_names, sought
from steiner.retrieve.exact.computing import Computing
from steiner.retrieve.exact.readers import ComputingStore, QuestionReaders
from steiner.retrieve.neighbourhood import begin_first
from steiner.retrieve.packing import pack
from steiner.retrieve.paths.finding import LearnedScorer
from steiner.retrieve.paths.scored_elements import along_paths
from steiner.retrieve.pipeline import StagedRetriever
from steiner.retrieve.stage_contracts import NO_COMPUTING, Compute, Stages
from steiner.retrieve.subgraph.selection import around_tree
from steiner.settings import RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.systems.system import System
from steiner.train.parts.path_scores import PATH_SCORES, learnt_scorer

DEFAULT = RetrieverSettings()


def retriever(
    store: GraphStore,
    embedder: Embedder,
    settings: RetrieverSettings = DEFAULT,
    model: Any = None,
    reader: FormWriter | None = None,
) -> StagedRetriever:
    """Compose the stages; a trained `model` scores relation paths in place of zero-shot.

    A language model that is the `reader` reads questions in place of the one that settings name.
    """
    scorer = None if model is None else learnt_scorer(model)
    return compose(store, embedder, settings, scorer, reader)


def compose(
    store: GraphStore,
    embedder: Embedder,
    settings: RetrieverSettings,
    scorer: LearnedScorer | None,
    reader: FormWriter | None = None,
) -> StagedRetriever:
    """Compose the stages; `scorer` scores relation paths, if there is one."""
    by_names = settings.paths.enabled and settings.expand.hops > 0
    stages = Stages(
        read=partial(read_names, settings=settings, ahead=partial(begin_first, settings=settings))
        if by_names
        else partial(read, settings=settings),
        explore=along_paths(settings, embedder, scorer, by_names),
        select=around_tree,
        pack=partial(pack, settings=settings.text),
        sought=sought,
        compute=_compute(store, embedder, settings, reader),
    )
    return StagedRetriever(store, embedder, settings, stages)


def _compute(
    store: GraphStore,
    embedder: Embedder,
    settings: RetrieverSettings,
    reader: FormWriter | None,
) -> Compute:
    exact = settings.exact
    off = exact.mode == "off" or not settings.expand.hops
    if off or not isinstance(store, ComputingStore):
        return NO_COMPUTING
    if reader is None and exact.reader:
        reader = open_text_model(exact.reader)
    return Computing(QuestionReaders(store, embedder, exact, reader), settings)


STEINER = System(
    name="steiner",
    paper="steiner: relation paths packed on a prize-collecting Steiner tree",
    retriever=retriever,
    trained=PATH_SCORES,
)
