"""The strict comparison of a query with a gold statement, beyond their forms.

Equal are also: what rows are of, what is counted or added up, the property of the order, which
types are denied, and which way a relationship within one label goes. What the gold leaves unread
does not count.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from judge.gold_statement import MEASURED, GoldStatement
from steiner.algebra import Measure, Owner, PropertyOf, Query, QueryLink
from steiner.algebra.schema.graph_schema import GraphSchema

PARTS = ("root", "counted", "totalled", "ordered", "denied", "direction")


def differing(cypher: str, query: Query, schema: GraphSchema) -> list[str]:
    """Return the parts, of PARTS, in which a query differs from a gold statement."""
    gold = GoldStatement(cypher, schema)
    if not gold.readable:
        return []
    same = (
        _same_root(gold, query),
        _shared(gold.counted, _counted(query)),
        _shared(gold.totalled, _totalled(query)),
        _shared(_one(gold.ordered), _one(_ordered(query))),
        gold.denied == _denied(query),
        _same_direction(gold, query),
    )
    return [part for part, equal in zip(PARTS, same, strict=True) if not equal]


def _one(name: str | None) -> frozenset[str] | None:
    return frozenset({name}) if name else None


def _shared(gold: frozenset[str] | None, own: frozenset[str] | None) -> bool:
    """Say whether both name the same, as far as both name anything."""
    return not gold or not own or bool(gold & own)


def _same_root(gold: GoldStatement, query: Query) -> bool:
    measure = query.measure
    extreme = measure is not None and measure.kind in ("min", "max")
    if gold.only_measures:
        return bool(query.single or query.across or query.order or extreme)
    if not gold.roots:
        return True
    if query.single and not extreme:
        return False
    own = {query.labels[0], *(_label(query, p) for p in (*query.shown, *query.listed))}
    if extreme and measure and isinstance(measure.over, PropertyOf):
        own.add(_label(query, measure.over))
    return bool(own & gold.roots)


def _label(query: Query, property: PropertyOf) -> str:
    owner = property.owner
    return "" if owner.is_link else query.labels[owner.number]


def _counted(query: Query) -> frozenset[str] | None:
    measure = query.measure
    if measure and measure.kind == "count":
        over = measure.over
        owner = over.owner if isinstance(over, PropertyOf) else over
        if owner.is_link or not owner.number:
            return _of_link(query, owner.number) if owner.is_link else _one(query.labels[0])
        # Who counts the far ends of a relationship counts, as golds write it, relationships.
        return _of_link(query, query.entering(owner.number))
    links = [number for number, link in enumerate(query.links) if link.count]
    return _of_link(query, links[0]) if links and not measure else None


def _of_link(query: Query, number: int) -> frozenset[str]:
    return frozenset({*query.links[number].types, query.labels[query.far(number)]})


def _totalled(query: Query) -> frozenset[str] | None:
    measure = query.measure
    if measure is None or measure.kind not in ("sum", "avg"):
        return None
    return _one(measure.over.name if isinstance(measure.over, PropertyOf) else MEASURED)


def _ordered(query: Query) -> str | None:
    extreme = _extreme(query.measure)
    if query.order is None or query.order.by is None:
        return extreme or (MEASURED if query.order else None)
    return query.order.by.name


def _extreme(measure: Measure | None) -> str | None:
    over = measure.over if measure and measure.kind in ("min", "max") else None
    return over.name if isinstance(over, PropertyOf) else None


def _denied(query: Query) -> frozenset[str]:
    denied: set[str] = set()
    for number, link in enumerate(query.links):
        way = [query.links[k] for k in query.way(Owner(number, True))]
        if any(map(_is_none, (*way, link))):
            denied.update(link.types)
    return frozenset(denied)


def _is_none(link: QueryLink) -> bool:
    return link.negated or ("=", 0) in link.count or ("<", 1) in link.count


class _Role(NamedTuple):
    """What tells two variables of one label apart."""

    returned: bool
    bound: bool
    counted: bool


_Loop = tuple[tuple[str, ...], _Role, _Role]


def _same_direction(gold: GoldStatement, query: Query) -> bool:
    own = set(_own_loops(query))
    meant = set(_gold_loops(gold))
    return not any((t, b, a) in own and (t, a, b) not in own for t, a, b in meant)


def _gold_loops(gold: GoldStatement) -> Iterable[_Loop]:
    def role(variable: str) -> _Role:
        sets = (gold.returned_variables, gold.bound, gold.counted_variables)
        return _Role(*(variable in own for own in sets))

    for hop in gold.hops:
        ends = gold.labels.get(hop.source), gold.labels.get(hop.target)
        if hop.directed and ends[0] and ends[0] == ends[1]:
            roles = role(hop.source), role(hop.target)
            if roles[0] != roles[1]:
                yield (hop.types, *roles)


def _own_loops(query: Query) -> Iterable[_Loop]:
    measure = query.measure
    over = measure.over if measure else None
    over = over.owner if isinstance(over, PropertyOf) else over
    counted = query.far(over.number) if over and over.is_link else over.number if over else None
    bound = {b.property.owner for b in query.bounds}
    shown = {p.owner for p in query.shown}

    def role(variable: int) -> _Role:
        returned = (variable == 0 and not query.single) or Owner(variable) in shown
        return _Role(returned, Owner(variable) in bound, variable == counted)

    for link in query.links:
        if query.labels[link.source] == query.labels[link.target] and not link.mutual:
            yield (link.types, role(link.source), role(link.target))
