"""Two ways of a query from its root to the same thing; to none, or to another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from steiner.algebra import Bound, Owner, PropertyOf, Query
from steiner.algebra.changing.renumbering import Numbers
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.widening.meeting.closed_ways import closed


@dataclass(frozen=True, slots=True)
class TwoWays:
    """A query in which two ways lead from the root to the same variable, as numbers of links.

    Each is from the root on, the `first` one that a question says first: "went to a meeting of a
    club" and, the `second`, "is a member of the same club".
    """

    query: Query
    first: tuple[int, ...]
    second: tuple[int, ...]

    def denied(self) -> Query | None:
        """Return the query of what the first way leads to and the second does not."""
        back = ordered(self.query, (*self.first, *self.second[::-1]))
        links = [*back.links]
        links[len(self.first)] = replace(links[len(self.first)], negated=True)
        return _unless_lost(replace(back, links=tuple(links)))

    def apart(self, schema: GraphSchema) -> Query | None:
        """Return the query whose second way leads to another thing than the first."""
        query = ordered(self.query, (*self.first, *self.second))
        one, new = len(self.first), len(query.labels)
        links, last = [*query.links], len(self.first) + len(self.second) - 1
        ends = (new if end == one else end for end in (links[last].source, links[last].target))
        links[last] = replace(links[last], source=next(ends), target=next(ends))
        wide = replace(query, labels=(*query.labels, query.labels[one]), links=tuple(links))
        other = told_apart(wide, new, one, schema)
        return other and _unless_lost(other)


def told_apart(query: Query, one: int, other: int, schema: GraphSchema) -> Query | None:
    """Return a query in which two variables of a label have different names; None without names."""
    label = query.labels[one]
    own = schema.labels.get(label, {}).get(schema.names.get(label, ""))
    if own is None:
        return None
    both = [PropertyOf(Owner(variable), own.name, own.kind) for variable in (one, other)]
    return replace(query, bounds=(*query.bounds, Bound(both[0], "<>", both[1])))


def two_ways(query: Query, label: str, schema: GraphSchema) -> TwoWays | None:
    """Return the two ways of a query to one thing, to that of a label where this is known.

    None where it is not clear which two ways are meant.
    """
    other = (query.grouping, query.beside, query.each, query.either, query.group)
    whole = None if any(other) or query.path is not None else closed(query, schema)
    if whole is None or any(link.is_condition for link in whole.links):
        return None
    number = next(whole.closing())
    link = whole.links[number]
    one, two = (whole.way(Owner(end)) for end in (link.source, link.target))
    around = [*one, number, *two[::-1]]
    if {*one} & {*two} or len(around) < 2:
        return None
    around = around if around[0] < around[-1] else around[::-1]
    passed = _passed(whole, around)
    named = [place for place, variable in enumerate(passed) if whole.labels[variable] == label]
    at = 1 + (named[0] if len(named) == 1 else len(passed) - 1)
    return TwoWays(whole, tuple(around[:at]), tuple(around[: at - 1 : -1]))


def _passed(query: Query, around: Sequence[int]) -> list[int]:
    """Return the variables between the links of a circle from the root on."""
    at, passed = 0, []
    for number in around[:-1]:
        link = query.links[number]
        at = link.target if link.source == at else link.source
        passed.append(at)
    return passed


def ordered(query: Query, first: Sequence[int], root: int = 0) -> Query:
    """Return a query with some links first, and variables in the order in which links reach them.

    From the `root` on, which the first of them leaves. So a link that closes a circle joins a
    variable with one on the way to it: both are known there.
    """
    order = [*first, *(number for number in range(len(query.links)) if number not in first)]
    place = {root: 0}
    for number in order:
        link = query.links[number]
        for end in sorted((link.source, link.target), key=lambda end: end not in place):
            place.setdefault(end, len(place))
    numbers = Numbers(place, {number: new for new, number in enumerate(order)})
    by = query.order.by if query.order else None
    return replace(
        query,
        labels=tuple(query.labels[variable] for variable in place),
        links=numbers.linked(query),
        bounds=numbers.bounds(query),
        measure=numbers.measure(query),
        order=replace(query.order, by=numbers.property(by)) if query.order and by else query.order,
        shown=numbers.all_of(query.shown),
        listed=numbers.all_of(query.listed),
    )


def _unless_lost(query: Query) -> Query | None:
    """Return a query unless what is measured, shown or ordered by is only a condition."""
    by = query.order.by if query.order else None
    over = query.measure.over if query.measure else None
    terms = [own for own in (*query.shown, *query.listed, by, over) if own]
    owners = [own.owner if isinstance(own, PropertyOf) else own for own in terms]
    matched = {*query.required()}
    lost = (not {*query.way(o)} <= matched or o.is_link > (o.number in matched) for o in owners)
    return None if any(lost) else query
