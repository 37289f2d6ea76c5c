""" "Earn more than their boss", "answered on the day of the question": compared with another one.

The other one is left out, and an average, or a year, read in its place: "employees who earn more
than their boss" is "employees who earn more than average", whose average becomes the boss's salary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from steiner.algebra import Bound, Overall, PropertyOf, Query
from steiner.algebra.graph_schema import TEMPORAL, GraphSchema
from steiner.query.widening.other_side import OtherSide
from steiner.query.widening.plainer import Plainer, Widening

_YEAR = 2000
"""The year that stands where a day of the other one is compared."""
_WHOSE = r"(?:his\s+or\s+her|their|its|his|her)\s+(?:own\s+|respective\s+|direct\s+)?"
_THE = rf"(?:{_WHOSE}|the\s+|an?\s+)"
_DONE = r"(?:\s+(?:was|were|had\s+been|has\s+been)\s+(?P<done>(?:first\s+)?\w+))?"
_NEAR = r"(?:\s+(?:(?:that|which)\s+)?(?:they|it)(?:['’](?:re|s)|\s+\w+)\s+\w+)?"
""" "The property they're for"."""
_OTHERS = (
    rf"{_THE}(?P<said>[\w-]+(?:\s\w+)?)\s+of\s+{_THE}(?P<noun>{{words}}){_NEAR}",
    rf"{_THE}(?P<noun>\w+(?:\s\w+)?)['’]s?\s+(?P<said>{{words}})",
    r"(?:the|an?)\s+\w+\s+(?:(?:whom?|that|which)\s+)?(?:they|he|she|it)\s+(?P<verb>{words})",
    r"(?:the|an?|those)\s+(?:\w+\s+)?(?:who|that|which)\s+(?P<acts>\w+)\s+(?:them|him|her|it)",
    rf"{{owner}}(?P<noun>{{words}}){_DONE}",
)
"""How the other one is said: with its property, by what joins both, alone."""
_THAN = (
    r"\b(?P<cue>(?:earlier|later|sooner)\s+than|before|after|than|above|below|over|under|"
    r"exceed(?:s|ing|ed)?)\s+"
)
_DAY = (
    r"\b(?:on|in)\s+(?:exactly\s+)?the\s+(?:very\s+same|same|very)\s+(?P<unit>day|date|year)\s+"
    r"(?:(?:as|of|that|when|(?:on|in)\s+which)\s+)?"
)
_TIMELY = re.compile(r"(?:earlier|later|sooner)\s+than|before|after", re.IGNORECASE)


def with_other_side(given: Plainer) -> Plainer | None:
    """Read what is compared with another one's as compared with an average, or with a year."""
    for before, owner in ((_DAY, _THE), (_THAN, _WHOSE)):
        for said, side in _sides(given, before, owner):
            instead = f"in {_YEAR}" if before is _DAY else _stand_in(said["cue"])
            text = f"{given.text[: said.start()]}{instead} {given.text[said.end() :]}"
            return given.said(text, _compared(side, given.schema))
    return None


def _stand_in(cue: str) -> str:
    return f"{cue} {_YEAR if _TIMELY.fullmatch(cue) else 'average'}"


def _sides(given: Plainer, before: str, owner: str) -> Iterator[tuple[re.Match[str], OtherSide]]:
    """Yield what stands behind some words that the schema has a name for."""
    for other in _OTHERS:
        for words in (r"\w+[\s-]\w+", r"\w+"):
            pattern = before + other.replace("{words}", words).replace("{owner}", owner)
            for said in re.finditer(rf"{pattern}(?!\w)", given.text, re.IGNORECASE):
                side = _side(said.groupdict())
                if side.is_known(given.schema):
                    yield said, side


def _side(said: dict[str, str | None]) -> OtherSide:
    own = {name: said.get(name) or "" for name in ("noun", "verb", "acts", "said", "done")}
    return OtherSide(**own, by_year=said.get("unit") == "year")


def _compared(side: OtherSide, schema: GraphSchema) -> Widening:
    """Compare with the other one what is compared with all, or with the year."""

    def widened(query: Query) -> Query | None:
        compared = [b for b in query.bounds if isinstance(b.value, Overall) or b.value == _YEAR]
        joined = side.joined(query, schema) if len(compared) == 1 else None
        if joined is None or compared[0].property.owner.is_link:
            return None
        wide, owner = joined
        other = side.property(owner, compared[0].property, wide.labels[owner.number], schema)
        if other is None or other == compared[0].property:
            return None
        own = _with(compared[0], other, side.by_year)
        return replace(wide, bounds=tuple(own if b is compared[0] else b for b in wide.bounds))

    return widened


def _with(bound: Bound, other: PropertyOf, by_year: bool) -> Bound:
    """Return a condition with another property as its value; of days in whole years, if asked."""
    operator = bound.operator.removeprefix("year")
    if not by_year:
        return replace(bound, operator=operator, value=other)
    one, second = (
        p._replace(kind="year") if p.kind in TEMPORAL else p for p in (bound.property, other)
    )
    return replace(bound, property=one, operator=operator, value=second)
