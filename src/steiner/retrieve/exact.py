"""Exact answers: a question that reads as a query is computed by the database.

Where the reading is sure, the rows are the answer, and what relation paths lead to stands behind
them; where it is not, the evidence stays as it was and brings the table as a second opinion.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from steiner.algebra import Query
from steiner.algebra.graph_schema import GraphSchema
from steiner.calls.stopping import ending_in, seconds_left, timely
from steiner.calls.stopwatch import Stopwatch
from steiner.calls.tracing import traced
from steiner.embed import text_vectors
from steiner.errors import QueryTimedOut, SteinerError
from steiner.graph import Alternative, Evidence, Table
from steiner.query.naming.schema_mentions import Floats
from steiner.query.proposing.model_reader import ModelReader, ReadByModel
from steiner.query.proposing.model_reading import FormWriter
from steiner.query.query_reading import Reading
from steiner.query.readings import Readings, judged, proposals
from steiner.query.too_long import too_long
from steiner.question.reading import check_question
from steiner.retrieve.alternatives import alternatives, answering_otherwise
from steiner.retrieve.computed_rows import asked_of, denies, tells, with_all_rows, with_rows
from steiner.retrieve.kind_asked import doubted, doubted_beside, less_sure
from steiner.retrieve.pipeline import StagedRetriever
from steiner.retrieve.second_opinion import Beside
from steiner.settings import DEFAULT_OPTIONS, ExactSettings, ExpandSettings, Options
from steiner.stores.protocol import GraphStore, Met


class JudgedTable(NamedTuple):
    """How a question was read, and the rows of that.

    `telling`: they tell more than the question names itself; `sure`: they are surely the answer.
    `others`: further readings whose rows differ; `strange`: words of the question say nothing of
    the graph.
    """

    reading: Reading
    table: Table
    telling: bool
    sure: bool
    others: tuple[Alternative, ...] = ()
    strange: bool = False


_SHARE = 0.8
"""Of the time that is left, what computing may take: paths that wait for it need the rest."""
_UNASKED = ReadByModel(None)


class Timed(NamedTuple):
    """What was computed, the milliseconds it took, and what a model said of the question.

    `cut`: what of a very large schema was left out, empty where all of it was read.
    """

    judged: JudgedTable | None
    milliseconds: float
    model: ReadByModel
    cut: str = ""


@runtime_checkable
class ComputingStore(Protocol):
    """A store that computes: one whose schema can be read, and which runs queries."""

    def graph_schema(self) -> GraphSchema:
        """Return what the graph's schema holds."""

    def run(self, query: Query, patience: float = ..., met: Met = ...) -> Table:
        """Return the rows of a query; for why there are none it looks `patience` seconds.

        `met`: names that need not be looked up again.
        """


class ExactRetriever(StagedRetriever):
    """The stages of the default system, and before their text what the database computes."""

    def __init__(
        self, *given: Any, exact: ExactSettings | None = None, model: FormWriter | None = None
    ) -> None:
        super().__init__(*given)
        self._exact = exact or ExactSettings()
        always = self._exact.ask_reader == "always"
        self._model = ModelReader(model, self._exact.sure, always) if model else None

    @traced
    @timely
    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the evidence; with a table where the question reads as a query.

        Raises what `StagedRetriever.retrieve` raises.
        """
        off = self._exact.mode == "off" or options.seeds or not self.settings.expand.hops
        if off or not isinstance(self.store, ComputingStore):
            return self._retrieved(question, options)
        text, started = check_question(question), time.perf_counter()
        store = self.asked(text, options)
        # Beside the paths: both wait for the server, and most of a second on a large graph.
        with Beside(partial(self._timed, text, store, options)) as computing:
            evidence = self._retrieved(
                text, options, store, partial(_settles, computing, self.settings.expand)
            )
            timed = computing.result()
        if timed and timed.judged:
            evidence = self._with_table(evidence, timed.judged, options)
        else:
            cut = too_long(text) if timed else self._late
            evidence = _with_cut(doubted(evidence), cut)
        if timed:
            evidence = replace(_with_cut(evidence, timed.cut), usage=timed.model.usage)
            evidence = less_sure(evidence) if timed.model.cannot else evidence
        whole = (time.perf_counter() - started) * 1000
        exact = timed.milliseconds if timed else whole
        times = {**evidence.milliseconds, "exact": exact, "total": whole}
        return replace(evidence, milliseconds=times)

    def _with_table(self, evidence: Evidence, judged: JudgedTable, options: Options) -> Evidence:
        reading, table, telling, sure, others, _ = judged
        taken = sure or self._exact.mode == "only" or _leads(judged, evidence)
        if taken:
            evidence = with_rows(evidence, table, reading, options)
        else:
            evidence = self._beside_table(doubted(evidence), judged)
        # Rows of what the question names itself are no second opinion.
        shown = taken or telling or not table.rows
        return replace(
            evidence,
            table=table if shown else None,
            exact=sure,
            probable=taken and not sure,
            alternatives=answering_otherwise(others, evidence.answers),
        )

    def _beside_table(self, evidence: Evidence, judged: JudgedTable) -> Evidence:
        """Return the paths' evidence, less sure where a table that does not answer speaks so."""
        if self._is_sure(judged.reading) and not judged.table.rows:
            return less_sure(evidence)  # It was looked for, and is not there.
        if evidence.connection:
            return evidence
        evidence = doubted_beside(evidence, judged.table)
        return less_sure(evidence) if judged.strange else evidence

    def _patience(self, reading: Reading) -> float:
        """Return the seconds that a table which is no sure answer may keep the paths' waiting.

        Paths compute nothing: a probable count is worth the wait that the database needs.
        """
        awaited = self._exact.mode == "only" or (reading.computes and _leading(reading))
        return math.inf if awaited else self._exact.patience

    @property
    def _late(self) -> str:
        return f"a table that is no sure answer was not there {self._exact.patience:g} s later"

    def _timed(
        self,
        question: str,
        store: GraphStore,
        options: Options,
        only_opinion: Callable[[float], None],
    ) -> Timed:
        """Return what is computed, and the milliseconds that it took.

        What takes too long is no answer; the paths are one.
        """
        watch, computed, read, cut = Stopwatch(), None, _UNASKED, ""
        with watch.stage("exact"), ending_in(_SHARE * seconds_left()), suppress(QueryTimedOut):
            read = self._readings(question, store, options)
            cut = self._schema(options).cut
            computed = self._computed(question, store, read.readings, only_opinion)
        return Timed(computed, watch.stages()["exact"], read, cut)

    def _is_sure(self, reading: Reading) -> bool:
        """Say whether the rows may be the answer."""
        return reading.confidence >= self._exact.sure

    def _computed(
        self,
        question: str,
        store: Any,
        readings: Readings | None,
        only_opinion: Callable[[float], None],
    ) -> JudgedTable | None:
        if readings is None or readings.best.confidence < self._exact.tried:
            return None
        reading = readings.best
        if not self._is_sure(reading):
            only_opinion(self._patience(reading))
        patience = self._exact.patience if self._explains(reading) else 0.0
        try:
            table = store.run(reading.query, patience)
        except SteinerError:  # A statement that cannot be run is no answer; the paths are one.
            return None
        table, reading = asked_of(table, reading, question), with_all_rows(reading, table)
        telling = tells(table, question, reading.asked)
        sure = self._is_sure(reading) and (telling or denies(table, reading))
        others = () if sure else alternatives(readings.others, table, store)
        return JudgedTable(reading, table, telling, sure, others, readings.strange)

    def _readings(self, question: str, store: GraphStore, options: Options) -> ReadByModel:
        """Return the readings, with that of a model where one is named and asked."""
        given = proposals(question, self._schema(options), store, self._alike)
        if given is None:
            return _UNASKED
        readings = judged(given)
        if self._model is None:
            return ReadByModel(readings)
        today = options.today or date.today()
        return self._model.read(given.looked, readings, self._alike, today)

    def _schema(self, options: Options) -> GraphSchema:
        # Of the whole store, which keeps it: a filter changes nothing of it but values.
        whole: Any = self.store
        schema: GraphSchema = whole.graph_schema()
        return schema.valueless if options.filter else schema

    def _explains(self, reading: Reading) -> bool:
        """Say whether the reason for no rows is worth a wait: two plans for each condition.

        Of a doubtful reading it is only where a single condition can be the reason.
        """
        answers = self._is_sure(reading) or self._exact.mode == "only"
        return answers or len(reading.query.bounds) == 1

    def _alike(self, left: Sequence[str], right: Sequence[str]) -> Floats:
        vectors = text_vectors(self.embedder)
        cosines = vectors.vectors(list(left)) @ vectors.vectors(list(right)).T
        return np.asarray(cosines, dtype=np.float64)


def _with_cut(evidence: Evidence, cut: str) -> Evidence:
    return replace(evidence, cuts=(*evidence.cuts, cut)) if cut else evidence


_LEADS = 0.5
"""Probability from which on rows stand before what paths lead to: more likely right than not."""


def _leading(reading: Reading) -> bool:
    return reading.confidence >= _LEADS


def _leads(judged: JudgedTable, evidence: Evidence) -> bool:
    """Say whether rows that are not surely the answer are a better one than what paths lead to.

    Paths count, rank and average nothing; of a bare set the more probable comes first.
    """
    reading, table, telling, *_ = judged
    better = reading.computes or reading.confidence >= (evidence.confidence or 0.0)
    return bool(table.rows) and telling and _leading(reading) and better


def _settles(computing: Beside[Timed], asked: ExpandSettings) -> int | None:
    """Wait until it is known whether the database settles a question; return hops to show.

    It does where a sure reading of what is one step from what is named has rows that answer, or
    surely has none: then what comes nearest may be a step further. As many hops as are `asked` for
    beyond the default are shown. None where it does not settle: of more steps one may be misread,
    and paths show how an answer is reached.
    """
    timed = computing.answer()
    judged = timed and timed.judged
    if judged is None or len(judged.reading.query.links) > 1:
        return None
    if judged.table.rows and not judged.sure:
        return None
    further = asked.hops > ExpandSettings().hops
    return asked.hops if further else 1 if judged.sure else 2
