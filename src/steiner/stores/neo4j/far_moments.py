"""Moments that neither Python nor the driver can hold: of years before 1 and after 9999.

The server sends them as numbers of days and seconds since 1970 (the Bolt protocol's structures);
they are written in ISO 8601, as Cypher writes them: -0044-03-15, +12024-01-01T00:00Z.
"""

from __future__ import annotations

from typing import Any

from steiner.graph import IsoText

_DAY = 86_400
_CYCLE_DAYS, _CYCLE_YEARS = 146_097, 400
"""After so many days, and years, the calendar comes again."""
_KINDS = {b"D": "date", b"d": "localdatetime"}


def far_moment(tag: bytes, fields: tuple[Any, ...]) -> Any:
    """Return the moment of a structure of Bolt; for another structure a text that names it.

    far_moment(b"D", (-735_525,)) is "-0044-03-15" of the kind "date".
    """
    if tag == b"D":
        return IsoText(_date(fields[0]), "date")
    if tag in (b"d", b"I", b"i", b"F", b"f"):
        seconds, nanoseconds, *zone = fields
        shift = zone[0] if tag == b"I" else 0  # Of F and f the seconds are local already.
        text = _moment(seconds + shift, nanoseconds) + "".join(map(_zone, zone))
        return IsoText(text, _KINDS.get(tag, "datetime"))
    return f"a value of the unknown kind {bytes(tag)!r}"


def _moment(seconds: int, nanoseconds: int) -> str:
    days, rest = divmod(seconds, _DAY)
    clock = f"{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"
    part = f".{nanoseconds:09}".rstrip("0") if nanoseconds else ""
    return f"{_date(days)}T{clock}{part}"


def _date(days: int) -> str:
    """Write the day that is so many days after 1970-01-01, in the calendar of today."""
    # Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2014): years begin in March.
    cycle, day = divmod(days + 719_468, _CYCLE_DAYS)
    year = (day - day // 1_460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    day += 1 - (153 * month + 2) // 5
    year += cycle * _CYCLE_YEARS + (month >= 10)
    return f"{_year(year)}-{month + 3 if month < 10 else month - 9:02}-{day:02}"


def _year(year: int) -> str:
    return f"{year:04}" if 0 <= year <= 9999 else f"{'-' if year < 0 else '+'}{abs(year):04}"


def _zone(zone: int | str) -> str:
    """Write an offset in seconds, or a zone by its name, which alone has no offset: Z."""
    if isinstance(zone, str):
        return f"Z[{zone}]"
    minutes = abs(zone) // 60
    return f"{'-' if zone < 0 else '+'}{minutes // 60:02}:{minutes % 60:02}" if zone else "Z"
