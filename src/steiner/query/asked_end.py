"""What is asked of one thing that is named: the other end of its relationship.

"Where does Ann work?" may be read as Ann with where she works, or as where Ann works: one meaning.
Of "which parts does Axle need?" these are two: the parts are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from steiner.algebra import Owner, PropertyOf, Query
from steiner.algebra.changing.renumbering import Numbers

_WHERE = re.compile(r"\W*where\b")
_WHAT = re.compile(r"\W*(?:who|whom|what)\W+(?:do|does|did|has|have|had)\b")
_TURNED = Numbers({0: 1, 1: 0}, {0: 0})


def from_asked_end(query: Query, text: str, names: Mapping[str, str]) -> Query:
    """Return a query that begins at what is asked for, where it begins at what is named alone.

    `text`: the question in small letters; `names`: by label the property that its nodes are called
    by. What Rope depends on is nothing that depends on Rope.
    """
    bare = replace(query, labels=(), links=(), bounds=()) == Query(())
    if not bare or len(query.labels) != 2 or len(query.links) != 1 or not query.labels[1]:
        return query
    link = query.links[0]
    asks = _WHERE.match(text) or (_WHAT.match(text) and (link.mutual or not link.source))
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
    )
