"""Branches of a query: matched with it, which proves its rows; or taken out of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from steiner.algebra.changing.renumbering import Numbers
from steiner.algebra.exact_query import Query
from steiner.algebra.terms import Owner
from steiner.errors import InvalidInput


def joined(query: Query, branch: Query) -> Query:
    """Return a query that has the links and conditions of a branch among its own."""
    count, first = len(query.labels) - 1, len(query.links)
    variables = {i: i + count if i else 0 for i in range(len(branch.labels))}
    numbers = Numbers(variables, {i: i + first for i in range(len(branch.links))})
    return replace(
        query,
        labels=(query.labels[0] or branch.labels[0], *query.labels[1:], *branch.labels[1:]),
        links=(*query.links, *numbers.linked(branch)),
        bounds=(*query.bounds, *numbers.bounds(branch)),
    )


def proofs_of(query: Query) -> Iterator[Query]:
    """Yield the queries whose matches prove the rows of one, each with what is matched of it.

    Of "founded by Ann or led by Bob" they are two: who is founded by Ann, and who is led by Bob.
    What is measured beside the rows is one more, for each measure.
    """
    for branch in query.beside:
        yield joined(replace(query, beside=(), between=None), branch)
    query = replace(query, beside=(), between=None) if query.beside else query
    if not query.either:
        yield query
    for branch in query.either:
        whole = joined(replace(query, either=branch.either), branch)
        # As a condition it stays: the root's label is part of it.
        yield from (replace(proof, either=(branch,)) for proof in proofs_of(whole))


def apart(query: Query, links: Collection[int]) -> tuple[Query, Query]:
    """Return a query without links that leave its root, and a branch that has these.

    Of Firm, who FOUNDED it (link 0) and who is on its BOARD (link 1), the branch of link 0 has the
    firm and its founder, what is left the firm and its board. Conditions go with what they are of,
    the root's stay; so does the measure; what is shown behind the links is left out.

    Raises InvalidInput where a link does not leave the root, or joins what the others lead to, or
    rows are ordered by what is behind one.
    """
    numbers = range(len(query.links))
    firsts = {v: query.way(Owner(v))[0] for v in range(1, len(query.labels))}
    behind = {v for v, first in firsts.items() if first in links}
    moved = {k for k in numbers if query.far(k) in behind}
    taken = Numbers.kept({0, *behind}, moved)
    left = Numbers.kept({*range(len(query.labels))} - behind, {*numbers} - moved)
    by = query.order.by if query.order else None
    inner, outer = ({e for k in own for e in _ends(query, k)} for own in (taken.links, left.links))
    kept = (by, query.each.of if query.each else None)
    lost = (
        bool(query.grouping)
        or query.path is not None
        or any(own and not left.has(own) for own in kept)
    )
    if not {*links} <= {*firsts.values()} or inner & outer - {0} or lost:
        raise InvalidInput(
            f"Expected links that leave the root of {query} and share nothing with what is left,"
            f" got {sorted(links)}. Name the first links of whole branches, and order by the rest."
        )
    return _left(query, left), _taken(query, taken, left)


def _ends(query: Query, link: int) -> tuple[int, int]:
    return query.links[link].source, query.links[link].target


def _left(query: Query, left: Numbers) -> Query:
    measure, order = left.measure(query), query.order
    return replace(
        query,
        labels=tuple(query.labels[v] for v in left.variables),
        links=left.linked(query),
        bounds=left.bounds(query),
        measure=measure,
        single=query.single and measure is not None,
        against=query.against if measure else None,
        order=replace(order, by=left.property(order.by)) if order and order.by else order,
        each=left.first_of(query.each) if query.each else None,
        shown=left.all_of(query.shown),
        listed=left.all_of(query.listed),
    )


def _taken(query: Query, taken: Numbers, left: Numbers) -> Query:
    bounds = tuple(b for b in query.bounds if not left.has(b.property))
    measure = None if left.measure(query) else query.measure
    own = replace(query, bounds=bounds, measure=measure)
    labels = tuple(query.labels[v] for v in taken.variables)
    return Query(labels, taken.linked(own), taken.bounds(own), taken.measure(own))
