"""The query that a frame stands for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace

from steiner.algebra import Bound, Measure, Owner, PropertyOf, Query, QueryLink
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.algebra.terms import is_one
from steiner.errors import InvalidInput
from steiner.query.composing.frames.either_branches import behind
from steiner.query.composing.frames.frame import Frame, leads_both_ways
from steiner.query.composing.trees.tree import (
    ReadingTree,
    ValueCondition,
)
from steiner.query.either_time import either_time


def query_of(frame: Frame, schema: GraphSchema) -> Query | None:
    """Return the query of a frame, variables in the order of the ways from what rows are of.

    None for what no query can say: where not everything is linked, or the algebra refuses it.
    """
    with suppress(InvalidInput):
        return _query_of(frame, schema)
    return None


def _query_of(frame: Frame, schema: GraphSchema) -> Query | None:
    if frame.either:
        return _with_branches(frame, schema)
    if frame.beside >= 0:
        return _with_beside(frame, schema)
    if frame.share[0]:
        return _share(frame, schema)
    tree = frame.tree
    order, links = _ordered(tree, frame.each)
    if len(order) != len(tree.labels) or _lists_a_link(frame):
        return None
    place = {variable: i for i, variable in enumerate(order)}
    number = {link: i for i, link in enumerate(links)}

    def owner(own: Owner) -> Owner:
        return Owner(number[own.number], True) if own.is_link else Owner(place[own.number])

    def moved(own: PropertyOf) -> PropertyOf:
        return own._replace(owner=owner(own.owner))

    def over(own: Owner | PropertyOf) -> Owner | PropertyOf:
        return moved(own) if isinstance(own, PropertyOf) else owner(own)

    bounds = [*_conditions(tree, schema), *frame.bounds]
    measure, by, ties = frame.measure, frame.order.by if frame.order else None, False
    if by is not None and by.owner != Owner(frame.each) and frame.order and measure is None:
        # What is ordered by another thing's is ordered by the most, or least, that it has.
        measure = Measure("max" if frame.order.descending else "min", by)
        one = frame.limit == 1 and not frame.skip
        ties, by = not by.owner.is_link and one, None
    made = Query(
        tuple(tree.labels[v] for v in order),
        tuple(_link(frame, k, place, schema) for k in links),
        either_time([_of_others(b, moved) for b in bounds]),
        measure=replace(measure, over=over(measure.over)) if measure else None,
        group=moved(frame.group) if frame.group else None,
        single=frame.single,
        across=frame.across,
        order=replace(frame.order, by=moved(by) if by else None) if frame.order else None,
        limit=frame.limit,
        skip=frame.skip,
        shown=tuple(moved(p) for p in dict.fromkeys(frame.shown)),
        listed=tuple(moved(p) for p in frame.listed),
        ties=ties,
    )
    impossible = _tells_of_unmatched(made) or _groups_elsewhere(made) or _contradicts(made.bounds)
    impossible = impossible or _ranks_by_one(made, schema) or _is_of_itself(made)
    return None if impossible else made


def _of_others(bound: Bound, moved: Callable[[PropertyOf], PropertyOf]) -> Bound:
    """Return a condition on moved properties, also where it compares one with another."""
    value = moved(bound.value) if isinstance(bound.value, PropertyOf) else bound.value
    return replace(bound, property=moved(bound.property), value=value)


def _contradicts(bounds: Sequence[Bound]) -> bool:
    """Say whether a property must be missing and have a value, or be equal to two."""
    missing = {b.property for b in bounds if b.operator == "missing" and not b.negated}
    equal: dict[tuple[PropertyOf, str], set[str]] = {}
    for bound in bounds:
        if bound.operator in ("=", "year=", "month") and not bound.negated:
            value = "" if isinstance(bound.value, Query) else str(bound.value)
            equal.setdefault((bound.property, bound.operator), set()).add(value)
    valued = {b.property for b in bounds if b.operator != "missing"}
    return bool(missing & valued) or any(len(values) > 1 for values in equal.values())


def _tells_of_unmatched(query: Query) -> bool:
    """Say whether something is measured, shown or ordered of what no row has.

    That is of links that are denied or counted and all behind them, and of those between two that
    are joined already, which are only asked to be there.
    """
    measure, order = query.measure, query.order
    terms = [measure.over if measure else None, query.group, order.by if order else None]
    owners = [p.owner if isinstance(p, PropertyOf) else p for p in (*terms, *query.shown) if p]
    matched = {*query.required()} if owners else set()
    return any(
        not {*query.way(owner)} <= matched or (owner.is_link and owner.number not in matched)
        for owner in owners
    )


def _ranks_by_one(query: Query, schema: GraphSchema) -> bool:
    """Say whether rows would be ranked by what all share: Ann's salary, of those who report to her.

    Of what is asked for itself several may have the name.
    """
    over = query.measure.over if query.measure and query.order else None
    if not isinstance(over, PropertyOf) or over.owner.is_link or over.owner == Owner(0):
        return False
    return is_one(over.owner, schema.names.get(query.labels[over.owner.number]), query.bounds)


def _is_of_itself(query: Query) -> bool:
    """Say whether the average of a rating would be of each rating, or be ranked by each rating.

    What is measured of many has one number a row, by which rows are ranked; one number over
    everything is ranked by nothing; the total of the freight of one order is its freight.
    """
    measure, by = query.measure, query.order.by if query.order else None
    if measure is None or query.single:
        return query.single and query.order is not None
    over = measure.over
    if isinstance(over, PropertyOf) and over.owner == Owner(0) and not query.group:
        return measure.kind in ("sum", "avg", "min", "max") and over.kind != "list"
    elsewhere = by is not None and by.owner != Owner(0)
    return measure.over in (query.group, by) or elsewhere


def _groups_elsewhere(query: Query) -> bool:
    """Say whether values of a link that does not lead to what is measured would be rows."""
    group, measure = query.group, query.measure
    if group is None or measure is None or not group.owner.is_link:
        return False
    over = measure.over.owner if isinstance(measure.over, PropertyOf) else measure.over
    return group.owner.number not in query.way(over)


def _lists_a_link(frame: Frame) -> bool:
    """Say whether rows would be values of a link: a row is of a thing, or counts things."""
    return frame.group is not None and frame.group.owner.is_link and frame.measure is None


def _with_branches(frame: Frame, schema: GraphSchema) -> Query | None:
    """Return a query whose root meets one of several branches."""
    taken = {k for branch in frame.either for k in branch.links}
    met = {c for branch in frame.either for c in branch.conditions}
    rest = _without(frame._replace(either=()), taken, met)
    whole = query_of(rest, schema) if rest else None
    parts = [
        query_of(Frame(_part(frame.tree, {*b.links}, {*b.conditions}, frame.each)), schema)
        for b in frame.either
    ]
    if whole is None or None in parts:
        return None
    return replace(whole, either=tuple(part for part in parts if part))


def _with_beside(frame: Frame, schema: GraphSchema) -> Query | None:
    """Return a query whose rows stand beside a number of their own, 0 where there is none."""
    tree, root = frame.tree, frame.each
    own = [i for i, k in enumerate(tree.links) if root in (k.source, k.target)]
    branches = [behind(tree, root, i) for i in own]
    branches = [b for b in branches if frame.beside in _variables(tree, b.links, root)]
    if not branches or frame.measure or frame.group:
        return None
    links, conditions = {*branches[-1].links}, {*branches[-1].conditions}
    rest = _without(frame._replace(beside=-1), links, conditions)
    part = _part(tree, links, conditions, root)
    counted = _variables(tree, links, root).index(frame.beside)
    number = query_of(Frame(part, measure=Measure("count", Owner(counted))), schema)
    whole = query_of(rest, schema) if rest else None
    return replace(whole, beside=(number,)) if whole and number else None


def _share(frame: Frame, schema: GraphSchema) -> Query | None:
    """Return a query of which part of the roots meets what is said of them behind the verb."""
    tree, (kind, place) = frame.tree, frame.share
    behind = {i for i, c in enumerate(tree.conditions) if c.at >= place}
    owners = {tree.conditions[i].owner for i in behind}
    owners |= {bound.property.owner for bound in frame.bounds}
    linked = any(said >= place for said in (*tree.said, *(link.at for link in tree.links)))
    if owners != {Owner(0)} or linked or len(frame.bounds) + len(behind) != 1:
        return None
    before = tuple(c for i, c in enumerate(tree.conditions) if i not in behind)
    rest = frame._replace(share=("", 0), bounds=(), tree=tree._replace(conditions=before))
    whole = query_of(rest, schema)
    part = query_of(Frame(_part(tree, set(), behind, 0), frame.bounds), schema)
    if whole is None or part is None or whole.measure or whole.order or whole.shown:
        return None
    return replace(whole, measure=Measure(kind, Owner(0), (), part.bounds), single=True)


def _variables(tree: ReadingTree, links: Collection[int], root: int) -> list[int]:
    """Return the root and the variables that links join, in their order behind it."""
    ends = {e for i in links for e in (tree.links[i].source, tree.links[i].target)}
    return [root, *sorted(ends - {root})]


def _without(frame: Frame, links: Set[int], conditions: Set[int]) -> Frame | None:
    """Return a frame without some links and conditions of its tree, whose root is its first.

    None where something is computed, compared or shown of what goes.
    """
    tree, root = frame.tree, frame.each
    kept = {*range(len(tree.links))} - links
    by = frame.order.by if frame.order else None
    compared = [own for b in frame.bounds for own in (b.property, b.value)]
    own = [*compared, *frame.shown, by]
    owners = {p.owner for p in own if isinstance(p, PropertyOf)}
    measured = frame.measure.over if frame.measure else Owner(root)
    owners |= {measured.owner if isinstance(measured, PropertyOf) else measured}
    owners |= {frame.group.owner} if frame.group else set()
    if owners != {Owner(root)} or frame.counts or (root and (frame.measure or frame.group)):
        return None

    def of_first(given: PropertyOf) -> PropertyOf:
        return given._replace(owner=Owner(0))

    return frame._replace(
        tree=_part(tree, kept, {*range(len(tree.conditions))} - conditions, root),
        each=0,
        bounds=tuple(_of_others(b, of_first) for b in frame.bounds),
        shown=tuple(of_first(p) for p in frame.shown),
        order=replace(frame.order, by=of_first(by)) if frame.order and by else frame.order,
    )


def _part(tree: ReadingTree, links: Set[int], conditions: Set[int], root: int) -> ReadingTree:
    """Return a tree of these links and conditions alone; the root becomes its first variable."""
    kept, order = sorted(links), _variables(tree, links, root)
    place = {variable: i for i, variable in enumerate(order)}
    number = {link: i for i, link in enumerate(kept)}

    def moved(owner: Owner) -> Owner:
        return owner._replace(number=(number if owner.is_link else place)[owner.number])

    return ReadingTree(
        tuple(tree.labels[v] for v in order),
        tuple(tree.said[v] for v in order),
        tuple(
            tree.links[i]._replace(
                source=place[tree.links[i].source], target=place[tree.links[i].target]
            )
            for i in kept
        ),
        tuple(
            c._replace(owner=moved(c.owner))
            for i, c in enumerate(tree.conditions)
            if i in conditions and c.owner.number in (number if c.owner.is_link else place)
        ),
    )


def _link(frame: Frame, number: int, place: Mapping[int, int], schema: GraphSchema) -> QueryLink:
    link = frame.tree.links[number]
    counts = tuple((operator, value) for of, operator, value in frame.counts if of == number)
    mutual = not frame.directed and leads_both_ways(frame.tree, number, schema)
    ends = place[link.source], place[link.target]
    return QueryLink((link.type,), *ends, link.negated, counts, mutual, link.steps)


def _ordered(tree: ReadingTree, root: int) -> tuple[list[int], list[int]]:
    """Return the variables and links as a walk from the root meets them, denied links last.

    A denied link that leads first to a variable would deny all that is asked of it.
    """
    order, links, border = [root], [], [root]
    denied_last = sorted(enumerate(tree.links), key=lambda numbered: numbered[1].negated)
    while border:
        at = border.pop(0)
        for number, link in denied_last:
            if number not in links and at in (link.source, link.target):
                links.append(number)
                if (other := link.other(at)) not in order:
                    order.append(other)
                    border.append(other)
    return order, links


def _each_part(whole: ValueCondition) -> Iterator[ValueCondition]:
    """Yield the conditions of a name that several properties hold: the first name, the last."""
    yield whole._replace(besides=())
    for name, values in whole.besides:
        yield whole._replace(name=name, values=values, besides=())


def _conditions(tree: ReadingTree, schema: GraphSchema) -> Iterator[Bound]:
    for c in (part for each in tree.conditions for part in _each_part(each)):
        own = tree.compared(c, schema)
        named = PropertyOf(c.owner, c.name, own.kind if own else "text")
        values = list(dict.fromkeys(c.values))
        if own is not None and own.kind == "list":
            operator = "contains" if len(values) == 1 else "in"
            yield Bound(named, operator, values[0] if len(values) == 1 else values, c.negated)
        elif len(values) == 1:
            yield Bound(named, "=", values[0], c.negated)
        else:
            yield Bound(named, "in", values, c.negated)
