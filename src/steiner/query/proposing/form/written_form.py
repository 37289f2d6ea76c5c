"""Writes a query as the form that means it: for worked questions, and what rules have read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

from steiner.algebra import (
    DAY_PARTS,
    ITEM,
    LOWER,
    PERCENTILE,
    Against,
    Between,
    Bound,
    FirstOfEach,
    Grouping,
    Measure,
    OfGroup,
    Operand,
    Overall,
    Owner,
    PropertyOf,
    Query,
)
from steiner.algebra.terms import MOST_STEPS


def form_of(query: Query) -> dict[str, Any]:
    """Return the form of a query, without what it leaves open; `query_from` reads it back."""
    return _Written(query, "a", _names("b")).whole()


def _names(first: str) -> Callable[[], str]:
    names = iter(ascii_lowercase[ascii_lowercase.index(first) :])
    return lambda: next(names)


@dataclass
class _Written:
    query: Query
    root: str
    free: Callable[[], str]

    def __post_init__(self) -> None:
        self._nodes = [self.root, *(self.free() for _ in self.query.labels[1:])]
        owners = (*self._owners(), Owner(0))
        numbers = dict.fromkeys(owner.number for owner in owners if owner.is_link)
        self._links = {number: f"{self.root}{number}" for number in numbers}

    def whole(self) -> dict[str, Any]:
        query = self.query
        order = query.order
        by = self._property(order.by) if order and order.by else {}
        parts = {
            "find": self.root,
            **self._matched(),
            "measure": self._measure(query.measure),
            "overall": query.single and not query.across,
            "across": query.across,
            "values_of": self._property(query.group) if query.group else None,
            "beside": [self._part(own) for own in query.beside],
            "between": self._between(query.between) if query.between else None,
            "against": self._against(query.against) if query.against else None,
            "first_of_each": self._first_of(query.each) if query.each else None,
            "order": {**by, "descending": order.descending} if order else None,
            "limit": query.limit,
            "skip": query.skip,
            "table": self._grouping(query.grouping) if query.grouping else None,
            "path": None if query.path is None else self._owner(Owner(query.path, True)),
            "show": [self._property(own) for own in (*query.shown, *query.listed)],
        }
        return {key: own for key, own in parts.items() if own}

    def _matched(self, without_root: bool = False) -> dict[str, Any]:
        named = list(zip(self._nodes, self.query.labels, strict=True))[without_root:]
        parts = {
            "nodes": [{"name": name, "label": label} for name, label in named],
            "links": [*self._each_link()],
            "where": [self._bound(bound) for bound in self.query.bounds],
            "either": [self._part(own) for own in self.query.either],
        }
        return {key: own for key, own in parts.items() if own}

    def _part(self, query: Query) -> dict[str, Any]:
        own = _Written(query, self.root, self.free)
        same = query.labels[0] in ("", self.query.labels[0])
        measure = own._measure(query.measure)
        return own._matched(same) | ({"measure": measure} if measure else {})

    def _each_link(self) -> Iterator[dict[str, Any]]:
        for number, link in enumerate(self.query.links):
            parts = {
                "from": self._nodes[link.source],
                "type": link.types[0] if len(link.types) == 1 else [*link.types],
                "to": self._nodes[link.target],
                "name": self._links.get(number),
                "either_way": link.mutual,
                "none": link.negated,
                "how_many": _figures(link.count),
                "any_type": not link.types,
                "any_distance": link.steps == MOST_STEPS,
                "steps": link.steps if 1 < link.steps < MOST_STEPS else None,
            }
            yield {key: own for key, own in parts.items() if own}

    def _bound(self, bound: Bound) -> dict[str, Any]:
        value = bound.value
        if isinstance(value, PropertyOf):
            value = self._property(value)
        elif isinstance(value, Overall):
            value = {"overall": value.kind}
        elif isinstance(value, OfGroup):
            value = {"overall": value.kind, **self._of(value.of)}
        elif isinstance(value, Query):
            value = {"from": form_of(value)}
        operator = "year" if bound.operator == "year=" else bound.operator
        own = {**self._property(bound.property), "is": operator}
        own |= {} if value is None else {"value": value}
        return own | ({"not": True} if bound.negated else {})

    def _measure(self, measure: Measure | None) -> dict[str, Any] | None:
        if measure is None:
            return None
        parts = {
            "kind": measure.kind,
            **self._of(measure.over),
            "percent": measure.percent if measure.kind == PERCENTILE else None,
            "having": _figures(measure.having),
            "part": [self._bound(bound) for bound in measure.part],
        }
        return {key: own for key, own in parts.items() if own not in (None, [])}

    def _between(self, own: Between) -> dict[str, Any]:
        having = _figures(own.having)
        return {"is": own.operator, **({"having": having} if having else {})}

    def _against(self, own: Against) -> dict[str, Any]:
        return {"is": own.operator, "from": form_of(own.other)}

    def _first_of(self, each: FirstOfEach) -> dict[str, Any]:
        return {**self._of(each.of), "most": each.most}

    def _grouping(self, own: Grouping) -> dict[str, Any]:
        parts = {
            "by": [self._of(key) for key in own.by],
            "measures": [self._measure(measure) for measure in own.measures],
            "pairs": own.pairs,
        }
        return {key: part for key, part in parts.items() if part}

    def _of(self, own: Owner | PropertyOf) -> dict[str, Any]:
        return self._property(own) if isinstance(own, PropertyOf) else {"of": self._owner(own)}

    def _property(self, own: PropertyOf) -> dict[str, Any]:
        parts = {
            "of": self._owner(own.owner),
            "property": own.name,
            "as": own.kind if own.kind in (*DAY_PARTS, "length", ITEM, LOWER) else None,
            "with": _operand(own.operand) if own.operand else None,
        }
        return {key: part for key, part in parts.items() if part}

    def _owner(self, owner: Owner) -> str:
        return self._links[owner.number] if owner.is_link else self._nodes[owner.number]

    def _owners(self) -> Iterator[Owner]:
        over = self.query.measure.over if self.query.measure else None
        yield from (own.owner for own in self.query.properties())
        yield from self.query.grouping.owners() if self.query.grouping else ()
        yield from () if self.query.path is None else (Owner(self.query.path, True),)
        if isinstance(over, Owner):
            yield over


def _operand(own: Operand) -> dict[str, Any]:
    value = {"from": form_of(own.value)} if isinstance(own.value, Query) else own.value
    other = {"property": own.name} if own.name else {"value": value}
    return {"is": own.operator, **other}


def _figures(compared: tuple[tuple[str, float], ...]) -> list[dict[str, Any]]:
    return [{"is": operator, "number": number} for operator, number in compared]
