"""Chooses the part of the neighbourhood that proves the answer: prizes, tree, order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from steiner.retrieve.paths.ranking import Ranking
from steiner.retrieve.situation import Situation
from steiner.retrieve.subgraph import prizes
from steiner.retrieve.subgraph.order import Step, walk_order
from steiner.retrieve.subgraph.pcst import Floats, Instance, Tree, solve
from steiner.settings import ExpandSettings, PrizeSettings, TextSettings

_OFFERED = 2 / 3
"""Relationships hydrated for each token of the budget: more than fill it, to group facts from."""
_LED = 1 / 6
"""The same where a node is surely named: more pushes out what paths lead to."""
_FEWEST = 40
_BESIDE_PATHS = 0.15
"""Of its standing, what a node or relationship keeps that lies on none of the best paths."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen: `root` (index, None where nothing is) and the steps from it, best first.

    `nodes` float64[n], `lines` float64[n] and `relationships` float64[m] score the
    neighbourhood from 0 to 1: nodes, their own properties, relationships.
    """

    root: int | None
    steps: list[Step]
    nodes: Floats
    lines: Floats
    relationships: Floats


class Chooser:
    """Scores the neighbourhood, solves the Steiner tree and puts what it holds in order."""

    def __init__(self, expand: ExpandSettings, prizes: PrizeSettings, text: TextSettings) -> None:
        self._expand, self._prizes, self._text = expand, prizes, text

    def choose(self, situation: Situation, ranking: Ranking | None) -> Choice:
        """Return the choice; `ranking` holds what the relation paths lead to."""
        found, around = situation.found, situation.around
        scores = prizes.relation_scores(
            around, situation.relations, found.relationships, situation.question
        )
        nodes = prizes.node_standing(around, found.seeds, found.hits, scores, self._expand.hops)
        lines = nodes
        if ranking:
            lines = np.maximum(_BESIDE_PATHS * nodes, ranking.lines)
            nodes = np.maximum(_BESIDE_PATHS * nodes, ranking.nodes)
            scores = np.maximum(_BESIDE_PATHS * scores, ranking.relationships)
        tree = solve(self._instance(situation, nodes, scores))
        led = found.names_surely and not self._prizes.published
        root, steps = walk_order(around, tree, nodes, scores, self._limit(tree, led))
        return Choice(root, steps, nodes, lines, scores)

    def _instance(self, situation: Situation, nodes: Floats, scores: Floats) -> Instance:
        around, settings = situation.around, self._prizes
        if settings.published:
            return prizes.published(around, situation.found.hits, situation.relations, settings)
        return prizes.guarded(around, nodes, scores, settings)

    def _limit(self, tree: Tree, led: bool) -> int:
        """Return how many relationships are hydrated and offered to the budget."""
        offered = max(_FEWEST, int(self._text.budget * (_LED if led else _OFFERED)))
        return offered if self._text.fill else min(offered, len(tree.edges))
