"""What a question computes, as variables and links in a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from steiner.algebra.grouped_rows import Grouping
from steiner.algebra.terms import (
    MOST_STEPS,
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
from steiner.errors import InvalidInput

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
        """Require that branches are conditions, and what stands beside roots is measures."""
        for own in self.either:
            if own != Query(own.labels, own.links, own.bounds, either=own.either):
                raise InvalidInput(
                    "A branch of `either` has labels, links, bounds and an `either` of its own, got"
                    f" {own}. What is measured, shown or ordered stands in the whole query."
                )
        for own in self.beside:
            if not own.measure or own != Query(own.labels, own.links, own.bounds, own.measure):
                raise InvalidInput(
                    "What stands `beside` the rows has labels, links, bounds and a measure, got"
                    f" {own}. What is ordered, limited or shown stands in the whole query."
                )
        self._require_single_steps()
        if self.grouping:
            self._require_plain_groups(self.grouping)
        if self.path is not None:
            self._require_path(self.path)
        if self.beside and (self.measure or self.group):
            raise InvalidInput(
                "Measures stand `beside` things alone, got a query with a measure or a group of"
                " its own. Put its measure among those beside, or leave them out."
            )
        self._require_numbers()

    def _require_path(self, number: int) -> None:
        """Require that a path is one of several steps from the root, and all that is asked for."""
        other = (self.measure, self.group, self.beside, self.each, self.shown, self.listed)
        if any(other) or self.single or self.grouping or (self.order and self.order.by):
            raise InvalidInput(
                "Rows that are paths have their ends, what lies on the way, and its length, by"
                " which they are ordered. Leave out what is measured, shown or ordered by."
            )
        if number not in self.required() or self.way(Owner(number, True)) != [number]:
            raise InvalidInput(
                f"A path is a link that leaves the root and is no condition, got link {number} of"
                f" {len(self.links)}. Ask for what it leaves."
            )
        if self.links[number].steps == 1:
            raise InvalidInput("A path is of several steps: let its link have up to 10.")

    def _require_plain_groups(self, grouping: Grouping) -> None:
        """Require that a table of groups has all that it measures in itself."""
        other = (self.measure, self.group, self.beside, self.each, self.shown, self.listed)
        if any(other) or self.single or self.against:
            raise InvalidInput(
                "A table by several keys has all that is measured in its own measures. Leave out"
                " other measures, values, rows beside and what is shown."
            )
        by = self.order.by if self.order else None
        if self.order and (by not in grouping.by if by else not grouping.measures):
            raise InvalidInput("Rows of a table are ordered by its first measure, or by a key.")

    def _require_numbers(self) -> None:
        """Require that what is computed of results, or of rows in order, has them."""
        if self.between and len(self.beside) < 2:
            raise InvalidInput(
                f"A number `between` needs two measures beside the rows, got {len(self.beside)}."
            )
        if (self.against and not (self.single and self.measure)) or (self.against and self.across):
            raise InvalidInput(
                "Only one number is computed `against` another: ask for a `single` measure, and"
                " not `across` the roots."
            )
        if self.each and (self.single or not (self.order or self.measure)):
            raise InvalidInput(
                "The first of `each` needs rows that are ordered or measured. Add an order."
            )

    def _require_single_steps(self) -> None:
        """Require that a link of several relationships has a type, and nothing is asked of it."""
        over = {self.measure.over} if self.measure else set()
        over |= {*self.grouping.measured()} if self.grouping else set()
        owners = {own.owner for own in self.properties()} | (
            over & {Owner(k, True) for k in range(len(self.links))}
        )
        for number, link in enumerate(self.links):
            if not 1 <= link.steps <= MOST_STEPS:
                raise InvalidInput(f"A link has 1 to {MOST_STEPS} steps, got {link.steps}.")
            if link.steps > 1 and Owner(number, True) in owners:
                raise InvalidInput(
                    f"{'|'.join(link.types) or 'Any type'} in up to {link.steps} steps is many"
                    " relationships, of which nothing can be compared, counted or shown. Ask it of"
                    " what they lead to."
                )

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
