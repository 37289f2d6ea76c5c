"""Things that are another of what is asked for, which itself they are not."""

from __future__ import annotations

import re
from dataclasses import replace

from steiner.algebra import Owner
from steiner.algebra.schema.graph_schema import SchemaHop
from steiner.query.building.query_graph import QueryGraph
from steiner.query.naming.schema_words import is_key
from steiner.query.naming.values.linked_values import Value

_SAME_AS = re.compile(
    r"\bsame\b(?:\W+\w+){1,3}?\W+(?:as|with)\W+(?:(?:the|that|those|of)\W+)*(?:\w+\W+)?$",
    re.IGNORECASE,
)
"""Right before who shares it: "in the same city as the customer Ann"."""


def share(built: QueryGraph, value: Value, label: str) -> bool:
    """Link another thing to what it shares with the root: "the same director as 'Jaws'"."""
    said = _SAME_AS.search(built.text[: value.start])
    shared = built.current
    if not said or not shared or label != built.labels[0]:
        return False
    built.waiting = []
    for link in built.way_back(shared):
        near = min(link.source, link.target)
        back = SchemaHop(link.types[0], link.source != near, built.labels[near])
        built.link(built.current, back, False, None, link.types)
    built.used.append((said.start(), value.start))
    built.others[built.current] = 0
    return True


def exclude_itself(built: QueryGraph) -> None:
    """Leave out the thing itself: "drugs that do not interact with Aspirin", of itself no.

    Nor is it asked for in "films with the same director as 'Jaws'".
    """
    denied = [k for k in built.links if k.negated and not k.source * k.target]
    far_ends = {max(k.source, k.target): 0 for k in denied if k.source != k.target}
    for far, one in (far_ends | built.others).items():
        if built.labels[far] == built.labels[one]:
            own = [b for b in built.bounds if b.property.owner == Owner(far)]
            named = [b for b in own if b.operator == "=" and not b.negated]
            known = built.schema.names.get(built.labels[one])
            built.bounds += [
                replace(b, property=b.property._replace(owner=Owner(one)), negated=True)
                for b in named
                if b.property.name == known or (known is None and is_key(b.property.name))
            ]
