"""The fewest of something: whoever has none of it has fewer than whoever has one."""

from __future__ import annotations

import re
from dataclasses import replace

from steiner.algebra import Owner, Query, apart
from steiner.errors import InvalidInput
from steiner.query.composing.words.excluded_items import WHOLE_NAME
from steiner.query.composing.words.lattice import Lattice

_HAS_FEWEST = re.compile(
    r"\b(?:has|have|had|having|with)\s+(?:the\s+)?(?:\w+\s+)?"
    r"(?:fewest|least|(?:smallest|lowest)\s+(?:number|count))\b"
)
_SOME = re.compile(r"\b(?:any|some|at\s+least)\b")


def with_none(query: Query, looked: Lattice) -> Query:
    """Return a query whose rows are those without any, too, where the fewest of theirs are asked.

    "The category with the fewest discontinued products" is one that has none, "among those that
    have any" is not. Of who is no label's own name, but named by what they do, each has done it
    once: "the actor with the fewest films".
    """
    asked = _HAS_FEWEST.search(looked.folded) and not _SOME.search(looked.folded)
    if not (asked and query.labels[0] in _named(looked) and _ranks_by_least(query)):
        return query
    assert query.measure
    assert isinstance(query.measure.over, Owner)
    try:
        left, counted = apart(query, query.way(query.measure.over)[:1])
    except InvalidInput:  # What is counted hangs together with what is asked of the rest.
        return query
    return replace(left, beside=(counted,))


def _named(looked: Lattice) -> set[str]:
    """Return the labels that words of the question name in full."""
    return looked.named(slice(len(looked.words)), "noun", WHOLE_NAME)


def _ranks_by_least(query: Query) -> bool:
    """Say whether rows are things, those first of which what they lead to counts least."""
    measure, order = query.measure, query.order
    counts = measure and measure.kind == "count" and isinstance(measure.over, Owner)
    other = (query.group, query.single, query.each, query.either, query.skip)
    if not measure or not counts or measure.having or measure.over == Owner(0) or any(other):
        return False
    return bool(order and order.by is None and not order.descending)
