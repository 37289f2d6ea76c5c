"""What is not known: "for which trials is the end date still missing" are those without one."""

from __future__ import annotations

import re
from dataclasses import replace

from steiner.algebra import Bound, Query
from steiner.query.widening.plainer import Plainer

_UNKNOWN = (
    r"(?:unknown|missing|unrecorded|unspecified|blank|empty|not\s+(?:yet\s+)?"
    r"(?:known|recorded|given|specified|available|filled\s+in))"
)
_BE = r"(?:is|are|was|were)\s+(?:the\s+|an?\s+)?"
_HOW_MANY = r"(?:(?:number|amount)\s+of\s+)?"
_STILL = r"(?:still\s+|yet\s+)?"
_ASKED = (
    re.compile(
        rf"^\W*(?:for|of|at|in|on)\s+which\s+(?P<those>.+?)\s+{_BE}{_HOW_MANY}(?P<what>.+?)\s+"
        rf"{_STILL}{_UNKNOWN}\W*$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^\W*which\s+(?P<those>.+?)\s+{_BE}{_HOW_MANY}(?P<what>.+?)\s+{_STILL}{_UNKNOWN}\s+"
        r"(?:for|of)\W*$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?P<those>.+?)\s+whose\s+{_HOW_MANY}(?P<what>.+?)\s+(?:is|are|was|were)\s+"
        rf"{_STILL}{_UNKNOWN}(?P<more>\b.*)$",
        re.IGNORECASE,
    ),
)
_WITH = re.compile(rf"\bwith\s+(?:an?\s+|the\s+)?{_UNKNOWN}\s+{_HOW_MANY}(?=\w)", re.IGNORECASE)


def as_missing(given: Plainer) -> Plainer | None:
    """Read what is unknown, missing or not recorded of something as a thing without it."""
    for pattern in _ASKED:
        if said := pattern.search(given.text):
            more = said.groupdict().get("more") or ""
            text = f"{said['those']} whose {said['what']} is missing{more}"
            return given.said(text, _unknown)
    text = _WITH.sub("without ", given.text)
    return given.said(text, _unknown) if text != given.text else None


def _unknown(query: Query) -> Query:
    """Ask for no number where one of 0 is read: what is unknown is not 0."""

    def missing(bound: Bound) -> Bound:
        none = bound.operator == "=" and bound.value == 0 and bound.property.kind == "number"
        return Bound(bound.property, "missing") if none and not bound.negated else bound

    return replace(query, bounds=tuple(map(missing, query.bounds)))
