"""Matches of a query in a graph in memory.

What is measured, ordered by or shown is matched; every other branch must exist, or must not, so
that counts never multiply.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from steiner.algebra import Owner, Query, QueryLink
from steiner.algebra.terms import MOST_STEPS
from steiner.errors import InvalidInput
from steiner.graph import Node, Relationship
from steiner.stores.memory_computing.conditions_met import Match, meets
from steiner.stores.memory_computing.cypher_values import compared

_MOST = 5_000_000
"""Relationships that are looked at: some seconds."""


class Matching:
    """Finds a query's matches among `nodes` and `relationships`, in the order of their ids."""

    def __init__(
        self,
        query: Query,
        nodes: Mapping[int, Node],
        relationships: Mapping[int, Relationship],
    ) -> None:
        self.query, self._nodes = query, nodes
        self._leaving: dict[tuple[int, bool], list[Relationship]] = defaultdict(list)
        self._closing, self._looked = set(query.closing()), 0
        self._either = [Matching(branch, nodes, relationships) for branch in query.either]
        self.beside = [Matching(branch, nodes, relationships) for branch in query.beside]
        for r in sorted(relationships.values(), key=lambda r: r.id) if query.links else ():
            if any(_is_of(r, link) for link in query.links):
                self._leaving[r.source, True].append(r)
                self._leaving[r.target, False].append(r)

    def matches(self, links: Sequence[int]) -> Iterator[Match]:
        """Yield the matches of the root and these links, the nearer ones first."""
        for id in sorted(self._nodes):
            yield from self.of_root(id, links)

    def of_root(self, id: int, links: Sequence[int]) -> Iterator[Match]:
        """Yield the matches of one root."""
        if self.holds(id, links):
            yield from self._extended({Owner(0): self._nodes[id]}, links, links)

    def _is_met(self, id: int) -> bool:
        """Say whether a root has a match of all that is asked of it here."""
        return any(True for _ in self.of_root(id, self.query.matched()))

    def holds(self, id: int, matched: Collection[int] = ()) -> bool:
        """Say whether a node meets what is asked of the root; what is `matched` is seen later."""
        root = self._nodes[id]
        return self._is_labelled(0, root) and self._accepts(0, {Owner(0): root}, matched)

    def _extended(self, match: Match, left: Sequence[int], links: Sequence[int]) -> Iterator[Match]:
        if not left:
            closed = all(self._closed(match, self.query.far(k)) for k in links)
            if closed and self._are_two(match):
                yield match
            return
        for further in self._stepped(match, left[0]):
            if self._accepts(self.query.far(left[0]), further, links):
                yield from self._extended(further, left[1:], links)

    def _are_two(self, match: Match) -> bool:
        """Say whether what makes a pair is two nodes."""
        apart = self.query.grouping.apart if self.query.grouping else None
        return apart is None or match[apart[0]].id != match[apart[1]].id

    def _stepped(self, match: Match, number: int) -> Iterator[Match]:
        """Yield the matches that a link leads on to, its own conditions met."""
        link, far = self.query.links[number], self.query.far(number)
        near = min(link.source, link.target)
        for way, end in self._ways(match[Owner(near)].id, link, link.source == near):
            node = self._nodes[end]
            further = {**match, Owner(far): node, Owner(number, True): way[-1]}
            if self._is_labelled(far, node) and self._meets(Owner(number, True), further):
                yield {**further, **self._between(number, way)}

    def _ways(
        self, start: int, link: QueryLink, leaving: bool
    ) -> Iterator[tuple[list[Relationship], int]]:
        """Yield each way of a link from a node, with its end.

        Of several steps it is a shortest to each other node: what lies on a circle meets itself by
        no step.
        """
        border: list[tuple[list[Relationship], int]] = [([], start)]
        met = {start}
        for _ in range(link.steps):
            further = []
            for way, node in border:
                for r, end in self._incident(node, leaving, link.mutual):
                    if _is_of(r, link) and (link.steps == 1 or end not in met):
                        met.add(end)
                        further.append(([*way, r], end))
            yield from further
            border = further

    def _between(self, number: int, way: Sequence[Relationship]) -> Match:
        """Return what stands on a way of several steps, by numbers that no variable has."""
        first = first_between(number)
        steps: dict[Owner, Node | Relationship] = {}
        for place, (one, other) in enumerate(pairwise(way)):
            met = ({one.source, one.target} & {other.source, other.target}).pop()
            steps |= {Owner(first - place): self._nodes[met], Owner(first - place, True): one}
        return steps

    def _accepts(self, variable: int, match: Match, links: Collection[int]) -> bool:
        """Say whether a variable meets its conditions and has the branches that are not matched."""
        if not self._meets(Owner(variable), match):
            return False
        root = match[Owner(0)].id
        if not variable and self._either and not any(b._is_met(root) for b in self._either):
            return False
        return all(
            self._has(number, match)
            for number, link in enumerate(self.query.links)
            if number not in self._closing
            and number not in links
            and variable == min(link.source, link.target)
        )

    def _has(self, number: int, match: Match) -> bool:
        """Say whether there is such a link, or none, or as many as are asked for."""
        link, far = self.query.links[number], self.query.far(number)
        ends = (
            further[Owner(far)].id
            for further in self._stepped(match, number)
            if self._accepts(far, further, ()) and self._closed(further, far)
        )
        if link.count:
            met = len(set(ends))
            return all(compared(met, operator, wanted) for operator, wanted in link.count)
        return any(True for _ in ends) != link.negated

    def _closed(self, match: Match, variable: int) -> bool:
        """Say whether a variable has the further links to what is matched already."""
        own = (number for number in self._closing if self.query.far(number) == variable)
        return all(
            self._joined(number, match) != self.query.links[number].negated for number in own
        )

    def _joined(self, number: int, match: Match) -> bool:
        link, far = self.query.links[number], self.query.far(number)
        leaving = link.source == far
        other = match.get(Owner(link.target if leaving else link.source))
        return any(
            (other is None or end == other.id)
            and self._meets(Owner(number, True), {**match, Owner(number, True): way[-1]})
            for way, end in self._ways(match[Owner(far)].id, link, leaving)
        )

    def _incident(
        self, node: int, leaving: bool, mutual: bool
    ) -> Sequence[tuple[Relationship, int]]:
        """Return the relationships that leave a node, or lead to it, with their other ends.

        A mutual one is either; a loop is one relationship.
        """
        ways = (leaving, not leaving) if mutual else (leaving,)
        own = [
            (r, r.target if away else r.source)
            for away in ways
            for r in self._leaving.get((node, away), ())
            if away == leaving or r.source != r.target
        ]
        self._looked += len(own)
        if self._looked > _MOST:
            raise InvalidInput(
                f"The question looks at more than {_MOST:,} relationships in memory. Name an"
                " entity, a value or a label, so that less is looked at, or ask a server."
            )
        return own

    def _meets(self, owner: Owner, match: Match) -> bool:
        return all(meets(b, match) for b in self.query.bounds if self.query.known_at(b) == owner)

    def _is_labelled(self, variable: int, node: Node) -> bool:
        label = self.query.labels[variable]
        return not label or label in node.labels


def first_between(number: int) -> int:
    """Return the number of the first that stands on the way of a link; the next ones are below."""
    return -1 - number * MOST_STEPS


def _is_of(relationship: Relationship, link: QueryLink) -> bool:
    return not link.types or relationship.type in link.types
