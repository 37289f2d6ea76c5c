"""The group that a thing is compared with: what is linked to the same node, or has its value."""

from __future__ import annotations

from dataclasses import replace

from steiner.algebra.exact_query import Query
from steiner.algebra.terms import Bound, Measure, OfGroup, Owner, PropertyOf, QueryLink
from steiner.errors import InvalidInput


def group_of(query: Query, bound: Bound) -> tuple[Query, Measure]:
    """Return the query of a condition's group, and the measure of it that is compared with.

    By a node the root is that node, and variable 1 what is linked to it; by a value the root is
    what has it. Raises InvalidInput where no one link joins both.
    """
    value, own = bound.value, bound.property
    assert isinstance(value, OfGroup)
    label = query.labels[own.owner.number]
    if isinstance(value.of, PropertyOf):
        return Query((label,)), Measure(value.kind, own._replace(owner=Owner(0)))
    link = _joining(query, own.owner, value.of)
    ends = (0, 1) if link.source == value.of.number else (1, 0)
    labels = query.labels[value.of.number], label
    inner = Query(labels, (replace(link, source=ends[0], target=ends[1]),))
    return inner, Measure(value.kind, own._replace(owner=Owner(1)))


def _joining(query: Query, own: Owner, of: Owner) -> QueryLink:
    ends = {own.number, of.number}
    links = [query.links[number] for number in query.tree()]
    joining = [link for link in links if {link.source, link.target} == ends]
    plain = [link for link in joining if link.steps == 1 and not link.is_condition]
    if own.is_link or of.is_link or not plain:
        raise InvalidInput(
            f"The group of {_named(own)} needs a node that one plain link joins to it, got"
            f" {_named(of)}. Name a node beside it, or a property that its group shares."
        )
    return plain[0]


def _named(own: Owner) -> str:
    return f"{'link' if own.is_link else 'variable'} {own.number}"
