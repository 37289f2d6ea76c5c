"""Two ways of a query from its root to the same thing; to none, or to another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from steiner.algebra import Bound, Owner, PropertyOf, Query
from steiner.algebra.graph_schema import GraphSchema
from steiner.algebra.renumbering import Numbers
from steiner.query.widening.closed_ways import closed


@dataclass(frozen=True, slots=True)
class TwoWays:
    """A query in which two ways lead from the root to the variable `end`, as numbers of links.

    Each is from the root on, the `first` one that a question says first: "went to a meeting of a
    club" and, the `second`, "is a member of the same club".
    """

    query: Query
    end: int
    first: tuple[int, ...]
    second: tuple[int, ...]

    def denied(self) -> Query | None:
        """Return the query of what the first way leads to and the second does not."""
        back = self.second[::-1]
        links = [*self.query.links]
        links[back[0]] = replace(links[back[0]], negated=True)
        return _ordered(replace(self.query, links=tuple(links)), (*self.first, *back))

    def apart(self, schema: GraphSchema) -> Query | None:
        """Return the query whose second way leads to another thing than the first."""
        return self._to_another(self.end, self.second[-1], self.second, schema)

    def of_another(self, schema: GraphSchema) -> Query | None:
        """Return the query whose second way begins at another thing than the root."""
        return self._to_another(0, self.second[0], self.second[::-1], schema)

    def _to_another(
        self, one: int, link: int, second: Sequence[int], schema: GraphSchema
    ) -> Query | None:
        """Return the query whose link leads to another thing of the kind that a variable is."""
        label, new = self.query.labels[one], len(self.query.labels)
        name = schema.names.get(label)
        if not name:
            return None
        own = self.query.links[link]
        ends = [new if end == one else end for end in (own.source, own.target)]
        links = [*self.query.links]
        links[link] = replace(own, source=ends[0], target=ends[1])
        kind = schema.labels[label][name].kind
        both = (PropertyOf(Owner(variable), name, kind) for variable in (new, one))
        bounds = (*self.query.bounds, Bound(next(both), "<>", next(both)))
        labels = (*self.query.labels, label)
        wide = replace(self.query, labels=labels, links=tuple(links), bounds=bounds)
        return _ordered(wide, (*self.first, *second))


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
    one, other_way = (whole.way(Owner(end)) for end in (link.source, link.target))
    around = [*one, number, *other_way[::-1]]
    if {*one} & {*other_way} or len(around) < 2:
        return None
    around = around if around[0] < around[-1] else around[::-1]
    passed = [*_passed(whole, around)]
    named = [place for place, variable in enumerate(passed) if whole.labels[variable] == label]
    at = named[0] if len(named) == 1 else len(passed) - 1
    return TwoWays(whole, passed[at], tuple(around[: at + 1]), tuple(around[:at:-1]))


def _passed(query: Query, around: Sequence[int]) -> Sequence[int]:
    """Return the variables between the links of a circle from the root on."""
    at, passed = 0, []
    for number in around[:-1]:
        link = query.links[number]
        at = link.target if link.source == at else link.source
        passed.append(at)
    return passed


def _ordered(query: Query, first: Sequence[int]) -> Query | None:
    """Return a query with some links first and its variables in the order in which links reach them.

    So a link that closes a circle joins a variable with one on the way to it: both are known there.
    None where something that is asked for lies behind a denied link.
    """
    order = [*first, *(number for number in range(len(query.links)) if number not in first)]
    place = {0: 0}
    for number in order:
        link = query.links[number]
        for end in sorted((link.source, link.target), key=lambda end: end not in place):
            place.setdefault(end, len(place))
    numbers = Numbers(place, {number: new for new, number in enumerate(order)})
    made = _renumbered(query, numbers)
    matched = {*made.required()}
    asked = [own.owner for own in (*made.shown, *made.listed)]
    asked += [made.order.by.owner] if made.order and made.order.by else []
    over = made.measure.over if made.measure else Owner(0)
    asked.append(over.owner if isinstance(over, PropertyOf) else over)
    return made if all(_is_matched(made, own, matched) for own in asked) else None


def _is_matched(query: Query, own: Owner, matched: set[int]) -> bool:
    return {*query.way(own)} <= matched and (not own.is_link or own.number in matched)


def _renumbered(query: Query, numbers: Numbers) -> Query:
    order = query.order
    return replace(
        query,
        labels=tuple(query.labels[variable] for variable in numbers.variables),
        links=numbers.linked(query),
        bounds=numbers.bounds(query),
        measure=numbers.measure(query),
        order=replace(order, by=numbers.property(order.by)) if order and order.by else order,
        shown=numbers.all_of(query.shown),
        listed=numbers.all_of(query.listed),
    )
