"""The line of stages: text -> Question -> Neighbourhood -> scores -> Selection -> Evidence.

Each record is made once, by one stage; a system is its list of stages (`steiner.systems`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, Protocol

from steiner.embed import Embedder
from steiner.graph import Evidence, Neighbourhood, Vector
from steiner.index.check import check_index
from steiner.index.word_space import keep_measured
from steiner.progress import Stopwatch
from steiner.question.reading import Embedded, Question, check_question
from steiner.retrieve.asked_once import asked_once
from steiner.retrieve.paths.ranking import Ranking
from steiner.retrieve.subgraph.pcst import Floats, Instance
from steiner.settings import DEFAULT_OPTIONS, Options, RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.tracing import traced


class Retriever(Protocol):
    """Anything that retrieves evidence for a question."""

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the evidence. What goes with this one question stands in `options`."""


@dataclass(frozen=True, slots=True)
class ElementScores:
    """What a scorer makes of a neighbourhood of n nodes and m relationships.

    `nodes` float64[n], `lines` float64[n] and `relationships` float64[m] score from 0 to 1 nodes,
    their own properties, and relationships; `instance` is the Steiner tree problem; `ranking`
    orders answers, where relation paths were scored; `confidence` as in Evidence; `named`: the
    question surely names a node, from which paths lead.
    """

    nodes: Floats
    lines: Floats
    relationships: Floats
    instance: Instance
    ranking: Ranking | None = None
    confidence: float | None = None
    named: bool = False


class Step(NamedTuple):
    """A selected relationship (index), that enters or joins nodes, and its score."""

    relationship: int
    score: float


@dataclass(frozen=True, slots=True)
class Selection:
    """The selected part: root nodes (indices; none where nothing is selected) and the steps.

    Steps stand best first, each joined to a root or to a step before it.
    """

    roots: tuple[int, ...]
    steps: tuple[Step, ...]


class Retrieved(NamedTuple):
    """The records of one question, from which its evidence is packed."""

    question: Question
    around: Neighbourhood
    scores: ElementScores
    selection: Selection


Read = Callable[[str, Embedded, GraphStore, Sequence[str]], Question]
Expand = Callable[[Question, GraphStore], Neighbourhood]
Score = Callable[[Question, Neighbourhood], ElementScores]
Select = Callable[[Neighbourhood, ElementScores, int], Selection]
Pack = Callable[[Retrieved, GraphStore, Options], Evidence]


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages of a system, in their order."""

    read: Read
    expand: Expand
    score: Score
    select: Select
    pack: Pack


class StagedRetriever:
    """Runs the stages of a system over one store; safe for any number of threads."""

    def __init__(
        self, store: GraphStore, embedder: Embedder, settings: RetrieverSettings, stages: Stages
    ) -> None:
        self.store, self.embedder = store, embedder
        self.settings, self.stages = settings, stages

    @traced
    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the evidence for `question`.

        Raises InvalidInput for an empty or over-long question or a filter on what the graph
        does not have, IndexMissing and IndexMismatch where the graph's index cannot be used.
        """
        return self._retrieved(question, options)

    def _retrieved(
        self, question: str, options: Options, store: GraphStore | None = None
    ) -> Evidence:
        """Run the stages over `store`, or over what `options` let be seen of the retriever's."""
        watch, stages = Stopwatch(), self.stages
        budget = options.budget or self.settings.text.budget
        store, read, around = self.look_around(question, options, watch, store)
        with watch.stage("score"):
            scores = stages.score(read, around)
        with watch.stage("select"):
            selection = stages.select(around, scores, budget)
        with watch.stage("pack"):
            retrieved = Retrieved(read, around, scores, selection)
            evidence = stages.pack(retrieved, store, replace(options, budget=budget))
        return replace(evidence, milliseconds=watch.stages())

    def look_around(
        self,
        question: str,
        options: Options,
        watch: Stopwatch | None = None,
        store: GraphStore | None = None,
    ) -> tuple[GraphStore, Question, Neighbourhood]:
        """Return what `options` let be seen of the store, the question read, its neighbourhood.

        `store`: that view, where the caller has it already. Raises what `retrieve` raises.
        """
        text, watch = check_question(question), watch or Stopwatch()
        store, vector = store or asked_once(self.shown(options)), Future[Vector]()
        read = partial(self.stages.read, text, vector.result, store, options.seeds)
        with ThreadPoolExecutor(1) as pool:
            # What needs no vector is looked up while the question is embedded, here: each thread
            # that torch runs in would keep threads of its own.
            reading = pool.submit(copy_context().run, read)
            with watch.stage("embed"):
                self._embed(text, vector)
            with watch.stage("read"):
                asked = reading.result()
        with watch.stage("expand"):
            around = self.stages.expand(asked, store)
        return store, asked, around

    def shown(self, options: Options) -> GraphStore:
        """Return what `options` let be seen of the store."""
        return self.store.filtered(options.filter) if options.filter else self.store

    def _embed(self, text: str, vector: Future[Vector]) -> None:
        """Embed the question; the index is checked meanwhile, a round trip to the server.

        Whoever waits for the `vector` gets it, or the error.
        """
        try:
            with ThreadPoolExecutor(1) as pool:
                checked = pool.submit(check_index, self.store, self.embedder)
                embedded = self.embedder.embed_question(text)
                keep_measured(self.embedder, checked.result())
        except BaseException as error:
            vector.set_exception(error)
            raise
        vector.set_result(embedded)
