"""Units, as questions say them and names of properties end with them: of time, and millions."""

from __future__ import annotations

_OF = {
    1: "second seconds sec secs s",
    60: "minute minutes min mins",
    3600: "hour hours hr hrs h",
    86_400: "day days",
    604_800: "week weeks",
}
SECONDS = {word: seconds for seconds, words in _OF.items() for word in words.split()}
"""How many seconds a unit of time is; of months and years nobody can say."""


MILLIONS = frozenset({"m", "mn", "mio", "mln", "million", "millions"})
"""Ends of names of properties that count millions: budget_m."""
LEAST_OF_MILLIONS = 100_000
"""A number from here on is said in ones where a property counts millions."""


def unit_of(name: str) -> str:
    """Return the word of a property's name that may be its unit, the last one.

    unit_of("length sec") is "sec", unit_of("hours per week") is "hours".
    """
    return name.split(" per ")[0].split()[-1]


def factor(said: str, measured: str) -> float | None:
    """Return what a number in one unit is multiplied by to be in another; None: not of one kind.

    factor("minutes", "sec") is 60.0, factor("hours", "hours") is 1.0, factor("kg", "sec") is None.
    """
    if said == measured:
        return 1.0
    if said in SECONDS and measured in SECONDS:
        return SECONDS[said] / SECONDS[measured]
    return None


def scaled(value: float, by: float) -> float:
    """Return a number times a factor, whole where it is."""
    product = value * by
    return int(product) if float(product).is_integer() else product
