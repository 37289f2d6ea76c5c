"""Reports in two words, "championships by league": no word says that a number is added up."""

from __future__ import annotations

import re

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.naming.schema_words import schema_of
from steiner.query.widening.plainer import Plainer, leading_elements, said_elements

_REPORT = re.compile(
    r"^\W*(?:(?:show|list|give|tell|get)\s+(?:me\s+)?)?(?:(?:the|our|all)\s+)?"
    r"(?P<what>\w+(?:\s+\w+){0,2}?)\s+(?P<done>(?:paid|given|earned|received|won)\s+)?"
    r"(?P<by>by|per)\s+(?:each\s+)?(?P<key>\w+(?:\s+\w+){0,2})\W*$",
    re.IGNORECASE,
)
_RATES = {"age", "rate", "rating", "score", "grade", "level", "percent", "pct", "share", "year"}
"""Words of numbers that nobody adds up."""


def as_each_key(given: Plainer) -> Plainer | None:
    """Say that a number is added up for each of what stands behind "by" or "per".

    "Films directed by women" are no report: what is done stands only before "per".
    """
    said = _REPORT.match(given.text)
    if said is None or (said["done"] and said["by"].casefold() == "by"):
        return None
    _, size = leading_elements(said["key"], given.schema)
    if size != len(said["key"]) or not _is_amount(said["what"], given.schema):
        return None
    return given.said(f"total {said['what']} for each {said['key']}")


def _is_amount(what: str, schema: GraphSchema) -> bool:
    """Say whether words name a number that things have, and no thing: prices, no orders."""
    named = [own.element for own in said_elements(what, schema, "label", "property")]
    amounts = [e for e in named if e.kind == "property" and schema_of(schema, e).kind == "number"]
    whole = any(own.end - own.start == len(what) for own in said_elements(what, schema, "property"))
    return whole and len(amounts) == len(named) and _RATES.isdisjoint(what.casefold().split())
