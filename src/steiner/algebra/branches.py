"""Branches of a query: matched with it, which proves its rows; or taken out of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from steiner.algebra.exact_query import Query
from steiner.algebra.terms import Bound, Owner, PropertyOf, QueryLink


@dataclass(frozen=True, slots=True)
class _Numbers:
    """New numbers of the variables and links of a query; what has none is left out."""

    variables: Mapping[int, int]
    links: Mapping[int, int]

    def owner(self, owner: Owner) -> Owner:
        numbers = self.links if owner.is_link else self.variables
        return owner._replace(number=numbers[owner.number])

    def property(self, own: PropertyOf) -> PropertyOf:
        return own._replace(owner=self.owner(own.owner))

    def linked(self, query: Query) -> tuple[QueryLink, ...]:
        ends = self.variables
        return tuple(
            replace(link, source=ends[link.source], target=ends[link.target])
            for number, link in enumerate(query.links)
            if number in self.links
        )

    def bounds(self, query: Query) -> tuple[Bound, ...]:
        return tuple(self._bound(b) for b in query.bounds if self.has(b.property.owner))

    def has(self, owner: Owner) -> bool:
        return owner.number in (self.links if owner.is_link else self.variables)

    def _bound(self, bound: Bound) -> Bound:
        value = bound.value
        value = self.property(value) if isinstance(value, PropertyOf) else value
        return replace(bound, property=self.property(bound.property), value=value)


def joined(query: Query, branch: Query) -> Query:
    """Return a query that has the links and conditions of a branch among its own."""
    count, first = len(query.labels) - 1, len(query.links)
    variables = {i: i + count if i else 0 for i in range(len(branch.labels))}
    numbers = _Numbers(variables, {i: i + first for i in range(len(branch.links))})
    return replace(
        query,
        labels=(query.labels[0] or branch.labels[0], *query.labels[1:], *branch.labels[1:]),
        links=(*query.links, *numbers.linked(branch)),
        bounds=(*query.bounds, *numbers.bounds(branch)),
    )


def proofs_of(query: Query) -> Iterator[Query]:
    """Yield the queries whose matches prove the rows of one, each with what is matched of it.

    Of "founded by Ann or led by Bob" they are two: who is founded by Ann, and who is led by Bob.
    """
    if not query.either:
        yield query
    for branch in query.either:
        whole = joined(replace(query, either=branch.either), branch)
        # As a condition it stays: the root's label is part of it.
        yield from (replace(proof, either=(branch,)) for proof in proofs_of(whole))
