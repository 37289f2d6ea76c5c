"""Whether something is so: "is Chai discontinued" asks for Chai's `discontinued`, a yes or a no."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from steiner.algebra import Owner, PropertyOf, Query
from steiner.algebra.schema.graph_schema import GraphSchema, PropertySchema
from steiner.query.naming.schema_words import is_key, schema_of
from steiner.query.widening.plainer import Plainer, said_elements
from steiner.text import plain_words

_WHETHER = re.compile(
    r"^\W*(?:is|are|was|were)\s+(?P<who>(?!(?:there|any|all|every|each|some|the\s+most|it|they)\b)"
    r"\S.*?)\W*$",
    re.IGNORECASE,
)
_STILL = re.compile(r"\s+(?:still|already|currently)$", re.IGNORECASE)


def as_its_flag(given: Plainer) -> Plainer | None:
    """Ask for the yes or no itself: of what is not so there are no rows, and no answer.

    Another property of the label is read in its place: "the price of Chai".
    """
    said = _WHETHER.match(given.text)
    if said is None or not said["who"][:1].isupper():
        return None
    for own in said_elements(said["who"], given.schema, "property"):
        flag, who = own.element, _STILL.sub("", said["who"][: own.start].strip())
        ends = own.end == len(said["who"]) and bool(who)
        asks = ends and schema_of(given.schema, flag).kind == "yes or no"
        if asks and (name := _other(flag.of, given.schema)):
            text = f"{plain_words(name)} of {who}"
            return given.said(text, partial(_shown, flag.of, name, flag.name))
    return None


def _other(label: str, schema: GraphSchema) -> str | None:
    """Return the other property of a label that is easiest to read: a number, a day."""

    def hard(own: PropertySchema) -> tuple[bool, bool, int, str]:
        shared = sum(own.name in other for other in schema.labels.values()) > 1
        return shared, own.kind == "text", len(plain_words(own.name).split()), own.name

    known = schema.labels.get(label, {}).values()
    plain = (p for p in known if not is_key(p.name) and p.kind not in ("yes or no", "list"))
    own = [p for p in plain if p.name != schema.names.get(label)]
    return min(own, key=hard).name if own else None


def _shown(label: str, other: str, flag: str, query: Query) -> Query | None:
    """Show the yes or no in place of the other property."""
    own = [p for p in query.shown if p.owner == Owner(0) and p.name == other]
    if query.labels[0] != label or not own or query.links or query.measure:
        return None
    rest = tuple(p for p in query.shown if p not in own)
    bounds = tuple(b for b in query.bounds if b.property.name != other)
    shown = (PropertyOf(Owner(0), flag, "yes or no"), *rest)
    return replace(query, shown=shown, bounds=bounds)
