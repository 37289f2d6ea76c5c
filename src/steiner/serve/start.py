"""What the page shows before anybody has asked: the graph's labels, and questions it can answer."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from contextvars import Context
from itertools import islice
from threading import Event, Lock
from typing import Any

from steiner.algebra import Measure, Owner, Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.calls.background import begun
from steiner.calls.stopping import check_wanted, run_until
from steiner.errors import QueryTimedOut, SteinerError
from steiner.evidence import Evidence
from steiner.graph import Node
from steiner.integrations.answering import Answering
from steiner.retrieve.exact.readers import ComputingStore
from steiner.serve.possible_questions import possible_questions

_LABELS, _QUESTIONS, _TRIED = 24, 5, 4
"""Labels and questions that are shown; questions of one kind that are tried at most."""
_EXAMPLES, _LONG = 3, 40
_ROWS = 12
"""Rows of an answer that is taken in at a glance; a ranking in which all tie has more."""
_SURE = 0.5


class StartPage:
    """What one `answering` starts with, made once for each state of the index.

    `trying` is done once all questions of the last state were tried; setting `ended` ends that.
    """

    def __init__(self, answering: Answering) -> None:
        self.answering, self.ended, self._making = answering, Event(), Lock()
        self._state, self._made = "", dict[str, Any]()
        self.trying: Future[None] = Future()

    def start(self) -> dict[str, Any]:
        """Labels with how many nodes they have and some names, and questions to begin with.

        The questions are made from the schema and were asked: each has an answer. They are asked
        beside, one after the other: until the start is `whole`, more of them may come. Labels and
        questions are empty where the graph computes nothing.
        """
        store = self.answering.retriever.store
        record = store.record()
        if record is None or not isinstance(store, ComputingStore):
            return {"labels": [], "questions": [], "whole": True}
        with self._making:
            if self._state != record.updated:
                self._begin(record.updated, store.graph_schema())
            return self._made

    def _begin(self, state: str, schema: GraphSchema) -> None:
        labels = self._labels(schema)
        self._state, self._made = state, _page(labels, [])
        # In a context of its own: what ends the request that came first ends no question.
        work = (self._try, state, schema, labels)
        self.trying = begun(Context().run, run_until, self.ended, *work)

    def _try(self, state: str, schema: GraphSchema, labels: list[dict[str, Any]]) -> None:
        """Show questions as they turn out to be answered, at most one of each kind."""
        kept: list[str] = []
        try:
            for kind in possible_questions(schema, {e["label"]: e["examples"] for e in labels}):
                kept += islice(filter(self._is_answered, islice(kind, _TRIED)), 1)
                self._show(state, _page(labels, kept))
                if self._state != state or len(kept) == _QUESTIONS:
                    break
        finally:
            self._show(state, _page(labels, kept, whole=True))

    def _show(self, state: str, page: dict[str, Any]) -> None:
        with self._making:
            if self._state == state:
                self._made = page

    def _labels(self, schema: GraphSchema) -> list[dict[str, Any]]:
        where, store = self.answering.where, self.answering.retriever.store
        seen = store.filtered(where) if where else store
        if not isinstance(seen, ComputingStore):
            return []
        labels = [name for name in schema.labels if not where.labels or name in where.labels]
        counts = [(name, _count(seen, name)) for name in labels[: 4 * _LABELS]]
        ordered = sorted(counts, key=lambda pair: (-pair[1], pair[0]))[:_LABELS]
        return [
            {"label": name, "nodes": count, "examples": _examples(seen, name)}
            for name, count in ordered
            if count
        ]

    def _is_answered(self, text: str, again: bool = True) -> bool:
        check_wanted()
        try:
            return _is_answer(self.answering.retrieve(text))
        except QueryTimedOut:
            # A database that has just started plans the same at its first time only.
            return again and self._is_answered(text, again=False)
        except SteinerError:
            return False  # One question less: the page itself must come.


def _page(
    labels: Sequence[dict[str, Any]], questions: Sequence[str], whole: bool = False
) -> dict[str, Any]:
    return {"labels": labels, "questions": [*questions], "whole": whole}


def _is_answer(evidence: Evidence) -> bool:
    if evidence.table and (evidence.exact or evidence.probable):
        return evidence.exact and 0 < len(evidence.table.rows) <= _ROWS
    return bool(evidence.facts) and (evidence.confidence or 0.0) >= _SURE


def _count(store: ComputingStore, label: str) -> int:
    counted = store.run(Query((label,), measure=Measure("count", Owner(0)), single=True))
    return int(counted.rows[0][-1]) if counted.rows else 0


def _examples(store: ComputingStore, label: str) -> list[str]:
    """Return names of some of the label's nodes, shorter ones than a line."""
    rows = store.run(Query((label,), limit=4 * _EXAMPLES)).rows
    names = [cell.name for row in rows for cell in row[:1] if isinstance(cell, Node)]
    return [name for name in dict.fromkeys(names) if 0 < len(name) < _LONG][:_EXAMPLES]
