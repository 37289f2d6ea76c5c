"""What is said beside a name: of "employees who report to Ann Lee with a salary over 5" the former.

Who is named is one already, and no condition tells them from others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from steiner.algebra import Bound, Owner, Query


def said_of_the_asked(query: Query, names: Mapping[str, str]) -> Query:
    """Return a query whose conditions on somebody named are on what is asked for, of that label.

    `names`: by label the property that its nodes are called by. A name of one word may be of many,
    whom a condition tells apart: "who knows an Ann over 30".
    """
    name = names.get(query.labels[0], "")
    own = {b.property.name for b in query.bounds if b.property.owner == Owner(0)}
    named = {b.property.owner for b in query.bounds if _names(b, name)}

    def moved(bound: Bound) -> Bound:
        at, property = bound.property.owner, bound.property.name
        same = at in named and at != Owner(0) and query.labels[at.number] == query.labels[0]
        if not same or property == name or property in own or len(bound.of()) > 1:
            return bound
        return replace(bound, property=bound.property._replace(owner=Owner(0)))

    if not query.labels[0] or name in own or not named:
        return query
    return replace(query, bounds=tuple(map(moved, query.bounds)))


def _names(bound: Bound, name: str) -> bool:
    is_name = bound.property.name == name and bound.operator == "=" and not bound.negated
    return is_name and not bound.property.owner.is_link and " " in str(bound.value)
