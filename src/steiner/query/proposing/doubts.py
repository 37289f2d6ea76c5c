"""What of a question a query does not have, by the checks that hold for any query."""

from __future__ import annotations

from dataclasses import replace

from steiner.algebra import Owner, PropertyOf, Query
from steiner.query.checks.word_checks import checks
from steiner.query.composing.words.lattice import Lattice

_NO_FAULT = ("links", "conditions", "rivals", "weak", "outdone")
"""What is counted of a query and says nothing against it."""
_SAID = {"says itself": "its rows are what the question names"}


def doubts(query: Query, looked: Lattice) -> list[str]:
    """Name the checks that a query does not pass: "name lost", "denial made up"."""
    failed = checks(_first_of_table(query), looked)
    return [_SAID.get(name, name) for name, v in failed.items() if v and name not in _NO_FAULT]


def _first_of_table(query: Query) -> Query:
    """Return a table by several keys as the checks know one: by a key, with its first measure."""
    if query.grouping is None:
        return query
    by, measures = query.grouping.by, query.grouping.measures
    own = [k for k in by if isinstance(k, PropertyOf) and k.owner == Owner(0)]
    return replace(
        query,
        grouping=None,
        order=replace(query.order, by=None) if query.order else None,
        measure=measures[0] if measures else None,
        group=own[0] if own else None,
        single=not by,
    )
