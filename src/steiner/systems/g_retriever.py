"""G-Retriever (He et al. 2024).

Top-k nodes and edges get prizes, PCST finds the connected subgraph, a graph encoder and projector
turn it into a soft token, and a language model answers from token, graph text and question.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from steiner.columns import Neighbourhood
from steiner.embed import Embedder
from steiner.question.reading import Question
from steiner.retrieve.exploring import Once
from steiner.retrieve.neighbourhood import expand_seeds, whole_graph
from steiner.retrieve.packing import pack
from steiner.retrieve.pipeline import StagedRetriever
from steiner.retrieve.stage_contracts import ElementScores, Stages
from steiner.retrieve.subgraph.nearest import nearest
from steiner.retrieve.subgraph.pcst import published
from steiner.retrieve.subgraph.relevance import node_relevance, relation_relevance
from steiner.retrieve.subgraph.selection import all_alike, everything, tree_alone
from steiner.settings import PrizeSettings, RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.systems.system import System
from steiner.train.parts.graph_answers import GRAPH_ANSWERS

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
        return all_alike(around, settings.prizes)
    relations = relation_relevance(question, around)
    nodes = node_relevance(question, around, relations, settings.expand.hops)
    instance = published(around, question.nearest, question.relations, settings.prizes)
    return ElementScores(nodes, nodes, relations, instance)


G_RETRIEVER = System(
    name="g-retriever",
    paper="He et al. 2024, G-Retriever: Retrieval-Augmented Generation for Textual Graph "
    "Understanding and Question Answering, arXiv:2402.07630",
    retriever=retriever,
    own=OWN,
    trained=GRAPH_ANSWERS,
)
