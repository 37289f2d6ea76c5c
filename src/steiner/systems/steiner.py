"""The default system: linked names, relation paths, Steiner tree, facts in a token budget.

Relation paths are scored without training, or by a scorer trained on questions and answers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from steiner.embed import Embedder
from steiner.generate.writer import open_text_model
from steiner.graph import Neighbourhood
from steiner.index.word_space import word_space
from steiner.model_settings import PathModelSettings, Preset, TrainSettings
from steiner.query.proposing.model_reading import FormWriter
from steiner.question.reading import Question, read, read_names, searched, sought
from steiner.retrieve.evidence import pack
from steiner.retrieve.exact.computing import Computing
from steiner.retrieve.exact.readers import ComputingStore, QuestionReaders
from steiner.retrieve.exploring import NamesFirst, Once
from steiner.retrieve.neighbourhood import begin_first, deepen, expand, widen
from steiner.retrieve.paths.connecting import ranked_connection
from steiner.retrieve.paths.finding import LearnedScorer, rank_paths
from steiner.retrieve.paths.ranking import Ranking
from steiner.retrieve.pipeline import StagedRetriever
from steiner.retrieve.stage_contracts import NO_COMPUTING, Compute, ElementScores, Explore, Stages
from steiner.retrieve.subgraph.pcst import guarded
from steiner.retrieve.subgraph.relevance import node_relevance, relation_relevance
from steiner.retrieve.subgraph.selection import around_tree
from steiner.settings import RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.systems.system import System, Trained
from steiner.train.cards import SCORER
from steiner.train.data.paths import RelationPaths

if TYPE_CHECKING:
    from steiner.models.paths.learned_scorer import LearnedPathScorer
    from steiner.models.trainable import ModelKind

FROM_NOTHING = Preset(
    PathModelSettings(),
    TrainSettings(
        epochs=6,
        batch=4,
        rate=3e-3,
        weight_decay=0.01,
        betas=(0.9, 0.999),
        clip=1.0,
        patience=3,
    ),
)
"""Chosen on MetaQA development questions: of a hundred, larger batches make too few steps."""
PRETRAINED = Preset(
    PathModelSettings(start="package"),
    replace(FROM_NOTHING.training, epochs=8, rate=7e-4, patience=8, averaged=4),
)
"""Small steps from weights that know how people word relations."""
DEFAULT = RetrieverSettings()
_BESIDE_PATHS = 0.15
"""Of its relevance, what a node or relationship keeps that lies on none of the best paths."""


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
    scorer = None if model is None else _scorer(model)
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
        explore=_explore(settings, embedder, scorer, by_names),
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


def _explore(
    settings: RetrieverSettings,
    embedder: Embedder,
    scorer: LearnedScorer | None,
    by_names: bool,
) -> Explore:
    expanded = _prepared(partial(expand, settings=settings, embedder=embedder), scorer)
    scored = partial(score, settings=settings, embedder=embedder, scorer=scorer)
    if not by_names:
        return Once(expanded, scored)
    return NamesFirst(
        expand=expanded,
        deepen=partial(deepen, settings=settings, embedder=embedder),
        settles=partial(settled, settings=settings, embedder=embedder, scorer=scorer),
        search=partial(searched, settings=settings),
        widen=_prepared(partial(widen, limits=settings.expand), scorer),
        score=scored,
    )


def _prepared(
    expand: Callable[..., Neighbourhood], scorer: LearnedScorer | None
) -> Callable[..., Neighbourhood]:
    """Return the stage, beside which a scorer gets ready."""
    if scorer is None:
        return expand

    def expanded(question: Question, *given: Any) -> Neighbourhood:
        scorer.prepare(question)
        return expand(question, *given)

    return expanded


def score(
    question: Question,
    around: Neighbourhood,
    settings: RetrieverSettings,
    embedder: Embedder,
    scorer: LearnedScorer | None,
) -> ElementScores:
    """Score what relation paths lead to; all else by its relevance, less beside paths."""
    ranking = _ranking(question, around, settings, embedder, scorer)
    return _scores(question, around, settings, ranking)


def settled(
    question: Question,
    around: Neighbourhood,
    settings: RetrieverSettings,
    embedder: Embedder,
    scorer: LearnedScorer | None,
) -> ElementScores | None:
    """Score what relation paths from what is named surely lead to; None where they do not."""
    least = settings.seeds.settled
    ranking = _ranking(question, around, settings, embedder, scorer, least)
    return _scores(question, around, settings, ranking) if ranking else None


def _ranking(
    question: Question,
    around: Neighbourhood,
    settings: RetrieverSettings,
    embedder: Embedder,
    scorer: LearnedScorer | None,
    least: float = 0.0,
) -> Ranking | None:
    if settings.paths.enabled and question.connected:
        return ranked_connection(question, around)
    return rank_paths(question, around, word_space(embedder), settings.paths, scorer, least)


def _scores(
    question: Question,
    around: Neighbourhood,
    settings: RetrieverSettings,
    ranking: Ranking | None,
) -> ElementScores:
    confidence = ranking.confidence if ranking else 0.0 if settings.paths.enabled else None
    relations = relation_relevance(question, around)
    nodes = node_relevance(question, around, relations, settings.expand.hops)
    lines = nodes
    if ranking:
        lines = np.maximum(_BESIDE_PATHS * nodes, ranking.lines)
        nodes = np.maximum(_BESIDE_PATHS * nodes, ranking.nodes)
        relations = np.maximum(_BESIDE_PATHS * relations, ranking.relationships)
    instance = guarded(around, nodes, relations, settings.prizes)
    named = question.names_a_node
    return ElementScores(nodes, lines, relations, instance, ranking, confidence, named)


def _scorer(model: Any) -> LearnedPathScorer:
    from steiner.models.paths.learned_scorer import LearnedPathScorer

    return LearnedPathScorer(model)


def _kind() -> ModelKind[Any]:
    from steiner.models.paths.path_artefact import PATH_SCORER

    return PATH_SCORER


STEINER = System(
    name="steiner",
    paper="steiner: relation paths packed on a prize-collecting Steiner tree",
    retriever=retriever,
    trained=Trained(
        kind=_kind,
        presets={"pretrained": PRETRAINED, "from-nothing": FROM_NOTHING},
        data=RelationPaths(),
        card=SCORER,
        few=100,
    ),
)
