"""The line of stages: text -> Question -> Explored -> Selection -> Evidence.

Each record is made once, by one stage; a system is its list of stages (`steiner.systems`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import Protocol

from steiner.calls.background import begun, in_time
from steiner.calls.stopping import timely
from steiner.calls.stopwatch import Stopwatch
from steiner.calls.tracing import traced
from steiner.columns import Neighbourhood, Vector
from steiner.embed import Embedder, text_vectors
from steiner.errors import Cancelled, QueryTimedOut, SteinerError
from steiner.evidence import Evidence
from steiner.index.check import check_index
from steiner.index.word_space import keep_measured
from steiner.question.phrasing import likely_phrases
from steiner.question.reading import Question, check_question
from steiner.question.tokens import tokenised
from steiner.retrieve.asked_once import asked_once
from steiner.retrieve.closing import ClosingRetriever
from steiner.retrieve.stage_contracts import BesideStages, Retrieved, Stages
from steiner.settings import DEFAULT_OPTIONS, Options, RetrieverSettings
from steiner.stores.protocol import GraphStore


class Retriever(Protocol):
    """Anything that retrieves evidence for a question."""

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the evidence. What goes with this one question stands in `options`."""


class StagedRetriever(ClosingRetriever):
    """Runs the stages of a system over one store; safe for any number of threads."""

    def __init__(
        self, store: GraphStore, embedder: Embedder, settings: RetrieverSettings, stages: Stages
    ) -> None:
        self.store, self.embedder = store, embedder
        self.settings, self.stages = settings, stages

    @traced
    @timely
    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the evidence for `question`.

        Raises InvalidInput for an empty or over-long question, a filter on what the graph does
        not have, or the choice of a reading that is not offered, IndexMissing and IndexMismatch
        where the graph's index cannot be used.
        """
        text, begun_at = check_question(question), time.perf_counter()
        store = self.asked(text, options)
        # Beside the paths: both wait for the server, and most of a second on a large graph.
        with self.stages.compute(text, store, options) as computed:
            evidence = computed.answered(self._retrieved(text, options, store, computed))
        whole = (time.perf_counter() - begun_at) * 1000
        return replace(evidence, milliseconds={**evidence.milliseconds, "total": whole})

    def _retrieved(
        self, text: str, options: Options, store: GraphStore, computed: BesideStages
    ) -> Evidence:
        watch, stages, settings = Stopwatch(), self.stages, self.settings
        budget = options.budget or settings.text.budget
        question = self._read(text, options, watch, store)
        explored = stages.explore(question, store, watch, computed)
        with watch.stage("select"):
            selection = stages.select(explored.around, explored.scores, budget)
        with watch.stage("pack"):
            retrieved = Retrieved(*explored, selection)
            evidence = stages.pack(retrieved, store, replace(options, budget=budget))
        return replace(evidence, milliseconds=watch.stages())

    def reads_on(self, text: str) -> float:
        """Return how probable it is that sentences are read rightly that go on with a set."""
        return self.stages.compute.reads_on(text, self.store)

    def look_around(
        self, question: str, options: Options
    ) -> tuple[GraphStore, Question, Neighbourhood]:
        """Return what `options` let be seen of the store, the question read, its neighbourhood.

        All of it, whatever the question names. Raises what `retrieve` raises.
        """
        text = check_question(question)
        store = self.asked(text, options)
        read = self._read(text, options, Stopwatch(), store)
        return store, *self.stages.explore.everywhere(read, store)

    def _read(self, text: str, options: Options, watch: Stopwatch, store: GraphStore) -> Question:
        """Read a question, and check the index that it is read by."""
        vectors, early = text_vectors(self.embedder), self._early_vector(text)

        def encoded(beside: Sequence[str]) -> Vector:
            if early:
                vectors.vectors(beside)
            return early.result() if early else vectors.question(text, beside)

        def embedded(beside: Sequence[str]) -> Vector:
            with watch.stage("embed"):
                vector = in_time(encoded, beside)
            keep_measured(self.embedder, check_index(store, self.embedder))
            return vector

        with watch.stage("read"):
            try:
                return self.stages.read(text, embedded, store, options.seeds)
            except (QueryTimedOut, Cancelled):
                raise  # Nothing more is asked of a store or encoder whose time is over.
            except SteinerError:
                check_index(self.store, self.embedder)  # Where it cannot be asked, that is why.
                raise

    def _early_vector(self, text: str) -> Future[Vector] | None:
        """Begin to embed a question beside the look-up of its names, where nothing else needs it.

        The words that computing compares go with it. None where others seem to be new: they are
        embedded with it, in one call.
        """
        vectors = text_vectors(self.embedder)
        known = vectors.has_all(likely_phrases(tokenised(text)).texts)
        return begun(vectors.question, text, self.stages.compute.compares(text)) if known else None

    def asked(self, text: str, options: Options) -> GraphStore:
        """Return what `options` let be seen of the store, for the question `text`.

        What it looks up first is begun at once.
        """
        shown, sought = self.store, self.stages.sought
        if options.filter:
            shown = shown.filtered(options.filter)
        return asked_once(shown, sought(text) if sought else None)
