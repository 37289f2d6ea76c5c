"""What of a question a query does not have, by the checks that hold for any query."""

from __future__ import annotations

from steiner.algebra import Query
from steiner.query.checks.word_checks import checks
from steiner.query.composing.words.lattice import Lattice

_NO_FAULT = ("links", "conditions", "rivals", "weak", "outdone")
"""What is counted of a query and says nothing against it."""
_SAID = {"says itself": "its rows are what the question names"}


def doubts(query: Query, looked: Lattice) -> list[str]:
    """Name the checks that a query does not pass: "name lost", "denial made up"."""
    failed = checks(query, looked)
    return [_SAID.get(name, name) for name, v in failed.items() if v and name not in _NO_FAULT]
