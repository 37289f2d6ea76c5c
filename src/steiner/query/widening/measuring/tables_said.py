"""Numbers by two keys, "by country and year", by one; by parts of a day, by year."""

from __future__ import annotations

import re
from dataclasses import replace

from steiner.algebra import DAY_PARTS, Grouping, Owner, Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.widening.joined_labels import part_of_day, with_key
from steiner.query.widening.plainer import Plainer, Widening, is_named_so, leading_elements

_PART = (
    r"(?P<part>year|month|quarter|weekday|day\s+of\s+the\s+week|hour\s+of\s+the\s+day|hour)(?!\w)"
)
_OTHER_NAMES = {"day of the week": "weekday", "hour of the day": "hour"}
_EACH = r"\b(?:per|by|for\s+each|for\s+every|each|every)\s+"
_TWO = re.compile(
    rf"{_EACH}(?P<one>\w+(?:\s(?!and\b)\w+)?)\s*,?\s+(?:and|per)\s+(?:by\s+|per\s+|each\s+|for\s+each\s+)?"
    r"(?P<two>day\s+of\s+the\s+week|\w+(?:\s\w+)?)",
    re.IGNORECASE,
)
_OF_EACH = re.compile(rf"{_EACH}(?:calendar\s+)?{_PART}", re.IGNORECASE)
_WHICH = re.compile(rf"\b(?:(?:in|on|at)\s+)?(?:which|what)\s+{_PART}", re.IGNORECASE)
_ONE_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_OF_WHICH_YEAR = 0.8
"""How probable a month is at most that may be of each year or of all: "orders per month"."""


def as_one_key(given: Plainer) -> Plainer | None:
    """Read numbers by two keys as numbers by the first of them."""
    said = _TWO.search(given.text)
    if said is None or _key_size(said["one"], given.schema) != len(said["one"]):
        return None
    size = _key_size(said["two"], given.schema)
    if not size:
        return None
    end = said.start("two") + size
    text = f"{given.text[: said.end('one')]}{given.text[end:]}"
    return given.said(text, _by_two(said["two"][:size], given.schema))


def _part(phrase: str) -> str:
    """Return which part of a day a phrase begins with, "" for none."""
    said = re.match(_PART, phrase, re.IGNORECASE)
    words = " ".join(said["part"].casefold().split()) if said else ""
    return _OTHER_NAMES.get(words, words)


def _key_size(phrase: str, schema: GraphSchema) -> int:
    """Return the characters of what numbers may be by, that a phrase begins with; 0 for nothing."""
    _, size = leading_elements(phrase, schema)
    said = re.match(_PART, phrase, re.IGNORECASE)
    return size or (said.end() if said else 0)


def _by_two(two: str, schema: GraphSchema) -> Widening:
    """Make a table by the key of a query and one more."""

    def widened(query: Query) -> Query | None:
        if query.measure is None or query.single or query.beside or query.across or query.each:
            return None
        elements, _ = leading_elements(two, schema)
        day = None if elements else part_of_day(query, _part(two), schema)
        keyed = with_key(query, elements, schema) if elements else day and (query, day)
        if keyed is None or keyed[1] in (Owner(0), query.group):
            return None
        return _table(keyed[0], Grouping((query.group or Owner(0), keyed[1]), (query.measure,)))

    return widened


def _table(query: Query, grouping: Grouping) -> Query:
    return replace(query, measure=None, group=None, shown=(), ties=False, grouping=grouping)


def as_year(given: Plainer) -> Plainer | None:
    """Read numbers by month, quarter, weekday or hour as numbers by year."""
    for pattern, instead in ((_OF_EACH, "per year"), (_WHICH, "in which year")):
        said = pattern.search(given.text)
        part = _part(said["part"]) if said else "year"
        if said is None or part not in DAY_PARTS or part == "year":
            continue
        if is_named_so(given.schema, part):
            return None
        text = f"{given.text[: said.start()]}{instead}{given.text[said.end() :]}"
        open_year = part in ("month", "quarter") and not _ONE_YEAR.search(given.text)
        both = open_year and pattern is _OF_EACH
        return given.said(text, _by_part(part, both), most=_OF_WHICH_YEAR if open_year else 1.0)
    return None


def _by_part(part: str, both: bool) -> Widening:
    """Have rows by a part of a day where they were by year; by `both` where years may differ."""

    def widened(query: Query) -> Query | None:
        group, measure = query.group, query.measure
        if group is None or group.kind != "year" or measure is None:
            return None
        own = group._replace(kind=part)
        return (
            _table(query, Grouping((group, own), (measure,))) if both else replace(query, group=own)
        )

    return widened
