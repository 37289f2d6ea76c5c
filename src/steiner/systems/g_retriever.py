"""G-Retriever (He et al. 2024).

Top-k nodes and edges get prizes, PCST finds the connected subgraph, a graph encoder and projector
turn it into a soft token, and a language model answers from token, graph text and question.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from steiner.embed import Embedder
from steiner.generate import Generator
from steiner.graph import Neighbourhood, Seed
from steiner.model_settings import EncodeSettings, GraphModelSettings, Preset, TrainSettings
from steiner.question.reading import Embedded, Question
from steiner.question.seeds import given_entities
from steiner.question.tokens import tokenised
from steiner.retrieve.evidence import pack
from steiner.retrieve.exploring import Once
from steiner.retrieve.neighbourhood import count_nodes, expand_seeds, whole_graph
from steiner.retrieve.pipeline import StagedRetriever
from steiner.retrieve.stage_contracts import ElementScores, Stages
from steiner.retrieve.subgraph.pcst import guarded, published
from steiner.retrieve.subgraph.relevance import node_relevance, relation_relevance
from steiner.retrieve.subgraph.selection import everything, tree_alone
from steiner.settings import PrizeSettings, RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.systems.system import System, Trained
from steiner.train.cards import SOFT_PROMPT
from steiner.train.data.text_graphs import TextGraphs

if TYPE_CHECKING:
    from steiner.models.trainable import ModelKind

LLM = "meta-llama/Llama-2-7b-hf"
"""Of the papers; --llm names another, such as meta-llama/Llama-2-13b-hf or Llama-3.1-8B."""
ENCODER = "sentence-transformers/all-roberta-large-v1"
"""The sentence encoder of the authors' code; the paper names none."""
FLOOR = 5e-6
PUBLISHED = Preset(GraphModelSettings(llm=LLM, embedder=ENCODER), TrainSettings(floor=FLOOR))
"""Appendix B.1: Graph Transformer of 4 layers, 4 heads, width 1024; 512 tokens of text, 32 new.
AdamW 1e-5, weight decay .05, batches of 4, 10 epochs, patience 2. The rate falls to 5e-6 in the
authors' code."""
SMALL = Preset(
    GraphModelSettings(position="after", encode=EncodeSettings(layers=3, width=256)),
    TrainSettings(epochs=3, batch=8, rate=1e-3, clip=1.0, warmup=0.3, patience=3, cached=True),
)
"""What a frozen model of 135 million weights learns with: .667 on ExplaGraphs, against .500 as
published and .523 of the majority class (docs/results.md)."""
PRESETS = {"small": SMALL, "published": PUBLISHED}
PRIZES = PrizeSettings(nodes=3, relations=5, cost=0.5)
"""Equation 6 and appendix B.1: k = 3 nodes, k = 5 edges, cost 0.5."""
OWN = RetrieverSettings(prizes=PRIZES)


def retriever(
    store: GraphStore,
    embedder: Embedder,
    settings: RetrieverSettings,
    model: Any = None,  # noqa: ARG001
) -> StagedRetriever:
    """Compose the stages: prizes that nobody chose are the paper's; k = 0: the whole graph."""
    settings = settings.over(OWN)
    stages = Stages(
        read=partial(nearest, settings=settings),
        explore=Once(partial(neighbourhood, settings=settings), partial(score, settings=settings)),
        select=everything if settings.prizes.whole else tree_alone,
        pack=partial(pack, settings=settings.text, whole=True),
    )
    return StagedRetriever(store, embedder, settings, stages)


def nearest(
    text: str,
    embedded: Embedded,
    store: GraphStore,
    given: Sequence[str],
    settings: RetrieverSettings,
) -> Question:
    """Take the k nodes and k relation texts nearest to the question (equation 5), no others.

    Nodes that the caller gives are seeds, too.
    """
    k, prizes, vector = settings.prizes.nodes, settings.prizes, embedded(())
    hits = store.search_nodes(vector, count_nodes(store) if prizes.whole else k)
    relations = store.search_relations(vector, prizes.relations)
    known = given_entities(given, store, settings.seeds.shared)
    seeds = {node: Seed(node, 1.0, ("given",)) for entity in known for node in entity.nodes}
    for node, cosine in zip(hits.ids.tolist(), hits.scores.tolist(), strict=True):
        seeds.setdefault(node, Seed(node, max(cosine, 0.0), ("vector",)))
    return Question(text, tokenised(text), vector, (), tuple(seeds.values()), {}, hits, relations)


def neighbourhood(
    question: Question, store: GraphStore, settings: RetrieverSettings
) -> Neighbourhood:
    """Take the graph in which the tree is sought: the seeds' neighbourhood, or all there is."""
    if settings.prizes.of_whole_graph:
        return whole_graph(question.vector, store)
    return expand_seeds(question, store, settings.expand, settings.expand.hops)


def score(question: Question, around: Neighbourhood, settings: RetrieverSettings) -> ElementScores:
    """Give the prizes of equation 6; relevance only orders the text.

    Where the whole graph passes unaltered nothing is ranked, so that it keeps its order.
    """
    if settings.prizes.whole:
        return _alike(around, settings)
    relations = relation_relevance(question, around)
    nodes = node_relevance(question, around, relations, settings.expand.hops)
    instance = published(around, question.nearest, question.relations, settings.prizes)
    return ElementScores(nodes, nodes, relations, instance)


def _alike(around: Neighbourhood, settings: RetrieverSettings) -> ElementScores:
    nodes, edges = np.ones(len(around.nodes)), np.ones(len(around.relationships))
    return ElementScores(nodes, nodes, edges, guarded(around, nodes, edges, settings.prizes))


def _kind() -> ModelKind[Any]:
    from steiner.models.graph_artefact import GRAPH_LANGUAGE_MODEL

    return GRAPH_LANGUAGE_MODEL


def _generator(model: Any, settings: RetrieverSettings) -> Generator:  # noqa: ARG001
    from steiner.generate.graph_generator import GraphGenerator

    return GraphGenerator(model)


G_RETRIEVER = System(
    name="g-retriever",
    paper="He et al. 2024, G-Retriever: Retrieval-Augmented Generation for Textual Graph "
    "Understanding and Question Answering, arXiv:2402.07630",
    retriever=retriever,
    own=OWN,
    trained=Trained(
        kind=_kind,
        presets=PRESETS,
        data=TextGraphs(),
        card=SOFT_PROMPT,
        generator=_generator,
    ),
)
