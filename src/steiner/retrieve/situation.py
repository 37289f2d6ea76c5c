"""What is known of a question before anything is chosen: seeds, relations, neighbourhood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from steiner.embed import Embedder
from steiner.graph import Neighbourhood, RelationHits, Vector
from steiner.index.word_space import word_space
from steiner.question.seeds import Seeding, Seeds
from steiner.retrieve.neighbourhood import Expander
from steiner.retrieve.paths.finding import leads
from steiner.retrieve.stopwatch import Stopwatch
from steiner.settings import RetrieverSettings
from steiner.stores.columns import union
from steiner.stores.protocol import GraphStore

_THREADS = 5
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

    def look(self, question: str, vector: Vector, given: Sequence[str]) -> Situation:
        """Return the situation of `question`, embedded as `vector` float32[d].

        What it names is expanded while the searches still run.
        """
        store, settings, watch = self._store, self._settings, self._watch
        seeds = Seeds(store, settings.seeds)
        with ThreadPoolExecutor(_THREADS) as pool:
            with watch.stage("seeds"):
                near, alike = pool.submit(seeds.near, vector), pool.submit(seeds.alike, question)
                prized = pool.submit(store.search_relations, vector, settings.prizes.relations)
                reading = seeds.read(question, vector, given)
                has = pool.submit(self._has, reading.named)
                relations = prized.result()
                expander = Expander(store, relations, settings.expand)
                along = pool.submit(self._along, expander, reading.named)
                found = seeds.rank(reading, near.result(), alike.result())
            with watch.stage("expand"):
                around = self._around(expander, question, found)
                further = along.result()
                around = around if further is None else union(further, around)
                return Situation(question, found, relations, around, has.result())

    def _around(self, expander: Expander, question: str, found: Seeding) -> Neighbourhood:
        hops = self._settings.expand.hops
        # Of what resembles the question, one hop is enough beside what it surely names.
        named = self._settings.paths.enabled and found.names_surely
        return expander.around(question, found, min(1, hops) if named else hops)

    def _along(self, expander: Expander, named: Seeding) -> Neighbourhood | None:
        paths = self._settings.paths

        def lead(around: Neighbourhood, hop: int) -> list[int]:
            vocabulary = word_space(self._embedder)
            return leads(named.question, named, around, vocabulary, paths, hop)

        return expander.along(named, paths, lead)

    def _has(self, found: Seeding) -> dict[int, list[str]]:
        if not self._settings.paths.enabled:
            return {}
        named = dict.fromkeys(n for s in found.sets if s.named for n in s.nodes)
        nodes = self._store.hydrate(list(named)[:_ASKED], []).nodes
        return {n.id: [k for k, v in n.properties.items() if v != n.name] for n in nodes}
