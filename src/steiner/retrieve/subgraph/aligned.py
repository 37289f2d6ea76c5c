"""What an aligner makes of a retrieved subgraph (Align-GRAG, sections 4.2.2 and 4.2.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from steiner.columns import Neighbourhood, lookup
from steiner.question.reading import Question
from steiner.retrieve.stage_contracts import ElementScores, Selection
from steiner.retrieve.subgraph.pcst import Floats, Tree, guarded, solve
from steiner.retrieve.subgraph.prune import prune
from steiner.settings import PrizeSettings
from steiner.stores.protocol import GraphStore
from steiner.textual_graph import TextGraph
from steiner.textualise.table import written_graph


class NodeScorer(Protocol):
    """Scores the nodes of a textual graph for a question."""

    def node_scores(self, question: str, graph: TextGraph) -> npt.NDArray[np.float64]:
        """Return p_prediction float64[n] (10) of the graph's nodes; they add up to 1."""


def aligned_scores(
    question: Question,
    around: Neighbourhood,
    given: ElementScores,
    prizes: PrizeSettings,
    store: GraphStore,
    scorer: NodeScorer,
) -> ElementScores:
    """Return p_prediction of the nodes in the part that is shown, the best 1; others have 0.

    A relationship is worth the mean of its ends. With `learned` prizes the scores of the whole
    neighbourhood are the prizes (not published).
    """
    part = shown_part(around, given, prizes)
    nodes = _likely(question, around, part, store, scorer)
    edges = (nodes[around.sources] + nodes[around.targets]) / 2
    instance = guarded(around, nodes, edges, prizes) if prizes.learned else given.instance
    return replace(given, nodes=nodes, lines=nodes, relationships=edges, instance=instance)


def pruned(
    around: Neighbourhood, scores: ElementScores, _budget: int, prizes: PrizeSettings, n_seed: int
) -> Selection:
    """Select the n_seed best nodes of the part that is shown, with their neighbours in it."""
    return prune(around, shown_part(around, scores, prizes), scores, n_seed)


def shown_part(around: Neighbourhood, scores: ElementScores, prizes: PrizeSettings) -> Tree:
    """Return what the aligner is shown and prunes: the tree, or all that there is."""
    if prizes.learned or prizes.whole:
        return Tree(np.arange(len(around.nodes)), np.arange(len(around.relationships)))
    return solve(scores.instance)


def _likely(
    question: Question, around: Neighbourhood, part: Tree, store: GraphStore, scorer: NodeScorer
) -> Floats:
    ids = around.nodes[part.nodes].tolist()
    graph = written_graph(store.hydrate(ids, around.relationships[part.edges].tolist()))
    if not graph.ids:
        return np.zeros(len(around.nodes))
    scores = scorer.node_scores(question.asked, graph)
    return lookup(dict(zip(graph.ids, (scores / scores.max()).tolist(), strict=True)), around.nodes)
