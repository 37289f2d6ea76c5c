"""What the page shows before anybody has asked: the graph's labels, and questions it can answer."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from threading import Lock
from typing import Any

from steiner.algebra import Measure, Owner, Query
from steiner.algebra.graph_schema import GraphSchema
from steiner.calls.stopping import check_wanted
from steiner.errors import SteinerError
from steiner.evidence import Evidence
from steiner.graph import Node
from steiner.integrations.answering import Answering
from steiner.query.naming.schema_words import is_key
from steiner.retrieve.exact.readers import ComputingStore
from steiner.text import plain_words

_LABELS, _QUESTIONS, _TRIED = 24, 5, 4
"""Labels and questions that are shown; questions of one kind that are tried at most."""
_EXAMPLES, _LONG = 3, 40
_SECONDS = 5.0
"""After which no further question is tried."""
_RUNS = 4
"""How often it is made where the seconds do not do: a server that has just started is slow."""
_ROWS = 12
"""Rows of an answer that is taken in at a glance; a ranking in which all tie has more."""
_SURE = 0.5
Names = Mapping[str, Sequence[str]]
"""Some names of nodes by label, the most frequent label first."""


class StartPage:
    """What one `answering` starts with, made once for each state of the index."""

    def __init__(self, answering: Answering) -> None:
        self.answering, self._making, self._runs = answering, Lock(), 0
        self._made: tuple[str, dict[str, Any]] = ("", {})
        self._so_far = self._made

    def make(self) -> None:
        """Make it as often as it takes, for a thread that nobody waits for."""
        for _ in range(_RUNS):
            self.start()

    def start(self) -> dict[str, Any]:
        """Labels with how many nodes they have and some names, and questions to begin with.

        The questions are made from the schema and were asked: each has an answer. Both are empty
        where the graph computes nothing.
        """
        store = self.answering.retriever.store
        record = store.record()
        if record is None or not isinstance(store, ComputingStore):
            return {"labels": [], "questions": []}
        if self._making.locked() and self._so_far[0] == record.updated:
            return self._so_far[1]  # Another makes it better meanwhile.
        with self._making:
            if self._made[0] != record.updated:
                self._make(record.updated, store.graph_schema())
            return self._so_far[1]

    def _make(self, updated: str, schema: GraphSchema) -> None:
        """Make it once more: whole at last where all questions were tried, or often enough."""
        self._runs += 1
        labels = self._labels(schema)
        names = {each["label"]: each["examples"] for each in labels}
        asked, whole = self._questions(schema, names)
        self._so_far = (updated, {"labels": labels, "questions": asked})
        if whole or self._runs >= _RUNS:
            self._made, self._runs = self._so_far, 0

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

    def _questions(self, schema: GraphSchema, names: Names) -> tuple[list[str], bool]:
        """Return a question of each kind, the first that is answered of those that are tried.

        The second says whether all were tried in time.
        """
        end, kept = time.monotonic() + _SECONDS, list[str]()
        for kind in (_linked, _most, _highest, _each, _connected, _counted):
            for text in islice(kind(schema, names), _TRIED):
                check_wanted()
                if len(kept) == _QUESTIONS:
                    return kept, True
                if time.monotonic() > end:
                    return kept, False
                if text not in kept and self._is_answered(text):
                    kept.append(text)
                    break
        return kept, True

    def _is_answered(self, text: str) -> bool:
        try:
            return _is_answer(self.answering.retrieve(text))
        except SteinerError:
            return False  # One question less: the page itself must come.


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


def _steps(schema: GraphSchema) -> Iterator[tuple[str, str, str]]:
    """Yield types with their ends, the most frequent first, those between two labels before all."""
    steps = [(type, *pairs[0]) for type, pairs in schema.ends.items() if pairs]
    yield from sorted(steps, key=lambda s: (s[1] == s[2], -schema.times.get(s[0], 0), s[0]))


def _linked(schema: GraphSchema, names: Names) -> Iterator[str]:
    """Ask along a type whose words are a verb as they stand: "supplies", "wrote", "caused by"."""
    for type, source, target in _steps(schema):
        words = plain_words(type).casefold()
        verb = f"is {words}" if words.endswith(" by") else words
        is_verb = " by" in verb or re.fullmatch(r"\w+(s|ed)|wrote", words)
        if not is_verb or words.startswith(_words(source)):  # "Which order orders Chai?"
            continue
        for name in names.get(target, ()):
            yield f"Which {_words(source)} {verb} {name}?"


def _most(schema: GraphSchema, _names: Names) -> Iterator[str]:
    for _, source, target in _steps(schema):
        yield f"Which {_words(source)} has the most {_plural(target)}?"
        yield f"Which {_words(target)} has the most {_plural(source)}?"


def _each(schema: GraphSchema, _names: Names) -> Iterator[str]:
    for _, source, target in _steps(schema):
        yield f"How many {_plural(source)} does each {_words(target)} have?"


def _highest(schema: GraphSchema, _names: Names) -> Iterator[str]:
    for label, own in schema.labels.items():
        for name, each in own.items():
            is_measure = each.kind == "number" and not is_key(name) and not each.tells_time
            if is_measure and each.least < each.most:
                yield f"Which {_words(label)} has the highest {_words(name)}?"


def _connected(schema: GraphSchema, names: Names) -> Iterator[str]:
    for _, source, target in _steps(schema):
        for one, other in zip(names.get(source, ()), names.get(target, ()), strict=False):
            yield f"How are {one} and {other} connected?"


def _counted(_: GraphSchema, names: Names) -> Iterator[str]:
    return (f"How many {_plural(label)} are there?" for label in names)


def _words(identifier: str) -> str:
    return plain_words(identifier).casefold()


def _plural(identifier: str) -> str:
    words = _words(identifier)
    if words == "person":
        return "people"
    return f"{words[:-1]}ies" if re.search(r"[^aeiou]y$", words) else f"{words.rstrip('s')}s"
