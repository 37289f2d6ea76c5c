"""What a gold statement returns, counts, orders by, denies, and which way it goes in one label.

Plain Cypher as language models write it, read by patterns: what cannot be read is None, and does
not count against a reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import count
from typing import NamedTuple

from judge.query_forms import conditions_of
from steiner.algebra.schema.graph_schema import GraphSchema

_STRING = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
_NODE = r"\(\s*(\w*)\s*(?::\s*(\w+))?[^()]*\)"
_NAMELESS = re.compile(r"(?<!\w)\((?=\s*[:){])")
_HOP = re.compile(
    rf"{_NODE}\s*(<?)-\s*\[\s*(\w*)\s*(?::\s*([\w|:]+))?[^\]]*\]\s*-(>?)\s*(?={_NODE})"
)
_BLOCK = re.compile(r"\b(?:exists|count|collect)\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", re.I)
_CLAUSE = re.compile(
    r"\b(WITH|RETURN)\b(.*?)(?=\b(?:OPTIONAL|MATCH|WHERE|WITH|RETURN|ORDER|SKIP|LIMIT|UNWIND)\b|$)",
    re.I | re.S,
)
_AGGREGATE = re.compile(
    r"\b(?:count|sum|avg|min|max|collect|size|stdev\w*|percentile\w*)\s*\(", re.I
)
_COUNT = re.compile(
    r"\bcount\s*\(\s*(?:distinct\s+)?(\*|\w+)|\bsize\s*\(\s*collect\s*\(\s*(?:distinct\s+)?(\w+)",
    re.I,
)
_TOTAL = re.compile(r"\b(?:sum|avg)\s*\(\s*(?:distinct\s+)?(?:\w+\()?\s*\w+\.(\w+)", re.I)
_EXTREME = re.compile(r"\b(?:min|max)\s*\(\s*(?:distinct\s+)?(?:\w+\()?\s*\w+\.(\w+)", re.I)
_ORDER = re.compile(r"\bORDER\s+BY\s+(.*?)(?=\b(?:LIMIT|RETURN|SKIP|WITH|MATCH)\b|$)", re.I | re.S)
_DENIED = re.compile(r"\bNOT\s*(?:\(?\s*exists\s*)?[({]?\s*(?:MATCH\s*)?(?=\([^()]*\)\s*<?-)", re.I)
_OPTIONAL = re.compile(
    r"\bOPTIONAL\s+MATCH\b(.*?)(?=\b(?:OPTIONAL|MATCH|WITH|RETURN)\b|$)", re.I | re.S
)
MEASURED = "the measure"
"""What rows are ordered by that are ordered by a count or a sum."""


class Hop(NamedTuple):
    """A relationship of a pattern: its variable and types, from one variable to another.

    `directed`: it has one arrow.
    """

    variable: str
    types: tuple[str, ...]
    source: str
    target: str
    directed: bool


class GoldStatement:
    """A statement, read as far as it can be. `bound`: the variables with a condition."""

    def __init__(self, cypher: str, schema: GraphSchema) -> None:
        numbers = count()
        named = _NAMELESS.sub(lambda _: f"(nameless{next(numbers)}", cypher.replace("`", ""))
        self.bound = {head.partition(":")[0].strip() for head, *_ in conditions_of(named)}
        self.whole = _STRING.sub("''", named)
        self.plain = _BLOCK.sub("", self.whole)
        self._schema = schema
        self.readable = not re.search(r"\bUNION\b|\bCALL\b|\bUNWIND\b|\bREDUCE\b", self.whole, re.I)

    @cached_property
    def hops(self) -> list[Hop]:
        """Return the relationships of its patterns, as the graph stores them."""
        found = []
        for match in _HOP.finditer(self.whole):
            left, _, back, own, types, forth, right, _ = match.groups()
            ends = (right, left) if back else (left, right)
            kinds = tuple(t for t in re.split(r"[|:]+", types or "") if t)
            found.append(Hop(own, kinds, *ends, bool(back) != bool(forth)))
        return found

    @cached_property
    def labels(self) -> dict[str, str]:
        """Return the label of each variable, by the schema where none is written."""
        known = dict(re.findall(r"\(\s*(\w+)\s*:\s*(\w+)", self.whole))
        for hop in self.hops:
            pairs = [p for t in hop.types for p in self._schema.ends.get(t, ())]
            for side, variable in enumerate((hop.source, hop.target)):
                fitting = {pair[side] for pair in pairs}
                if hop.directed and len(fitting) == 1:
                    known.setdefault(variable, *fitting)
        return known

    @cached_property
    def _aliases(self) -> dict[str, str]:
        named: dict[str, str] = {}
        for _, body in _CLAUSE.findall(self.plain):
            for item in _items(body):
                expression = re.match(r"(.*)\s+AS\s+(\w+)\s*$", item, re.I | re.S)
                if expression:
                    named.setdefault(expression[2], expression[1].strip())
        return named

    def _resolved(self, expression: str) -> str:
        """Put what aliases stand for in their place."""
        for _ in range(3):
            expression = re.sub(
                r"(?<![.\w])(\w+)\b(?!\s*\()",
                lambda m: m[1] if m[1] in self.labels else self._aliases.get(m[1], m[1]),
                expression,
            )
        return expression

    @cached_property
    def returned(self) -> list[str]:
        """Return what is returned, aliases resolved."""
        bodies = [body for word, body in _CLAUSE.findall(self.plain) if word.upper() == "RETURN"]
        if not bodies:
            return []
        without = (re.sub(r"\s+AS\s+\w+\s*$", "", i, flags=re.I) for i in _items(bodies[-1]))
        return [self._resolved(re.sub(r"^\s*DISTINCT\b", "", item, flags=re.I)) for item in without]

    @property
    def only_measures(self) -> bool:
        """Whether every column is an aggregate: one row."""
        return bool(self.returned) and all(map(_AGGREGATE.search, self.returned))

    @cached_property
    def roots(self) -> frozenset[str] | None:
        """Return the labels of what is returned; None where one is not known."""
        plain = [item for item in self.returned if not _AGGREGATE.search(item)]
        found = [self._variables(item) for item in plain]
        if not all(found):
            return None
        own = {v for variables in found for v in variables}
        own -= {hop.variable for hop in self.hops}
        return frozenset(self.labels[v] for v in own) if own <= self.labels.keys() else None

    def _variables(self, expression: str) -> list[str]:
        known = {*self.labels, *(h.variable for h in self.hops)}
        return [w for w in re.findall(r"(?<![.\w])(\w+)\b(?!\s*\()", expression) if w in known]

    @cached_property
    def returned_variables(self) -> set[str]:
        """Return the variables that rows are of."""
        return {v for i in self.returned if not _AGGREGATE.search(i) for v in self._variables(i)}

    @cached_property
    def counted_variables(self) -> set[str]:
        """Return what stands in count(...) and size(collect(...))."""
        return {a or b for a, b in _COUNT.findall(self.plain)}

    @cached_property
    def counted(self) -> frozenset[str] | None:
        """Return labels and types that say what is counted; None where it is not known."""
        inner = re.findall(r"\b(?:count|size)\s*[({]\s*(?:MATCH\s*)?(?=\()", self.whole, re.I)
        if inner or len(self.counted_variables) != 1:
            return None
        (variable,) = self.counted_variables
        variable = self._resolved(variable)
        edges = [h for h in self.hops if h.variable == variable or variable == "*"]
        if variable in self.labels:
            return frozenset({self.labels[variable]})
        if len(edges) != 1:
            return None
        ends = {self.labels.get(edges[0].source, ""), self.labels.get(edges[0].target, "")}
        ends -= (self.roots or set()) if variable == "*" else set()
        return frozenset({*edges[0].types, *ends} - {""})

    @cached_property
    def totalled(self) -> frozenset[str] | None:
        """Return the properties that are added up or averaged."""
        return frozenset(_TOTAL.findall(self.plain)) or None

    @cached_property
    def ordered(self) -> str | None:
        """Return the property by which rows are ordered, or MEASURED; None if not known."""
        order = _ORDER.search(self.plain)
        extreme = _EXTREME.findall(self.plain)
        if order is None:
            return extreme[0] if len({*extreme}) == 1 else None
        first = self._resolved(_items(order[1])[0])
        if re.search(r"\b(?:count|sum|avg|size)\s*\(", first, re.I):
            return MEASURED
        found = _EXTREME.findall(first) or re.findall(r"\b[A-Za-z_]\w*\.([A-Za-z_]\w*)", first)
        return found[0] if found else None

    @cached_property
    def denied(self) -> frozenset[str]:
        """Return the types that it asks not to be there."""
        types = [t for start in _DENIED.finditer(self.whole) for t in self._types_at(start.end())]
        for optional in _OPTIONAL.finditer(self.plain):
            for hop in self.hops:
                names = "|".join(filter(None, (hop.variable, hop.source, hop.target)))
                inside = any(f":{type}" in optional[1] for type in hop.types)
                if inside and re.search(rf"\b(?:{names})\s+IS\s+NULL", self.plain, re.I):
                    types += hop.types
        return frozenset(types)

    def _types_at(self, start: int) -> Iterator[str]:
        chain = re.match(rf"(?:{_NODE}\s*<?-\s*\[[^\]]*\]\s*->?\s*)+", self.whole[start:])
        if chain:
            for group in re.findall(r"\[\s*\w*\s*:\s*([\w|:]+)", chain[0]):
                yield from re.split(r"[|:]+", group)


def _items(body: str) -> list[str]:
    """Split at the commas that stand in no brackets."""
    items, depth, start = [], 0, 0
    for place, sign in enumerate(body):
        depth += sign in "([{"
        depth -= sign in ")]}"
        if sign == "," and not depth:
            items.append(body[start:place].strip())
            start = place + 1
    return [*items, body[start:].strip()]
