"""Times that are relative to a day, as times of their own: "last year" is "in 2025"."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta

from steiner.query.english.days import MONTHS
from steiner.query.widening.plainer import Plainer, is_named_so, said_elements

_COMPARED = re.compile(
    r"\b(?:than|versus|vs\.?|to|with|as)\s+(?:in\s+)?(?:the\s+)?(?:last|previous|this)\s",
    re.IGNORECASE,
)
"""Two times are compared: neither is the time of what is asked for."""
_PERIOD = re.compile(
    r"\b(?:(?P<lead>in|during|within|over|of|from|for|on|since|before|after)\s+)?(?:the\s+)?"
    r"(?P<which>last|previous|this|current|next)\s+(?P<unit>year|quarter|month|week)"
    r"(?P<own>['’]s)?\b(?!\s+(?:of|in|that|when|with)\b)",
    re.IGNORECASE,
)
_ROLLING = re.compile(
    r"\b(?:in|during|within|over|for|from|of)\s+the\s+(?P<which>last|past|previous|next)\s+"
    r"(?:(?P<number>\d{1,4})\s+(?P<units>day|week|month|year)s?|"
    r"(?P<unit>day|week|month|year|quarter))\b(?!\s+of\b)",
    re.IGNORECASE,
)
_AGO = re.compile(
    r"\b(?P<lead>more|less)\s+than\s+(?P<number>\d{1,4})\s+"
    r"(?P<units>day|week|month|year)s?\s+ago\b",
    re.IGNORECASE,
)
_COMING = re.compile(r"\b(?P<which>upcoming|future)\s+$", re.IGNORECASE)
_DAYS = {"today": 0, "yesterday": -1, "tomorrow": 1}
_DAY = re.compile(rf"(?<!-)\b(?:on\s+)?(?P<day>{'|'.join(_DAYS)})\b(?!['’-])", re.IGNORECASE)
_MOVED = {"last": -1, "previous": -1, "this": 0, "current": 0, "next": 1}
_MONTHS = {"month": 1, "quarter": 3, "year": 12}


def with_own_days(given: Plainer) -> Plainer | None:
    """Return a question in which each time that is relative to today is one of its own."""
    text, today = given.text, given.today
    if _COMPARED.search(text) or any(is_named_so(given.schema, w) for w in ("last", "today")):
        return None
    for pattern, said in _EACH:
        for match in reversed([*pattern.finditer(text)]):
            text = f"{text[: match.start()]}{said(match, today)}{text[match.end() :]}"
    text = _to_come(text, given)
    return given.said(text) if text != given.text else None


def _to_come(text: str, given: Plainer) -> str:
    """Say of what is upcoming that it is after today."""
    for own in said_elements(text, given.schema, "label"):
        said = _COMING.search(text, 0, own.start)
        if said and not is_named_so(given.schema, said["which"]):
            what, rest = text[own.start : own.end], text[own.end :]
            return f"{text[: said.start()]}{what} after {given.today}{rest}"
    return text


def _rolling(said: re.Match[str], today: date) -> str:
    unit = (said["units"] or said["unit"]).casefold()
    number = int(said["number"] or 1)
    if said["which"].casefold() == "next":
        return f"between {today} and {_moved(today, unit, number)}"
    return f"between {_moved(today, unit, -number)} and {today}"


def _ago(said: re.Match[str], today: date) -> str:
    then = _moved(today, said["units"].casefold(), -int(said["number"]))
    return f"{'before' if said['lead'].casefold() == 'more' else 'after'} {then}"


def _period(said: re.Match[str], today: date) -> str:
    unit, by = said["unit"].casefold(), _MOVED[said["which"].casefold()]
    first, last = _first_and_last(unit, by, today)
    lead = (said["lead"] or "").casefold()
    if lead in ("since", "before", "after"):
        return f"{lead} {last if lead == 'after' else first}"
    if unit == "year":
        return f"the {first.year}" if said["own"] else f"in {first.year}"
    if unit == "month":
        return f"in {MONTHS[first.month - 1].title()} {first.year}"
    return f"between {first} and {last}"


def _first_and_last(unit: str, by: int, today: date) -> tuple[date, date]:
    """Return the days of a period, `by` periods after that of today: a week begins on Monday."""
    if unit == "week":
        first = today + timedelta(days=7 * by - today.weekday())
        return first, first + timedelta(days=6)
    months = _MONTHS[unit]
    begun = today.replace(day=1, month=today.month - (today.month - 1) % months)
    first = _moved(begun, unit, by)
    return first, _moved(first, unit, 1) - timedelta(days=1)


def _day(said: re.Match[str], today: date) -> str:
    return f"on {today + timedelta(days=_DAYS[said['day'].casefold()])}"


def _moved(day: date, unit: str, number: int) -> date:
    """Return a day so many units later; of a shorter month its last day."""
    if unit in ("day", "week"):
        return day + timedelta(days=number * (7 if unit == "week" else 1))
    month = day.year * 12 + day.month - 1 + number * _MONTHS[unit]
    year, month = month // 12, month % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


_EACH: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], str]], ...] = (
    (_AGO, _ago),
    (_ROLLING, _rolling),
    (_PERIOD, _period),
    (_DAY, _day),
)
