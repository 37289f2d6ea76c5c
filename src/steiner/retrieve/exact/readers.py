"""All that reads a question into a query: sets gone on with, names alone, rules, a model."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import date
from typing import Protocol, runtime_checkable

import numpy as np

from steiner.algebra import Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.algebra.schema.learnt_words import LearntWords
from steiner.calls.remarks import remark
from steiner.embed import Embedder, text_vectors
from steiner.errors import InvalidInput, SteinerError
from steiner.evidence import Table
from steiner.query.asking.continuing import continuing
from steiner.query.asking.describing import described
from steiner.query.asking.introduced import introduced
from steiner.query.asking.listing import listed
from steiner.query.naming.schema.schema_mentions import Floats
from steiner.query.proposing.model_reader import ModelReader, ReadByModel
from steiner.query.proposing.model_reading import FormWriter
from steiner.query.proposing.prompt.users_examples import users_examples
from steiner.query.readings import Readings, judged, proposals, read
from steiner.query.widening.larger_forms import widened_readings
from steiner.query.widening.two_questions import two_questions
from steiner.question.set_references import parted
from steiner.retrieve.exact.judged_table import leading
from steiner.settings import DEFAULT_OPTIONS, ExactSettings, Options
from steiner.stores.protocol import GraphStore, Met

_LOG = logging.getLogger(__name__)
_FAULTS = (LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError)
"""What reading raises only by a fault of its own; an encoder or a server that fails is no such."""


@runtime_checkable
class ComputingStore(Protocol):
    """A store that computes: one whose schema can be read, and which runs queries."""

    def graph_schema(self) -> GraphSchema:
        """Return what the graph's schema holds."""

    def run(
        self, query: Query, patience: float = ..., met: Met = ..., *, proved: bool = ...
    ) -> Table:
        """Return the rows of a query; for why there are none it looks `patience` seconds.

        `met`: names that need not be looked up again; `proved`: with what they come from.
        """


def model_reader(model: FormWriter, exact: ExactSettings) -> ModelReader:
    """Return what asks `model` as settings say. Raises InvalidInput for examples that are none."""
    examples = users_examples(exact.examples) if exact.examples else ()
    always = exact.ask_reader == "always"
    return ModelReader(model, exact.sure, exact.reader_tokens, always, examples)


class QuestionReaders:
    """Reads questions over the schema of a store, which keeps it, by rules and perhaps a model."""

    def __init__(
        self,
        store: ComputingStore,
        embedder: Embedder,
        exact: ExactSettings,
        model: FormWriter | None,
    ) -> None:
        self._store, self._embedder, self._sure = store, embedder, exact.sure
        if model is None and exact.examples:
            raise InvalidInput(
                f"The examples in {exact.examples} are shown to a model that reads questions, and "
                f"none is named: give --reader provider:name, or `reader` beside `examples`."
            )
        self._model = model_reader(model, exact) if model else None

    def read(
        self, question: str, store: GraphStore, options: Options, asked: str = ""
    ) -> ReadByModel:
        """Return the readings, with that of a model where one is named and asked.

        A model reads the question as it was `asked`, where its names are spelt as the graph has
        them. Names and values are looked up in `store`, which may be a filtered one. Where reading
        itself fails, which is a fault of steiner's, the paths answer and the evidence says so.
        """
        try:
            return self._read(question, store, options, asked or question)
        except SteinerError:
            raise
        except _FAULTS as fault:
            _LOG.exception("a question could not be read")
            remark(
                f"this question could not be read as a computation, a fault of steiner's"
                f" ({type(fault).__name__}): paths alone answer; please report the question"
            )
            return ReadByModel(None)

    def _read(self, question: str, store: GraphStore, options: Options, asked: str) -> ReadByModel:
        schema, question = self.schema(options), introduced(question)
        going_on = self._going_on(question, schema, store)
        if going_on and (going_on.best.confidence >= self._sure or not self._model):
            return ReadByModel(going_on)
        if plain := described(question, schema, store) or listed(question, schema):
            return ReadByModel(plain)
        if both := two_questions(question):
            question = asked = both[0]
            remark(f"two questions are asked, this answers the first; ask alone: {both[1]}")
        # Sentences that go on with a set are no single question: that would be read surely, wrong.
        today = options.today or date.today()
        wide = going_on or widened_readings(question, schema, store, self._alike, today)
        if wide and self._model is None:
            return ReadByModel(wide)
        given = proposals(question, schema, store, self._alike)
        if given is None:
            return ReadByModel(going_on)
        readings = wide or judged(given)
        if self._model is None:
            return ReadByModel(readings)
        return self._model.read(asked, given.looked, readings, self._alike, today, store)

    def reads_on(self, text: str, store: GraphStore) -> float:
        """Return how probable it is that rules read sentences rightly that go on with a set."""
        readings = self._going_on(text, self.schema(DEFAULT_OPTIONS), store)
        return readings.best.confidence if readings else 0.0

    def schema(self, options: Options) -> GraphSchema:
        """Return the whole store's schema: a filter changes nothing of it but values."""
        schema = self._store.graph_schema()
        return schema.valueless if options.filter else schema

    @property
    def learnt(self) -> LearntWords:
        """What the store's graph has taught of reading."""
        return self._store.graph_schema().learnt

    def _going_on(self, question: str, schema: GraphSchema, store: GraphStore) -> Readings | None:
        """Return the readings of sentences of which each goes on with the set of the one before."""
        sentences = parted(question)
        if len(sentences) < 2:
            return None
        readings = continuing(
            sentences, lambda text: read(text, schema, store, self._alike), schema
        )
        return readings if readings and leading(readings.best) else None

    def _alike(self, left: Sequence[str], right: Sequence[str]) -> Floats:
        vectors = text_vectors(self._embedder)
        cosines = vectors.vectors(list(left)) @ vectors.of_names(right).T
        return np.asarray(cosines, dtype=np.float64)
