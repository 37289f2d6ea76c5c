"""From a question to evidence: seeds, neighbourhood, prizes, Steiner tree, text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from steiner.embed import Embedder
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
from steiner.settings import DEFAULT_OPTIONS, Options, PathSettings, RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.textualise.facts import FactWriter
from steiner.textualise.pack import Packer


class Retriever(Protocol):
    """Anything that finds evidence for a question."""

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the evidence, its facts best first."""


class TreeRetriever:
    """Hybrid seeds, k-hop neighbourhood, prize-collecting Steiner tree, budgeted text."""

    def __init__(
        self,
        store: GraphStore,
        embedder: Embedder,
        settings: RetrieverSettings | None = None,
        rater: Rater | None = None,
    ) -> None:
        self.store = store
        self.embedder = embedder
        self.settings = settings or RetrieverSettings()
        self.rater = rater
        self._check = IndexCheck(store, embedder)

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the evidence for `question`.

        Raises InvalidInput for an empty or over-long question or a filter on what the graph
        does not have, IndexMissing and IndexMismatch where the graph's index cannot be used.
        """
        watch = Stopwatch()
        question = check_question(question, self.settings.seeds.longest_question)
        settings = _within(self.settings, options.budget)
        store, situation = self._look(question, options, watch, settings)
        with watch.stage("paths"):
            ranking = self._ranking(situation)
        with watch.stage("tree"):
            chooser = Chooser(settings.expand, settings.prizes, settings.text)
            choice = chooser.choose(situation, ranking)
        with watch.stage("hydrate"):
            subgraph = _hydrate(store, situation, choice, ends(ranking, situation.around))
        with watch.stage("text"):
            offered = offer(situation, choice, subgraph, ranking)
            writer = FactWriter(subgraph, question, settings.text.longest_value)
            packed = Packer(writer, settings.text.budget, options.count_tokens).pack(offered)
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
        options: Options = DEFAULT_OPTIONS,
        settings: PathSettings | None = None,
    ) -> FoundPaths | None:
        """Return the relation paths of `question`, zero-shot scored; None where it names nothing.

        They are sought as `settings` say, or as the retriever is set. Raises what `retrieve`
        raises.
        """
        question = check_question(question, self.settings.seeds.longest_question)
        sought = replace(self.settings, paths=settings or self.settings.paths)
        _, situation = self._look(question, options, Stopwatch(), sought)
        return self._paths(situation, sought.paths)

    def _look(
        self,
        question: str,
        options: Options,
        watch: Stopwatch,
        settings: RetrieverSettings,
    ) -> tuple[GraphStore, Situation]:
        with watch.stage("embed"):
            vector = self.embedder.embed_question(question)

        def look() -> tuple[GraphStore, Situation]:
            store = self.store.filtered(options.filter) if options.filter else self.store
            scout = Scout(store, self.embedder, settings, watch)
            return store, scout.look(question, vector, options.seeds)

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


def _within(settings: RetrieverSettings, budget: int | None) -> RetrieverSettings:
    if budget is None:
        return settings
    return replace(settings, text=replace(settings.text, budget=budget))


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
