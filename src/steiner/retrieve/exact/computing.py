"""The stage that computes: a question that reads as a query is run by the database.

It is begun before the other stages and runs beside them; what they bring is joined with its rows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from steiner.calls.stopping import ending_in, seconds_left
from steiner.calls.stopwatch import Stopwatch
from steiner.errors import ConnectionFailed, QueryTimedOut, SteinerError
from steiner.evidence import Evidence
from steiner.query.composing.words.word_items import compared_words
from steiner.query.proposing.model_reader import ReadByModel
from steiner.query.query_reading import Reading
from steiner.query.readings import Readings
from steiner.question.linking import as_spelt
from steiner.question.set_references import parted
from steiner.retrieve.exact.alternatives import alternatives, computed_others, run_again
from steiner.retrieve.exact.computed_rows import asked_of, denies, tells, with_all_rows
from steiner.retrieve.exact.judged_table import JudgedTable, Timed, leading, settles
from steiner.retrieve.exact.readers import QuestionReaders
from steiner.retrieve.exact.row_judge import Offered, judged_by_rows
from steiner.retrieve.exact.second_opinion import Beside
from steiner.retrieve.exact.table_evidence import uncomputed, with_computed
from steiner.retrieve.stage_contracts import NO_COMPUTING, BesideStages
from steiner.settings import Options, RetrieverSettings
from steiner.stores.protocol import GraphStore

_SHARE = 0.8
"""Of the time that is left, what computing may take: paths that wait for it need the rest."""
_LATE = (QueryTimedOut, ConnectionFailed)
_UNASKED = ReadByModel(None)
OVERDUE = "what the database was asked to compute did not come in time: this is what paths lead to"
"""A cut of the evidence: the answer may be another one in more time."""


@dataclass(frozen=True, slots=True)
class Running:
    """What runs beside the stages of one question (a BesideStages)."""

    beside: Beside[Timed]
    settings: RetrieverSettings
    options: Options

    def enough(self) -> int | None:
        """Wait until it is known whether this settles the question, and how much to show then."""
        return settles(self.beside, self.settings.expand)

    def answered(self, evidence: Evidence) -> Evidence:
        """Return the evidence with what was computed, as long as that is worth a wait."""
        timed, exact = self.beside.result(), self.settings.exact
        if timed is None:
            late = f"a doubtful table, which was not ready {exact.patience:g} s after the rest"
            return uncomputed(evidence, late, self.options)
        evidence = with_computed(evidence, timed, exact, self.options)
        times = {**evidence.milliseconds, "exact": timed.milliseconds}
        usage = self.settings.prices.priced(evidence.usage)
        return replace(evidence, milliseconds=times, usage=usage)


@dataclass(frozen=True, slots=True)
class Computing:
    """Reads a question as a computation and runs it over a store (a Compute)."""

    readers: QuestionReaders
    settings: RetrieverSettings

    @contextmanager
    def __call__(self, text: str, store: GraphStore, options: Options) -> Iterator[BesideStages]:
        """Begin to compute, and give it up at the block's end.

        Of seeds that are given paths are asked for, and nothing is computed.
        """
        if options.seeds:
            with NO_COMPUTING(text, store, options) as nothing:
                yield nothing
            return
        own = self._without_hurry() if options.waits else self
        with Beside(partial(own.timed, text, store, options)) as beside:
            yield Running(beside, self.settings, options)

    def _without_hurry(self) -> Computing:
        exact = replace(self.settings.exact, patience=math.inf)
        return replace(self, settings=replace(self.settings, exact=exact))

    def reads_on(self, text: str, store: GraphStore) -> float:
        """Return how probable it is that sentences are read rightly that go on with a set."""
        return self.readers.reads_on(text, store)

    def compares(self, text: str) -> Sequence[str]:
        """Return the words of a question that reading compares with parts of the schema."""
        return compared_words(text)

    def timed(
        self,
        question: str,
        store: GraphStore,
        options: Options,
        only_opinion: Callable[[float], None],
    ) -> Timed:
        """Return what is computed, and the milliseconds that it took.

        What takes too long is no answer; the paths are one.
        """
        watch, computed, asked, cut = Stopwatch(), None, _UNASKED, OVERDUE
        with watch.stage("exact"), ending_in(_SHARE * seconds_left()), suppress(*_LATE):
            spelt = as_spelt(question, store) if self.settings.seeds.fuzzy else question
            asked = self.readers.read(spelt, store, options, question)
            # Of what is chosen none is a second opinion.
            waited = (lambda _: None) if options.choose else only_opinion
            computed = self.computed(spelt, store, asked.readings, options, waited)
            cut = self.readers.schema(options).cut
        return Timed(computed, watch.stages()["exact"], asked, cut)

    def computed(
        self,
        question: str,
        store: Any,
        readings: Readings | None,
        options: Options,
        only_opinion: Callable[[float], None],
    ) -> JudgedTable | None:
        """Run the best reading, and where that is not sure the next ones, whose rows decide."""
        exact = self.settings.exact
        if readings is None or readings.best.confidence < exact.tried:
            return None
        reading = readings.best
        if not exact.trusts(reading.confidence):
            only_opinion(self._patience(reading))
        patience = exact.patience if self._explains(reading) else 0.0
        try:
            table = store.run(reading.query, patience)
        except _LATE:
            raise
        except SteinerError:  # A statement that cannot be run is no answer; the paths are one.
            return None
        first = Offered(reading, asked_of(table, reading, parted(question)[-1]))
        alone = self._judged(first, question)
        if alone.sure:
            return alone._replace(strange=readings.strange)
        proved = options.choose > 0
        others = computed_others(readings.others, question, store, proved=proved)
        best, *others = judged_by_rows([first, *others], question, self.readers.learnt)
        if not proved and best.table is not first.table:
            best = run_again(best, question, store)
        judged = self._judged(best, question)
        if judged.sure:
            return judged
        offered = alternatives(best.table, others)
        return judged._replace(reading=best.reading, others=offered, strange=readings.strange)

    def _judged(self, offered: Offered, question: str) -> JudgedTable:
        """Return the rows of a reading, and whether they are surely the answer."""
        reading, table = with_all_rows(*offered), offered.table
        telling = tells(table, question, reading.asked)
        sure = self.settings.exact.trusts(reading.confidence)
        sure = sure and (telling or denies(table, reading))
        return JudgedTable(reading, table, telling, sure)

    def _patience(self, reading: Reading) -> float:
        """Return the seconds that a table which is no sure answer may keep the paths' waiting.

        Paths compute nothing: a probable count is worth the wait that the database needs.
        """
        exact = self.settings.exact
        awaited = exact.mode == "only" or (reading.computes and leading(reading))
        return math.inf if awaited else exact.patience

    def _explains(self, reading: Reading) -> bool:
        """Say whether the reason for no rows is worth a wait: two plans for each condition.

        Of a doubtful reading it is only where a single condition can be the reason.
        """
        exact = self.settings.exact
        answers = exact.trusts(reading.confidence) or exact.mode == "only"
        return answers or len(reading.query.bounds) == 1
