"""What is known of a question before anything is chosen: seeds, relations, neighbourhood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from steiner.graph import Neighbourhood, RelationHits, Vector
from steiner.index.embed import Embedder
from steiner.retrieve.elements import vectors
from steiner.retrieve.expand import Expander
from steiner.retrieve.seeds import Seeding, Seeds
from steiner.retrieve.stopwatch import Stopwatch
from steiner.retrieve.walks import leads
from steiner.settings import RetrieverSettings
from steiner.stores import GraphStore

_ASKED = 20
"""Named nodes whose properties a question may ask for, at most."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known of a question before anything is chosen.

    `has` maps the nodes it names (store ids) to the properties that it may ask for.
    """

    question: str
    found: Seeding
    relations: RelationHits
    around: Neighbourhood
    has: Mapping[int, Sequence[str]] = field(default_factory=dict)


class Scout:
    """Looks around in `store` for what a question may mean; `watch` takes the time."""

    def __init__(
        self, store: GraphStore, embedder: Embedder, settings: RetrieverSettings, watch: Stopwatch
    ) -> None:
        self._store, self._embedder = store, embedder
        self._settings, self._watch = settings, watch

    def look(self, question: str, vector: Vector, seeds: Sequence[str]) -> Situation:
        """Return the situation of `question`, embedded as `vector` float32[d]."""
        with ThreadPoolExecutor(1) as pool:
            wanted = self._settings.prizes.relations
            pending = pool.submit(self._store.search_relations, vector, wanted)
            with self._watch.stage("seeds"):
                found = Seeds(self._store, self._settings.seeds).find(question, vector, seeds)
            with self._watch.stage("relations"):
                relations = pending.result()
            with self._watch.stage("expand"):
                has = pool.submit(self._has, found)
                expand = self._settings.expand
                expander = Expander(self._store, question, found, relations, expand)
                around = expander.expand(self._settings.paths, partial(self._leads, found))
                return Situation(question, found, relations, around, has.result())

    def _leads(self, found: Seeding, around: Neighbourhood, hop: int) -> list[int]:
        vocabulary = vectors(self._embedder)
        return leads(found.question, found, around, vocabulary, self._settings.paths, hop)

    def _has(self, found: Seeding) -> dict[int, list[str]]:
        if not self._settings.paths.enabled:
            return {}
        named = dict.fromkeys(n for s in found.sets if s.named for n in s.nodes)
        nodes = self._store.hydrate(list(named)[:_ASKED], []).nodes
        return {n.id: [k for k, v in n.properties.items() if v != n.name] for n in nodes}
