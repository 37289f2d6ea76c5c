""" "In the same city as their boss", "in the same series as their spouse": what two share."""

from __future__ import annotations

from dataclasses import replace

from steiner.algebra import Bound, Owner, PropertyOf, Query
from steiner.algebra.graph_schema import GraphSchema
from steiner.query.naming.schema_words import Element, schema_of
from steiner.query.widening.other_side import OtherSide
from steiner.query.widening.other_side_said import sides
from steiner.query.widening.plainer import Plainer, Widening, leading_elements

_SAME = (
    r"(?P<said_in>(?:(?:who|that|which)\s+)?(?:(?:are|is|lives?|living|comes?|coming|were\s+born|"
    r"born|have|has|having|shares?)\s+)?(?:(?:from|in|with|of|at)\s+)?)"
    r"the\s+(?:very\s+)?same\s+(?P<what>\w+(?:\s\w+)?)\s+as\s+(?:that\s+of\s+)?"
)


def with_the_same(given: Plainer) -> Plainer | None:
    """Read "in the same city as their boss" as "with a city", "the same series" as "a series"."""
    for said, side in sides(given.text, given.schema, _SAME):
        what, size = leading_elements(said["what"], given.schema)
        if side.said or size != len(said["what"]):
            continue
        label = what[0].kind == "label"
        shared = f"{said['said_in']}a {said['what']}" if label else f"with a {said['what']}"
        text = f"{given.text[: said.start()]}{shared}{given.text[said.end() :]}"
        share = _in_the_same if label else _of_the_same
        return given.said(text, share(side, what, given.schema))
    return None


def _of_the_same(side: OtherSide, what: list[Element], schema: GraphSchema) -> Widening:
    """Compare a property of both."""

    def widened(query: Query) -> Query | None:
        own = [e for e in what if e.kind == "property" and e.of == query.labels[0]]
        joined = side.joined(query, schema) if len(own) == 1 else None
        if joined is None:
            return None
        wide, owner = joined
        of_root = PropertyOf(Owner(0), own[0].name, schema_of(schema, own[0]).kind)
        if wide.labels[owner.number] != wide.labels[0]:
            return None
        both = Bound(of_root, "=", of_root._replace(owner=owner))
        kept = (b for b in wide.bounds if (b.property, b.operator) != (of_root, "present"))
        return replace(wide, bounds=(*kept, both))

    return widened


def _in_the_same(side: OtherSide, what: list[Element], schema: GraphSchema) -> Widening:
    """Let both lead to the same one."""

    def widened(query: Query) -> Query | None:
        shared = [
            link
            for number, link in enumerate(query.links)
            if query.labels[query.far(number)] == what[0].name and not link.is_condition
        ]
        joined = side.joined(query, schema) if len(shared) == 1 else None
        if joined is None or 0 not in (shared[0].source, shared[0].target):
            return None
        wide, owner = joined
        if wide.labels[owner.number] != query.labels[0]:
            return None
        source, target = (end or owner.number for end in (shared[0].source, shared[0].target))
        return replace(wide, links=(*wide.links, replace(shared[0], source=source, target=target)))

    return widened
