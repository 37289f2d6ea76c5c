"""Other readings of a question: whether they have rows decides, and which is meant is asked."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from steiner.display.offered import numbered
from steiner.display.sentences import sentences_for
from steiner.errors import InvalidInput, SteinerError
from steiner.graph import Alternative, Evidence, Node, Table
from steiner.query.query_reading import Reading
from steiner.retrieve.exact.computed_rows import asked_of, denies, with_rows
from steiner.settings import Options

_SHOWN = 2
"""Readings that are offered: more is no help."""
_NEAR = 0.4
"""Probability of a second reading, as a part of that of the first, from which on it is asked back.

So it is for 22 of 31 ambiguous questions of CypherBenchAU's art and company, and for 58 of 190 that
have one meaning (these two graphs, and the made hr and shop).
"""
_LEAST = 0.5
"""Probability of a reading that has rows, as a part of that of one without, to stand before it.

Over the graphs that reading has learnt from 29 of 52 such are right, and 3 of the former.
"""
_GIVEN = 0.5
"""What a reading without rows leaves of its probability to the one that stands beside it."""
_NO_MORE = 0.01
"""How much less than sure a reading stays that is right because another has no rows."""


class Offered(NamedTuple):
    """A reading of a doubtful question, and its rows."""

    reading: Reading
    table: Table


T = TypeVar("T", Offered, Alternative)


def computed_others(others: Sequence[Reading], question: str, store: Any) -> list[Offered]:
    """Return the next readings with their rows, where they do not take too long."""
    computed = []
    for reading in others[:_SHOWN]:
        with suppress(SteinerError):
            table = store.run(reading.query, 0.0)
            computed.append(Offered(reading, asked_of(table, reading, question)))
    return computed


def decided(best: Offered, others: Sequence[Offered], sure: float) -> list[Offered]:
    """Return the readings, the one that is likelier right first: what has no rows is hardly asked.

    "Which movies star Ann?" are none that she reviewed, where she reviewed none. That no row meets
    a denial, or what is asked whether it holds, is an answer as good as another.
    """
    near = [o for o in others if o.reading.confidence >= _LEAST * best.reading.confidence]
    if not near or best.table.whether or denies(best.table, best.reading):
        return [best, *others]
    if not _says_nothing(best.table):
        return [_raised(best, near[0], sure) if _says_nothing(near[0].table) else best, *others]
    other = next((o for o in near if not _says_nothing(o.table)), None)
    if other is None:
        return [best, *others]
    return [_raised(other, best, sure), best, *(o for o in others if o is not other)]


def _says_nothing(table: Table) -> bool:
    """Say whether a table has no rows, or nothing but null and 0 in them."""
    return not any(cell is not None and cell != 0 for row in table.rows for cell in row)


def _raised(kept: Offered, empty: Offered, sure: float) -> Offered:
    """Return a reading that is likelier by a part of what another without rows was thought."""
    own = kept.reading.confidence
    raised = own + _GIVEN * empty.reading.confidence * (1.0 - own)
    most = max(own, sure - _NO_MORE)
    return kept._replace(reading=replace(kept.reading, confidence=min(raised, most)))


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


def _content(table: Table, columns: Sequence[str]) -> frozenset[str]:
    places = [table.columns.index(name) for name in columns]
    return frozenset(
        repr([cell.id if isinstance(cell, Node) else cell for cell in (row[k] for k in places)])
        for row in table.rows
    )
