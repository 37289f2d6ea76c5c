"""Who owns Acme may be a person or a company: where no word says which, both are asked for."""

from __future__ import annotations

import re
from dataclasses import replace

from steiner.algebra import Owner, Query
from steiner.query.composing.words.lattice import Lattice

_ASKING = ("who", "whom")
_WHO = re.compile(r"^\W*(?:by\W+)?whom?\b", re.IGNORECASE)


def of_any_label(query: Query, looked: Lattice) -> Query:
    """Return a query whose root may be of any label that its links allow.

    Only of a question that asks who without a noun for it, where a relationship is stored from
    several labels: of (Person)-[OWNS]->(Company) and (Company)-[OWNS]->(Company) both own.
    """
    label, *others = query.labels
    if not label or not query.links or not _WHO.search(looked.text) or _is_said(label, looked):
        return query
    if any(own.owner == Owner(0) for part in query.parts() for own in part.properties()):
        return query
    ends = [_ends(query, number, looked) for number in range(len(query.links))]
    own = [labels for labels in ends if labels is not None]
    several = own and len(set.intersection(*own)) > 1 and not query.either
    return replace(query, labels=("", *others)) if several else query


def _ends(query: Query, number: int, looked: Lattice) -> set[str] | None:
    """Return the labels that a link allows at the root; None of one that does not touch it."""
    link = query.links[number]
    if 0 not in (link.source, link.target) or not link.types:
        return None
    far = query.labels[link.target or link.source]
    pairs = [pair for type in link.types for pair in looked.schema.ends.get(type, ())]
    if link.mutual:
        pairs += [(target, source) for source, target in pairs]
    if link.source == 0:
        return {source for source, target in pairs if target == far or not far}
    return {target for source, target in pairs if source == far or not far}


def _is_said(label: str, looked: Lattice) -> bool:
    """Say whether a noun of the question stands for a label: "who" is none, "which people" is."""
    nouns = (item for begun in looked.items for item in begun if item.kind == "noun")
    said = (i for i in nouns if i.element and i.element.name == label)
    return any(looked.words[i.start].text.casefold() not in _ASKING for i in said)
