"""What a question's query consists of so far: variables, links, and how a schema joins them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from steiner.algebra import Bound, Owner, QueryLink
from steiner.algebra.schema.graph_schema import GraphSchema, SchemaHop
from steiner.lexicon.either_way import holds_both_ways, may_hold_both_ways
from steiner.query.naming.schema_words import SchemaMention

CLEAR, EITHER = 0.05, 0.25
"""What a value or date means is a guess where another property fits as well: less confidence."""


@dataclass
class QueryGraph:
    """What has been built so far: `places` holds which variable or link a span stands for.

    `others`: variables that are another than the one that they map to: "the same city as Ann".
    `nouns`: labels that the question mentions. `twins`: variables of further verbs that lead to the
    same named thing: "that Ann directed and produced". `last_verbs`: types of a verb behind all
    that it could lead to.
    """

    text: str
    schema: GraphSchema
    labels: list[str] = field(default_factory=list)
    links: list[QueryLink] = field(default_factory=list)
    bounds: list[Bound] = field(default_factory=list)
    places: dict[tuple[int, int], Owner] = field(default_factory=dict)
    current: int = 0
    waiting: list[tuple[SchemaMention, str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    guesses: float = 0.0
    closes: bool = False
    others: dict[int, int] = field(default_factory=dict)
    nouns: set[str] = field(default_factory=set)
    twins: list[int] = field(default_factory=list)
    types_mentioned: frozenset[str] = frozenset()
    last_verbs: frozenset[str] = frozenset()
    used: list[tuple[int, int]] = field(default_factory=list)

    def far(self, link: int) -> int:
        """Return the end of a link that is further from the root."""
        return max(self.links[link].source, self.links[link].target)

    def entering(self, variable: int) -> int:
        """Return the first link that leads to a variable."""
        return next(i for i in range(len(self.links)) if self.far(i) == variable)

    def links_of(self, variable: int) -> list[QueryLink]:
        """Return the links that lead to a variable or from it."""
        return [link for link in self.links if variable in (link.source, link.target)]

    def way_back(self, variable: int, named: Collection[Owner] = ()) -> list[QueryLink]:
        """Return the links from a variable back to the first that is `named`, or to the root."""
        way: list[QueryLink] = []
        while variable and not (way and Owner(variable) in named):
            way.append(self.links[self.entering(variable)])
            variable = min(way[-1].source, way[-1].target)
        return way

    def deny(self, number: int) -> None:
        """Take a link as one that there is not."""
        self.links[number] = replace(self.links[number], negated=True)

    def link_again(self, number: int, end: int, **changed: Any) -> int:
        """Add a link like another, to a new variable in place of its `end`, and return that."""
        link, other = self.links[number], self.variable(self.labels[end])
        ends = [other if own == end else own for own in (link.source, link.target)]
        self.links.append(replace(link, source=ends[0], target=ends[1], **changed))
        return other

    def count_apart(self) -> None:
        """Let what is counted at a link be a condition beside the link, which stays as it is."""
        for number, link in enumerate(list(self.links)):
            if not link.count:
                continue
            far, other = self.far(number), self.link_again(number, self.far(number))
            self.links[number] = replace(link, count=())
            own = [bound for bound in self.bounds if bound.property.owner == Owner(far)]
            of = (bound.property._replace(owner=Owner(other)) for bound in own)
            self.bounds += [replace(b, property=p) for b, p in zip(own, of, strict=True)]

    def leaves(self, variable: int) -> bool:
        """Say whether no link leads on from a variable."""
        return all(min(k.source, k.target) != variable for k in self.links)

    def variable(self, label: str) -> int:
        self.labels.append(label)
        return len(self.labels) - 1

    def is_near(self, label: str) -> bool:
        """Say whether a label is there, or one step from what is there."""
        hops = [hop for own in self.labels for hop in self.schema.hops.get(own, ())]
        return label in self.labels or any(hop.label == label for hop in hops)

    def nearest(self, known: Sequence[int]) -> int:
        return self.current if self.current in known else known[-1]

    def hop(self, at: int, type: str, label: str, away: bool = True) -> SchemaHop | None:
        """Return the step over a type from a variable to a label ("" any), if the schema has it.

        Where it has one in each direction, the one that leads `away`.
        """
        if at >= len(self.labels):
            return None
        hops = self.schema.hops.get(self.labels[at], ())
        fitting = [h for h in hops if h.type == type and (h.label == label or not label)]
        fitting.sort(key=lambda hop: hop.outgoing != away)
        ends = {h.label for h in fitting if h.outgoing == fitting[0].outgoing}
        if len(ends) > 1 and not label:  # "Who posted": a question or an answer.
            return SchemaHop(type, fitting[0].outgoing, "")
        return fitting[0] if fitting else None

    def link(
        self,
        at: int,
        hop: SchemaHop,
        negated: bool,
        far: int | None = None,
        types: tuple[str, ...] = (),
    ) -> int:
        """Add a link from variable `at` and return its number; `far` is one that is there."""
        end = self.variable(hop.label) if far is None else far
        self.closes = self.closes or far is not None
        source, target = (at, end) if hop.outgoing else (end, at)
        ends = self.labels[at], self.labels[end]
        mutual = holds_both_ways(hop.type, ends, self.schema)
        self.guesses += EITHER * (not mutual and may_hold_both_ways(hop.type, ends))
        kinds = types or (hop.type,)
        self.links.append(QueryLink(kinds, source, target, negated, mutual=mutual))
        self.current = end
        return len(self.links) - 1

    def reach(self, label: str, negated: bool) -> bool:
        """Link a label by the cheapest route from the current variable, or from another one."""
        wanted = {type.lstrip("!") for _, type in self.waiting} | self.types_mentioned
        negated = negated or any(type.startswith("!") for _, type in self.waiting)
        ways = [
            (self._cost(way, wanted) + (0.0 if at == self.current else 0.25), at, way)
            for at, own in enumerate(self.labels)
            for way in self.schema.routes(own).get(label, ())
            if way
        ]
        if not ways:
            self.problems.append(f"no way to {label}")
            return False
        least, at, way = min(ways, key=lambda each: each[0])
        either = [each for each in ways if each[0] == least and each[1] == at]
        said = [each for each in either if wanted & _types(each[2]) == wanted & _types(way)]
        last = [each for each in said if self.last_verbs & _types(each[2])]
        if len(said) > 1 and len(last) == 1:  # "How many trials does each sponsor fund?"
            said, (_, at, way) = last, last[0]
        if len(said) > 1:  # Several that no word, or the same word, speaks of.
            self.guesses += EITHER
        for step, hop in enumerate(way):
            known = self._reached(at, hop) if step < len(way) - 1 else None
            if known is not None:
                at = self.current = known
            else:
                number = self.link(at, hop, negated and step == 0)
                at = self.current
                for verb, type in self.waiting:
                    if type.lstrip("!") == hop.type:
                        self.places[verb.start, verb.end] = Owner(number, True)
        self.guesses += 0.0 if wanted & {hop.type for hop in way} else 0.06 * (len(way) - 1)
        self.waiting = [w for w in self.waiting if w[1].lstrip("!") not in {h.type for h in way}]
        return True

    def _reached(self, at: int, hop: SchemaHop) -> int | None:
        for link in self.links:
            near, far = (link.source, link.target) if hop.outgoing else (link.target, link.source)
            if near == at and link.types == (hop.type,) and not link.negated:
                return far
        return None

    @staticmethod
    def _cost(way: Sequence[SchemaHop], wanted: set[str]) -> float:
        return sum(0.35 if hop.type in wanted else 1.0 + 0.1 * i for i, hop in enumerate(way))


def _types(way: Sequence[SchemaHop]) -> set[str]:
    return {hop.type for hop in way}
