"""Align-GRAG (Xu et al. 2025): G-Retriever's subgraph, pruned by an aligner, with its graph token.

The aligner is learnt from reasoning chains: it scores nodes and gives a graph's vector in the
language model's space. Its data sets bring each question's graph, two hops around the topic; on a
live graph the names that a question links stand for the topic.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from steiner.embed import Embedder
from steiner.generate import Generator
from steiner.graph import Neighbourhood, lookup
from steiner.model_settings import AlignerSettings, EncodeSettings, Preset, TrainSettings
from steiner.question.reading import Question, read, sought
from steiner.retrieve.evidence import pack
from steiner.retrieve.exploring import Once
from steiner.retrieve.neighbourhood import expand_seeds, whole_graph
from steiner.retrieve.pipeline import StagedRetriever
from steiner.retrieve.stage_contracts import ElementScores, Selection, Stages
from steiner.retrieve.subgraph.pcst import Floats, Tree, guarded, solve
from steiner.retrieve.subgraph.prune import prune
from steiner.retrieve.subgraph.selection import around_tree, everything, tree_alone
from steiner.settings import ExpandSettings, PrizeSettings, RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.systems import g_retriever
from steiner.systems.system import System, Trained
from steiner.textualise.table import written_graph
from steiner.train.cards import ALIGNER, SOFT_PROMPT
from steiner.train.data.chained_graphs import ChainedGraphs
from steiner.train.data.text_graphs import TextGraphs

if TYPE_CHECKING:
    from steiner.models.trainable import ModelKind

PRIZES = PrizeSettings(nodes=10, relations=10, cost=0.5)
"""Section 5.9.3: K = 10 entities and relations; the cost is not stated, so G-Retriever's."""
EXPAND = ExpandSettings(hops=3, frontier=150)
"""Not stated: what three hops of MetaQA's training questions need."""
OWN = RetrieverSettings(prizes=PRIZES, expand=EXPAND)


def retriever(
    store: GraphStore, embedder: Embedder, settings: RetrieverSettings, model: Any = None
) -> StagedRetriever:
    """Compose the stages; without a trained `model` nothing is scored or pruned.

    Prizes and reach that nobody chose are OWN.
    """
    settings = settings.over(OWN)
    whole = settings.prizes.whole
    stages = Stages(
        read=partial(g_retriever.nearest if whole else read, settings=settings),
        explore=Once(
            partial(neighbourhood, settings=settings),
            partial(score, settings=settings, store=store, model=model),
        ),
        select=partial(select, settings=settings, model=model),
        pack=partial(pack, settings=settings.text, whole=True),
        sought=None if whole else sought,
    )
    return StagedRetriever(store, embedder, settings, stages)


def neighbourhood(
    question: Question, store: GraphStore, settings: RetrieverSettings
) -> Neighbourhood:
    """Take the neighbourhood of what is surely named, of all seeds where nothing is.

    Where the whole graph is wanted, all of it.
    """
    if settings.prizes.of_whole_graph:
        return whole_graph(question.vector, store)
    sure = {node for entity in question.entities if entity.is_sure() for node in entity.nodes}
    named = tuple(seed for seed in question.seeds if seed.node in sure)
    around = replace(question, seeds=named or question.seeds)
    return expand_seeds(around, store, settings.expand, settings.expand.hops)


def score(
    question: Question,
    around: Neighbourhood,
    settings: RetrieverSettings,
    store: GraphStore,
    model: Any = None,
) -> ElementScores:
    """Give the published prizes and, with a model, p_prediction (10) over the best of them.

    A relationship is worth the mean of its ends. With `learned` prizes the model scores the whole
    neighbourhood, and its scores are the prizes (not published).
    """
    given = g_retriever.score(question, around, settings)
    if model is None or not model.settings.node_weight:
        return given
    nodes = _likely(question, around, _part(around, given, settings), store, model)
    edges = (nodes[around.sources] + nodes[around.targets]) / 2
    instance = given.instance
    if settings.prizes.learned:
        instance = guarded(around, nodes, edges, settings.prizes)
    return replace(given, nodes=nodes, lines=nodes, relationships=edges, instance=instance)


def _likely(
    question: Question, around: Neighbourhood, part: Tree, store: GraphStore, model: Any
) -> Floats:
    """Return the model's scores float64[n] of the nodes of a part, the best 1; 0 for the others."""
    ids = around.nodes[part.nodes].tolist()
    graph = written_graph(store.hydrate(ids, around.relationships[part.edges].tolist()))
    if not graph.ids:
        return np.zeros(len(around.nodes))
    scores = model.aligner.node_scores(question.asked, graph)
    return lookup(dict(zip(graph.ids, (scores / scores.max()).tolist(), strict=True)), around.nodes)


def _part(around: Neighbourhood, scores: ElementScores, settings: RetrieverSettings) -> Tree:
    """Return what the aligner is shown and prunes: the tree, or all that there is."""
    if settings.prizes.learned or settings.prizes.whole:
        return Tree(np.arange(len(around.nodes)), np.arange(len(around.relationships)))
    return solve(scores.instance)


def select(
    around: Neighbourhood,
    scores: ElementScores,
    budget: int,
    settings: RetrieverSettings,
    model: Any = None,
) -> Selection:
    """Prune to n_seed nodes and their neighbours; without node alignment all of the tree stays."""
    if settings.prizes.learned:
        return around_tree(around, scores, budget)
    if model is not None and model.settings.node_weight and settings.prune.seeds:
        return prune(around, _part(around, scores, settings), scores, settings.prune.seeds)
    return (everything if settings.prizes.whole else tree_alone)(around, scores, budget)


def _aligner() -> ModelKind[Any]:
    from steiner.train.objectives.dual_alignment import ALIGNER as KIND

    return KIND


def _kind() -> ModelKind[Any]:
    from steiner.models.graph_artefact import GRAPH_LANGUAGE_MODEL

    return GRAPH_LANGUAGE_MODEL


def _begun(settings: Any, model: Any, embedder: Embedder | None) -> Any:
    from steiner.models.language_model.aligned_prompt import begun_with

    return begun_with(settings, model.aligner, embedder)


def _generator(model: Any, settings: RetrieverSettings) -> Generator:  # noqa: ARG001
    from steiner.generate.graph_generator import GraphGenerator

    return GraphGenerator(model)


_READS = EncodeSettings(
    layers=3, width=128, activation="relu", question=True, likeness=True, reversed=True
)
ALIGNERS = {
    "small": Preset(
        AlignerSettings(encode=_READS, target="named", per_node=False),
        TrainSettings(
            epochs=4,
            batch=8,
            rate=2e-3,
            clip=1.0,
            warmup=0.3,
            patience=3,
            weight_decay=0.01,
            betas=(0.9, 0.999),
        ),
    ),
    "published": Preset(
        AlignerSettings(llm=g_retriever.LLM, embedder=g_retriever.ENCODER),
        TrainSettings(batch=16, floor=g_retriever.FLOOR),
    ),
}
"""Rates and sizes are not stated: those of G-Retriever, batches of 16 (16 needs negatives). Small:
chosen on MetaQA's training questions (docs/results.md)."""
_PUBLISHED = {"small": {}, "published": {"lora": True, "labelled": True}}
GENERATORS = {
    name: Preset(replace(preset.model, fixed=True, **_PUBLISHED[name]), preset.training)
    for name, preset in g_retriever.PRESETS.items()
}
"""Section 4.3: the generator is fine-tuned with LoRA, whose rank is not stated. Figure 11: what it
reads is labelled."""

ALIGN_GRAG = System(
    name="align-grag",
    paper="Xu et al. 2025, Align-GRAG: Reasoning-Guided Dual Alignment for Graph "
    "Retrieval-Augmented Generation",
    retriever=retriever,
    own=OWN,
    trained=Trained(
        kind=_kind,
        presets=GENERATORS,
        data=TextGraphs(),
        card=SOFT_PROMPT,
        generator=_generator,
        part="generator",
        begun=_begun,
        earlier=Trained(
            kind=_aligner,
            presets=ALIGNERS,
            data=ChainedGraphs(),
            card=ALIGNER,
            part="aligner",
            chained=True,
            stepped=True,
        ),
    ),
)
