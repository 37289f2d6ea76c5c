"""A question of a larger form as a plainer one, and what makes of its query the one asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from steiner.algebra import Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.naming.schema.noted_words import synonyms
from steiner.query.naming.schema_words import Element, base, elements, places, question_words

Widening = Callable[[Query], Query | None]
"""Makes of a plainer question's query the one asked for; None where it is none of that question."""


@dataclass(frozen=True, slots=True)
class Plainer:
    """A plainer question, the schema that it is read over, and how its query is widened.

    `today`: the day that times are relative to. `most`: how probable its readings are at most,
    where the larger form itself is read two ways. "The median price" is "the average price", whose
    average becomes a median.
    """

    text: str
    schema: GraphSchema
    today: date
    widenings: tuple[Widening, ...] = ()
    most: float = 1.0

    def said(self, text: str, *widenings: Widening, most: float = 1.0) -> Plainer:
        """Return the question in other words, its query to be widened by these, too."""
        # What was reworded last is undone first.
        own = (*widenings, *self.widenings)
        return replace(self, text=" ".join(text.split()), widenings=own, most=min(most, self.most))

    def widened(self, query: Query) -> Query | None:
        """Return the query that is asked for, None where this is none of a plainer question."""
        wide: Query | None = query
        for widen in self.widenings:
            wide = wide and widen(wide)
        return wide


Form = Callable[[Plainer], Plainer | None]
"""Rewords a question of one larger form; None for any other question."""


@dataclass(frozen=True, slots=True)
class SaidElement:
    """A part of the schema by its own words or a synonym of the notes, and where they stand."""

    element: Element
    start: int
    end: int


def said_elements(text: str, schema: GraphSchema, *kinds: str) -> Iterator[SaidElement]:
    """Yield the parts of a schema of these kinds that a text says, the longest words first."""
    words = question_words(text)
    for element, stems in _called(schema, kinds):
        for at in places(words, stems):
            yield SaidElement(element, words[at].start, words[at + len(stems) - 1].end)


@lru_cache(maxsize=16)
def _called(schema: GraphSchema, kinds: Sequence[str]) -> Sequence[tuple[Element, tuple[str, ...]]]:
    """Return the parts of a schema of these kinds with stems that say them, the longest first."""
    named = [(e, stems) for e, stems in elements(schema).items() if e.kind in kinds]
    for element, synonym in synonyms(schema):
        if element.kind in kinds:
            named.append((element, tuple(base(part) for part in synonym.casefold().split())))
    return sorted((own for own in named if own[1]), key=lambda own: -len(own[1]))


def leading_elements(phrase: str, schema: GraphSchema) -> tuple[list[Element], int]:
    """Return the labels and properties that a phrase begins with, and how many characters that is.

    Labels come first. Nothing where the word behind names a part of the schema, too: of "product
    category" neither is meant alone.
    """
    words = phrase.split()
    for size in range(len(words), 0, -1):
        head, behind = " ".join(words[:size]), " ".join(words[size:])
        said = said_elements(head, schema, "label", "property")
        whole = [own.element for own in said if own.end - own.start == len(head)]
        if whole:
            alone = not any(said_elements(behind, schema, "label", "property"))
            return (sorted(whole, key=lambda e: e.kind), len(head)) if alone else ([], 0)
    return [], 0


def is_named_so(schema: GraphSchema, word: str) -> bool:
    """Say whether a part of the schema is called by a word: `median_income`, of "median"."""
    return any(base(word) in stems for stems in elements(schema).values())
