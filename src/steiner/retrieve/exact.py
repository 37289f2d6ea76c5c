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
from typing import Any, Protocol, runtime_checkable

import numpy as np

from steiner.algebra import Query
from steiner.algebra.graph_schema import GraphSchema
from steiner.calls.stopping import ending_in, seconds_left, timely
from steiner.calls.stopwatch import Stopwatch
from steiner.calls.tracing import traced
from steiner.embed import text_vectors
from steiner.errors import QueryTimedOut, SteinerError
from steiner.graph import Alternative, Evidence, Table
from steiner.query.continuing import continuing
from steiner.query.describing import described
from steiner.query.naming.schema_mentions import Floats
from steiner.query.proposing.model_reader import ModelReader, ReadByModel
from steiner.query.proposing.model_reading import FormWriter
from steiner.query.query_reading import Reading
from steiner.query.readings import Readings, judged, proposals, read
from steiner.query.too_long import too_long
from steiner.question.linking import as_spelt
from steiner.question.reading import check_question
from steiner.question.set_references import parted
from steiner.retrieve.alternatives import (
    Offered,
    alternatives,
    answering_otherwise,
    as_chosen,
    asking_back,
    computed_others,
    decided,
)
from steiner.retrieve.computed_rows import asked_of, denies, tells, with_all_rows, with_rows
from steiner.retrieve.judged_table import JudgedTable, Timed, leading, leads, settles
from steiner.retrieve.kind_asked import doubted, doubted_beside, less_sure
from steiner.retrieve.pipeline import StagedRetriever
from steiner.retrieve.second_opinion import Beside
from steiner.settings import DEFAULT_OPTIONS, ExactSettings, Options
from steiner.stores.protocol import GraphStore, Met

_SHARE = 0.8
"""Of the time that is left, what computing may take: paths that wait for it need the rest."""
_UNASKED = ReadByModel(None)


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
            settled = partial(settles, computing, self.settings.expand)
            evidence = self._retrieved(text, replace(options, choose=0), store, settled)
            timed = computing.result()
        if timed and timed.judged:
            evidence = self._with_table(evidence, timed.judged, options)
        else:
            options.without_choice()
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
        reading, table, telling, sure, _, _ = judged
        without = evidence
        taken = sure or self._exact.mode == "only" or leads(judged)
        if taken:
            evidence = with_rows(evidence, table, reading, options)
            evidence = less_sure(evidence) if judged.strange else evidence
        else:
            evidence = self._beside_table(doubted(evidence), judged)
        # Rows of what the question names itself are no second opinion.
        shown = taken or ((telling or not table.rows) and not evidence.connection)
        others = answering_otherwise(judged.others, evidence.answers)
        offered = [*([Offered(reading, table)] if shown else []), *others]
        if options.choose:
            return as_chosen(without, offered, options)
        return replace(
            evidence,
            table=table if shown else None,
            exact=sure,
            probable=taken and not sure,
            alternatives=tuple(Alternative(o.table, o.reading.confidence) for o in others),
            asks_back=asking_back(evidence.question, offered),
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
        awaited = self._exact.mode == "only" or (reading.computes and leading(reading))
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
        watch, computed, asked, cut = Stopwatch(), None, _UNASKED, ""
        with watch.stage("exact"), ending_in(_SHARE * seconds_left()), suppress(QueryTimedOut):
            question = as_spelt(question, store) if self.settings.seeds.fuzzy else question
            asked = self._readings(question, store, options)
            cut = self._schema(options).cut
            # Of what is chosen none is a second opinion.
            waited = (lambda _: None) if options.choose else only_opinion
            computed = self._computed(question, store, asked.readings, waited)
        return Timed(computed, watch.stages()["exact"], asked, cut)

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
        table = asked_of(table, reading, parted(question)[-1])
        reading = with_all_rows(reading, table)
        telling = tells(table, question, reading.asked)
        if self._is_sure(reading) and (telling or denies(table, reading)):
            return JudgedTable(reading, table, telling, True, (), readings.strange)
        computed = computed_others(readings.others, question, store)
        best, *others = decided(Offered(reading, table), computed, self._exact.sure)
        telling = tells(best.table, question, best.reading.asked)
        offered = alternatives(best.table, others)
        return JudgedTable(*best, telling, False, offered, readings.strange)

    def _readings(self, question: str, store: GraphStore, options: Options) -> ReadByModel:
        """Return the readings, with that of a model where one is named and asked."""
        schema = self._schema(options)
        going_on = self._continuing(question, schema, store)
        if going_on and (self._is_sure(going_on.best) or not self._model):
            return ReadByModel(going_on)
        if only_named := described(question, schema, store):
            return ReadByModel(only_named)
        given = proposals(question, schema, store, self._alike)
        if given is None:
            return ReadByModel(going_on)
        # Sentences that go on with a set are no single question: that would be read surely, wrong.
        readings = going_on or judged(given)
        if self._model is None:
            return ReadByModel(readings)
        today = options.today or date.today()
        return self._model.read(given.looked, readings, self._alike, today, store)

    def _continuing(self, question: str, schema: GraphSchema, store: GraphStore) -> Readings | None:
        """Return the readings of sentences of which each goes on with the set of the one before."""
        sentences = parted(question)
        if len(sentences) < 2:
            return None
        readings = continuing(
            sentences, lambda text: read(text, schema, store, self._alike), schema
        )
        return readings if readings and leading(readings.best) else None

    def reads_on(self, text: str) -> float:
        """Return how probable it is that rules read sentences rightly that go on with a set."""
        if self._exact.mode == "off" or not isinstance(self.store, ComputingStore):
            return 0.0
        readings = self._continuing(text, self._schema(DEFAULT_OPTIONS), self.store)
        return readings.best.confidence if readings else 0.0

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
