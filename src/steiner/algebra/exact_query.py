"""What a question computes, as variables and links in a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from steiner.algebra.grouped_rows import Grouping
from steiner.algebra.query_parts import require_parts
from steiner.algebra.terms import (
    Against,
    Between,
    Bound,
    FirstOfEach,
    Measure,
    Ordering,
    Owner,
    PropertyOf,
    QueryLink,
)

MOST_LISTED = 100
"""Values in a cell that lists them."""
MOST_ROWS = 1_000
"""Rows of a table; its `total` tells how many there are."""


@dataclass(frozen=True, slots=True)
class Query:
    """What a question computes.

    `labels` of the variables ("" where any), the root first; variable i + 1 is reached by the
    links. `group`: rows are the values of a property of the root, not the root itself. `single`:
    one row, the measure over everything, or, where `across` names one of MEASURES, that over the
    measures of all roots: the average number of orders that a customer has. `shown`: properties
    beside the root; `listed`: those of which all values stand in one cell, where rows are limited:
    "the 3 oldest directors and their films". `ties`: what is as good as the last row within `limit`
    is asked for, too: all who acted in the newest film. `skip`: rows before the first that is
    asked for: 1 for "the second highest".

    `either`: branches of which the root meets one at least. A branch is a query of the same root,
    with links and conditions alone; its label counts, too, where it is another: "who founded Acme
    or is on its board", "a film after 2010 or by Ann".

    `beside`: measures that stand beside each root, each a query of the same root: "the directors
    born in Rome, with the number of films of each". Roots of which nothing is measured stay, with
    0 or null. `between` computes a number of the first two. An order by None goes by that, or by
    the first of them. Raises InvalidInput where one of both asks for more than that.

    `each`: rows are the first few of each of something: "the newest film of each director".
    `against`: the one number that is asked for is computed with another query's. `grouping`: rows
    are combinations of keys, or pairs, with measures beside each; an order by None goes by the
    first of them, one by a property by that key. `path`: rows are a shortest way of this link from
    each root to each other end, with what lies on it and its length, by which they are ordered.
    """

    labels: tuple[str, ...]
    links: tuple[QueryLink, ...] = ()
    bounds: tuple[Bound, ...] = ()
    measure: Measure | None = None
    group: PropertyOf | None = None
    single: bool = False
    order: Ordering | None = None
    limit: int | None = None
    shown: tuple[PropertyOf, ...] = ()
    ties: bool = False
    listed: tuple[PropertyOf, ...] = ()
    across: str = ""
    skip: int = 0
    either: tuple[Query, ...] = ()
    beside: tuple[Query, ...] = ()
    between: Between | None = None
    each: FirstOfEach | None = None
    against: Against | None = None
    grouping: Grouping | None = None
    path: int | None = None

    def __post_init__(self) -> None:
        """Require that its parts go together."""
        require_parts(self)

    def parts(self) -> Iterator[Query]:
        """Yield the query and its branches."""
        yield self
        for branch in (*self.either, *self.beside):
            yield from branch.parts()

    def properties(self) -> Iterator[PropertyOf]:
        """Yield the properties that the query itself speaks of, those of its branches left out."""
        yield from (bound.property for bound in self.bounds)
        yield from (*self.shown, *self.listed)
        over, by = self.measure and self.measure.over, self.order and self.order.by
        each = self.each and self.each.of
        yield from (own for own in (over, self.group, by, each) if isinstance(own, PropertyOf))
        yield from self.grouping.properties() if self.grouping else ()

    def matched(self) -> list[int]:
        """Return the links that rows are made of: on the way to what is measured or shown."""
        wanted: list[Owner] = self.grouping.owners() if self.grouping else []
        if self.measure:
            over = self.measure.over
            wanted.append(over.owner if isinstance(over, PropertyOf) else over)
        if self.order and self.order.by:
            wanted.append(self.order.by.owner)
        if self.each:
            of = self.each.of
            wanted.append(of.owner if isinstance(of, PropertyOf) else of)
        if self.path is not None:
            return [self.path]
        wanted += [owner for bound in self.bounds for owner in self.apart(bound)]
        wanted += self._joined()
        if not self.measure and not self.grouping:
            wanted += [own.owner for own in (*self.shown, *self.listed)]
            if self.is_chain():
                numbers = range(len(self.links))
                wanted += [Owner(i, True) for i in numbers if not self.is_condition(i)]
        return sorted({link for owner in wanted for link in self.way(owner)})

    def may_leave_out(self) -> bool:
        """Say whether what is matched may make no row, as its measure is null or not as asked."""
        having = any(own.measure and own.measure.having for own in self.beside)
        having |= any(own.having for own in self.grouping.measures) if self.grouping else False
        measure = self.measure
        return (
            having
            or bool(self.between and self.between.having)
            or bool(measure and (measure.having or measure.kind != "count"))
        )

    def way(self, owner: Owner) -> list[int]:
        """Return the links from the root to a variable, or to a link and over it."""
        variable = self.far(owner.number) if owner.is_link else owner.number
        way: list[int] = []
        while variable:
            number = self.entering(variable)
            way.append(number)
            variable = min(self.links[number].source, self.links[number].target)
        return way[::-1]

    def far(self, link: int) -> int:
        """Return the end of a link that is further from the root."""
        return max(self.links[link].source, self.links[link].target)

    def tree(self) -> list[int]:
        """Return the links that are no closing ones."""
        closing = set(self.closing())
        return [number for number in range(len(self.links)) if number not in closing]

    def is_one_row(self) -> bool:
        """Say whether there is one row, over everything."""
        return self.single or bool(self.grouping and not self.grouping.by)

    def row_key(self, row: Sequence[Any]) -> Any:
        """Return what tells a row from the others: its first cell, all keys of a group, a path.

        Of a path from 1 to 3 over 2 it is 1, 3 and all of its nodes: [1, 3, [1, 3, 2]].
        """
        if self.path is not None:
            return [row[0], row[1], [row[0], row[1], *row[2]]]
        return self.grouping.row_key(row) if self.grouping else row[0]

    def required(self) -> list[int]:
        """Return the links that can be matched: that are there, and close no circle."""
        return [number for number in self.tree() if not self.is_condition(number)]

    def is_condition(self, link: int) -> bool:
        """Say whether a link, or one on the way to it, is never matched."""
        return any(self.links[number].is_condition for number in self.way(Owner(link, True)))

    def is_chain(self) -> bool:
        """Say whether no two links that are matched leave the same variable."""
        matched = (self.links[k] for k in self.required())
        nearer = [min(link.source, link.target) for link in matched]
        return len(set(nearer)) == len(nearer)

    def known_at(self, bound: Bound) -> Owner:
        """Return the variable or link at which all is known that a condition compares."""
        return max(bound.of(), key=self._place)

    def _place(self, owner: Owner) -> tuple[int, bool]:
        """Return what orders variables and links as they are matched, a link behind its end."""
        if owner.is_link:
            return owner.number, True
        return self.entering(owner.number) if owner.number else -1, False

    def apart(self, bound: Bound) -> tuple[Owner, ...]:
        """Return what a condition compares where neither lies on the way to the other."""
        return self._on_branches(*bound.of())

    def _on_branches(self, *owners: Owner) -> tuple[Owner, ...]:
        """Return variables and links where none of them lies on the way to another."""
        both = sorted(owners, key=self._place)
        ways = [self.way(owner) for owner in both]
        along = ways[0] == ways[-1][: len(ways[0])]
        return () if along else tuple(both)

    def _joined(self) -> Iterator[Owner]:
        """Yield what closing links join of two branches: only of what is matched are both known."""
        required = {*self.required()}
        for link in map(self.links.__getitem__, self.closing()):
            both = self._on_branches(Owner(link.source), Owner(link.target))
            if all({*self.way(owner)} <= required for owner in both):
                yield from both

    def entering(self, variable: int) -> int:
        """Return the link by which the tree reaches a variable: its first one."""
        ends = ((i, link) for i, link in enumerate(self.links))
        return next(i for i, k in ends if max(k.source, k.target) == variable)

    def closing(self) -> Iterator[int]:
        """Yield the links that join two variables which the tree has reached already."""
        reached: set[int] = set()
        for number, link in enumerate(self.links):
            far = max(link.source, link.target)
            if far in reached:
                yield number
            reached.add(far)
