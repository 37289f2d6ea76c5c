"""Links that a verb brings though a property or another link says already what it asks.

"Paintings that were created before 1914" asks when, not whether it is known who did it; "those who
play as a stopper" play a position, whatever club they play for.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from steiner.algebra import Owner, Query
from steiner.algebra.changing.renumbering import Numbers
from steiner.query.checks.added_parts import idle_links
from steiner.query.naming.schema.schema_mentions import is_deed
from steiner.query.naming.schema_words import base, verb_of
from steiner.text import plain_words


def without_idle_links(query: Query, nouns: Collection[str]) -> Query:
    """Return a query without the idle links whose verb is explained and whose end no noun says.

    `nouns`: the labels that words of the question say.
    """
    if query.either or query.beside or query.grouping or query.each or query.path is not None:
        return query
    for number in idle_links(query):
        far = query.far(number)
        if query.labels[far] not in nouns and _is_explained(query, number):
            return without_idle_links(_without(query, number, far), nouns)
    return query


def _is_explained(query: Query, number: int) -> bool:
    """Say whether a property or another link of the nearer end has the verb of a link."""
    link, own = query.links[number], {*idle_links(query)}
    near = min(link.source, link.target)
    verbs = {*map(verb_of, link.types)} - {""}
    others = (k for i, k in enumerate(query.links) if i not in own and near in (k.source, k.target))
    names = (p.name for p in query.properties() if p.owner == Owner(near))
    words = {word for name in names for word in plain_words(name).split()}
    said = words.union(map(base, words))
    linked = {verb_of(type) for other in others for type in other.types}
    return any(v in linked or v in said or any(is_deed(w, v) for w in said) for v in verbs)


def _without(query: Query, number: int, far: int) -> Query:
    """Return a query without a link and the variable that it alone leads to."""
    variables = [*range(len(query.labels))]
    numbers = Numbers.kept({*variables} - {far}, {*range(len(query.links))} - {number})
    order = query.order
    if order and order.by:
        order = replace(order, by=numbers.property(order.by))
    return replace(
        query,
        labels=tuple(query.labels[i] for i in variables if i != far),
        links=numbers.linked(query),
        bounds=numbers.bounds(query),
        measure=numbers.measure(query),
        order=order,
        shown=numbers.all_of(query.shown),
        listed=numbers.all_of(query.listed),
    )
