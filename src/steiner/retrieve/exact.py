"""Exact answers: a question that reads as a query is computed by the database.

Where the reading is sure, the rows are the answer, and what relation paths lead to stands behind
them; where it is not, the evidence stays as it was and brings the table as a second opinion.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import replace
from typing import Any, Protocol, runtime_checkable

import numpy as np

from steiner.algebra import Query
from steiner.embed import TextVectors
from steiner.errors import SteinerError
from steiner.graph import Evidence, Table
from steiner.graph_schema import GraphSchema
from steiner.progress import Stopwatch
from steiner.query.model_reading import Write, model_reading
from steiner.query.query_reading import Reading, read_query
from steiner.query.schema_mentions import Floats
from steiner.question.reading import check_question
from steiner.retrieve.asked_once import asked_once
from steiner.retrieve.computed_rows import asked_of, tells, with_rows
from steiner.retrieve.pipeline import StagedRetriever
from steiner.settings import DEFAULT_OPTIONS, ExactSettings, Options
from steiner.stores.protocol import GraphStore
from steiner.text import plain_words
from steiner.tracing import traced

_SET = 0.95
"""Confidence of a bare set, which relation paths answer well, too: nothing unread or guessed."""
_SCHEMA_WORDS = 20_000
"""Vectors of words that are kept."""


@runtime_checkable
class ComputingStore(Protocol):
    """A store that computes: one whose schema can be read, and which runs queries."""

    def graph_schema(self) -> GraphSchema:
        """Return what the graph's schema holds."""

    def run(self, query: Query) -> Table:
        """Return the rows of a query."""


class ExactRetriever(StagedRetriever):
    """The stages of the default system, and before their text what the database computes."""

    def __init__(
        self, *given: Any, exact: ExactSettings | None = None, write: Write | None = None
    ) -> None:
        super().__init__(*given)
        self._write = write
        self._exact = exact or ExactSettings()
        self._vectors = TextVectors(self.embedder, _SCHEMA_WORDS)

    @traced
    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the evidence; with a table where the question reads as a query.

        Raises what `StagedRetriever.retrieve` raises.
        """
        off = self._exact.mode == "off" or options.seeds or not self.settings.expand.hops
        if off or not isinstance(self.store, ComputingStore):
            return self._retrieved(question, options)
        text, started = check_question(question), time.perf_counter()
        # Beside the paths: both wait for the server, and most of a second on a large graph. In
        # this context, so that a call that is given up ends the computing, too.
        with ThreadPoolExecutor(1) as pool:
            store = asked_once(self.shown(options))
            computing = pool.submit(copy_context().run, self._timed, text, store)
            evidence = self._retrieved(text, options, store)
            computed, spent = computing.result()
        if computed is not None:
            reading, table = computed
            table = asked_of(table, reading, text)
            sure = self._is_sure(reading) and tells(table, text)
            if sure or self._exact.mode == "only":
                evidence = with_rows(evidence, table, reading, options)
            evidence = replace(evidence, table=table, exact=sure)
        whole = (time.perf_counter() - started) * 1000
        times = {**evidence.milliseconds, "exact": spent, "total": whole}
        return replace(evidence, milliseconds=times)

    def _timed(
        self, question: str, store: GraphStore
    ) -> tuple[tuple[Reading, Table] | None, float]:
        """Return what is computed, and the milliseconds that it took."""
        watch = Stopwatch()
        with watch.stage("exact"):
            computed = self._computed(question, store)
        return computed, watch.stages()["exact"]

    def _is_sure(self, reading: Reading) -> bool:
        """Say whether the rows may be the answer: a bare set only where all is read as is."""
        least = self._exact.sure if reading.computes else max(self._exact.sure, _SET)
        return reading.confidence >= least

    def _computed(self, question: str, store: Any) -> tuple[Reading, Table] | None:
        # Of the whole store, which keeps it: a filter changes nothing of a schema.
        whole: Any = self.store
        schema = whole.graph_schema()
        reading = read_query(question, schema, store, self._alike)
        if self._write and schema.labels and not (reading and self._is_sure(reading)):
            near = self._nearest(question, list(schema.labels))
            said = model_reading(question, schema, near, self._write, max(self._exact.sure, _SET))
            reading = said or reading
        if reading is None or reading.confidence < self._exact.tried:
            return None
        try:
            return reading, store.run(reading.query)
        except SteinerError:  # A statement that takes too long is no answer; the paths are one.
            return None

    def _nearest(self, question: str, labels: list[str]) -> list[str]:
        cosines = self._alike([question], [plain_words(label) for label in labels])[0]
        return [labels[i] for i in np.argsort(-cosines, kind="stable").tolist()]

    def _alike(self, left: Sequence[str], right: Sequence[str]) -> Floats:
        vectors = self._vectors
        cosines = vectors.vectors(list(left)) @ vectors.vectors(list(right)).T
        return np.asarray(cosines, dtype=np.float64)
