"""The line of stages: text -> Question -> Neighbourhood -> scores -> Selection -> Evidence.

Each record is made once, by one stage; a system is its list of stages (`steiner.systems`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from steiner.calls.background import begun, in_time
from steiner.calls.stopping import timely
from steiner.calls.stopwatch import Stopwatch
from steiner.calls.tracing import traced
from steiner.embed import Embedder, text_vectors
from steiner.errors import Cancelled, QueryTimedOut, SteinerError
from steiner.graph import Evidence, Neighbourhood, Vector
from steiner.index.check import check_index
from steiner.index.word_space import keep_measured
from steiner.question.phrasing import likely_phrases
from steiner.question.reading import Embedded, Question, check_question
from steiner.question.tokens import tokenised
from steiner.retrieve.asked_once import asked_once
from steiner.retrieve.closing import ClosingRetriever
from steiner.retrieve.paths.ranking import Ranking
from steiner.retrieve.subgraph.pcst import Floats, Instance
from steiner.settings import DEFAULT_OPTIONS, Options, RetrieverSettings
from steiner.stores.protocol import GraphStore, Sought


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
Search = Callable[[Question, GraphStore], Question]
Expand = Callable[[Question, GraphStore], Neighbourhood]
Deepen = Callable[[Question, GraphStore, Neighbourhood], Neighbourhood]
Widen = Callable[[Question, GraphStore, Neighbourhood], Neighbourhood]
Score = Callable[[Question, Neighbourhood], ElementScores | None]
"""None where what the question names settles nothing: then what resembles it is searched, too."""
Select = Callable[[Neighbourhood, ElementScores, int], Selection]
Pack = Callable[[Retrieved, GraphStore, Options], Evidence]
Settled = Callable[[], int | None]
"""Waits until it is known whether the question is settled by other means.

Then so many hops around what it names are enough to show, else None."""


@dataclass(frozen=True, slots=True)
class NamesFirst:
    """Further stages of a system that looks at what a question names before what resembles it.

    Its `read` leaves the vector index alone and its `expand` ends where too many ways part:
    `deepen` goes on along paths. Where they settle nothing, `search` asks the index, and `widen`
    adds what resembles the question.
    """

    search: Search
    deepen: Deepen
    widen: Widen


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages of a system, in their order.

    `sought` says what `read` looks up first, so that it is begun at once.
    """

    read: Read
    expand: Expand
    score: Score
    select: Select
    pack: Pack
    sought: Callable[[str], Sought] | None = None
    names_first: NamesFirst | None = None


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

        Raises InvalidInput for an empty or over-long question or a filter on what the graph
        does not have, IndexMissing and IndexMismatch where the graph's index cannot be used.
        """
        return self._retrieved(question, options)

    def _retrieved(
        self,
        question: str,
        options: Options,
        store: GraphStore | None = None,
        settled: Settled = lambda: None,
    ) -> Evidence:
        """Run the stages over `store`, or over what `options` let be seen of the retriever's.

        Where the question is `settled` by other means, what is around its names is enough.
        """
        watch, stages, options = Stopwatch(), self.stages, options.without_choice()
        budget = options.budget or self.settings.text.budget
        store, read = self._read(question, options, watch, store)
        read, around, scores = self._scored(read, store, watch, settled)
        with watch.stage("select"):
            selection = stages.select(around, scores, budget)
        with watch.stage("pack"):
            retrieved = Retrieved(read, around, scores, selection)
            evidence = stages.pack(retrieved, store, replace(options, budget=budget))
        return replace(evidence, milliseconds=watch.stages())

    def _scored(
        self, read: Question, store: GraphStore, watch: Stopwatch, settled: Settled
    ) -> tuple[Question, Neighbourhood, ElementScores]:
        """Score what the question names; where that settles nothing, what resembles it, too."""
        names = self.stages.names_first
        # Beside the expansion, but where a way between named things mostly settles the question.
        near = begun(names.search, read, store) if names and not read.connected else None
        if near and not read.is_sure_of_some:
            read = self._searched(near, watch)
        with watch.stage("expand"):
            around = self.stages.expand(read, store)
            if names and near and not read.searched:
                enough = settled()
                if enough is None:
                    around = names.deepen(read, store, around)
                else:
                    read, around = self._searched(near, watch), around.within(enough)
        scores = self._weighed(read, around, watch)
        if scores is None and names:
            read = self._searched(near or begun(names.search, read, store), watch)
            with watch.stage("expand"):
                around = names.widen(read, store, around)
            scores = self._weighed(read, around, watch)
        assert scores is not None, "where all is searched, all is scored"
        return read, around, scores

    def _weighed(
        self, read: Question, around: Neighbourhood, watch: Stopwatch
    ) -> ElementScores | None:
        with watch.stage("score"):
            return self.stages.score(read, around)

    def _searched(self, near: Future[Question], watch: Stopwatch) -> Question:
        """Wait for the search, which was begun before what is named was expanded."""
        with watch.stage("search"):
            return near.result()

    def look_around(
        self, question: str, options: Options
    ) -> tuple[GraphStore, Question, Neighbourhood]:
        """Return what `options` let be seen of the store, the question read, its neighbourhood.

        All of it, whatever the question names. Raises what `retrieve` raises.
        """
        names = self.stages.names_first
        store, read = self._read(question, options, Stopwatch())
        read = names.search(read, store) if names else read
        return store, read, self.stages.expand(read, store)

    def _read(
        self, question: str, options: Options, watch: Stopwatch, store: GraphStore | None = None
    ) -> tuple[GraphStore, Question]:
        """Read a question, and check the index that it is read by."""
        text = check_question(question)
        store = store or self.asked(text, options)
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
                return store, self.stages.read(text, embedded, store, options.seeds)
            except (QueryTimedOut, Cancelled):
                raise  # Nothing more is asked of a store or encoder whose time is over.
            except SteinerError:
                check_index(self.store, self.embedder)  # Where it cannot be asked, that is why.
                raise

    def _early_vector(self, text: str) -> Future[Vector] | None:
        """Begin to embed a question beside the look-up of its names, where nothing else needs it.

        None where some of its other words seem to be new: they are embedded with it, in one call.
        """
        vectors = text_vectors(self.embedder)
        known = vectors.has_all(likely_phrases(tokenised(text)).texts)
        return begun(vectors.question, text) if known else None

    def asked(self, text: str, options: Options) -> GraphStore:
        """Return what `options` let be seen of the store, for the question `text`.

        What it looks up first is begun at once.
        """
        shown, sought = self.store, self.stages.sought
        if options.filter:
            shown = shown.filtered(options.filter)
        return asked_once(shown, sought(text) if sought else None)
