"""From the seeds to the neighbourhood in which the answer is sought."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from steiner.graph import Neighbourhood, RelationHits
from steiner.retrieve.prizes import node_standing, relation_scores
from steiner.retrieve.seed_sets import is_sure
from steiner.retrieve.seeds import Seeding
from steiner.settings import ExpandSettings, PathSettings
from steiner.stores import GraphStore
from steiner.stores.columns import union


class Expander:
    """Expands the seeds of one question, what it prizes first."""

    def __init__(
        self,
        store: GraphStore,
        question: str,
        found: Seeding,
        relations: RelationHits,
        settings: ExpandSettings,
    ) -> None:
        self._store, self._settings = store, settings
        self._question, self._found, self._relations = question, found, relations
        types = relations.types
        self._prized = sorted(types, key=lambda name: (-types[name], name))

    def expand(self, paths: PathSettings) -> Neighbourhood:
        """Return the neighbourhood of the seeds, and of what relation paths may leave."""
        # Only what the question surely means is worth a third hop.
        sure = filter(is_sure, self._found.sets)
        strong = list(dict.fromkeys(node for s in sure for node in s.nodes))
        if not (paths.enabled and strong and self._settings.hops):
            return self.around_seeds()
        hops = max(paths.hops, self._settings.hops)
        most = min(paths.relationships, self._settings.max_relationships)
        further = replace(self._settings, hops=hops, max_relationships=most)
        with ThreadPoolExecutor(1) as pool:
            pending = pool.submit(self._store.expand, strong, further, self._prized)
            around = self.around_seeds()
            return union(pending.result(), around)

    def around_seeds(self) -> Neighbourhood:
        """Expand hop by hop, beyond the first only from the nodes of best standing.

        Two hops from twenty seeds meet thousands of relationships, most of them at hubs that
        nothing in the question leads to.
        """
        settings = self._settings
        first = replace(settings, hops=min(1, settings.hops))
        around = self._store.expand(self._seeds(), first, self._prized)
        for hop in range(1, settings.hops):
            best, room = self._best(around, hop), settings.max_relationships
            room -= len(around.relationships)
            if not best or not room:
                return replace(around, truncated=around.truncated or bool(best))
            around = union(around, self._further(around, best, hop, room))
        return around

    def _further(
        self, around: Neighbourhood, nodes: Sequence[int], hop: int, room: int
    ) -> Neighbourhood:
        limits = replace(
            self._settings,
            hops=1,
            degree_cap=min(self._settings.degree_cap, self._settings.further_cap),
            hubs=False,
            max_nodes=self._settings.max_nodes - len(around.nodes) + len(nodes),
            max_relationships=room,
        )
        found = self._store.expand(nodes, limits, self._prized)
        return replace(found, hops=found.hops + np.int8(hop))

    def _best(self, around: Neighbourhood, hop: int) -> list[int]:
        """Return the nodes (store ids) that the last hop reached, those of best standing."""
        reached = np.flatnonzero(around.hops == hop)
        if len(reached) > self._settings.frontier:
            standing = self._standing(around)[reached]
            order = np.argsort(-standing, kind="stable")
            reached = reached[order[: self._settings.frontier]]
        best: list[int] = around.nodes[reached].tolist()
        return best

    def _standing(self, around: Neighbourhood) -> np.typing.NDArray[np.float64]:
        found = self._found
        scores = relation_scores(around, self._relations, found.relationships, self._question)
        return node_standing(around, found.seeds, found.hits, scores, int(around.hops.max()))

    def _seeds(self) -> list[int]:
        return [seed.node for seed in self._found.seeds]
