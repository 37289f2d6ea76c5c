"""Parts of a query by new numbers of its variables and links: put elsewhere, or left out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from steiner.algebra.exact_query import Query
from steiner.algebra.terms import Bound, FirstOfEach, Measure, OfGroup, Owner, PropertyOf, QueryLink


@dataclass(frozen=True, slots=True)
class Numbers:
    """New numbers of variables and links by their old ones; what has none is left out."""

    variables: Mapping[int, int]
    links: Mapping[int, int]

    @classmethod
    def kept(cls, variables: Collection[int], links: Collection[int]) -> Numbers:
        """Number what is kept in its order: variables 0 and 2 become {0: 0, 2: 1}."""
        both = ({number: i for i, number in enumerate(sorted(own))} for own in (variables, links))
        return cls(*both)

    def has(self, own: Owner | PropertyOf) -> bool:
        """Say whether a variable or link, or that of a property, is kept."""
        owner = own.owner if isinstance(own, PropertyOf) else own
        return owner.number in (self.links if owner.is_link else self.variables)

    def owner(self, own: Owner) -> Owner:
        """Return a variable or link by its new number."""
        return own._replace(number=(self.links if own.is_link else self.variables)[own.number])

    def property(self, own: PropertyOf) -> PropertyOf:
        """Return a property of what has a new number."""
        return own._replace(owner=self.owner(own.owner))

    def linked(self, query: Query) -> tuple[QueryLink, ...]:
        """Return the links that are kept."""
        ends, links = self.variables, [query.links[number] for number in self.links]
        return tuple(replace(k, source=ends[k.source], target=ends[k.target]) for k in links)

    def bounds(self, query: Query) -> tuple[Bound, ...]:
        """Return the conditions of what is kept."""
        return tuple(self._bound(b) for b in query.bounds if all(map(self.has, b.of())))

    def _bound(self, bound: Bound) -> Bound:
        value = self.property(bound.value) if isinstance(bound.value, PropertyOf) else bound.value
        value = value._replace(of=self._either(value.of)) if isinstance(value, OfGroup) else value
        return replace(bound, property=self.property(bound.property), value=value)

    def measure(self, query: Query) -> Measure | None:
        """Return the measure, None where it is of what is left out."""
        own = query.measure
        if own is None or not self.has(own.over):
            return None
        return replace(own, over=self._either(own.over))

    def first_of(self, each: FirstOfEach) -> FirstOfEach:
        """Return of what the first few are asked for by its new number."""
        return each._replace(of=self._either(each.of))

    def _either(self, own: Owner | PropertyOf) -> Owner | PropertyOf:
        return self.property(own) if isinstance(own, PropertyOf) else self.owner(own)

    def all_of(self, own: Collection[PropertyOf]) -> tuple[PropertyOf, ...]:
        """Return the properties of what is kept."""
        return tuple(self.property(one) for one in own if self.has(one))
