"""Stored days in Cypher: their text in ISO 8601, their parts, the time between two of them."""

from __future__ import annotations

DAY = (
    "CASE WHEN {0} =~ '[0-9]{{4}}-(0[1-9]|1[0-2])-[0-9]{{2}}.*'"
    " THEN date(substring({0}, 0, 7))"
    " + duration({{days: toInteger(substring({0}, 8, 2)) - 1}}) END"
)
"""The day of a text in ISO 8601, null for one that is none; by its month, as date() refuses the
30th of February."""
DAY_PART = {
    "year": "toInteger(substring({0}, 0, 4))",
    "quarter": "(toInteger(substring({0}, 5, 2)) + 2) / 3",
    "month": "toInteger(substring({0}, 5, 2))",
    "day": "toInteger(substring({0}, 8, 2))",
    "weekday": f"({DAY}).dayOfWeek",
    "hour": "toInteger(substring({0}, 11, 2))",
}
"""What a part is of a text in ISO 8601."""
BETWEEN = {
    "days": "duration.inDays({0}, {1}).days",
    "months": "duration.between({0}, {1}).months",
    "years": "duration.between({0}, {1}).years",
}
_TURNED = (
    "[part IN [split(trim(toString({0})), '{1}')] | substring(part[2], 0, 4) + '-'"
    " + right('0' + part[{2}], 2) + '-' + right('0' + part[{3}], 2) + substring(part[2], 4)][0]"
)
"""A text that ends with the year, with the year first; null for what has no three parts."""


def iso_text(stored: str, written: str) -> str:
    """Return stored days as their texts in ISO 8601, of texts that are `written` otherwise, too."""
    if not written:
        return f"toString({stored})"
    places = (1, 0) if written[0] == "d" else (0, 1)
    return _TURNED.format(stored, written[1], *places)


def day_text(stored: str, written: str) -> str:
    """Return texts that hold days as `iso_text`, null for one that is none, such as "NULL"."""
    text = iso_text(stored, written)
    return text if written else f"CASE WHEN {text} =~ '(?s)[0-9]{{4}}.*' THEN {text} END"
