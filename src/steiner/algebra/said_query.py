"""A query, its conditions and its measure in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from steiner.algebra.exact_query import Query
from steiner.algebra.graph_schema import TEMPORAL
from steiner.algebra.terms import Bound, Measure, Overall, PropertyOf, QueryLink

_SAID = {"count": "number of", "sum": "total", "avg": "average", "min": "lowest", "max": "highest"}
_WHEN = {"min": "earliest", "max": "latest"}


def in_words(query: Query) -> str:
    """Say a query in one line: "Supplier - SUPPLIES - Product: count, most first, 5"."""
    root = query.labels[0] or "anything"
    across = [f"{_SAID[query.across]} of each {root}'s"] if query.across else []
    asked = [" ".join([*across, _measured(query.measure)])] if query.measure else []
    asked += [condition_in_words(query, b) for b in query.measure.part] if query.measure else []
    if query.group:
        year = "year of " if query.group.kind == "year" else ""
        asked.append(f"for each {year}{query.group.name}")
    if query.order:
        by = query.order.by.name if query.order.by else ""
        way = "most first" if query.order.descending else "least first"
        asked.append(f"{by} {way}".strip())
    asked += [f"all {own.name} of {query.labels[own.owner.number]}" for own in query.listed]
    if query.skip:
        asked.append(f"from number {query.skip + 1} on")
    asked += [f"{query.limit}{' and ties' if query.ties else ''}"] if query.limit else []
    said = "; ".join([root, *_conditions(query)])
    return f"{said}: {', '.join(asked)}" if asked else said


def _conditions(query: Query) -> Iterator[str]:
    yield from (f"{'without ' if k.negated else ''}{_step(query, k)}" for k in query.links)
    yield from (condition_in_words(query, bound) for bound in query.bounds)
    if query.either:
        yield either_in_words(query)


def either_in_words(query: Query) -> str:
    """Say the branches: "either Person FOUNDED Firm, Person.name = 'Ann' or Firm.staff > 9"."""
    return f"either {' or '.join(_branch(query, branch) for branch in query.either)}"


def _branch(query: Query, branch: Query) -> str:
    label = branch.labels[0]
    own = [] if label in ("", query.labels[0]) else [f"a {label}"]
    said = ", ".join([*own, *_conditions(branch)]) or "anything"
    return f"({said})" if branch.either else said


def without_one(query: Query) -> Iterator[tuple[str, Query]]:
    """Yield each condition in words, with the query that does not ask for it."""
    for bound in query.bounds:
        less = tuple(other for other in query.bounds if other != bound)
        yield condition_in_words(query, bound), replace(query, bounds=less)
    if query.either:
        yield either_in_words(query), replace(query, either=())


def _step(query: Query, link: QueryLink) -> str:
    ends = [query.labels[link.source] or "anything", query.labels[link.target] or "anything"]
    many = " and ".join(f"{operator} {value:g}" for operator, value in link.count)
    said = f"{ends[0]} {' or '.join(link.types)} {ends[1]}{', either way' * link.mutual}"
    return f"{said} ({many} each)" if many else said


def condition_in_words(query: Query, bound: Bound) -> str:
    """Say a condition: "Product.unitPrice > 20"."""
    owner = bound.property.owner
    of = query.links[owner.number].types[0] if owner.is_link else query.labels[owner.number]
    value = "" if bound.value is None else f" {bound.value!r}"
    value = f" {bound.value.name}" if isinstance(bound.value, PropertyOf) else value
    value = f" {_SAID[bound.value.kind]} of all" if isinstance(bound.value, Overall) else value
    if isinstance(bound.value, Query):
        value = f" that of {bound.value.bounds[0].value!r}"
    return f"{'not ' if bound.negated else ''}{of}.{bound.property.name} {bound.operator}{value}"


def measured_in_words(measure: Measure) -> str:
    """Name a measure, and the column that holds it: "count", "average price", "latest sentOn"."""
    over = measure.over
    if not isinstance(over, PropertyOf):
        return measure.kind
    said = _SAID | _WHEN if over.kind in TEMPORAL else _SAID
    return f"{said[measure.kind]} {over.name}"


def said_of(kind: str) -> str:
    """Name one of MEASURES: "average" for avg."""
    return _SAID[kind]


def _measured(measure: Measure) -> str:
    said = measured_in_words(measure)
    return " ".join([said, *(f"{operator} {value:g}" for operator, value in measure.having)])
