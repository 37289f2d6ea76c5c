"""How probable readings are once their rows are there: what has none was hardly asked.

Which of two readings has rows, and whether both have the same ones, says as much as the words do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from steiner.algebra.schema.learnt_words import NOTHING_LEARNT, LearntWords
from steiner.evidence import Table
from steiner.graph import Node
from steiner.query.probability import probabilities_with_rows
from steiner.query.query_reading import Reading
from steiner.retrieve.exact.computed_rows import denies, tells

_MANY = 20
"""Rows that are more than people ask for."""
Columns = frozenset[tuple[str, ...]]


class Offered(NamedTuple):
    """A reading of a question, and its rows."""

    reading: Reading
    table: Table


class RowFacts(NamedTuple):
    """What rows say of the reading that they are of.

    `columns`: what each column holds; `tell`: more than the question names itself; `deny`: that
    there are none is an answer; `empty`: there is nothing but null and 0.
    """

    columns: Columns
    rows: frozenset[tuple[str, ...]]
    number: int
    tell: bool
    deny: bool
    empty: bool
    whether: bool


def row_facts(table: Table, reading: Reading, question: str) -> RowFacts:
    """Return what the rows of a reading say of it."""
    shown = [tuple(map(comparable, row)) for row in table.rows]
    return RowFacts(
        columns=frozenset(tuple(sorted(column)) for column in zip(*shown, strict=True)),
        rows=frozenset(shown),
        number=len(shown),
        tell=tells(table, question, reading.asked),
        deny=denies(table, reading),
        empty=not any(cell is not None and cell != 0 for row in table.rows for cell in row),
        whether=table.whether,
    )


def comparable(cell: object) -> str:
    """Return a cell as a text by which cells are compared: a node is its id."""
    return str(cell.id) if isinstance(cell, Node) else repr(cell)


def row_signals(facts: Sequence[RowFacts], chances: Sequence[float], k: int) -> dict[str, float]:
    """Return what rows say of the k-th of some readings, whose probability was thought `chances`.

    Of three readings thought .5, .3 and .2, of which the first two have the same rows and the third
    none, the first has "rows same" .3 and "rows none elsewhere" .2.
    """
    own = facts[k]
    others = [(f, p) for i, (f, p) in enumerate(zip(facts, chances, strict=True)) if i != k]
    same = [p for f, p in others if f.rows == own.rows]
    telling = [p for f, p in others if f.rows != own.rows and f.tell and f.number]
    alike = [p for f, p in others if f.rows != own.rows and f.columns & own.columns]
    return {
        # Golds without rows teach nothing, so that a "none" that answers is judged as rows are.
        "rows": float(bool(own.number) or own.deny),
        "rows tell": float(own.tell or (own.deny and not own.number)),
        "rows empty": float(own.empty and not own.deny),
        "rows whether": float(own.whether),
        "rows say no": float(own.whether and not own.number),
        "rows one": float(own.number == 1),
        "rows many": float(own.number > _MANY),
        "rows same": sum(same),
        "rows differ": sum(telling),
        "rows alike": sum(alike),
        "rows none elsewhere": sum(p for f, p in others if f.empty),
    }


def agreeing(facts: Sequence[RowFacts]) -> list[list[int]]:
    """Return for each of some readings those that have its answers: its rows, or one column."""
    return [
        [
            i
            for i, f in enumerate(facts)
            if f is own or f.rows == own.rows or f.columns & own.columns
        ]
        for own in facts
    ]


def judged_by_rows(
    offered: Sequence[Offered], question: str, learnt: LearntWords = NOTHING_LEARNT
) -> list[Offered]:
    """Return readings with the probability that their rows leave them, the most probable first.

    As they are where a model proposed one, of which rows have taught nothing.
    """
    if not all(each.reading.signals for each in offered):
        return list(offered)
    facts = [row_facts(each.table, each.reading, question) for each in offered]
    chances = [each.reading.confidence for each in offered]
    signals = [
        {**each.reading.signals, **row_signals(facts, chances, k)} for k, each in enumerate(offered)
    ]
    probable = probabilities_with_rows(signals, agreeing(facts), learnt)
    rated = [
        each._replace(reading=replace(each.reading, confidence=sure))
        for each, sure in zip(offered, probable, strict=True)
    ]
    return sorted(rated, key=lambda each: -each.reading.confidence)
