"""Whether two queries mean the same, however their variables are numbered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Set
from functools import cached_property
from typing import Any

from steiner.algebra import Bound, Measure, OfGroup, Owner, PropertyOf, Query
from steiner.algebra.terms import DAY_PARTS, ITEM, LOWER, PERCENTILE

Names = Set[tuple[str, str]]
"""(label, property) of what nodes are called by."""


def meaning_of(query: Query, names: Names = frozenset()) -> str:
    """Return a text that queries of the same meaning share.

    Variables are told by the way that leads to them. What is only shown beside, that a value is
    present where rows are ordered by it, and ties say nothing of which rows there are.

    `names`: (label, property) of the names of nodes, which are shown in any case.
    """
    return _meaning(query, _Walk(query), names)


def meaning_and_core(query: Query, names: Names) -> tuple[str, str]:
    """Return `meaning_of` and `core_of` a query, by one walk over it."""
    walk = _Walk(query)
    return _meaning(query, walk, names), _core(query, walk)


def _meaning(query: Query, walk: _Walk, names: Names) -> str:
    parts = [
        query.labels[0],
        *sorted(walk.behind_root),
        *sorted(meaning_of(branch, names) for branch in query.either),
        *sorted(f"beside {meaning_of(own, names)}" for own in query.beside),
        _measured(query.measure, walk),
        walk.property(query.group) if query.group else "",
        f"{query.order.descending} {walk.property(query.order.by) if query.order.by else ''}"
        if query.order
        else "",
        f"{query.limit} {query.skip} {query.single} {query.across}",
        *_of_results(query, walk),
        *sorted(walk.property(p) for p in {*query.shown} if not _is_name(query, p, names)),
    ]
    return " | ".join(parts)


def core_of(query: Query) -> str:
    """Return a text that queries share which compute the same, however rows are laid out.

    Order, limit, columns beside and whether those with none are rows say nothing: "the sites with
    the number of products of each" has the core of "how many products has each site".
    """
    return _core(query, _Walk(query))


def _core(query: Query, walk: _Walk) -> str:
    walks = [(query, walk), *((own, _Walk(own)) for own in query.beside)]
    met = {said for _, own in walks for said in own.behind_root}
    measured = [said for each, own in walks if (said := _measured(each.measure, own))]
    by = walk.property(query.group) if query.group else ""
    branches = sorted(core_of(branch) for branch in query.either)
    results = _of_results(query, walk)
    return " | ".join([query.labels[0], *sorted(met), *branches, *measured, by, *results])


def _of_results(query: Query, walk: _Walk) -> Iterator[str]:
    """Write what is computed of results, and of which groups the first rows are."""
    if query.between:
        yield f"between {query.between}"
    if query.each:
        group = walk.of(query.each.of)
        yield f"first {query.each._replace(of=Owner(0))} of each {group}"
    if query.path is not None:
        yield f"a path over {walk.way(Owner(query.path, True))}"
    if grouping := query.grouping:
        keys = ", ".join(map(walk.of, grouping.by))
        measured = [_measured(own, walk) for own in grouping.measures]
        yield f"{'pairs' if grouping.pairs else 'table'} by {keys}: {measured}"
    if query.against:
        yield f"against {query.against.operator} {meaning_of(query.against.other)}"


def _is_name(query: Query, own: PropertyOf, names: Names) -> bool:
    return not own.owner.is_link and (query.labels[own.owner.number], own.name) in names


def _measured(measure: Measure | None, walk: _Walk) -> str:
    if measure is None:
        return ""
    counted = walk.of(measure.over)
    part = sorted(walk.bound(bound) for bound in measure.part)
    percent = f" {measure.percent:g}" * (measure.kind == PERCENTILE)
    return f"{measure.kind}{percent} {counted} {sorted(measure.having)} {part}"


class _Walk:
    """The ways from a query's root."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self._asked: dict[Owner, list[str]] = defaultdict(list)
        for bound in query.bounds:
            if bound.operator != "present":
                self._asked[bound.property.owner].append(self.bound(bound))

    @cached_property
    def behind_root(self) -> list[str]:
        """What is asked of the root."""
        return [*self.behind(0, frozenset())]

    def way(self, owner: Owner) -> str:
        """Name a variable or link by the types that lead to it."""
        steps = [_step(self._query, number) for number in self._query.way(owner)]
        return "/".join([*steps, "link"] if owner.is_link else steps)

    def of(self, own: Owner | PropertyOf) -> str:
        """Name a variable, a link or a property."""
        return self.property(own) if isinstance(own, PropertyOf) else self.way(own)

    def property(self, own: PropertyOf) -> str:
        """Name a property with whose it is."""
        part = f".{own.kind}" * (own.kind in DAY_PARTS or own.kind in ("length", ITEM, LOWER))
        return f"{self.way(own.owner)}.{own.said}{part}"

    def bound(self, bound: Bound) -> str:
        """Write a condition."""
        operator, value = bound.operator, bound.value
        if operator == "in" and isinstance(value, list) and len({*map(str, value)}) == 1:
            operator, value = "=", value[0]
        said = meaning_of(value) if isinstance(value, Query) else _plain(value)
        said = self.property(value) if isinstance(value, PropertyOf) else said
        said = f"{value.kind} of {self.of(value.of)}" if isinstance(value, OfGroup) else said
        operator = "=" if operator == "contains" and bound.property.kind == "list" else operator
        return f"{'not ' * bound.negated}{bound.property.name} {operator} {said}"

    def behind(self, variable: int, met: frozenset[int]) -> Iterator[str]:
        """Yield what is asked of a variable: its conditions, and its links with all behind them."""
        query = self._query
        yield from self._asked.get(Owner(variable), ())
        for number, link in enumerate(query.links):
            if number in met or variable not in (link.source, link.target):
                continue
            other = link.target if variable == link.source else link.source
            own = self._asked.get(Owner(number, True), ())
            further = sorted(self.behind(other, met | {number}))
            away = "" if link.mutual else ">" if variable == link.source else "<"
            denied = f"{'no ' * link.negated}{sorted(link.count)}"
            many = f"*{link.steps}" * (link.steps > 1)
            step = f"{denied}{away}{sorted(link.types)}{many} {query.labels[other]}"
            yield f"{step} {sorted(own)} {further}"


def _step(query: Query, number: int) -> str:
    link = query.links[number]
    near = min(link.source, link.target)
    away = "" if link.mutual else ">" if link.source == near else "<"
    many = f"*{link.steps}" * (link.steps > 1)
    return (
        f"{away}{'|'.join(sorted(link.types))}{many} {query.labels[max(link.source, link.target)]}"
    )


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return str(sorted(map(str, value)))
    return f"{float(value):g}" if isinstance(value, int | float) else str(value)
