"""Denials in other words: "whose status is not lapsed" is "that are not lapsed", zero is none."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from steiner.algebra import Bound, Query
from steiner.query.widening.plainer import Plainer, said_elements
from steiner.text import plain_words

_BEGUN = r"\b(?:(?:whose|where\s+the)|(?P<with>with)(?:\s+(?:an?|the))?)\s+"
_NOT = (
    r"\s+(?(with)(?:other\s+than|different\s+(?:from|than|to))|"
    r"(?:is|are|was|were)(?:\s+not|n['’]t)(?:\s+set\s+to)?)\s+(?=[\"'“‘\w])"
    r"(?!(?:an?|the|known|missing|given|recorded|more|less|above|below|over|under|after|before|\d)\b)"
)
_ZERO = re.compile(r"\b(?P<have>have|has|had|having|with)\s+(?:zero|0)\s+(?=[a-z])", re.IGNORECASE)

_OUT_OF = re.compile(r"\b(?:out\s+of\s+stock|sold\s+out)\b", re.IGNORECASE)


def as_not_stocked(given: Plainer) -> Plainer | None:
    """Say "not in stock" where a link tells it; of a number in stock readers know the words."""
    owners = given.schema.labels.values()
    if any("stock" in plain_words(name).split() for own in owners for name in own):
        return None
    text = _OUT_OF.sub("not in stock", given.text)
    return given.said(text) if text != given.text else None


def as_not_so(given: Plainer) -> Plainer | None:
    """Leave out the property of a value that is denied; the value alone says it."""
    for own in said_elements(given.text, given.schema, "property"):
        name = re.escape(given.text[own.start : own.end])
        if said := re.search(f"{_BEGUN}{name}{_NOT}", given.text, re.IGNORECASE):
            text = f"{given.text[: said.start()]}that are not {given.text[said.end() :]}"
            return given.said(text, partial(_of_some, own.element.name))
    return None


def _of_some(property: str, query: Query) -> Query | None:
    """Ask for things that have the property: who has no tier has none other than gold."""
    denied = [b for b in query.bounds if b.negated and b.property.name == property]
    has = (Bound(own.property, "present") for own in denied)
    return replace(query, bounds=(*query.bounds, *has)) if denied else None


def as_none(given: Plainer) -> Plainer | None:
    """Say that there are none: "servers with zero services". A property may be 0."""
    for said in _ZERO.finditer(given.text):
        named = said_elements(given.text, given.schema, "label", "property")
        kinds = {own.element.kind for own in named if own.start == said.end()}
        if kinds == {"label"}:
            return given.said(_ZERO.sub(r"\g<have> no ", given.text))
    return None
