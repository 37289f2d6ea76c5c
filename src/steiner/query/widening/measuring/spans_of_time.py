"""Ages, of what has a day of birth; durations, of what has a day of beginning and one of end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

from steiner.algebra import Operand
from steiner.algebra.schema.graph_schema import TEMPORAL, GraphSchema, PropertySchema
from steiner.lexicon.common_words import ENDS, STARTS, TIME_TAKEN
from steiner.query.widening.measuring.derived_schema import Derived, over_derived
from steiner.query.widening.plainer import Plainer, said_elements
from steiner.text import plain_words

_AGE = re.compile(
    r"\bages?\b|\baged\b|\bhow\s+old\b|\byears?\s+old\b|\b(?:older|younger)\s+than\s+\d",
    re.IGNORECASE,
)
_BORN = frozenset({"born", "birth", "dob", "birthday", "birthdate"})
_MADE = frozenset({"built", "founded", "established", "constructed", "manufactured", "opened"})
_OLDEST = 130.0
_HOW_OLD = re.compile(r"\bhow\s+old\s+(?:is|are|was|were)\b", re.IGNORECASE)
_IS_OLD = re.compile(r"\b(?P<is>is|are)\s+(?P<old>\d+)\s+years?\s+old\b", re.IGNORECASE)
_AGED = re.compile(
    r"\b(?:aged\s+)?(?P<than>(?:over|under|above|below|at\s+least|at\s+most|(?:more|less)\s+than|"
    r"between\s+\d+\s+and)\s+\d+)\s+years?\s+(?:old|of\s+age)\b|"
    r"\baged\s+(?P<aged>(?:(?:over|under|between\s+\d+\s+and)\s+)?\d+)\b",
    re.IGNORECASE,
)
"""A comparison of ages that does not say "older": "employees over 40 years old"."""
_YEARS_OLD = re.compile(
    r"(?<=\d)\s+years?\s+(?:old|of\s+age)\b|(?<=\d)\s+years?(?=\W*$)", re.IGNORECASE
)
_HOW_LONG = re.compile(
    r"\bdurations?\b|\bhow\s+long\b(?!\s+ago)|\bhow\s+many\s+(?:days|months|years)\b", re.IGNORECASE
)
_LASTING = re.compile(
    r"\b(?:longer|shorter)\s+than\b|\blast(?:ed|s|ing)\b|\b(?:longest|shortest)\b", re.IGNORECASE
)
_TAKING = re.compile(
    r"\b(?P<verb>took|takes?|last(?:ed|s)?)\s+(?P<sign>more|less)(?=\s+than\s+\d)", re.IGNORECASE
)
_LAST = re.compile(r"(?<=\w)\s+last(?=\W*$)", re.IGNORECASE)
"""A verb, where an ordinal may stand, too: "how long did it last"."""
_WEEKS = re.compile(r"\b(?P<number>\d+)\s+weeks?\b", re.IGNORECASE)
_A_UNIT = re.compile(r"(?<=\bthan)\s+(?:an?|one)\s+(?P<unit>day|week|month|year)\b", re.IGNORECASE)
_DAYS_OF = {"day": 1, "week": 7, "month": 30, "year": 365}
_FINER = re.compile(r"\b(?:hour|minute|second|week)s?\b", re.IGNORECASE)
_LONG = frozenset({*TIME_TAKEN, "length", "height", "distance", "pages", "km", "long"})
_LONGEST = 36_500.0
"""Days that something lasts at most."""
_OVER = re.compile(
    r"\s+(?P<than>(?:over|under|above|below)\s+[1-9]\d)(?=\W*$|\s+"
    r"(?:who|that|with|in|from|and|on|at|are|do|does|have|has)\b)",
    re.IGNORECASE,
)
"""Behind persons it is of their ages: "patients over 60"."""
Members = Mapping[str, Mapping[str, PropertySchema]]


def with_ages(given: Plainer) -> Plainer | None:
    """Let what has a day of birth have an age in whole years, where a question asks for one."""
    over = _over(given)
    asks = over or _AGE.search(given.text)
    derived = tuple(_ages(given.schema, given.today)) if asks else ()
    if over and any(own.of == over[0] for own in derived):
        return over_derived(given, over[1], derived, needed=True)
    if not derived:
        return None
    text = _IS_OLD.sub(_has_age, _HOW_OLD.sub("what is the age of", given.text))
    text = _AGED.sub(lambda said: f"with an age {said['than'] or _of_age(said['aged'])}", text)
    return over_derived(given, _YEARS_OLD.sub("", text), derived, needed=text != given.text)


def _over(given: Plainer) -> tuple[str, str] | None:
    """Return a label that a bound of two digits stands behind, and the question with its age."""
    for own in said_elements(given.text, given.schema, "label"):
        if said := _OVER.match(given.text, own.end):
            text = f"{given.text[: own.end]} with an age {said['than']}{given.text[said.end() :]}"
            return own.element.name, text
    return None


def _has_age(said: re.Match[str]) -> str:
    return f"{'has' if said['is'].casefold() == 'is' else 'have'} an age of {said['old']}"


def _of_age(said: str) -> str:
    return f"of {said}" if said.isdigit() else said


def _ages(schema: GraphSchema, today: date) -> Iterator[Derived]:
    for label, own in schema.labels.items():
        words = {name: {*plain_words(name).split()} for name in own}
        days = [name for name, p in own.items() if p.kind in TEMPORAL]
        begun = [n for n in days if words[n] & _BORN] or [n for n in days if words[n] & _MADE]
        if len(begun) == 1 and not any("age" in said for said in words.values()):
            operand = Operand("years", value=today.isoformat())
            yield Derived(label, False, "age", begun[0], operand, 0.0, _OLDEST)


def with_durations(given: Plainer) -> Plainer | None:
    """Let what has a day of beginning and one of end have a duration, where one is asked for.

    It is in days, or in months or years where these are said; hours are not told of days.
    """
    asked = _HOW_LONG.search(given.text)
    text = _A_UNIT.sub(lambda said: f" {_DAYS_OF[said['unit'].casefold()]} days", given.text)
    text = _TAKING.sub(_longer, text)
    text = _WEEKS.sub(lambda said: f"{_DAYS_OF['week'] * int(said['number'])} days", text)
    if not (asked or _LASTING.search(text)) or _FINER.search(text):
        return None
    unit = re.search(r"\b(?:months|years)\b", text, re.IGNORECASE)
    operator = unit[0].casefold() if unit else "days"
    schema = given.schema
    every = (*_durations(schema.labels, operator, False), *_durations(schema.types, operator, True))
    said = {own.element.name for own in said_elements(text, schema, "label", "type")}
    derived = tuple(d for d in every if d.of in said or (asked and not said))
    return over_derived(given, _LAST.sub(" take", text), derived) if derived else None


def _longer(said: re.Match[str]) -> str:
    return f"{said['verb']} {'longer' if said['sign'].casefold() == 'more' else 'shorter'}"


def _durations(members: Members, operator: str, on_type: bool) -> Iterator[Derived]:
    """Yield the duration of what has one day of each kind, and nothing that is how long it is."""
    for of, own in members.items():
        words = {name: {*plain_words(name).split()} for name in own}
        days = [name for name, p in own.items() if p.kind in TEMPORAL]
        ends = [n for n in days if words[n] & ENDS]
        starts = [n for n in days if words[n] & STARTS and n not in ends]
        if len(starts) == len(ends) == 1 and not any(said & _LONG for said in words.values()):
            operand = Operand(operator, ends[0])
            yield Derived(of, on_type, "duration", starts[0], operand, 0.0, _LONGEST)
