"""Ages, of what has a day of birth; durations, of what has a day of beginning and one of end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

from steiner.algebra import Operand
from steiner.algebra.graph_schema import TEMPORAL, GraphSchema, PropertySchema
from steiner.lexicon.common_words import ENDS, STARTS, TIME_TAKEN
from steiner.query.widening.derived_schema import Derived, over_derived
from steiner.query.widening.plainer import Plainer
from steiner.text import plain_words

_AGE = re.compile(
    r"\bages?\b|\baged\b|\bhow\s+old\b|\byears?\s+old\b|"
    r"\b(?:older|younger)\s+than\s+\d|\b(?:over|under)\s+the\s+age\b",
    re.IGNORECASE,
)
_BORN = frozenset({"born", "birth", "dob", "birthday", "birthdate"})
_MADE = frozenset({"built", "founded", "established", "constructed", "manufactured", "opened"})
_OLDEST = 130.0
_YEARS_OLD = re.compile(r"(?<=\d)\s+years?\s+(?:old|of\s+age)\b|(?<=\d)\s+years?(?=\W*$)", re.I)
_DURATION = re.compile(
    r"\bdurations?\b|\bhow\s+long\b(?!\s+ago)|\b(?:longer|shorter)\s+than\b|\blast(?:ed|s|ing)\b|"
    r"\b(?:longest|shortest)\b|\btakes?\b|\btook\b",
    re.IGNORECASE,
)
_LONG = frozenset({*TIME_TAKEN, "length", "height", "distance", "pages", "km", "long"})
_UNITS = {"day": 1.0, "week": 1.0, "month": 30.0, "year": 365.0}
_LONGEST = 36_500.0
"""Days that something lasts at most."""


def with_ages(given: Plainer, today: date) -> Plainer | None:
    """Let what has a day of birth have an age in whole years, where a question asks for one."""
    if not _AGE.search(given.text):
        return None
    derived = tuple(_ages(given.schema, today))
    return over_derived(given, _YEARS_OLD.sub("", given.text), derived) if derived else None


def _ages(schema: GraphSchema, today: date) -> Iterator[Derived]:
    for label, own in schema.labels.items():
        words = {name: {*plain_words(name).split()} for name in own}
        days = [name for name, p in own.items() if p.kind in TEMPORAL]
        begun = [n for n in days if words[n] & _BORN] or [n for n in days if words[n] & _MADE]
        if len(begun) == 1 and not any("age" in said for said in words.values()):
            operand = Operand("years", value=today.isoformat())
            yield Derived(label, False, "age", begun[0], operand, 0.0, _OLDEST)


def with_durations(given: Plainer, today: date) -> Plainer | None:
    """Let what has a day of beginning and one of end have a duration, where one is asked for."""
    if not _DURATION.search(given.text):
        return None
    unit = next((u for u in _UNITS if re.search(rf"\b{u}s?\b", given.text, re.I)), "day")
    operator = f"{unit}s" if unit in ("month", "year") else "days"
    schema = given.schema
    derived = (
        *(d for label, own in schema.labels.items() for d in _durations(label, own, operator)),
        *(
            d._replace(on_type=True)
            for type, own in schema.types.items()
            for d in _durations(type, own, operator)
        ),
    )
    return over_derived(given, given.text, derived) if derived else None


def _durations(of: str, own: Mapping[str, PropertySchema], operator: str) -> Iterator[Derived]:
    """Yield the duration of what has one day of each kind, and nothing that is how long it is."""
    words = {name: {*plain_words(name).split()} for name in own}
    days = [name for name, p in own.items() if p.kind in TEMPORAL]
    ends = [n for n in days if words[n] & ENDS]
    starts = [n for n in days if words[n] & STARTS and n not in ends]
    if len(starts) == len(ends) == 1 and not any(said & _LONG for said in words.values()):
        operand = Operand(operator, ends[0])
        yield Derived(of, False, "duration", starts[0], operand, 0.0, _LONGEST)
