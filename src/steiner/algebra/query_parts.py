"""Which parts of a query go together: measures, rows beside, tables, paths, steps of links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steiner.algebra.grouped_rows import Grouping
from steiner.algebra.terms import MOST_STEPS, Owner
from steiner.errors import InvalidInput

if TYPE_CHECKING:  # It is what a query requires of itself.
    from steiner.algebra.exact_query import Query


def require_parts(query: Query) -> None:
    """Require that branches are conditions, and what stands beside roots is measures.

    Raises InvalidInput where parts of a query do not go together, and says which to leave out.
    """
    bare = type(query)
    for own in query.either:
        if own != bare(own.labels, own.links, own.bounds, either=own.either):
            raise InvalidInput(
                "A branch of `either` has labels, links, bounds and an `either` of its own, got"
                f" {own}. What is measured, shown or ordered stands in the whole query."
            )
    for own in query.beside:
        if not own.measure or own != bare(own.labels, own.links, own.bounds, own.measure):
            raise InvalidInput(
                "What stands `beside` the rows has labels, links, bounds and a measure, got"
                f" {own}. What is ordered, limited or shown stands in the whole query."
            )
    _require_single_steps(query)
    _require_comparable(query)
    if query.grouping:
        _require_plain_groups(query, query.grouping)
    if query.path is not None:
        _require_path(query, query.path)
    if query.beside and (query.measure or query.group):
        raise InvalidInput(
            "Measures stand `beside` things alone, got a query with a measure or a group of"
            " its own. Put its measure among those beside, or leave them out."
        )
    if query.across and not (query.single and query.measure):
        raise InvalidInput(
            f"{query.across!r} `across` the roots is one number of what each has: ask for a"
            " `single` measure."
        )
    _require_numbers(query)


def _require_comparable(query: Query) -> None:
    """Require that what is compared of two branches is matched in both."""
    for bound in query.bounds:
        for owner in query.apart(bound):
            if not {*query.way(owner)} <= {*query.required()}:
                raise InvalidInput(
                    f"{bound.property.name} is compared with what another branch leads to, behind"
                    " a link that there must not be, or that is counted. Compare along one way, or"
                    " let both be there."
                )


def _require_path(query: Query, number: int) -> None:
    """Require that a path is one of several steps from the root, and all that is asked for."""
    other = (query.measure, query.group, query.beside, query.each, query.shown, query.listed)
    if any(other) or query.single or query.grouping or (query.order and query.order.by):
        raise InvalidInput(
            "Rows that are paths have their ends, what lies on the way, and its length, by"
            " which they are ordered. Leave out what is measured, shown or ordered by."
        )
    if number not in query.required() or query.way(Owner(number, True)) != [number]:
        raise InvalidInput(
            f"A path is a link that leaves the root and is no condition, got link {number} of"
            f" {len(query.links)}. Ask for what it leaves."
        )
    if query.links[number].steps == 1:
        raise InvalidInput("A path is of several steps: let its link have up to 10.")


def _require_plain_groups(query: Query, grouping: Grouping) -> None:
    """Require that a table of groups has all that it measures in itself."""
    other = (query.measure, query.group, query.beside, query.each, query.shown, query.listed)
    if any(other) or query.single or query.against:
        raise InvalidInput(
            "A table by several keys has all that is measured in its own measures. Leave out"
            " other measures, values, rows beside and what is shown."
        )
    by = query.order.by if query.order else None
    if query.order and (by not in grouping.by if by else not grouping.measures):
        raise InvalidInput("Rows of a table are ordered by its first measure, or by a key.")


def _require_numbers(query: Query) -> None:
    """Require that what is computed of results, or of rows in order, has them."""
    if query.between and len(query.beside) < 2:
        raise InvalidInput(
            f"A number `between` needs two measures beside the rows, got {len(query.beside)}."
        )
    if (query.against and not (query.single and query.measure)) or (query.against and query.across):
        raise InvalidInput(
            "Only one number is computed `against` another: ask for a `single` measure, and"
            " not `across` the roots."
        )
    if query.each and (query.single or not (query.order or query.measure)):
        raise InvalidInput(
            "The first of `each` needs rows that are ordered or measured. Add an order."
        )


def _require_single_steps(query: Query) -> None:
    """Require that nothing is asked of a link of several relationships, of which there are few."""
    if all(link.steps == 1 for link in query.links):
        return
    over = {query.measure.over} if query.measure else set()
    over |= {*query.grouping.measured()} if query.grouping else set()
    owners = {own.owner for own in query.properties()} | (
        over & {Owner(k, True) for k in range(len(query.links))}
    )
    for number, link in enumerate(query.links):
        if not 1 <= link.steps <= MOST_STEPS:
            raise InvalidInput(f"A link has 1 to {MOST_STEPS} steps, got {link.steps}.")
        if link.steps > 1 and Owner(number, True) in owners:
            raise InvalidInput(
                f"{'|'.join(link.types) or 'Any type'} in up to {link.steps} steps is many"
                " relationships, of which nothing can be compared, counted or shown. Ask it of"
                " what they lead to."
            )
