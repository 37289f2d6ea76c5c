""" "Earn more than their boss", "answered on the day of the question": compared with another one.

The other one is left out, and an average, or a year, read in its place: "employees who earn more
than their boss" is "employees who earn more than average", whose average becomes the boss's salary.
"""

from __future__ import annotations

import re
from dataclasses import replace

from steiner.algebra import Bound, Overall, Owner, PropertyOf, Query
from steiner.algebra.schema.graph_schema import TEMPORAL, GraphSchema
from steiner.query.widening.comparing.other_side import OtherSide, labels_named
from steiner.query.widening.comparing.other_side_said import THE, WHOSE, sides
from steiner.query.widening.plainer import Plainer, Widening, is_named_so

_YEAR = 2000
"""The year that stands where a day of the other one is compared."""
_THAN = (
    r"(?<!other\s)\b(?P<cue>(?:earlier|later|sooner)\s+than|before|after|than|above|below|over|"
    r"under|exceed(?:s|ing|ed)?)\s+(?:(?:that|those)\s+of\s+)?"
)
_DAY = (
    r"\b(?:on|in)\s+(?:exactly\s+)?the\s+(?:very\s+same|same|very)\s+(?P<unit>day|date|year)\s+"
    r"(?:(?:as|of|that|when|(?:on|in)\s+which)\s+)?"
)
_TIMELY = re.compile(r"(?:earlier|later|sooner)\s+than|before|after", re.IGNORECASE)
_A_ROLE = r"the\s+(?=\w+\W*$)"
""" "More than the boss", who is whose, at the end of a question."""
_ROLE = 0.9
"""How probable that is at most: it may be the one boss of all."""
_WAYS = ((_DAY, THE, 1.0), (_THAN, WHOSE, 1.0), (_THAN, _A_ROLE, _ROLE))
_BY_HOW_MUCH = re.compile(r"\b(?:by\s+how|how\s+much|difference)\b", re.IGNORECASE)
_AGED = re.compile(r"\b(?:older|younger|newer)\s+$", re.IGNORECASE)
_ITSELF = re.compile(
    r"\b(?P<cue>than)\s+(?:themsel(?:f|ves)|itself|(?:him|her)self|(?:they|it)\s+(?:are|is|do|does))"
    r"(?:\s+themselves)?\b",
    re.IGNORECASE,
)


def with_other_side(given: Plainer) -> Plainer | None:
    """Read what is compared with another one's as compared with an average, or with a year."""
    if _BY_HOW_MUCH.search(given.text):
        return None
    for before, owner, most in _WAYS:
        for said, side in sides(given.text, given.schema, before, owner):
            if owner is not _A_ROLE or not labels_named(side.noun, given.schema):
                text = _with_stand_in(given, said)
                return given.said(text, _compared(side, given.schema), most=most)
    return None


def _with_stand_in(given: Plainer, said: re.Match[str]) -> str:
    """Return a question with a year, or an average, in place of the other one."""
    ahead, cue = given.text[: said.start()], said.groupdict().get("cue", "")
    by_age = bool(_AGED.search(ahead)) and not is_named_so(given.schema, "age")
    timely = by_age or _TIMELY.fullmatch(cue)
    instead = f"{cue} {_YEAR if timely else 'average'}" if cue else f"in {_YEAR}"
    return f"{ahead}{instead}{given.text[said.end() :]}"


def _compared(side: OtherSide, schema: GraphSchema) -> Widening:
    """Compare with the other one what is compared with all, or with the year."""

    def widened(query: Query) -> Query | None:
        stands_in = _stands_in(query)
        joined = side.joined(query, schema) if stands_in else None
        if joined is None or stands_in is None:
            return None
        wide, owner = joined
        own, label = stands_in.property, wide.labels[owner.number]
        other = side.property(owner, own, label, schema)
        if other is None or other == own or own.owner.is_link:
            return None
        return _with(wide, stands_in, _bound(stands_in, other, side.by_year))

    return widened


def _stands_in(query: Query) -> Bound | None:
    """Return the one condition with an average, or the year, None where there is not one."""
    compared = [b for b in query.bounds if isinstance(b.value, Overall) or b.value == _YEAR]
    return compared[0] if len(compared) == 1 else None


def _with(query: Query, bound: Bound, other: Bound) -> Query:
    return replace(query, bounds=tuple(other if b is bound else b for b in query.bounds))


def _bound(bound: Bound, other: PropertyOf, by_year: bool = False) -> Bound:
    """Return a condition with another property as its value; of days in whole years, if asked."""
    own, operator = bound.property, bound.operator.removeprefix("year")
    if by_year:
        own, other = _year_of(own), _year_of(other)
    return replace(bound, property=own, operator=operator, value=other)


def _year_of(own: PropertyOf) -> PropertyOf:
    return own._replace(kind="year") if own.kind in TEMPORAL else own


def with_itself(given: Plainer) -> Plainer | None:
    """Read "eat something heavier than themselves" as "heavier than average"."""
    said = _ITSELF.search(given.text)
    return given.said(_with_stand_in(given, said), _with_root) if said else None


def _with_root(query: Query) -> Query | None:
    """Compare what the root leads to, and is like it, with the root itself."""
    stands_in = _stands_in(query)
    alike = [v for v, label in enumerate(query.labels) if label == query.labels[0]]
    if stands_in is None or len(alike) != 2 or stands_in.property.owner not in map(Owner, alike):
        return None
    own = stands_in.property
    far = replace(stands_in, property=own._replace(owner=Owner(alike[1])))
    return _with(query, stands_in, _bound(far, own._replace(owner=Owner(0))))
