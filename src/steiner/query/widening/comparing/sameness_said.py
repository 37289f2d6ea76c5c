""" "In the same city as their boss", "in the same series as their spouse": what two share."""

from __future__ import annotations

from dataclasses import replace

from steiner.algebra import Bound, Owner, PropertyOf, Query
from steiner.algebra.changing.renumbering import Numbers
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.naming.schema_words import Element, schema_of
from steiner.query.widening.comparing.other_side import OtherSide
from steiner.query.widening.comparing.other_side_said import sides
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
    """Let the other one lead to the same node: a circle, from the root over both."""

    def widened(query: Query) -> Query | None:
        plain = len(query.links) == 1 and query.labels[1] == what[0].name and not query.order
        joined = side.joined(query, schema) if plain and not query.links[0].is_condition else None
        if joined is None or joined[0].labels[-1] != query.labels[0]:
            return None
        wide = joined[0]
        if any(owner.is_link for bound in wide.bounds for owner in bound.of()):
            return None  # Nothing can be asked of a link that closes a circle.
        own, closing = _TURNED.linked(wide)
        source, target = (end or 1 for end in (closing.source, closing.target))
        return replace(
            wide,
            labels=(wide.labels[0], wide.labels[2], wide.labels[1]),
            links=(own, replace(closing, source=source, target=target), closing),
            bounds=_TURNED.bounds(wide),
            measure=_TURNED.measure(wide),
            shown=_TURNED.all_of(wide.shown),
        )

    return widened


_TURNED = Numbers({0: 0, 1: 2, 2: 1}, {1: 0, 0: 2})
"""The other one, who was joined last, stands before what both lead to."""
