"""Other readings of a question: which of them is meant is asked."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from steiner.display.offered import numbered
from steiner.display.sentences import sentences_for
from steiner.errors import InvalidInput, SteinerError
from steiner.evidence import Alternative, Evidence, Table
from steiner.graph import Node
from steiner.query.query_reading import Reading
from steiner.retrieve.exact.computed_rows import asked_of, with_rows
from steiner.retrieve.exact.row_judge import Offered, comparable
from steiner.settings import Options

_SHOWN = 2
"""Readings that are offered: more is no help."""
_NEAR = 0.2
"""Probability of a second reading, as a part of that of the first, from which on it is asked back.

So it is for 26 of CypherBenchAU's 41 ambiguous questions, and for 49 of 204 that have one meaning
(its clean ones, and those of the made hr and shop).
"""

T = TypeVar("T", Offered, Alternative)


def computed_others(
    others: Sequence[Reading], question: str, store: Any, *, proved: bool
) -> list[Offered]:
    """Return the next readings with their rows, where they do not take too long.

    What these come from is only read where one of them may be chosen (`proved`): it takes as many
    statements as the rows.
    """
    computed = []
    for reading in others[:_SHOWN]:
        with suppress(SteinerError):
            table = store.run(reading.query, 0.0, proved=proved)
            computed.append(Offered(reading, asked_of(table, reading, question)))
    return computed


def run_again(offered: Offered, question: str, store: Any) -> Offered:
    """Return a reading whose rows turned out to be the answer with what they come from."""
    table = store.run(offered.reading.query, 0.0)
    return offered._replace(table=asked_of(table, offered.reading, question))


def alternatives(best: Table, others: Sequence[Offered]) -> tuple[Offered, ...]:
    """Return the readings whose rows are neither none nor those of the best or of each other."""
    met, offered = [best], []
    for other in others:
        if other.table.rows and not any(_says_the_same(other.table, own) for own in met):
            met.append(other.table)
            offered.append(other)
    return tuple(offered)


def answering_otherwise(others: Sequence[T], answers: Sequence[str]) -> tuple[T, ...]:
    """Return the readings whose rows are more than the nodes that are the answers already."""
    return tuple(other for other in others if _nodes_named(other.table) != {*answers})


def asking_back(question: str, offered: Sequence[Offered]) -> str:
    """Ask in words which reading is meant; "" where the first is much likelier than the second."""
    if len(offered) < 2:
        return ""
    first, second = (each.reading.confidence for each in offered[:2])
    if second < _NEAR * first:
        return ""
    asked = sentences_for(question).did_you_mean
    return "\n".join([asked, *numbered([each.table for each in offered], question)])


def as_chosen(evidence: Evidence, offered: Sequence[Offered], options: Options) -> Evidence:
    """Return the evidence with the rows of the chosen reading: who asks says it, so it is sure.

    `evidence` is that of the paths. Raises InvalidInput where the number is not offered.
    """
    if not offered:
        options.without_choice()
    if options.choose > len(offered):
        raise InvalidInput(
            f"choose={options.choose} is none of the readings of this question, which are "
            f"{len(offered)}: give a number from 1 to {len(offered)}, or leave it out."
        )
    meant = offered[options.choose - 1]
    sure = replace(meant.reading, confidence=1.0)
    evidence = with_rows(evidence, meant.table, sure, options)
    return replace(evidence, table=meant.table, exact=True)


def _nodes_named(table: Table) -> set[str]:
    """Return the names of the nodes that a table answers with; none where it has numbers, too."""
    alone = all(isinstance(cell, Node | str) for row in table.rows for cell in row)
    cells = (row[table.answers_in] for row in table.rows) if alone else ()
    return {cell.name for cell in cells if isinstance(cell, Node)}


def _says_the_same(one: Table, other: Table) -> bool:
    """Say whether a table has the rows of another, with a column more or less beside."""
    if _content(one, one.columns) == _content(other, other.columns):
        return True  # However its columns are called.
    shared = [name for name in one.columns if name in other.columns]
    whole = len(shared) == min(len(one.columns), len(other.columns))
    return whole and _content(one, shared) == _content(other, shared)


def _content(table: Table, columns: Sequence[str]) -> frozenset[tuple[str, ...]]:
    places = [table.columns.index(name) for name in columns]
    return frozenset(tuple(comparable(row[k]) for k in places) for row in table.rows)
