"""Hybrid seeds: names and values in the question, full-text and vector search, fused by rank."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from steiner.errors import InvalidInput
from steiner.graph import Hits, KeyHit, Seed, Vector
from steiner.retrieve.comparisons import Comparison, comparisons, readings
from steiner.retrieve.link import STOP_WORDS, Link, content_words
from steiner.retrieve.seed_sets import (
    SeedSet,
    fair,
    is_name,
    is_sure,
    mentions_label,
    property_of,
    seed_sets,
)
from steiner.retrieve.spelling import Correction, read_question
from steiner.settings import SeedSettings
from steiner.stores import GraphStore
from steiner.text import stems, words

_NOTHING = Hits(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32))
_LABEL_ASKED = 1.3
_CHANNEL_WEIGHT = {"given": 6.0, "name": 3.0, "value": 2.5, "text": 1.0, "vector": 1.0}


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


@dataclass(slots=True)
class _Candidate:
    score: float = 0.0
    channels: list[str] = field(default_factory=list)
    matched: str = ""
    property: str = ""

    def add(self, channel: str, rank: int, rrf: float, weight: float = 1.0) -> None:
        self.score += _CHANNEL_WEIGHT[channel] * weight / (rrf + rank)
        if channel not in self.channels:
            self.channels.append(channel)


class Reading(NamedTuple):
    """What a question names, before any search: a seeding without seeds, and what it is made of."""

    named: Seeding
    links: Sequence[Link]
    query: str
    candidates: dict[int, _Candidate]


class Seeds:
    """Finds where retrieval starts. Reciprocal rank fusion: Cormack et al. 2009."""

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
        candidates: dict[int, _Candidate] = defaultdict(_Candidate)
        known = self._add_given(candidates, given)
        read = read_question(question, self._store, self._settings)
        compared = self._add_compared(candidates, question, vector)
        bounds = [f" {found.key} " for found in compared]
        links = [x for x in read.links if not any(f" {x.key} " in bound for bound in bounds)]
        sets = (*known, *compared, *seed_sets(links))
        named = Seeding([], {}, _NOTHING, sets, read.question, read.corrections)
        return Reading(named, read.links, content_words(question), candidates)

    def rank(self, reading: Reading, near: Hits, alike: Sequence[KeyHit]) -> Seeding:
        """Join what the question names with what is near and alike; best first."""
        named, candidates = reading.named, reading.candidates
        linked = self._add_links(candidates, reading.links, named.question, near)
        self._add_text(candidates, reading.query, alike)
        for rank, node in enumerate(near.ids[: self._settings.vector].tolist()):
            candidates[node].add("vector", rank, self._settings.rrf)
        ranked = sorted(candidates.items(), key=lambda item: (-item[1].score, item[0]))
        seeds = [_seed(node, found) for node, found in ranked[: self._settings.seeds]]
        return replace(named, seeds=seeds, relationships=linked, hits=near)

    def _add_given(self, candidates: dict[int, _Candidate], given: Sequence[str]) -> list[SeedSet]:
        known = []
        for rank, name in enumerate(given):
            nodes = self._store.find([name])
            if not nodes:
                raise InvalidInput(
                    f"No node has the name, alias or key {name!r}. Give a name or key value as "
                    f"it stands in the graph, or leave the seeds out."
                )
            for node in nodes[: self._settings.shared]:
                candidates[node].add("given", rank, self._settings.rrf)
                candidates[node].matched = name
            key = " ".join(words(name))
            known.append(SeedSet(key, tuple(nodes[: self._settings.shared]), "", (), 1.1, True))
        return known

    def _add_compared(
        self, candidates: dict[int, _Candidate], question: str, vector: Vector
    ) -> list[SeedSet]:
        """Add the nodes that meet what the question compares, nearest to it first.

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
            for rank, node in enumerate(found.nodes[: self._settings.shared]):
                seed = candidates[node]
                seed.add("value", rank, self._settings.rrf)
                if not seed.matched:
                    seed.matched, seed.property = found.key, found.property
        return [found for found in sets if found.nodes]

    def _meeting(self, told: Sequence[Comparison], vector: Vector) -> SeedSet:
        conditions = [condition for each in told for condition in each.conditions]
        found: tuple[int, ...] = ()
        for reading in readings(conditions):
            near = self._store.narrowed(reading).search_nodes(vector, self._settings.compared)
            if found := tuple(near.ids.tolist()):
                break
        return SeedSet(told[0].key, found, conditions[0].property, (), 1.0)

    def _add_links(
        self,
        candidates: dict[int, _Candidate],
        links: Sequence[Link],
        question: str,
        hits: Hits,
    ) -> dict[int, float]:
        near = {node: rank for rank, node in enumerate(hits.ids.tolist())}
        asked = stems(words(question)) - STOP_WORDS
        relationships: dict[int, float] = {}
        for rank, link in enumerate(links):
            for hit in list(fair(link, near, asked))[: self._settings.shared]:
                if hit.relationship is not None:
                    relationships[hit.relationship] = link.weight
                for node in hit.nodes:
                    found = candidates[node]
                    channel = "name" if is_name(hit, link.key) else "value"
                    asked_for = _LABEL_ASKED if mentions_label(hit, asked) else 1.0
                    found.add(channel, rank, self._settings.rrf, link.weight * asked_for)
                    if not found.matched:
                        found.matched, found.property = link.key, property_of(hit, link.key)
        return relationships

    def _add_text(
        self, candidates: dict[int, _Candidate], query: str, hits: Sequence[KeyHit]
    ) -> None:
        asked = set(query.split())
        for rank, hit in enumerate(hits):
            for node in hit.nodes:
                found = candidates[node]
                found.add("text", rank, self._settings.rrf)
                if not found.matched:
                    found.matched, found.property = _overlap(hit, asked)


def _seed(node: int, found: _Candidate) -> Seed:
    return Seed(node, found.score, tuple(found.channels), found.matched, found.property)


def _overlap(hit: KeyHit, asked: set[str]) -> tuple[str, str]:
    pairs = list(zip(hit.keys, hit.properties, strict=True))
    best = max(pairs, key=lambda pair: len(asked & set(pair[0].split())), default=("", ""))
    return best if asked & set(best[0].split()) else ("", "")
