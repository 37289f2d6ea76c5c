"""Hybrid seeds: names and values in the question, full-text and vector search, fused by rank."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from steiner.errors import InvalidInput
from steiner.graph import Hits, KeyHit, Seed, Vector
from steiner.question.conditions import Comparison, comparisons, readings
from steiner.question.fusion import Fusion
from steiner.question.linking import Link, content_words
from steiner.question.seed_sets import SeedSet, is_sure, seed_sets
from steiner.question.spelling import Correction, read_question
from steiner.settings import SeedSettings
from steiner.stores.protocol import GraphStore
from steiner.text import words

_NOTHING = Hits(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32))


@dataclass(slots=True)
class Seeding:
    """What seeding found: seeds best first, linked relationships with weights, scored nodes.

    `sets` are the names and values that were linked, surest first; `question` is the question
    with its `corrections`.
    """

    seeds: list[Seed]
    relationships: dict[int, float]
    hits: Hits
    sets: tuple[SeedSet, ...] = ()
    question: str = ""
    corrections: tuple[Correction, ...] = ()

    @property
    def names_surely(self) -> bool:
        """Whether the question names a node surely, not only something that nodes meet."""
        return any(found.named and is_sure(found) for found in self.sets)


class Reading(NamedTuple):
    """What a question names, before any search: a seeding without seeds, and what it is made of."""

    named: Seeding
    links: Sequence[Link]
    query: str
    fusion: Fusion


class Seeds:
    """Finds where retrieval starts."""

    def __init__(self, store: GraphStore, settings: SeedSettings) -> None:
        self._store = store
        self._settings = settings

    def find(self, question: str, vector: Vector, given: Sequence[str] = ()) -> Seeding:
        """Return the seeds of `question` with embedding `vector` float32[d].

        `given` are names or keys that the caller knows. Raises InvalidInput if a given name is
        not in the graph.
        """
        # The searches wait for the server and not for each other.
        with ThreadPoolExecutor(2) as pool:
            near = pool.submit(self.near, vector)
            alike = pool.submit(self.alike, question)
            reading = self.read(question, vector, given)
            return self.rank(reading, near.result(), alike.result())

    def near(self, vector: Vector) -> Hits:
        """Return the nodes whose vectors are nearest."""
        return self._store.search_nodes(vector, max(self._settings.vector, self._settings.scored))

    def alike(self, question: str) -> Sequence[KeyHit]:
        """Return the nodes whose text shares words with the question."""
        query = content_words(question)
        return self._store.search_text(query, self._settings.text if query else 0)

    def read(self, question: str, vector: Vector, given: Sequence[str] = ()) -> Reading:
        """Link the names and values that stand in the question, as `find` does first."""
        fusion = Fusion(self._settings)
        known = self._given(given, fusion)
        read = read_question(question, self._store, self._settings)
        compared = self._compared(question, vector, fusion)
        bounds = [f" {found.key} " for found in compared]
        links = [x for x in read.links if not any(f" {x.key} " in bound for bound in bounds)]
        sets = (*known, *compared, *seed_sets(links))
        named = Seeding([], {}, _NOTHING, sets, read.question, read.corrections)
        return Reading(named, read.links, content_words(question), fusion)

    def rank(self, reading: Reading, near: Hits, alike: Sequence[KeyHit]) -> Seeding:
        """Join what the question names with what is near and alike; best first."""
        named, fusion = reading.named, reading.fusion
        linked = fusion.add_links(reading.links, named.question, near)
        fusion.add_text(reading.query, alike)
        fusion.add_near(near.ids[: self._settings.vector].tolist())
        return replace(named, seeds=fusion.best(), relationships=linked, hits=near)

    def _given(self, given: Sequence[str], fusion: Fusion) -> list[SeedSet]:
        known = []
        for rank, name in enumerate(given):
            nodes = self._store.find([name])[: self._settings.shared]
            if not nodes:
                raise InvalidInput(
                    f"No node has the name, alias or key {name!r}. Give a name or key value as "
                    f"it stands in the graph, or leave the seeds out."
                )
            fusion.add_given(rank, name, nodes)
            known.append(SeedSet(" ".join(words(name)), tuple(nodes), "", (), 1.1, True))
        return known

    def _compared(self, question: str, vector: Vector, fusion: Fusion) -> list[SeedSet]:
        """Find the nodes that meet what the question compares, nearest to it first.

        Where none meets all of it, the comparisons speak of different nodes.
        """
        if not self._settings.compared:
            return []
        told = comparisons(question, self._store.properties())
        if not told:
            return []
        together = self._meeting(told, vector)
        if together.nodes or len(told) == 1:
            sets = [together]
        else:
            sets = [self._meeting([each], vector) for each in told]
        for found in sets:
            fusion.add_set(found)
        return [found for found in sets if found.nodes]

    def _meeting(self, told: Sequence[Comparison], vector: Vector) -> SeedSet:
        conditions = [condition for each in told for condition in each.conditions]
        found: tuple[int, ...] = ()
        for reading in readings(conditions):
            near = self._store.narrowed(reading).search_nodes(vector, self._settings.compared)
            if found := tuple(near.ids.tolist()):
                break
        return SeedSet(told[0].key, found, conditions[0].property, (), 1.0)
