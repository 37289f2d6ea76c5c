""" "A club they aren't a member of", "but owned by another one": two links to the same thing.

What is read is "and are a member of the same club", "and owned by the same one". Of that the second
link is denied, or led to another thing.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from steiner.algebra import Query
from steiner.algebra.graph_schema import GraphSchema
from steiner.query.widening.plainer import Plainer, Widening, said_elements
from steiner.query.widening.two_ways import two_ways

_A = r"\b(?P<a>an?|some)\s+"
_THING = r"(?!(?:that|which|one|other|different)\b)(?P<noun>[\w-]+(?:\s[\w-]+)??)"
_WHICH = r"(?:\s+(?:(?P<at>in|at|on|of|for|to|from|with|by)\s+which|that|which))?"
_THEY = r"\s+(?:they|he|she|it)(?:\s+(?:themselves|himself|herself|itself))?"
_BE = r"(?:\s+(?P<be>are|is|were|was|have|has|had))"
_NOT = rf"(?:\s+(?:do|does|did)(?:\s+not|n['’]t)|{_BE}(?:\s+not|n['’]t|\s+never)|\s+never)(?:\s+ever)?"
_AGAIN = r"(?:\s+(?:also|once|later|then|previously|already|themselves|himself|herself|itself))"
_DONE = r"\s+(?P<done>[^,;?.]+?)(?=\s*(?:[,;?.]|$))"
_BUT = r"(?:\s*,)?\s+(?:but|while|yet|and|although|though)\s+(?:(?:also|later|then)\s+)?"
_ANOTHER = r"(?:another|an?\s+different|some\s+other)(?:\s+(?:one|(?P=noun)))?"


class _Said(NamedTuple):
    """How it is said, what is read instead, and what is made of its two ways."""

    pattern: re.Pattern[str]
    instead: str
    kind: str


def _said(pattern: str, instead: str, kind: str) -> _Said:
    return _Said(re.compile(pattern, re.IGNORECASE), instead, kind)


_SAME = r"\g<be> \g<done> \g<at> the same \g<noun>"
_FORMS = (
    _said(rf"\b(?P<a>one|an?)\s+{_THING}{_BUT}(?P<done>[^,;?]+?)\s+{_ANOTHER}(?=\s*(?:[,;?.]|$))",
          r"a \g<noun> and \g<done> the same \g<noun>", "apart"),
    _said(rf"\b(?P<a>an?)\s+(?:(?:different|other)\s+)?{_THING}\s+(?:(?:other\s+)?than|from|to)"
          rf"\s+the\s+one{_WHICH}{_THEY}{_BE}?{_AGAIN}?{_DONE}", rf"a \g<noun> and {_SAME}", "apart"),
    _said(rf"{_A}{_THING}{_WHICH}{_THEY}{_NOT}{_AGAIN}*{_DONE}",
          rf"\g<a> \g<noun> and {_SAME}", "denied"),
    _said(r"\bwithout\s+(?:ever\s+)?(?P<be>being|having(?:\s+(?:ever\s+)?been)?)\s+"
          rf"(?P<done>[^,;?.]+?)\s+(?:that|this|the)\s+(?:very\s+|same\s+)+{_THING}",
          r"and are \g<done> the same \g<noun>", "denied"),
    _said(rf"{_A}{_THING}{_WHICH}(?=(?:\s+\w+){{1,2}}{_AGAIN}\b){_THEY}{_BE}?{_AGAIN}*{_DONE}",
          rf"\g<a> \g<noun> and {_SAME}", "met"),
    _said(rf"\b(?:one\s+and\s+the|(?:that|this)(?:\s+very)?)\s+same\s+{_THING}",
          r"the same \g<noun>", "met"),
)  # fmt: skip


def as_the_same(given: Plainer) -> Plainer | None:
    """Read two links to one thing, to none or to another one as two links to the same thing."""
    for form in _FORMS:
        if said := form.pattern.search(given.text):
            text = f"{given.text[: said.start()]}{said.expand(form.instead)}{given.text[said.end() :]}"
            return given.said(text, _met(said["noun"], form.kind, given.schema))
    return None


def _met(noun: str, kind: str, schema: GraphSchema) -> Widening:
    """Return what makes of two ways to the same thing those that are asked for."""
    labels = [own.element.name for own in said_elements(noun, schema, "label")]

    def widened(query: Query) -> Query | None:
        ways = two_ways(query, labels[0] if labels else "", schema)
        if ways is None or kind == "met":
            return ways and ways.query
        return ways.denied() if kind == "denied" else ways.apart(schema)

    return widened
