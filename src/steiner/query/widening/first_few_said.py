""" "The most expensive product of each category": the most expensive product, then of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from steiner.algebra import FirstOfEach, Owner, Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.english.cues import cues
from steiner.query.naming.schema_words import Element
from steiner.query.widening.joined_labels import with_key
from steiner.query.widening.plainer import Plainer, Widening, leading_elements, said_elements

_NOUN = r"(?P<noun>\w+(?:\s\w+)?)"
_TAIL = re.compile(
    rf"\s(?:(?:of|in|for|from|by|at|within|on|to)\s+(?:each|every)|per)\s+(?:single\s+)?{_NOUN}",
    re.IGNORECASE,
)
_HEAD = re.compile(
    rf"^\W*(?:for|in|of|within|at)\s+(?:each|every)\s+{_NOUN}\s*,?\s+"
    r"(?=(?:what|which|who|the|show|find|list|give)\b)",
    re.IGNORECASE,
)
_OWNER = re.compile(rf"\b(?:each|every)\s+{_NOUN}['’]s\s+", re.IGNORECASE)
_RANKS = ("superlative", "adjective", "top", "first", "last")
_WHO = re.compile(r"\bwho\b", re.IGNORECASE)


def as_first_of_all(given: Plainer) -> Plainer | None:
    """Read the first few of each of something as the first few of all."""
    for ranked, elements in _of_all(given):
        if _ranks_things(ranked, given.schema):
            return given.said(ranked, _of_each(elements, given.schema))
    return None


def _of_all(given: Plainer) -> Iterator[tuple[str, list[Element]]]:
    """Yield the question without what it says of each, and what that is."""
    for pattern, instead in ((_HEAD, ""), (_OWNER, "the "), (_TAIL, " ")):
        for said in pattern.finditer(given.text):
            elements, size = leading_elements(said["noun"], given.schema)
            whole = size == len(said["noun"])
            if elements and (whole or pattern is _TAIL):
                end = said.end() if whole else said.start("noun") + size
                yield f"{given.text[: said.start()]}{instead}{given.text[end:]}", elements


def _ranks_things(text: str, schema: GraphSchema) -> bool:
    """Say whether things are ranked, "the dearest product", and no number is asked for.

    "The highest salary in each department" is a number of each.
    """
    ranks = [cue for cue in cues(text) if cue.kind in _RANKS]
    if not ranks:
        return False
    said = sorted(said_elements(text, schema, "label", "property"), key=lambda own: own.start)
    before = any(s.element.kind == "label" for s in said if s.end <= ranks[0].start)
    behind = [s for s in said if s.start >= ranks[0].end]
    nearest = behind and any(
        s.element.kind == "label" for s in behind if s.start == behind[0].start
    )
    return bool(before or nearest or _WHO.search(text))


def _of_each(elements: Sequence[Element], schema: GraphSchema) -> Widening:
    """Return the first rows of each where a query has the first rows of all."""

    def widened(query: Query) -> Query | None:
        rows = query.single or query.group or query.grouping or query.each or query.beside
        if rows or query.order is None or query.limit is None or query.skip:
            return None
        keyed = with_key(query, elements, schema)
        if keyed is None or keyed[1] == Owner(0):
            return None
        wide, key = keyed
        return replace(wide, each=FirstOfEach(key, query.limit), limit=None, ties=False)

    return widened
