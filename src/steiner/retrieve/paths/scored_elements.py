"""Scores nodes and relationships by the relation paths that lead to them, and what to explore."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from steiner.columns import Neighbourhood
from steiner.embed import Embedder
from steiner.index.word_space import word_space
from steiner.question.reading import Question, searched
from steiner.retrieve.exploring import NamesFirst, Once
from steiner.retrieve.neighbourhood import deepen, expand, widen
from steiner.retrieve.paths.connecting import ranked_connection
from steiner.retrieve.paths.finding import LearnedScorer, rank_paths
from steiner.retrieve.paths.ranking import Ranking
from steiner.retrieve.stage_contracts import ElementScores, Explore
from steiner.retrieve.subgraph.pcst import guarded
from steiner.retrieve.subgraph.relevance import node_relevance, relation_relevance
from steiner.settings import RetrieverSettings

_BESIDE_PATHS = 0.15
"""Of its relevance, what a node or relationship keeps that lies on none of the best paths."""


def along_paths(
    settings: RetrieverSettings,
    embedder: Embedder,
    scorer: LearnedScorer | None,
    by_names: bool,
) -> Explore:
    """Return the stage that expands and scores; `by_names` paths from the named come first."""
    expanded = _prepared(partial(expand, settings=settings, embedder=embedder), scorer)
    scored = partial(path_scores, settings=settings, embedder=embedder, scorer=scorer)
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


def path_scores(
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
