"""From a question to evidence: seeds, neighbourhood, prizes, Steiner tree, text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from steiner.embed import Embedder
from steiner.filters import EVERYTHING, Filter
from steiner.graph import Evidence, Subgraph
from steiner.index.word_space import word_space
from steiner.question.check import IndexCheck, check_question
from steiner.retrieve.evidence import ends, evidence, offer
from steiner.retrieve.paths.candidates import Rater
from steiner.retrieve.paths.confidence import confidence
from steiner.retrieve.paths.finding import find_paths
from steiner.retrieve.paths.found_paths import FoundPaths
from steiner.retrieve.paths.ranking import Ranking
from steiner.retrieve.situation import Scout, Situation
from steiner.retrieve.stopwatch import Stopwatch
from steiner.retrieve.subgraph.selection import Choice, Chooser
from steiner.settings import PathSettings, RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.textualise.facts import FactWriter
from steiner.textualise.pack import CountTokens, Packed, Packer, quarter_characters
from steiner.textualise.queue import Offer


class Retriever(Protocol):
    """Anything that finds evidence for a question."""

    def retrieve(
        self, question: str, seeds: Sequence[str] = (), where: Filter = EVERYTHING
    ) -> Evidence:
        """Return the evidence. `seeds` are names or keys of nodes that the caller knows.

        What `where` does not accept is not there.
        """


class TreeRetriever:
    """Hybrid seeds, k-hop neighbourhood, prize-collecting Steiner tree, budgeted text."""

    def __init__(
        self,
        store: GraphStore,
        embedder: Embedder,
        settings: RetrieverSettings | None = None,
        count_tokens: CountTokens = quarter_characters,
        rater: Rater | None = None,
    ) -> None:
        self.store = store
        self.embedder = embedder
        self.settings = settings or RetrieverSettings()
        self.count_tokens = count_tokens
        self.rater = rater
        self._check = IndexCheck(store, embedder)

    def retrieve(
        self, question: str, seeds: Sequence[str] = (), where: Filter = EVERYTHING
    ) -> Evidence:
        """Return the evidence for `question`.

        Raises InvalidInput for an empty or over-long question or a filter on what the graph
        does not have, IndexMissing and IndexMismatch where the graph's index cannot be used.
        """
        watch = Stopwatch()
        question = check_question(question, self.settings.seeds.longest_question)
        store, situation = self._look(question, seeds, where, watch, self.settings)
        with watch.stage("paths"):
            ranking = self._ranking(situation)
        with watch.stage("tree"):
            settings = self.settings
            chooser = Chooser(settings.expand, settings.prizes, settings.text)
            choice = chooser.choose(situation, ranking)
        with watch.stage("hydrate"):
            subgraph = _hydrate(store, situation, choice, ends(ranking, situation.around))
        with watch.stage("text"):
            offered = offer(situation, choice, subgraph, ranking)
            packed = self._pack(question, offered)
            found = evidence(situation, choice, offered, packed, ranking)
        return replace(
            found,
            confidence=self._confidence(ranking),
            budget=settings.text.budget,
            milliseconds=watch.stages(),
        )

    def paths(
        self,
        question: str,
        seeds: Sequence[str] = (),
        where: Filter = EVERYTHING,
        settings: PathSettings | None = None,
    ) -> FoundPaths | None:
        """Return the relation paths of `question`, zero-shot scored; None where it names nothing.

        They are sought as `settings` say, or as the retriever is set. Raises what `retrieve`
        raises.
        """
        question = check_question(question, self.settings.seeds.longest_question)
        sought = replace(self.settings, paths=settings or self.settings.paths)
        _, situation = self._look(question, seeds, where, Stopwatch(), sought)
        return self._paths(situation, sought.paths)

    def _look(
        self,
        question: str,
        seeds: Sequence[str],
        where: Filter,
        watch: Stopwatch,
        settings: RetrieverSettings,
    ) -> tuple[GraphStore, Situation]:
        with watch.stage("embed"):
            vector = self.embedder.embed_question(question)

        def look() -> tuple[GraphStore, Situation]:
            store = self.store.filtered(where) if where else self.store
            return store, Scout(store, self.embedder, settings, watch).look(question, vector, seeds)

        return self._check.during(look, watch)

    def _ranking(self, situation: Situation) -> Ranking | None:
        paths = self.settings.paths
        found = self._paths(situation, paths) if paths.enabled else None
        if found is None:
            return None
        if self.rater is None:
            return found.rank(paths.temperature, paths.told)
        return found.rated(self.rater).rank(1.0, paths.told)

    def _confidence(self, ranking: Ranking | None) -> float | None:
        if not self.settings.paths.enabled:
            return None
        return confidence(ranking.signs) if ranking and ranking.signs else 0.0

    def _paths(self, situation: Situation, settings: PathSettings) -> FoundPaths | None:
        found, vocabulary = situation.found, word_space(self.embedder)
        asked, around = found.question, situation.around
        return find_paths(asked, found, around, vocabulary, settings, situation.has)

    def _pack(self, question: str, offered: Offer) -> Packed:
        text = self.settings.text
        writer = FactWriter(offered.subgraph, question, text.longest_value)
        return Packer(writer, text.budget, self.count_tokens).pack(offered)


def _hydrate(
    store: GraphStore, situation: Situation, choice: Choice, first: Sequence[int]
) -> Subgraph:
    around = situation.around
    chosen = np.array([step.relationship for step in choice.steps], dtype=np.int64)
    joined = np.stack([around.sources[chosen], around.targets[chosen]], axis=1).ravel()
    root = [] if choice.root is None else [choice.root]
    inside = around.nodes[[*root, *joined.tolist()]].tolist()
    nodes = dict.fromkeys([*inside, *first, *(seed.node for seed in situation.found.seeds)])
    return store.hydrate(list(nodes), around.relationships[chosen].tolist())
