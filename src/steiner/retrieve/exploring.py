"""How a system looks at the graph: once, or at what is named before what resembles the question."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from steiner.calls.background import begun
from steiner.calls.stopwatch import Stopwatch
from steiner.columns import Neighbourhood
from steiner.question.reading import Question
from steiner.retrieve.stage_contracts import BesideStages, ElementScores, Explored
from steiner.stores.protocol import GraphStore

Expand = Callable[[Question, GraphStore], Neighbourhood]
Search = Callable[[Question, GraphStore], Question]
Widen = Callable[[Question, GraphStore, Neighbourhood], Neighbourhood]


@dataclass(frozen=True, slots=True)
class Once:
    """Expands and scores, each once."""

    expand: Expand
    score: Callable[[Question, Neighbourhood], ElementScores]

    def __call__(
        self, question: Question, store: GraphStore, watch: Stopwatch, _: BesideStages
    ) -> Explored:
        """Return what is around the seeds, and its scores."""
        with watch.stage("expand"):
            around = self.expand(question, store)
        with watch.stage("score"):
            return Explored(question, around, self.score(question, around))

    def everywhere(self, question: Question, store: GraphStore) -> tuple[Question, Neighbourhood]:
        """Return what is around the seeds."""
        return question, self.expand(question, store)


@dataclass(frozen=True, slots=True)
class NamesFirst:
    """Looks at what a question names, and where paths from there settle nothing, further.

    `expand` ends where too many ways part: `deepen` goes on along paths, unless the database
    settles the question. `settles` scores what paths surely lead to, None where they do not; then
    `search` asks the index, which was begun beside, `widen` adds what resembles the question, and
    `score` scores all of it.
    """

    expand: Expand
    deepen: Widen
    settles: Callable[[Question, Neighbourhood], ElementScores | None]
    search: Search
    widen: Widen
    score: Callable[[Question, Neighbourhood], ElementScores]

    def __call__(
        self, question: Question, store: GraphStore, watch: Stopwatch, computed: BesideStages
    ) -> Explored:
        """Return what is around the names, or around all that the question resembles, too."""
        # Beside the expansion, but where a way between named things mostly settles the question.
        near = None if question.connected else begun(self.search, question, store)
        if near and not question.is_sure_of_some:
            question = _searched(near, watch)
        question, around = self._named(question, store, watch, near, computed)
        with watch.stage("score"):
            scores = self._scored(question, around)
        if scores:
            return Explored(question, around, scores)
        question = _searched(near or begun(self.search, question, store), watch)
        with watch.stage("expand"):
            around = self.widen(question, store, around)
        with watch.stage("score"):
            return Explored(question, around, self.score(question, around))

    def _named(
        self,
        question: Question,
        store: GraphStore,
        watch: Stopwatch,
        near: Future[Question] | None,
        computed: BesideStages,
    ) -> tuple[Question, Neighbourhood]:
        """Expand around the names, as far as it takes where the database settles the question."""
        with watch.stage("expand"):
            around = self.expand(question, store)
            if near is None or question.searched:
                return question, around
            enough = computed.enough()
            if enough is None:
                return question, self.deepen(question, store, around)
            return _searched(near, watch), around.within(enough)

    def _scored(self, question: Question, around: Neighbourhood) -> ElementScores | None:
        score = self.score if question.searched else self.settles
        return score(question, around)

    def everywhere(self, question: Question, store: GraphStore) -> tuple[Question, Neighbourhood]:
        """Return the question with all that resembles it, and all that is around it."""
        question = self.search(question, store)
        return question, self.expand(question, store)


def _searched(near: Future[Question], watch: Stopwatch) -> Question:
    """Wait for the search, which was begun before what is named was expanded."""
    with watch.stage("search"):
        return near.result()
