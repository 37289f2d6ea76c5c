"""Candidates for seeds from several channels, fused by rank (Cormack et al. 2009)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from steiner.graph import Hits, KeyHit, Seed
from steiner.question.linking import STOP_WORDS, Link, is_name
from steiner.question.seed_sets import SeedSet, fair, mentions_label, property_of
from steiner.settings import SeedSettings
from steiner.text import stems, words

_LABEL_ASKED = 1.3
_CHANNEL_WEIGHT = {"given": 6.0, "name": 3.0, "value": 2.5, "text": 1.0, "vector": 1.0}


@dataclass(slots=True)
class _Candidate:
    score: float = 0.0
    channels: list[str] = field(default_factory=list)
    matched: str = ""
    property: str = ""


class Fusion:
    """The candidates of one question, each with what every channel gives it."""

    def __init__(self, settings: SeedSettings) -> None:
        self._settings = settings
        self._candidates: dict[int, _Candidate] = defaultdict(_Candidate)

    def best(self) -> list[Seed]:
        """Return as many seeds as are wanted, those of the highest score."""
        ranked = sorted(self._candidates.items(), key=lambda item: (-item[1].score, item[0]))
        return [
            Seed(node, found.score, tuple(found.channels), found.matched, found.property)
            for node, found in ranked[: self._settings.seeds]
        ]

    def add_given(self, rank: int, name: str, nodes: Sequence[int]) -> None:
        """Add what the caller named."""
        for node in nodes:
            self._add(node, "given", rank).matched = name

    def add_set(self, found: SeedSet) -> None:
        """Add nodes that meet what the question compares, in their order."""
        for rank, node in enumerate(found.nodes[: self._settings.shared]):
            _match(self._add(node, "value", rank), found.key, found.property)

    def add_links(self, links: Sequence[Link], question: str, hits: Hits) -> dict[int, float]:
        """Add what names and values link to; return the linked relationships' weights."""
        near = {node: rank for rank, node in enumerate(hits.ids.tolist())}
        asked = stems(words(question)) - STOP_WORDS
        relationships: dict[int, float] = {}
        for rank, link in enumerate(links):
            for hit in list(fair(link, near, asked))[: self._settings.shared]:
                if hit.relationship is not None:
                    relationships[hit.relationship] = link.weight
                asked_for = _LABEL_ASKED if mentions_label(hit, asked) else 1.0
                channel = "name" if is_name(hit, link.key) else "value"
                for node in hit.nodes:
                    found = self._add(node, channel, rank, link.weight * asked_for)
                    _match(found, link.key, property_of(hit, link.key))
        return relationships

    def add_text(self, query: str, hits: Sequence[KeyHit]) -> None:
        """Add what the full-text search found."""
        asked = set(query.split())
        for rank, hit in enumerate(hits):
            for node in hit.nodes:
                _match(self._add(node, "text", rank), *_overlap(hit, asked))

    def add_near(self, nodes: Sequence[int]) -> None:
        """Add what the vector search found."""
        for rank, node in enumerate(nodes):
            self._add(node, "vector", rank)

    def _add(self, node: int, channel: str, rank: int, weight: float = 1.0) -> _Candidate:
        found = self._candidates[node]
        found.score += _CHANNEL_WEIGHT[channel] * weight / (self._settings.rrf + rank)
        if channel not in found.channels:
            found.channels.append(channel)
        return found


def _match(found: _Candidate, key: str, name: str) -> None:
    """Keep the first that it was matched to."""
    if not found.matched:
        found.matched, found.property = key, name


def _overlap(hit: KeyHit, asked: set[str]) -> tuple[str, str]:
    pairs = list(zip(hit.keys, hit.properties, strict=True))
    best = max(pairs, key=lambda pair: len(asked & set(pair[0].split())), default=("", ""))
    return best if asked & set(best[0].split()) else ("", "")
