""" "Which two actors acted together in the most films": which actors, then each two of them."""

from __future__ import annotations

import re
from dataclasses import replace

from steiner.algebra import Bound, Grouping, Measure, Owner, PropertyOf, Query
from steiner.query.widening.plainer import Plainer

_PAIR = re.compile(
    r"\b(?:(?:which|what)\s+(?P<one>pair|two)|(?:the\s+)?(?P<many>pairs?))\s+(?:of\s+)?(?=\w)",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"\s+(?:together|with\s+each\s+other|jointly)\b", re.IGNORECASE)
_MOST = re.compile(r"\bmost\b", re.IGNORECASE)


def as_single_ones(given: Plainer) -> Plainer | None:
    """Read the pairs that share the most as the single ones that have the most."""
    said = _PAIR.search(given.text)
    if said is None or not _TOGETHER.search(given.text) or not _MOST.search(given.text):
        return None
    text = f"{given.text[: said.start()]}which {given.text[said.end() :]}"
    one = said["one"] is not None or said["many"].casefold() == "pair"
    return given.said(_TOGETHER.sub("", text), lambda query: _paired(query, one))


def _paired(query: Query, one: bool) -> Query | None:
    """Return a table of the pairs of roots that are linked to the same, with how many these are."""
    measure = query.measure
    if measure is None or measure.kind != "count" or len(query.links) != 1 or query.single:
        return None
    link, order = query.links[0], query.order
    if link.is_condition or link.mutual or link.steps > 1 or order is None or not order.descending:
        return None
    ends = {0: 2, 1: 1}
    second = replace(link, source=ends[link.source], target=ends[link.target])
    bounds = (*query.bounds, *(_of_second(b) for b in query.bounds if b.property.owner == Owner(0)))
    counted = Measure("count", Owner(1), measure.having)
    plain = Query(
        (*query.labels, query.labels[0]),
        (link, second),
        bounds,
        order=order,
        limit=query.limit or (1 if one else None),
    )
    return replace(plain, grouping=Grouping((Owner(0), Owner(2)), (counted,), pairs=True))


def _of_second(bound: Bound) -> Bound:
    own: PropertyOf = bound.property
    return replace(bound, property=own._replace(owner=Owner(2)))
