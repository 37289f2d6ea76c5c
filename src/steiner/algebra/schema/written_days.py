"""Days that a graph keeps as texts in which the year comes last: "31/08/2017", "8-31-2017".

They are compared, ordered and computed with as ISO 8601 texts, and shown as they are stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

WRITTEN = ("d/m/yyyy", "m/d/yyyy", "d-m-yyyy", "m-d-yyyy", "d.m.yyyy")
"""How such texts are written; a month before dots is nobody's custom."""
_DAY = re.compile(r"(\d\d?)([/.-])(\d\d?)\2(\d{4})([ T].*)?")
_MONTHS, _DAYS = 12, 31


def ways_written(texts: Iterable[str]) -> tuple[str, ...]:
    """Return those of WRITTEN that all texts can be.

    Of "1/8/2017" and "31/8/2017" it is ("d/m/yyyy",); of "1/8/2017" alone ("d/m/yyyy",
    "m/d/yyyy"), as nobody can tell; of a text that is no such day none.
    """
    met = [_DAY.fullmatch(text.strip()) for text in texts]
    if not met or not all(met):
        return ()
    signs = {day[2] for day in met if day}
    first, second = (max(int(day[k]) for day in met if day) for k in (1, 3))
    fits = {"d": first <= _DAYS and second <= _MONTHS, "m": first <= _MONTHS and second <= _DAYS}
    return tuple(way for way in WRITTEN if {way[1]} == signs and fits[way[0]])


def iso_day(text: object, written: str) -> str | None:
    """Return a text that is `written` so in ISO 8601: "2017-08-31" of "31/8/2017"; else None."""
    day = _DAY.fullmatch(text.strip()) if written and isinstance(text, str) else None
    if day is None or day[2] != written[1]:
        return None
    first, second = day[1].zfill(2), day[3].zfill(2)
    month, own = (second, first) if written[0] == "d" else (first, second)
    return f"{day[4]}-{month}-{own}{day[5] or ''}"
