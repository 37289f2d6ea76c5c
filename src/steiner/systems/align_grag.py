"""Align-GRAG (Xu et al. 2025): G-Retriever's subgraph, pruned by an aligner, with its graph token.

The aligner, learnt from reasoning chains, scores nodes and gives a graph's vector to the model.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from steiner.columns import Neighbourhood
from steiner.embed import Embedder
from steiner.question.reading import Question, read, sought
from steiner.retrieve.exploring import Once
from steiner.retrieve.packing import pack
from steiner.retrieve.pipeline import StagedRetriever
from steiner.retrieve.stage_contracts import ElementScores, Select, Stages
from steiner.retrieve.subgraph.aligned import NodeScorer, aligned_scores, pruned
from steiner.retrieve.subgraph.nearest import nearest
from steiner.retrieve.subgraph.selection import around_tree, everything, tree_alone
from steiner.settings import ExpandSettings, PrizeSettings, RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.systems import g_retriever
from steiner.systems.system import System
from steiner.train.parts.aligned_answers import ALIGNED_ANSWERS

PRIZES = PrizeSettings(nodes=10, relations=10, cost=0.5)
"""Section 5.9.3: K = 10 entities and relations; the cost is not stated, so G-Retriever's."""
OWN = RetrieverSettings(prizes=PRIZES, expand=ExpandSettings(hops=3, frontier=150))
"""The reach is not stated: what three hops of MetaQA's training questions need."""


def retriever(
    store: GraphStore, embedder: Embedder, settings: RetrieverSettings, model: Any = None
) -> StagedRetriever:
    """Compose the stages; without a trained `model` nothing is scored or pruned."""
    settings = settings.over(OWN)
    scorer = model.aligner if model is not None and model.settings.node_weight else None
    stages = Stages(
        read=partial(nearest if settings.prizes.whole else read, settings=settings),
        explore=Once(
            partial(neighbourhood, settings=settings),
            partial(score, settings=settings, store=store, scorer=scorer),
        ),
        select=_select(settings, scorer),
        pack=partial(pack, settings=settings.text, whole=True),
        sought=None if settings.prizes.whole else sought,
    )
    return StagedRetriever(store, embedder, settings, stages)


def neighbourhood(
    question: Question, store: GraphStore, settings: RetrieverSettings
) -> Neighbourhood:
    """Take what is around the surely named, its topics, or all seeds; or the whole graph."""
    named = replace(question, seeds=question.sure_seeds or question.seeds)
    return g_retriever.neighbourhood(named, store, settings)


def score(
    question: Question,
    around: Neighbourhood,
    settings: RetrieverSettings,
    store: GraphStore,
    scorer: NodeScorer | None,
) -> ElementScores:
    """Give G-Retriever's prizes (1 to 7) and, with a scorer, p_prediction (10) over the tree."""
    given = g_retriever.score(question, around, settings)
    own = settings.prizes
    return aligned_scores(question, around, given, own, store, scorer) if scorer else given


def _select(settings: RetrieverSettings, scorer: NodeScorer | None) -> Select:
    """Prune to n_seed nodes and their neighbours; without a scorer all of the tree stays."""
    if settings.prizes.learned:
        return around_tree
    if scorer is not None and settings.prune.seeds:
        return partial(pruned, prizes=settings.prizes, n_seed=settings.prune.seeds)
    return everything if settings.prizes.whole else tree_alone


ALIGN_GRAG = System(
    name="align-grag",
    paper="Xu et al. 2025, Align-GRAG: Reasoning-Guided Dual Alignment for Graph "
    "Retrieval-Augmented Generation",
    retriever=retriever,
    own=OWN,
    trained=ALIGNED_ANSWERS,
)
