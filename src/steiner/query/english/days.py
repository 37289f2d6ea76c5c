"""Days in a question, as people write them: "2014-01-05", "January 5, 2014", "May 2014"."""

from __future__ import annotations

import re
from calendar import month_name, monthrange

MONTHS = [name.casefold() for name in month_name[1:]]
BARE_MONTH = rf"(?:{'|'.join(MONTHS)})"
"""Pattern of a month without its year."""
_MONTH = rf"(?:{'|'.join(f'{name}|{name[:3]}' for name in MONTHS)}|sept)\.?"
_NUMBER = r"\d{1,2}(?:st|nd|rd|th)?"
_IN_DIGITS = r"\d{4}([-/])\d{2}\1\d{2}"
WHOLE_DAY = (
    rf"(?:\d{{4}}-\d{{2}}-\d{{2}}|\d{{4}}/\d{{2}}/\d{{2}}|{_MONTH}\s+{_NUMBER},?\s+\d{{4}}|"
    rf"{_NUMBER}\s+(?:of\s+)?{_MONTH},?\s+\d{{4}})(?![\w/])"
)
"""Pattern of a day. "5/1/2014" is none: people read it two ways."""
DAY = rf"(?:{WHOLE_DAY}|{_MONTH}(?:,?\s+|\s+of\s+)\d{{4}}(?!\w))"
"""Pattern of a day, or of a month of a year."""
ASKS_WHEN = re.compile(
    r"\W*(?:(?:since\W+)?when|(?:on\W+)?(?:what|which)\W+(?:date|day)|(?:in\W+)?(?:what|which)\W+"
    r"year(?=\W+(?:is|was|were|do|does|did|has|have|had)\b))\b",
    re.IGNORECASE,
)
"""Beginnings that ask for a day: "what year did the mill open"."""


def day(text: str, last: bool = False) -> str | None:
    """Return a day as "2014-01-05"; of a month its first day, or its `last`.

    day("May 2014") is "2014-05-01", day("May 2014", last=True) is "2014-05-31"; None where the text
    is no day.
    """
    plain = text.casefold()
    if re.fullmatch(_IN_DIGITS, plain):
        return plain.replace("/", "-")
    if not re.fullmatch(DAY, plain):
        return None
    name = re.search(r"[a-z]{3}", re.sub(r"(?<=\d)(?:st|nd|rd|th)|\bof\b", "", plain))
    numbers = [int(number) for number in re.findall(r"\d+", plain)]
    assert name
    month, year = 1 + [m[:3] for m in MONTHS].index(name[0]), numbers[-1]
    most = monthrange(year, month)[1]
    number = numbers[0] if len(numbers) > 1 else (most if last else 1)
    return f"{year:04d}-{month:02d}-{number:02d}" if 1 <= number <= most else None
