"""From the seeds to the neighbourhood in which the answer is sought."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from steiner.graph import Neighbourhood, RelationHits
from steiner.question.seed_sets import is_sure
from steiner.question.seeds import Seeding
from steiner.retrieve.subgraph.pcst import Floats
from steiner.retrieve.subgraph.prizes import node_standing, relation_scores
from steiner.settings import ExpandSettings, PathSettings
from steiner.stores.columns import union
from steiner.stores.protocol import GraphStore

_AT_ONCE = 2
"""Hops that are followed wherever they lead; paths go on only from where they promise most."""

Leads = Callable[[Neighbourhood, int], Sequence[int]]
"""Which nodes (store ids) paths go on from after so many hops, those of most promise first."""


class Expander:
    """Expands what a question may mean, the relationship types that it prizes first."""

    def __init__(
        self, store: GraphStore, relations: RelationHits, settings: ExpandSettings
    ) -> None:
        self._store, self._settings = store, settings
        self._relations, types = relations, relations.types
        self._prized = sorted(types, key=lambda name: (-types[name], name))

    def along(self, found: Seeding, paths: PathSettings, leads: Leads) -> Neighbourhood | None:
        """Expand what the question surely means as far as relation paths go; None without it."""
        # Only what the question surely means is worth a third hop.
        sure = filter(is_sure, found.sets)
        strong = list(dict.fromkeys(node for s in sure for node in s.nodes))
        if not (paths.enabled and strong and self._settings.hops):
            return None
        most = min(paths.relationships, self._settings.max_relationships)
        hops = max(min(paths.hops, _AT_ONCE), self._settings.hops)
        first = replace(self._settings, hops=hops, max_relationships=most)
        around = self._store.expand(strong, first, self._prized)
        for hop in range(hops, paths.hops):
            around = self._further(around, leads(around, hop), hop, most)
        return around

    def around(self, question: str, found: Seeding, hops: int) -> Neighbourhood:
        """Expand the seeds hop by hop, beyond the first only from the nodes of best standing.

        Two hops from twenty seeds meet thousands of relationships, most of them at hubs that
        nothing in the question leads to.
        """
        first = replace(self._settings, hops=min(1, hops))
        seeds = [seed.node for seed in found.seeds]
        around = self._store.expand(seeds, first, self._prized)
        for hop in range(1, hops):
            best = self._best(around, self._standing(question, found, around), hop)
            around = self._further(around, best, hop, self._settings.max_relationships)
        return around

    def _further(
        self, around: Neighbourhood, nodes: Sequence[int], hop: int, most: int
    ) -> Neighbourhood:
        """Add one more hop, out of these nodes only, to at most `most` relationships in all."""
        room = most - len(around.relationships)
        if not nodes or room <= 0:
            return replace(around, truncated=around.truncated or bool(nodes))
        limits = replace(
            self._settings,
            hops=1,
            degree_cap=min(self._settings.degree_cap, self._settings.further_cap),
            hubs=False,
            max_nodes=self._settings.max_nodes - len(around.nodes) + len(nodes),
            max_relationships=room,
        )
        found = self._store.expand(nodes, limits, self._prized)
        return union(around, replace(found, hops=found.hops + np.int8(hop)))

    def _best(self, around: Neighbourhood, standing: Floats, hop: int) -> list[int]:
        """Return the nodes (store ids) that the last hop reached, those of best standing."""
        reached = np.flatnonzero(around.hops == hop)
        order = np.argsort(-standing[reached], kind="stable")[: self._settings.frontier]
        best: list[int] = around.nodes[np.sort(reached[order])].tolist()
        return best

    def _standing(self, question: str, found: Seeding, around: Neighbourhood) -> Floats:
        scores = relation_scores(around, self._relations, found.relationships, question)
        last = int(around.hops.max(initial=0))
        return node_standing(around, found.seeds, found.hits, scores, last)
