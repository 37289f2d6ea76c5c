"""What is asked of one thing that is named: the other end of its relationship.

"Where does Ann work?" may be read as Ann with where she works, or as where Ann works: one meaning.
So of "how many report to Ann?" may Ann have a number, or those who do. Of "which parts does Axle
need?" these are two: the parts are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

from steiner.algebra import Measure, Owner, PropertyOf, Query
from steiner.algebra.changing.renumbering import Numbers
from steiner.text import plain_words

_WHERE = re.compile(r"\W*where\b")
_WHAT = re.compile(r"\W*(?:who|whom|what)\W+(?:do|does|did|has|have|had)\b")
_ENDS_IN = re.compile(r"\b(?P<at>at|by|for|from|in|of|on|to|with)\W*$")
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
    link = query.links[0] if _is_of_one_named(query, names) else None
    if link is None or link.is_condition:
        return query
    counted = query.measure == _COUNTED
    leads = (link.mutual or not link.source) and not _ends_otherwise(text, link.types)
    if not (counted or _WHERE.match(text) or (_WHAT.match(text) and leads)):
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


def _is_of_one_named(query: Query, names: Mapping[str, str]) -> bool:
    """Say whether a query asks of one named alone for the other end of a link, or its number."""
    sizes = len(query.labels), len(query.links), len(query.bounds)
    if sizes != (2, 1, 1) or not query.labels[1]:  # As most are.
        return False
    own = query.bounds[0]
    name = PropertyOf(Owner(0), names.get(query.labels[0], ""), own.property.kind)
    named = own.property == name and own.operator == "=" and not own.negated
    bare = all(getattr(query, name) == default for name, default in _ELSE.items())
    bare = bare and (query.measure == _COUNTED or not (query.measure or query.single))
    return named and bare and all(own.owner == Owner(1) for own in query.shown)


def _ends_otherwise(text: str, types: Sequence[str]) -> bool:
    """Say whether a question ends in another preposition than a type: to work on is no WORKS_IN."""
    said = _ENDS_IN.search(text)
    last = {plain_words(type).split()[-1] for type in types}
    return said is not None and said["at"] not in last and any(map(_ENDS_IN.match, last))
