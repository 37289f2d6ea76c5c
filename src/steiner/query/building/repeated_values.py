"""What a second value of one property is: one of both, or another node."""

from __future__ import annotations

import re
from dataclasses import replace

from steiner.algebra import Owner
from steiner.algebra.schema.graph_schema import SchemaHop
from steiner.query.building.query_graph import QueryGraph
from steiner.query.naming.values.linked_values import Meaning, Value


def take_again(
    built: QueryGraph, meaning: Meaning, value: Value, linked: bool, negated: bool
) -> bool:
    """Take a second value of a property: "A or B" is one of both, "A and B" another node.

    "A but not B" is no such other node; a list holds both A and B itself.
    """
    known = [
        b for b in built.bounds
        if b.property.owner == Owner(built.current) and b.property.name == meaning.property
        and b.operator in ("=", "in", "contains") and not b.negated
    ]  # fmt: skip
    if not known or linked or (negated and built.current == 0):
        return False
    before = known[-1].value if isinstance(known[-1].value, list) else [known[-1].value]
    either = re.search(r"\bor\b[^.]{0,25}$", built.text[: value.start])
    in_list = known[-1].property.kind == "list" and known[-1].operator == "contains"
    if in_list and not either and not negated and len(meaning.values) == 1:
        built.bounds.append(replace(known[-1], value=meaning.values[0]))
        built.places[value.start, value.end] = Owner(built.current)
        return True
    if (either or built.current == 0) and not negated:
        built.bounds.remove(known[-1])
        stored = [*before, *meaning.values]
        built.bounds.append(replace(known[-1], operator="in", value=stored))
        built.places[value.start, value.end] = Owner(built.current)
        return True
    _branch_again(built, negated)
    return False


def _branch_again(built: QueryGraph, negated: bool) -> None:
    """Lead to another node as to the current one, from what is named on the way, or the root.

    "Customers who ordered tea and rice" may do so in two orders; "actors in films that Ann and
    Bob directed" are in films of both.
    """
    before, way = built.current, built.way_back(built.current, set(built.places.values()))
    at = min(way[-1].source, way[-1].target)
    for step, link in enumerate(reversed(way)):
        far = max(link.source, link.target)
        hop = SchemaHop(link.types[0], link.source != far, built.labels[far])
        built.link(at, hop, negated and not step, None, link.types)
        at = built.current
    if before in built.others:
        built.others[at] = built.others[before]
