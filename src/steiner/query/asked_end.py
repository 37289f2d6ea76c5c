"""What is asked of one thing that is named: the other end of its relationship.

"Where does Ann work?" may be read as Ann with where she works, or as where Ann works: one meaning.
So of "how many report to Ann?" may Ann have a number, or those who do. Of "which parts does Axle
need?" these are two: the parts are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, replace

from steiner.algebra import Measure, Owner, PropertyOf, Query
from steiner.algebra.changing.renumbering import Numbers

_WHERE = re.compile(r"\W*where\b")
_WHAT = re.compile(r"\W*(?:who|whom|what)\W+(?:do|does|did|has|have|had)\b")
_COUNTED = Measure("count", Owner(1))
_KEPT = ("labels", "links", "bounds", "shown", "measure", "single")
_ELSE = {own.name: own.default for own in fields(Query) if own.name not in _KEPT}
"""What a query that asks for nothing but one relationship's end has of all else."""
_TURNED = Numbers({0: 1, 1: 0}, {0: 0})


def from_asked_end(query: Query, text: str, names: Mapping[str, str]) -> Query:
    """Return a query that begins at what is asked for, where it begins at what is named alone.

    `text`: the question in small letters; `names`: by label the property that its nodes are called
    by. What Rope depends on is nothing that depends on Rope.
    """
    counted = query.measure == _COUNTED
    bare = all(getattr(query, name) == default for name, default in _ELSE.items())
    bare = bare and all(own.owner == Owner(1) for own in query.shown)
    bare = bare and (counted or not (query.measure or query.single))
    if not bare or len(query.labels) != 2 or len(query.links) != 1 or not query.labels[1]:
        return query
    link = query.links[0]
    asks = counted or _WHERE.match(text) or (_WHAT.match(text) and (link.mutual or not link.source))
    if not asks or link.is_condition or len(query.bounds) != 1:
        return query
    first = query.bounds[0]
    name = PropertyOf(Owner(0), names.get(query.labels[0], ""), first.property.kind)
    if first.property != name or first.operator != "=" or first.negated:
        return query
    return replace(
        query,
        labels=query.labels[::-1],
        links=_TURNED.linked(query),
        bounds=_TURNED.bounds(query),
        shown=_TURNED.all_of(query.shown),
        measure=_TURNED.measure(query),
        single=counted,
    )
