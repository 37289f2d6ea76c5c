""" "A club they aren't a member of", "but owned by another one": two links to the same thing.

What is read is "a club and are a member of the same club", "and owned by the same one". Of that the
second link is denied, or led to another thing.
"""

from __future__ import annotations

import re

from steiner.algebra import Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.widening.meeting.two_ways import two_ways
from steiner.query.widening.plainer import Plainer, Widening, said_elements

_A = r"\b(?P<a>an?|some|any)\s+"
_THING = r"(?!(?:that|which|one|other|different)\b)(?P<noun>[\w-]+(?:\s[\w-]+)??)"
_WHICH = r"(?:\s+(?:(?P<at>in|at|on|of|for|to|from|with|by)\s+which|(?P<where>where)|that|which))?"
_THEY = r"\s+(?:they|he|she|it)(?:\s+(?:themselves|himself|herself|itself))?"
_BE = r"(?:\s+(?P<be>are|is|were|was|have|has|had))"
_NOT = (
    rf"(?:\s+(?:do|does|did)(?:\s+not|n['’]t)|{_BE}(?:\s+not|n['’]t|\s+never)|\s+never)(?:\s+ever)?"
)
_AGAIN = r"(?:\s+(?:also|once|later|then|previously|already|themselves|himself|herself|itself))"
_END = r"(?=\s*(?:[,;?.]|$))"
_DONE = rf"\s+(?P<done>[^,;?.]+?){_END}"
_BUT = r"(?:\s*,)?\s+(?:but|while|yet|and|although|though)\s+(?:(?:also|later|then)\s+)?"
_THAN = r"\s+(?:than|from|to)(?:\s+(?:the|that)\s+(?:one|(?P=noun)))?"
_OTHER = (
    r"\b(?=an?\s*(?:[\w-]+\s+){0,2}(?:other|different)\b)(?P<a>an?)\s*(?:(?:other|different)\s+)?"
    rf"{_THING}(?:\s+(?:other|different))?{_THAN}"
)
""" "Another line than", "a different line than the one", "a line other than the one"."""
_PATTERNS = {
    # "operated by one line but owned by a different one"
    "apart": (
        rf"\b(?P<a>one|an?)\s+{_THING}{_BUT}(?P<done>[^,;?]+?)\s+(?:another|an?\s+different|some\s+other)"
        rf"(?:\s+(?:one|(?P=noun)))?{_END}",
        rf"{_OTHER}{_WHICH}{_THEY}{_BE}?{_AGAIN}?{_DONE}",
        rf"{_OTHER}\s+(?:that|which|who)\s+(?P<does>\w+)\s+(?:them|it|him|her)\b",
    ),
    # "of a club they aren't a member of", "without being a member of that very club"
    "denied": (
        rf"{_A}{_THING}{_WHICH}{_THEY}{_NOT}{_AGAIN}*{_DONE}",
        r"\bwithout\s+(?:ever\s+)?(?:being|having(?:\s+(?:ever\s+)?been)?)\s+(?P<done>[^,;?.]+?)\s+"
        rf"(?:that|this|the)\s+(?:very\s+|same\s+)+{_THING}",
    ),
    # "a product they had also ordered", "and also received that same prize", "and the same show"
    "met": (
        rf"{_A}{_THING}{_WHICH}(?=(?:\s+\w+){{1,2}}{_AGAIN}\b){_THEY}{_BE}?{_AGAIN}*{_DONE}",
        r"\band\s+(?P<done>[^,;?.]+?)\s+(?:(?:that|this)(?:\s+very)?|one\s+and\s+the|the(?:\s+very)?)"
        rf"\s+same\s+{_THING}(?!\s+as\b)\b",
    ),
}  # fmt: skip
_FORMS = [
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, patterns in _PATTERNS.items()
    for pattern in patterns
]


def as_the_same(given: Plainer) -> Plainer | None:
    """Read two links to one thing, to none or to another one as two links to the same thing."""
    for kind, pattern in _FORMS:
        if said := pattern.search(given.text):
            text = f"{given.text[: said.start()]}{_again(said)}{given.text[said.end() :]}"
            return given.said(text, _met(said["noun"], kind, given.schema))
    return None


def _again(said: re.Match[str]) -> str:
    """Say that the second link is to the same thing."""
    parts = said.groupdict("")
    noun, at = parts["noun"], "in" if parts.get("where") else parts.get("at", "")
    article = "an" if noun[0].casefold() in "aeiou" else "a"
    thing = f"{article} {noun} " * ("a" in parts)
    if "does" in parts:
        return f"{thing}and the same {noun} {parts['does']} them"
    be = parts.get("be", "") or "are" * said[0].casefold().startswith("without")
    return f"{thing}and {be} {parts['done']} {at} the same {noun}"


def _met(noun: str, kind: str, schema: GraphSchema) -> Widening:
    """Return what makes of two ways to the same thing those that are asked for."""
    labels = [own.element.name for own in said_elements(noun, schema, "label")]

    def widened(query: Query) -> Query | None:
        ways = two_ways(query, labels[0] if labels else "", schema)
        if ways is None:
            return None
        if kind == "met":
            return ways.query
        return ways.denied() if kind == "denied" else ways.apart(schema)

    return widened
