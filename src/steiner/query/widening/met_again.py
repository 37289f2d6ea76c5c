""" "A club they aren't a member of", "but owned by another one": two links to the same thing.

What is read is "and are a member of the same club", "and owned by the same one". Of that the second
link is denied, or led to another thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from steiner.algebra import Query
from steiner.algebra.graph_schema import GraphSchema
from steiner.query.widening.plainer import Plainer, Widening, said_elements
from steiner.query.widening.two_ways import TwoWays, two_ways

_THING = r"(?P<noun>[\w-]+(?:\s[\w-]+)?)"
_A = r"\b(?:an?|some|any|the)\s+"
_THEY = r"(?:they|he|she|it)(?:\s+(?:themselves|himself|herself|itself))?"
_NOT = r"(?P<not>\s+(?:(?:do|does|did)(?:\s+not|n['’]t)|(?P<be>are|is|were|was|have|has|had)(?:\s+not|n['’]t|\s+never)|never))"
_DONE = r"\s+(?P<done>[^,;?.]+?)(?=\s*(?:[,;?.]|$))"
_EVER = r"(?:\s+(?:also|ever|once|later|then|previously|themselves))*"
_JOIN = r"(?:\s*,)?\s+(?:(?P<but>but|while|yet|and|although|though)\s+)(?:also\s+|later\s+|then\s+)?"
"""What stands between both."""


class _Said(NamedTuple):
    """How it is said, what is read instead, and what is made of its two ways."""

    pattern: re.Pattern[str]
    instead: str
    kind: str


def _said(pattern: str, instead: str, kind: str) -> _Said:
    return _Said(re.compile(pattern, re.IGNORECASE), instead, kind)


_SAME = r"the same \g<noun>"
_FORMS = (
    _said(rf"{_A}{_THING}\s+(?:(?:that|which|who)\s+)?{_THEY}{_NOT}{_EVER}{_DONE}",
          rf"a \g<noun> and \g<be> \g<done> {_SAME}", "denied"),
    _said(rf"{_A}{_THING}\s+(?P<at>in|at|on|of|for|to|from|with|by)\s+which\s+{_THEY}{_NOT}{_EVER}{_DONE}",
          rf"a \g<noun> and \g<be> \g<done> \g<at> {_SAME}", "denied"),
    _said(rf"{_A}{_THING}\s+(?P<at>in|at|on|of|for|to|from|with|by)\s+which\s+{_THEY}"
          rf"(?:\s+(?P<be>are|is|were|was|have|has|had))?{_EVER}{_DONE}",
          rf"a \g<noun> and \g<be> \g<done> \g<at> {_SAME}", "met"),
    _said(rf"{_A}{_THING}\s+(?:(?:that|which)\s+)?{_THEY}"
          rf"(?:\s+(?P<be>are|is|were|was|have|has|had))?{_EVER}{_DONE}",
          rf"a \g<noun> and \g<be> \g<done> {_SAME}", "met"),
    _said(rf"\bwithout\s+(?:ever\s+)?(?:having\s+(?:ever\s+)?been|being|having)\s+(?P<done>[^,;?.]+?)\s+"
          rf"(?:that|this|the)\s+(?:very\s+|same\s+)+{_THING}",
          rf"and \g<done> {_SAME}", "denied"),
    _said(rf"\b(?:one|an?)\s+{_THING}{_JOIN}(?P<done>[^,;?]+?)\s+"
          rf"(?:another|an?\s+different|some\s+other)(?:\s+(?:one|(?P=noun)))?(?=\s*(?:[,;?.]|$))",
          rf"a \g<noun> and \g<done> {_SAME}", "apart"),
    _said(rf"\ban?\s+(?:(?:different|other)\s+)?{_THING}\s+(?:(?:other\s+)?than|from|to)\s+the\s+one\s+"
          rf"(?:(?:that|which)\s+)?{_THEY}(?:\s+(?P<be>are|is|were|was|have|has|had))?{_EVER}{_DONE}",
          rf"a \g<noun> and \g<be> \g<done> {_SAME}", "apart"),
    _said(rf"\b(?:one\s+and\s+the|(?:that|this)(?:\s+very)?)\s+same\s+{_THING}", _SAME, "met"),
)  # fmt: skip


def as_the_same(given: Plainer) -> Plainer | None:
    """Read two links to one thing, to none or to another one as two links to the same thing."""
    for form in _FORMS:
        if said := form.pattern.search(given.text):
            text = f"{given.text[: said.start()]}{said.expand(form.instead)}{given.text[said.end() :]}"
            return given.said(text, _met(said["noun"], form.kind, given.schema))
    return None


def _met(noun: str, kind: str, schema: GraphSchema) -> Widening:
    labels = [own.element.name for own in said_elements(noun, schema, "label")]

    def widened(query: Query) -> Query | None:
        ways = two_ways(query, labels[0] if labels else "", schema)
        if ways is None:
            return None
        return {"met": lambda: ways.query, "denied": ways.denied, "apart": ways.apart}[kind]()

    return widened
