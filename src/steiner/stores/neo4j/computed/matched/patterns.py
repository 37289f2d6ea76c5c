"""Patterns of a query in Cypher.

Variable i is `vi`, link j is `rj`. What is matched is given; every other branch of the query is
`EXISTS`, so that counts never multiply.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from steiner.algebra import Bound, Owner, Query, group_of
from steiner.stores.neo4j.computed.matched.aggregates import aggregate_of
from steiner.stores.neo4j.computed.matched.expressions import Expressions

_BOOKKEEPING = "SteinerRelation|SteinerIndex|SteinerWalk|SteinerTriple|SteinerEntry|SteinerEdge"


class Patterns(Expressions):
    """What a query matches."""

    def matched(self, links: Collection[int], first: str = "") -> str:
        """Return MATCH and WHERE for the root and these links; `first` is one more condition."""
        conditions = [first] if first else []
        conditions += [*self._of_variable(0, links), *self._beyond(links), *self._apart()]
        where = ["WHERE " + "\n  AND ".join(conditions)] if conditions else []
        return "\n".join([f"MATCH {self.node(0)}", *self._steps(links), *where])

    def path(self, number: int) -> str:
        """Return MATCH and WHERE of both ends of a link from the root, then a shortest way, `path`.

        shortestPath() goes from both ends at once, which ANY SHORTEST does not: of 60,000
        relationships it takes a hundredth of the time.
        """
        conditions = [*self._of_variable(0, [number]), *self._beyond([number])]
        ends = [f"MATCH {self.node(end)}" for end in (0, self.query.far(number))]
        where = "WHERE " + "\n  AND ".join(conditions)
        link, far = self.query.links[number], self.query.far(number)
        types = f":{'|'.join(map(self.quote, link.types))}" * bool(link.types)
        away = ">" * (link.source == 0 and not link.mutual)
        back = "<" * (link.source != 0 and not link.mutual)
        way = f"({self.root}){back}-[{types}*1..{link.steps}]-{away}({self.variable(Owner(far))})"
        kept = [own for own in self._on_way(number) if own]
        on_way = ["WHERE " + " AND ".join(kept)] if kept else []
        return "\n".join([*ends, where, f"MATCH path = shortestPath({way})", *on_way])

    def _on_way(self, number: int) -> Iterator[str]:
        """Yield what holds of each node and relationship of a path."""
        nodes = [self.allowed("n", False)]
        nodes += [] if self.query.links[number].types else [f"NOT n:({_BOOKKEEPING})"]
        for part, name, own in (
            ("nodes", "n", nodes),
            ("relationships", "r", [self.allowed("r", True)]),
        ):
            kept = " AND ".join(condition for condition in own if condition != "true")
            yield f"all({name} IN {part}(path) WHERE {kept})" if kept else ""

    def around(self, links: Collection[int], label: str) -> str:
        """Return MATCH and WHERE for these links of a root that is matched, of a label, before."""
        return self._inside(links, self._around(links, label))

    def holding(self, label: str) -> str:
        """Return the condition that all is there around a root of a label.

        It is one EXISTS where it has several parts: a planner multiplies out what stands in an OR.
        """
        links = self.query.required()
        conditions = self._around(links, label)
        if not links and len(conditions) < 2:
            return "".join(conditions) or "true"
        return f"EXISTS {{ {self._inside(links, conditions)} }}"

    def _around(self, links: Collection[int], label: str) -> list[str]:
        own = self.query.labels[0]
        conditions = [f"v0:{self.quote(own)}"] if own not in ("", label) else []
        return [*conditions, *self._asked_of(0, links), *self._beyond(links)]

    def _inside(self, links: Collection[int], conditions: Collection[str]) -> str:
        where = [f"WHERE {' AND '.join(conditions)}"] if conditions else []
        return " ".join([*(self._steps(links) or ["MATCH (v0)"]), *where])

    def _steps(self, links: Collection[int]) -> list[str]:
        return [self._match(link, self.query.far(link)) for link in links]

    def _match(self, number: int, new: int | None) -> str:
        """Return the MATCH of a link; of several steps one way to each end, a shortest."""
        shortest = "ANY SHORTEST " * (self.query.links[number].steps > 1)
        return f"MATCH {shortest}{self._step(number, new)}"

    def _beyond(self, links: Collection[int]) -> Iterator[str]:
        """Yield what is asked of matched links and of what they lead to."""
        for link in links:
            yield from self._of_variable(self.query.far(link), links)
        for link in links:
            yield from self._of_link(link)

    def beginning(self, variable: int, ids: str) -> str:
        """Return MATCHes that leave only the roots to which nodes of the parameter `ids` lead.

        What is asked of them is not looked at again here: it stands in what follows.
        """
        name = self.variable(Owner(variable))
        lines = [f"MATCH ({name}) WHERE id({name}) IN ${ids}"]
        way = self.query.way(Owner(variable))
        lines += [self._match(link, None) for link in reversed(way)]
        return "\n".join([*lines, "WITH DISTINCT v0"])

    def node(self, variable: int) -> str:
        """Return the pattern of a variable."""
        label = self.query.labels[variable]
        name = self.variable(Owner(variable))
        # What a relationship of the graph's own types leads to is never ours.
        if not label and not (variable and self.query.links[self.query.entering(variable)].types):
            return f"({name}:!({_BOOKKEEPING}))"
        return f"({name}:{self.quote(label)})" if label else f"({name})"

    def _step(self, number: int, new: int | None) -> str:
        """Return the pattern of a link; the end that is `new` with its label."""
        link = self.query.links[number]
        types = "|".join(map(self.quote, link.types))
        source, target = (
            self.node(end) if end == new else f"({self.variable(Owner(end))})"
            for end in (link.source, link.target)
        )
        name = self.variable(Owner(number, True))
        of = f":{types}" * bool(types)
        step = f"-[{name}{of}]-{'>' * (not link.mutual)}"
        return (
            f"{source}{step}{target}"
            if link.steps == 1
            else self._repeated(number, (source, step, target))
        )

    def _repeated(self, number: int, parts: tuple[str, str, str]) -> str:
        """Return the pattern of a link of several steps, each of them and each node allowed."""
        (source, step, target), name = parts, self.variable(Owner(number, True))
        allowed = (
            self.allowed(name, True),
            self.allowed(f"y{name}", False),
            self.allowed(f"x{name}", False),
        )
        on_way = (
            f"id(y{name}) IN {self.on_way}" if self.on_way and number == self.query.path else ""
        )
        where = " AND ".join(own for own in (*allowed, on_way) if own not in ("true", ""))
        # Over any type nothing leads through what steiner keeps in the graph.
        graph = "" if self.query.links[number].types else f":!({_BOOKKEEPING})"
        inner = f"((x{name}){step}(y{name}{graph}){' WHERE ' + where if where else ''})"
        return f"{source} {inner}{{1,{self.query.links[number].steps}}} {target}"

    def _apart(self) -> Iterator[str]:
        """Yield that two variables, which make a pair, are two nodes."""
        if self.query.grouping and (apart := self.query.grouping.apart):
            yield " <> ".join(map(self.variable, apart))

    def _of_variable(self, variable: int, matched: Collection[int]) -> Iterator[str]:
        if (own := self.allowed(self.variable(Owner(variable)), False)) != "true":
            yield own
        yield from self._asked_of(variable, matched)

    def _asked_of(self, variable: int, matched: Collection[int]) -> Iterator[str]:
        yield from self._bounds_of(Owner(variable))
        if self.query.either and not variable:
            yield self._either()
        closing = set(self.query.closing())
        for number, link in enumerate(self.query.links):
            if number in closing and self.query.far(number) == variable:
                yield self._exists(number, None, ())
            elif number not in {*matched, *closing} and variable == min(link.source, link.target):
                far = self.query.far(number)
                yield self._exists(number, far, tuple(self._of_variable(far, ())))

    def _either(self) -> str:
        """Return the condition that one of the branches is met, each in names of its own."""
        branches = (self.branch(b, i) for i, b in enumerate(self.query.either, 1))
        met = "\n    OR ".join(branch.holding(self.query.labels[0]) for branch in branches)
        return f"({met})"

    def branch(self, branch: Query, number: int) -> Patterns:
        """Return the patterns of a branch, with names of their own and the same parameters."""
        ending = f"{self.ending}_{number}"
        return Patterns(branch, self.quote, self.allowed, self.parameters, ending)

    def group_value(self, bound: Bound) -> str:
        """Return the aggregate of its own group that a property is compared with."""
        inner, measure = group_of(self.query, bound)
        of, own = bound.value.of, self.variable(bound.property.owner)
        by_node = isinstance(of, Owner)
        root = self.variable(of) if by_node else f"{own}_g"
        patterns = Patterns(
            inner, self.quote, self.allowed, self.parameters, f"{self.ending}_g", root
        )
        if by_node:
            members = patterns.around([0], inner.labels[0])
            members += f" WITH DISTINCT {patterns.variable(Owner(1))}"
        else:
            same = f"{patterns.raw(of._replace(owner=Owner(0)))} = {self.raw(of)}"
            members = patterns.matched([], same)
        return f"COLLECT {{ {members} RETURN {aggregate_of(measure, patterns)} }}[0]"

    def _exists(self, number: int, new: int | None, inner: Collection[str]) -> str:
        link, where = self.query.links[number], " AND ".join([*inner, *self._of_link(number)])
        matched = f"{self._match(number, new)}{' WHERE ' + where if where else ''}"
        if link.count:
            far = self.variable(Owner(self.query.far(number)))
            distinct = f"{{ {matched} RETURN DISTINCT {far} }}"
            return " AND ".join(self.meets(f"COUNT {distinct}", link.count))
        return f"{'NOT ' if link.negated else ''}EXISTS {{ {matched} }}"

    def _of_link(self, number: int) -> Iterator[str]:
        link = self.query.links[number]
        if link.steps > 1:  # What is asked of each step stands within the pattern.
            yield f"{self.variable(Owner(link.source))} <> {self.variable(Owner(link.target))}"
            return
        if (own := self.allowed(self.variable(Owner(number, True)), True)) != "true":
            yield own
        yield from self._bounds_of(Owner(number, True))

    def _bounds_of(self, owner: Owner) -> Iterator[str]:
        return (self.condition(b) for b in self.query.bounds if self.query.known_at(b) == owner)
