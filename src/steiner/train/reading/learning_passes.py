"""Reads the questions that a graph is learnt from, before and with what is learnt so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.algebra.schema.learnt_words import LearntWords
from steiner.query.composing.compose import Composition, candidates, weighed_again
from steiner.query.composing.words.lattice import Lattice, lattice
from steiner.query.naming.schema.schema_mentions import Alike
from steiner.query.query_reading import Reading, read_query
from steiner.query.signals import proposed, signalled
from steiner.query.weights import composing_weights
from steiner.stores.protocol import GraphStore
from steiner.text import STOP_WORDS
from steiner.train.reading.gold_parts import parts_of_query
from steiner.train.reading.judged_rows import Judge
from steiner.train.reading.reading_choice import Signalled
from steiner.train.reading.softmax import QuestionChoices

_SAID = 0.7
"""Least score of a stored value that words surely say."""


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question, what says whether a query is right, and the schema's parts that its gold has.

    `parts` may be empty: then those of the queries that turn out right count.
    """

    text: str
    is_right: Judge
    parts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Read:
    """A question as it is read: what its words may be, what the rules read, what is composed."""

    asked: JudgedQuestion
    looked: Lattice
    first: Reading | None
    composed: Sequence[Composition]

    def example(self) -> QuestionChoices:
        """Return what is composed as candidates to learn from, and a last one: none is right."""
        is_right = self.asked.is_right
        rows = [(dict(c.features), is_right(c.query)) for c in self.composed]
        return QuestionChoices("", self.asked.text, rows).beside_none()

    def signalled(self, weights: Mapping[str, float] | None = None) -> Signalled:
        """Return the signals of each reading that is judged, and whether it is right.

        With `weights` what is composed is weighed again.
        """
        composed = weighed_again(self.composed, weights) if weights else self.composed
        given, is_right = proposed(self.looked, self.first, composed), self.asked.is_right
        return [(own, is_right(r.query)) for r, own in signalled(given)]

    def parts(self) -> frozenset[str]:
        """Return the parts of the schema that the gold has; none where none is known."""
        if self.asked.parts:
            return self.asked.parts
        right = (c.query for c in self.composed if self.asked.is_right(c.query))
        return next(map(parts_of_query, right), frozenset())

    def words(self) -> list[str]:
        """Return the stems of words that may mean a part of the schema: of names, values none."""
        items = (i for begun in self.looked.items for i in begun if i.score >= _SAID)
        values = {p for i in items if i.kind == "value" for p in range(i.start, i.end)}
        return [
            word.stem
            for place, word in enumerate(self.looked.words)
            if place not in values
            and word.text.casefold() not in STOP_WORDS
            and not any(c.isdigit() for c in word.text)
        ]


@dataclass(frozen=True, slots=True)
class TaughtReader:
    """Reads questions over a graph with what its schema says is learnt."""

    schema: GraphSchema
    store: GraphStore
    alike: Alike

    def taught(self, learnt: LearntWords) -> TaughtReader:
        """Return the reader that has learnt this and nothing else."""
        return replace(self, schema=replace(self.schema, learnt=learnt))

    def read(self, asked: JudgedQuestion) -> Read:
        """Read a question by the rules and by composition."""
        known = (self.schema, self.store, self.alike)
        first, looked = read_query(asked.text, *known), lattice(asked.text, *known)
        composed = candidates(looked, composing_weights(self.schema))
        return Read(asked, looked, first, composed)
