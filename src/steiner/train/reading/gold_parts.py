"""The parts of a schema that a gold has: those that some word of its question may mean."""

from __future__ import annotations

import re

from steiner.algebra import Owner, PropertyOf, Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.composing.words.taught_items import by_key

_TEXTS = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
_RETURNED = re.compile(r"\b(?:RETURN|ORDER\s+BY)\b.*", re.IGNORECASE | re.DOTALL)
_PROPERTY = re.compile(r"\.\s*(\w+)")


def parts_of_statement(cypher: str, schema: GraphSchema) -> frozenset[str]:
    """Return the keys of the labels and types of a statement, and of the properties it returns.

    A property that is only compared with a value is said by the value.
    """
    plain = _TEXTS.sub("''", cypher).replace("`", "")
    names = {*re.findall(r"\w+", plain)}
    owners = {key for key in by_key(schema) if _own(key) in names and _is_owner(key)}
    returned = {*_PROPERTY.findall("".join(_RETURNED.findall(plain)))}
    owned = {_own(key) for key in owners}
    properties = {
        key
        for key, element in by_key(schema).items()
        if element.kind == "property" and element.name in returned and element.of in owned
    }
    return frozenset(owners | properties)


def parts_of_query(query: Query) -> frozenset[str]:
    """Return the keys of the labels and types of a query, and of the properties it returns."""
    keys = {f"label:{label}" for part in query.parts() for label in part.labels if label}
    keys |= {f"type:{t}" for part in query.parts() for link in part.links for t in link.types}
    measured = query.measure.over if query.measure else Owner(0)
    ordered = query.order.by if query.order else None
    named = [*query.shown, measured, ordered, query.group]
    for own in (p for p in named if isinstance(p, PropertyOf)):
        at = own.owner
        owners = query.links[at.number].types if at.is_link else (query.labels[at.number],)
        keys |= {f"property:{owner}.{own.name}" for owner in owners}
    return frozenset(keys)


def _own(key: str) -> str:
    return key.split(":", 1)[1]


def _is_owner(key: str) -> bool:
    return not key.startswith("property:")
