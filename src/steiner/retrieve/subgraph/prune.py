"""Pruning a retrieved subgraph to what a node scorer thinks best (Align-GRAG, section 4.2.4)."""

from __future__ import annotations

import numpy as np

from steiner.columns import Neighbourhood
from steiner.retrieve.stage_contracts import ElementScores, Selection, Step
from steiner.retrieve.subgraph.pcst import Tree


def prune(around: Neighbourhood, tree: Tree, scores: ElementScores, n_seed: int) -> Selection:
    """Keep the `n_seed` best nodes of the tree, their neighbours in it and the edges between.

    a - b - c - d, scores [.1, .6, .2, .1], n_seed 1: b, and over both its edges a and c.
    """
    best = tree.nodes[np.argsort(-scores.nodes[tree.nodes], kind="stable")[:n_seed]]
    sources, targets = around.sources[tree.edges], around.targets[tree.edges]
    edges = tree.edges[np.isin(sources, best) | np.isin(targets, best)]
    worth = scores.relationships[edges]
    order = np.argsort(-worth, kind="stable")
    steps = tuple(Step(int(edges[i]), float(worth[i])) for i in order)
    return Selection(tuple(best.tolist()), steps)
